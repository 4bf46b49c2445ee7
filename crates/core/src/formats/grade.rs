//! Grades in text: whole numbers, which pandas writes as `1.0` in a column with gaps.

/// Reads `2`, `-1`, `2.0`, for every reader alike.
pub(super) fn grade_from_text(text: &str) -> Result<i32, String> {
    if let Ok(grade) = text.parse() {
        return Ok(grade);
    }
    match whole_number(text) {
        Some(Whole::Grade(grade)) => Ok(grade),
        Some(Whole::Beyond) => Err(format!("the grade {text} is beyond 32 bits")),
        Some(Whole::Fraction) => Err(format!("the grade {text} is not a whole number")),
        None => Err(format!("the grade {text:?} is not a whole number")),
    }
}

enum Whole {
    Grade(i32),
    Beyond,
    Fraction,
}

/// Reads a decimal number by its digits; `None` if it is no number. std's parser of floats would be a
/// fortieth of the page's engine, which reads qrels.
fn whole_number(text: &str) -> Option<Whole> {
    let (sign, number) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let (mantissa, exponent) = match number.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i16>().ok()?),
        None => (number, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    // Where the point stands once the exponent has moved it.
    let point = i64::try_from(whole.len()).ok()? + i64::from(exponent);
    let at = usize::try_from(point).unwrap_or(0);
    let (before, after) = digits.split_at(at.min(digits.len()));
    if after.bytes().any(|byte| byte != b'0') {
        return Some(Whole::Fraction);
    }
    let n_zeros = at - before.len();
    let before = before.trim_start_matches('0');
    if before.is_empty() {
        return Some(Whole::Grade(0));
    }
    // Ten digits hold what 32 bits do.
    let zeros = "0".repeat(n_zeros.min(10));
    Some(format!("{sign}{before}{zeros}").parse().map_or(Whole::Beyond, Whole::Grade))
}

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
        let numpy = ("1.000000000000000000e+00", 1);
        for (text, grade) in [
            ("1", 1),
            ("-2", -2),
            ("1.0", 1),
            ("3.", 3),
            ("+2", 2),
            ("1e2", 100),
            ("-0.0", 0),
            ("0e9", 0),
            ("0012.50e1", 125),
            ("20e-1", 2),
            (".0", 0),
            numpy,
        ] {
            assert_eq!(grade_from_text(text), Ok(grade), "{text}");
        }
        for text in
            ["nan", "inf", "", "x", "-inf", ".", "e3", "1e", "1e99999", "--1", "1.0.0", "1_0"]
        {
            let reason = format!("the grade {text:?} is not a whole number");
            assert_eq!(grade_from_text(text), Err(reason));
        }
        for text in ["0.5", "1.25e1", "1e-1"] {
            assert_eq!(
                grade_from_text(text),
                Err(format!("the grade {text} is not a whole number"))
            );
        }
        for text in ["99999999999", "1e99", "-1e30", "2147483648.0"] {
            assert_eq!(grade_from_text(text), Err(format!("the grade {text} is beyond 32 bits")));
        }
    }
}
