//! Why a picture counts as an answer to a query or does not, in one sentence.

/// `facts` say whether what the query asks for holds in the picture, and what decides; `None` where nothing
/// but people knows. `by` is the title of the definition of relevance.
pub fn why_words(grade: Option<i32>, by: &str, facts: Option<(bool, &str)>) -> String {
    let (verdict, is_relevant) = match grade {
        Some(grade) if grade >= 1 => ("Relevant", Some(true)),
        Some(_) => ("Not relevant", Some(false)),
        None => ("Unjudged", None),
    };
    let graded = match grade {
        Some(grade) if grade > 1 || grade == 1 && matches!(facts, Some((false, _))) => {
            format!(", grade {grade}")
        }
        _ => String::new(),
    };
    match (facts, is_relevant) {
        (Some((holds, words)), Some(is_relevant)) if holds == is_relevant => {
            format!("{verdict}: {words}.")
        }
        // A part of the answer, votes, or another person's caption may decide otherwise than the facts.
        (Some((_, words)), Some(_)) => format!("{verdict} by “{by}”{graded}, though {words}."),
        (Some((_, words)), None) => format!("{verdict} by “{by}”. By its facts, {words}."),
        (None, Some(_)) => format!("{verdict} by “{by}”{graded}."),
        (None, None) => format!("{verdict} by “{by}”: nobody has judged this picture."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_say_why_and_people_are_named() {
        let ground = Some((false, "the fox is on the ground, not on the snow"));
        let snow = Some((true, "the fox is on the snow"));
        let by = |grade, facts| why_words(grade, "Exhaustive", facts);
        assert_eq!(by(Some(0), ground), "Not relevant: the fox is on the ground, not on the snow.");
        assert_eq!(by(Some(2), snow), "Relevant: the fox is on the snow.");
        assert_eq!(
            by(Some(1), ground),
            "Relevant by “Exhaustive”, grade 1, though the fox is on the ground, not on the snow."
        );
        assert_eq!(
            by(Some(0), snow),
            "Not relevant by “Exhaustive”, though the fox is on the snow."
        );
        assert_eq!(
            by(None, snow),
            "Unjudged by “Exhaustive”. By its facts, the fox is on the snow."
        );
        assert_eq!(by(Some(3), None), "Relevant by “Exhaustive”, grade 3.");
        assert_eq!(by(Some(1), None), "Relevant by “Exhaustive”.");
        assert_eq!(by(None, None), "Unjudged by “Exhaustive”: nobody has judged this picture.");
    }
}
