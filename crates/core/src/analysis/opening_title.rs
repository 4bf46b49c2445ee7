//! What a comparison shows, as a title.

use super::words;

/// "For “spider spinning a web”, Tags of users beats both Base and Large". Systems with their values, the best
/// first.
pub fn opening_title(query: &str, systems: &[(String, Option<f64>)]) -> String {
    let valued = systems.iter().filter_map(|(title, value)| Some((title, (*value)?)));
    let valued: Vec<(&String, f64)> = valued.collect();
    let names = |all: &[(&String, f64)]| {
        words::listed(&all.iter().map(|(title, _)| (*title).clone()).collect::<Vec<_>>())
    };
    let Some((_, best)) = valued.first().filter(|_| valued.len() > 1) else {
        return format!("What is found for “{query}”");
    };
    let n_best = valued.iter().take_while(|(_, value)| value == best).count();
    let (winners, losers) = valued.split_at(n_best);
    if losers.is_empty() {
        return format!("For “{query}”, {} are level", names(winners));
    }
    let verb = if winners.len() == 1 { "beats" } else { "beat" };
    let both = if losers.len() == 2 { "both " } else { "" };
    format!("For “{query}”, {} {verb} {both}{}", names(winners), names(losers))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_names_who_beats_whom() {
        let of = |values: &[(&str, Option<f64>)]| {
            let own = values.iter().map(|(title, value)| ((*title).to_owned(), *value));
            opening_title("owls", &own.collect::<Vec<_>>())
        };
        let (a, b, c) = (("A", Some(0.5)), ("B", Some(0.3)), ("C", Some(0.2)));
        assert_eq!(of(&[a, b]), "For “owls”, A beats B");
        assert_eq!(of(&[a, b, c]), "For “owls”, A beats both B and C");
        assert_eq!(of(&[a, ("B", Some(0.5)), c]), "For “owls”, A and B beat C");
        assert_eq!(of(&[a, b, c, ("D", Some(0.1))]), "For “owls”, A beats B, C and D");
        assert_eq!(of(&[a, ("B", Some(0.5))]), "For “owls”, A and B are level");
        // Without values nobody beats anybody.
        assert_eq!(of(&[a]), "What is found for “owls”");
        assert_eq!(of(&[("A", None), ("B", None)]), "What is found for “owls”");
        assert_eq!(of(&[a, ("B", None), c]), "For “owls”, A beats C");
    }
}
