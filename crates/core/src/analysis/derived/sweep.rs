use super::error::DerivedError;
use super::expression::Derived;

/// What stands for the number in an expression that is swept: `first(a,#)`.
pub const SWEPT: char = '#';

/// The derived system with this number in place of [`SWEPT`].
///
/// # Errors
/// An expression without the sign, or one that is none with the number in it.
pub fn at_number(expression: &str, number: f64) -> Result<Derived, DerivedError> {
    if !expression.contains(SWEPT) {
        return Err(DerivedError::NotSwept { id: expression.into() });
    }
    Derived::parse(&expression.replace(SWEPT, &number.to_string()))
}
