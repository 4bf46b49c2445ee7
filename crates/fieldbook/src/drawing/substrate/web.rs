//! An orb web.

use crate::drawing::canvas::*;

/// An orb web; unfinished where it is being spun.
pub(crate) fn draw_web(pen: &mut Pen, center: Point, is_unfinished: bool) {
    let silk = rgb(0xFDFCF6);
    let mut threads = Path::default();
    for i in 0..14 {
        threads = threads.and(polyline!(
            center; plus(center, polar(58.0, i as f32 * 360.0 / 14.0 + 7.0))
        ));
    }
    let n = if is_unfinished { 4 } else { 9 };
    for ring in 1..=n {
        let reach = 5.0 + ring as f32 * 4.6;
        let last = if is_unfinished && ring == n { 7 } else { 14 };
        let points: Vec<Point> = (0..=last)
            .map(|i| {
                plus(
                    center,
                    polar(
                        reach * (0.97 + 0.05 * ((i + ring) % 2) as f32),
                        i as f32 * 360.0 / 14.0 + 7.0,
                    ),
                )
            })
            .collect();
        threads = threads.and(Path::polyline(&points));
    }
    pen.line(threads.clone(), rgb(0x2A3038).alpha(0.35), 0.75);
    pen.line(threads, silk.alpha(0.9), 0.36);
}
