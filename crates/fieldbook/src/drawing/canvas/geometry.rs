//! Points, affine maps and paths.

/// A point or vector; x to the right, y down.
pub(crate) type Point = (f32, f32);

/// The point at `share` of the way from `a` to `b`.
pub(crate) fn lerp(a: Point, b: Point, share: f32) -> Point {
    (a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share)
}

pub(crate) fn plus(a: Point, b: Point) -> Point {
    (a.0 + b.0, a.1 + b.1)
}

pub(crate) fn scaled(a: Point, factor: f32) -> Point {
    (a.0 * factor, a.1 * factor)
}

/// A point of a [`Path::tube`].
pub(crate) fn tube_point(p: Point, radius: f32) -> (f32, f32, f32) {
    (p.0, p.1, radius)
}

/// The vector of a length in a direction in degrees: 0 to the right, 90 up.
pub(crate) fn polar(distance: f32, degrees: f32) -> Point {
    let angle = degrees.to_radians();
    (distance * libm::cosf(angle), -distance * libm::sinf(angle))
}

/// An array of points, or of longer rows of numbers: `points!(x, y; x, y)`. An entry without a comma
/// stands for itself. rustfmt leaves these lists as they are, so that points can share a line.
macro_rules! points {
    (@one $point:expr) => { $point };
    (@one $($number:expr),+) => { ($($number),+) };
    ($($first:expr $(, $more:expr)*);+) => { [$(points!(@one $first $(, $more)*)),+] };
}

/// Declares a macro for each shape through given points: `smooth!(x, y; x, y)` is
/// `Path::smooth(&points!(x, y; x, y))`.
macro_rules! shapes {
    ($dollar:tt $($shape:ident)+) => {$(
        macro_rules! $shape {
            ($dollar($dollar list:tt)+) => {
                $crate::drawing::canvas::Path::$shape(&$crate::drawing::canvas::points!($dollar($dollar list)+))
            };
        }
        pub(crate) use $shape;
    )+};
}

shapes!($ smooth curve polyline polygon tube);
pub(crate) use points;

/// An affine map `[a, b, c, d, e, f]`: x' = a x + c y + e, y' = b x + d y + f, as in SVG's
/// `matrix`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Affine(pub [f32; 6]);

impl Affine {
    pub(crate) const IDENTITY: Self = Self([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

    pub(crate) fn translate(x: f32, y: f32) -> Self {
        Self([1.0, 0.0, 0.0, 1.0, x, y])
    }

    pub(crate) fn scale(x: f32, y: f32) -> Self {
        Self([x, 0.0, 0.0, y, 0.0, 0.0])
    }

    /// A uniform scale followed by a move of the origin to a point.
    pub(crate) fn placed(at: Point, scale: f32) -> Self {
        Self::translate(at.0, at.1).scaled(scale, scale)
    }

    /// A counter-clockwise rotation on the page, in degrees.
    pub(crate) fn rotate(degrees: f32) -> Self {
        let angle = degrees.to_radians();
        let (sine, cosine) = (libm::sinf(angle), libm::cosf(angle));
        Self([cosine, -sine, sine, cosine, 0.0, 0.0])
    }

    /// Moves within the map; likewise [`Self::scaled`] and [`Self::rotated`].
    pub(crate) fn moved(self, x: f32, y: f32) -> Self {
        self.pre_concat(Self::translate(x, y))
    }

    pub(crate) fn scaled(self, x: f32, y: f32) -> Self {
        self.pre_concat(Self::scale(x, y))
    }

    pub(crate) fn rotated(self, degrees: f32) -> Self {
        self.pre_concat(Self::rotate(degrees))
    }

    /// The map that applies `inner` first, then `self`.
    pub(crate) fn pre_concat(self, inner: Self) -> Self {
        let [a, b, c, d, e, f] = self.0;
        let [g, h, i, j, k, l] = inner.0;
        Self([
            a * g + c * h,
            b * g + d * h,
            a * i + c * j,
            b * i + d * j,
            a * k + c * l + e,
            b * k + d * l + f,
        ])
    }

    pub(crate) fn apply(self, p: Point) -> Point {
        let [a, b, c, d, e, f] = self.0;
        (a * p.0 + c * p.1 + e, b * p.0 + d * p.1 + f)
    }

    /// The factor by which lengths grow, averaged over directions.
    pub(crate) fn mean_scale(self) -> f32 {
        let [a, b, c, d, ..] = self.0;
        (a * d - b * c).abs().sqrt()
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Segment {
    Move((f32, f32)),
    Line((f32, f32)),
    /// A cubic Bézier curve: two control points and the end.
    Cubic((f32, f32), (f32, f32), (f32, f32)),
    Close,
}

#[derive(Debug, Clone, PartialEq, Default)]
pub struct Path(pub Vec<Segment>);

impl Path {
    /// Straight lines between points, closed.
    pub(crate) fn polygon(points: &[Point]) -> Self {
        let mut path = Self::polyline(points);
        path.0.push(Segment::Close);
        path
    }

    /// Straight lines between points.
    pub(crate) fn polyline(points: &[Point]) -> Self {
        let mut segments = Vec::with_capacity(points.len() + 1);
        for (position, point) in points.iter().enumerate() {
            segments.push(match position {
                0 => Segment::Move(*point),
                _ => Segment::Line(*point),
            });
        }
        Self(segments)
    }

    /// A smooth closed curve through the points (Catmull–Rom); a point given twice is a corner.
    pub(crate) fn smooth(points: &[Point]) -> Self {
        let n = points.len();
        let mut segments = Vec::with_capacity(n + 2);
        let at = |i: usize| points[i % n];
        segments.push(Segment::Move(at(0)));
        for i in 0..n {
            push_curve(&mut segments, at(i + n - 1), at(i), at(i + 1), at(i + 2));
        }
        segments.push(Segment::Close);
        Self(segments)
    }

    /// A smooth open curve through the points.
    pub(crate) fn curve(points: &[Point]) -> Self {
        let n = points.len();
        let mut segments = vec![Segment::Move(points[0])];
        for i in 0..n.saturating_sub(1) {
            let before = points[i.saturating_sub(1)];
            push_curve(&mut segments, before, points[i], points[i + 1], points[(i + 2).min(n - 1)]);
        }
        Self(segments)
    }

    pub(crate) fn ellipse(center: Point, rx: f32, ry: f32) -> Self {
        const K: f32 = 0.552_285;
        let (x, y) = center;
        let (kx, ky) = (rx * K, ry * K);
        Self(vec![
            Segment::Move((x + rx, y)),
            Segment::Cubic((x + rx, y + ky), (x + kx, y + ry), (x, y + ry)),
            Segment::Cubic((x - kx, y + ry), (x - rx, y + ky), (x - rx, y)),
            Segment::Cubic((x - rx, y - ky), (x - kx, y - ry), (x, y - ry)),
            Segment::Cubic((x + kx, y - ry), (x + rx, y - ky), (x + rx, y)),
            Segment::Close,
        ])
    }

    pub(crate) fn circle(center: Point, radius: f32) -> Self {
        Self::ellipse(center, radius, radius)
    }

    pub(crate) fn rectangle(low: Point, high: Point) -> Self {
        Self::polygon(&[low, (high.0, low.1), high, (low.0, high.1)])
    }

    /// The outline of a body along a line of centres with radii, round at both ends.
    pub(crate) fn tube(spine: &[(f32, f32, f32)]) -> Self {
        let n = spine.len();
        let point = |i: usize| (spine[i].0, spine[i].1);
        let (mut left, mut right) = (Vec::new(), Vec::new());
        let mut caps = [(0.0, 0.0); 2];
        for (i, &(x, y, r)) in spine.iter().enumerate() {
            let (before, after) = (point(i.saturating_sub(1)), point((i + 1).min(n - 1)));
            let (dx, dy) = (after.0 - before.0, after.1 - before.1);
            let length = (dx * dx + dy * dy).sqrt().max(1e-4);
            let (tx, ty) = (dx / length, dy / length);
            let p = (x, y);
            left.push((p.0 + ty * r, p.1 - tx * r));
            right.push((p.0 - ty * r, p.1 + tx * r));
            if i == 0 {
                caps[0] = (p.0 - tx * r, p.1 - ty * r);
            }
            if i == n - 1 {
                caps[1] = (p.0 + tx * r, p.1 + ty * r);
            }
        }
        left.push(caps[1]);
        right.reverse();
        left.extend(right);
        left.push(caps[0]);
        Self::smooth(&left)
    }

    /// A leaf or feather: pointed at both ends, widest at `bulge` of its length.
    pub(crate) fn blade(from: Point, to: Point, width: f32, bulge: f32) -> Self {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = (dx * dx + dy * dy).sqrt().max(1e-4);
        let (nx, ny) = (-dy / length * width * 0.5, dx / length * width * 0.5);
        let middle = lerp(from, to, bulge);
        let (up, down) = ((middle.0 - nx, middle.1 - ny), (middle.0 + nx, middle.1 + ny));
        Self::smooth(&[from, from, up, to, to, down])
    }

    pub(crate) fn and(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }

    pub(crate) fn mapped(&self, map: Affine) -> Self {
        let at = |p: Point| map.apply(p);
        Self(
            self.0
                .iter()
                .map(|segment| match *segment {
                    Segment::Move(p) => Segment::Move(at(p)),
                    Segment::Line(p) => Segment::Line(at(p)),
                    Segment::Cubic(p, q, r) => Segment::Cubic(at(p), at(q), at(r)),
                    Segment::Close => Segment::Close,
                })
                .collect(),
        )
    }

    /// The bounding box of all points and control points.
    pub(crate) fn bounds(&self) -> (Point, Point) {
        let mut low = (f32::INFINITY, f32::INFINITY);
        let mut high = (f32::NEG_INFINITY, f32::NEG_INFINITY);
        let mut include = |p: Point| {
            low = (low.0.min(p.0), low.1.min(p.1));
            high = (high.0.max(p.0), high.1.max(p.1));
        };
        for segment in &self.0 {
            match *segment {
                Segment::Move(p) | Segment::Line(p) => include(p),
                Segment::Cubic(p, q, r) => [p, q, r].into_iter().for_each(&mut include),
                Segment::Close => {}
            }
        }
        (low, high)
    }
}

fn push_curve(segments: &mut Vec<Segment>, before: Point, from: Point, to: Point, after: Point) {
    let tangent = |a: Point, b: Point| ((b.0 - a.0) / 6.0, (b.1 - a.1) / 6.0);
    // A repeated point is a corner: no tangent there.
    let start = if before == from { (0.0, 0.0) } else { tangent(before, to) };
    let end = if to == after { (0.0, 0.0) } else { tangent(from, after) };
    if from == to {
        return;
    }
    segments.push(Segment::Cubic(
        (from.0 + start.0, from.1 + start.1),
        (to.0 - end.0, to.1 - end.1),
        to,
    ));
}
