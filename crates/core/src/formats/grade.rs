//! Grades in text: whole numbers, which tables with gaps write as `1.0`.

/// Reads a grade, for every reader alike: `2`, `-1`, `2.0`.
///
/// # Errors
/// Why it is none: a fraction, no number, or beyond 32 bits.
pub(super) fn grade_from_text(text: &str) -> Result<i32, String> {
    if let Ok(grade) = text.parse() {
        return Ok(grade);
    }
    // Only as numbers are written: Rust also takes "inf" and "nan".
    let digits = text.trim_start_matches(['-', '+']);
    match text.parse() {
        Ok(number) if digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') => {
            grade_from_number(number)
        }
        _ => Err(format!("the grade {text:?} is not a whole number")),
    }
}

/// The same of a number.
///
/// # Errors
/// Those of [`grade_from_text`].
pub(super) fn grade_from_number(number: f64) -> Result<i32, String> {
    #[expect(clippy::cast_possible_truncation, reason = "compared on the next line")]
    let grade = number as i32;
    if f64::from(grade) == number {
        Ok(grade)
    } else if number.fract() == 0.0 {
        Err(format!("the grade {number} is beyond 32 bits"))
    } else {
        Err(format!("the grade {number} is not a whole number"))
    }
}

#[cfg(test)]
mod tests {
    use super::grade_from_text;

    #[test]
    fn whole_numbers_are_grades_however_they_are_written() {
        for (text, grade) in [("1", 1), ("-2", -2), ("1.0", 1), ("3.", 3), ("+2", 2), ("1e2", 100)]
        {
            assert_eq!(grade_from_text(text), Ok(grade), "{text}");
        }
        for text in ["0.5", "nan", "inf", "", "x", "99999999999", "1e99", "-inf"] {
            assert!(grade_from_text(text).is_err(), "{text}");
        }
    }
}
