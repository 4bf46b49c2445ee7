//! Lettering made of strokes, so that SVG and pixels show the same.

use super::*;

/// Strokes of a letter on a grid 2 wide and 4 high.
fn strokes(letter: char) -> &'static [&'static [Point]] {
    const LEFT_TOP: Point = (0.0, 0.0);
    match letter {
        '0' => &[&[LEFT_TOP, (2.0, 0.0), (2.0, 4.0), (0.0, 4.0), LEFT_TOP]],
        '1' => &[&[(0.2, 0.8), (1.2, 0.0), (1.2, 4.0)]],
        '2' => &[&[LEFT_TOP, (2.0, 0.0), (2.0, 2.0), (0.0, 2.0), (0.0, 4.0), (2.0, 4.0)]],
        '3' => &[&[LEFT_TOP, (2.0, 0.0), (2.0, 4.0), (0.0, 4.0)], &[(0.5, 2.0), (2.0, 2.0)]],
        '4' => &[&[LEFT_TOP, (0.0, 2.0), (2.0, 2.0)], &[(2.0, 0.0), (2.0, 4.0)]],
        '5' => &[&[(2.0, 0.0), LEFT_TOP, (0.0, 2.0), (2.0, 2.0), (2.0, 4.0), (0.0, 4.0)]],
        '6' => &[&[(2.0, 0.0), LEFT_TOP, (0.0, 4.0), (2.0, 4.0), (2.0, 2.0), (0.0, 2.0)]],
        '7' => &[&[LEFT_TOP, (2.0, 0.0), (0.8, 4.0)]],
        '8' => {
            &[&[LEFT_TOP, (2.0, 0.0), (2.0, 4.0), (0.0, 4.0), LEFT_TOP], &[(0.0, 2.0), (2.0, 2.0)]]
        }
        '9' => &[&[(2.0, 2.0), (0.0, 2.0), LEFT_TOP, (2.0, 0.0), (2.0, 4.0), (0.0, 4.0)]],
        'C' => &[&[(2.0, 0.0), LEFT_TOP, (0.0, 4.0), (2.0, 4.0)]],
        '-' => &[&[(0.2, 2.0), (1.8, 2.0)]],
        ':' => &[&[(1.0, 1.1), (1.0, 1.3)], &[(1.0, 2.9), (1.0, 3.1)]],
        _ => &[],
    }
}

fn advance(letter: char) -> f32 {
    if letter == ':' { 2.2 } else { 3.3 }
}

/// Width of a text at a height of 4.
pub(crate) fn width(text: &str) -> f32 {
    text.chars().map(advance).sum::<f32>() - 1.3
}

/// Draws a text from its upper left corner, `height` high, in a colour that ignores the light.
pub(crate) fn draw_text(pen: &mut Pen, text: &str, at: Point, height: f32, color: Color) {
    let mut path = Path::default();
    let mut x = 0.0;
    for letter in text.chars() {
        for stroke in strokes(letter) {
            let points: Vec<Point> = stroke.iter().map(|p| (p.0 + x, p.1)).collect();
            path = path.and(Path::polyline(&points));
        }
        x += advance(letter);
    }
    let scale = height / 4.0;
    let map = Affine::placed(at, scale);
    pen.within(map, |pen| pen.unlit_line(path, color, 0.72));
}
