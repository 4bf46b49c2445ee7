//! What charts show, in a sentence.
#![allow(clippy::unwrap_used)]

use rankscope_core::analysis::{points_summary, rankings_summary};

fn summary(heights: &[f64]) -> Option<String> {
    let readings: Vec<String> = (1..)
        .zip(heights)
        .map(|(rank, height)| format!("Rank {rank}: precision {height:.2}"))
        .collect();
    points_summary(("rank", "precision"), heights, &readings)
}

#[test]
fn the_extremes_of_points_are_named_the_first_of_equals() {
    assert_eq!(summary(&[]), None);
    assert_eq!(summary(&[f64::NAN]), None);
    assert_eq!(summary(&[0.5]).unwrap(), "precision by rank, 1 point. Rank 1: precision 0.50.");
    assert_eq!(
        summary(&[0.5, 1.0, 0.25, 0.75]).unwrap(),
        "precision by rank, 4 points. Highest: Rank 2: precision 1.00. Lowest: Rank 3: precision 0.25."
    );
    assert_eq!(
        summary(&[1.0, 1.0, 0.0, 1.0, f64::NAN, 0.0]).unwrap(),
        "precision by rank, 6 points. Highest: Rank 1: precision 1.00; 2 others at the same height. \
         Lowest: Rank 3: precision 0.00; 1 other at the same height."
    );
    assert_eq!(
        summary(&[0.5, 0.5]).unwrap(),
        "precision by rank, 2 points. All at one height: Rank 1: precision 0.50; 1 other at the same height."
    );
}

#[test]
fn long_readings_are_cut() {
    let reading = "a ".repeat(500);
    let found = points_summary(("x", "y"), &[1.0], &[reading]).unwrap();
    assert!(found.len() < 250 && found.contains('…'), "{found}");
}

#[test]
fn rankings_name_who_leads_and_who_moves_furthest() {
    let systems = ["Base", "Large", "Tags"].map(String::from);
    let of =
        |from: &[usize], to: &[usize]| rankings_summary(&systems, &[("P@10", from), ("R@1", to)]);
    assert_eq!(rankings_summary(&systems, &[("P@10", &[0, 1, 2])]), None);
    assert_eq!(
        of(&[0, 1, 2], &[0, 1, 2]).unwrap(),
        "Base comes first by P@10 and by R@1, and none of 3 systems changes its rank."
    );
    assert_eq!(
        of(&[0, 1, 2], &[2, 1, 0]).unwrap(),
        "Base comes first by P@10, Tags by R@1; 2 of 3 systems change their rank; Base moves furthest: \
         it falls from rank 1 to 3."
    );
    // Between the first and the last of several.
    let between: &[usize] = &[1, 0, 2];
    let found = rankings_summary(&systems, &[("a", &[0, 1, 2]), ("b", between), ("c", &[0, 2, 1])]);
    assert_eq!(
        found.unwrap(),
        "Base comes first by a and by c; 2 of 3 systems change their rank; Large moves furthest: it \
         falls from rank 2 to 3."
    );
}
