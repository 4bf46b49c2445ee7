//! Underwater backdrops: stream, reef, open and deep sea.

use super::shapes::branching;
use crate::drawing::canvas::*;
use crate::{Habitat, Light, Scene, Substrate};

pub(crate) fn draw_underwater(pen: &mut Pen, scene: &Scene, water: Color) {
    let is_lit = matches!(scene.light, Light::Day | Light::Backlit | Light::Dusk);
    let dusk = scene.light == Light::Dusk;
    let top = match scene.light {
        Light::Backlit => rgb(0xF4F6D0),
        _ if is_lit => water.lighter(0.42),
        _ => water.lighter(0.04),
    };
    let top = if dusk { top.mix(rgb(0xF08A5A), 0.55) } else { top };
    pen.at_depth(Depth::Sky, |pen| {
        pen.fade(Path::rectangle((-4.0, -4.0), (100.0, 100.0)), top, water.darker(0.45));
        if scene.light == Light::Backlit {
            pen.glow((48.0, 14.0), 58.0, rgb(0xFFFCE6).alpha(0.95));
        }
        if is_lit && scene.habitat != Habitat::DeepSea {
            for (x, w) in [(10.0, 7.0), (32.0, 10.0), (58.0, 6.0), (78.0, 9.0)] {
                let x = x + (scene.variation % 9) as f32;
                let patch = polygon!(x, -4.0; x + w, -4.0; x + w - 14.0, 82.0; x - 22.0, 82.0);
                pen.flat(patch, rgb(0xFFFFFF).alpha(0.09));
            }
            let stroke = curve!(-4.0, 5.0; 16.0, 3.0; 34.0, 6.0; 56.0, 3.4; 76.0, 6.0; 100.0, 3.5);
            pen.line(stroke, rgb(0xFFFFFF).alpha(0.55), 0.9);
        }
        if scene.light == Light::Night && scene.habitat != Habitat::DeepSea {
            pen.glow((70.0, 4.0), 26.0, rgb(0xDCE6FF).alpha(0.5));
        }
    });
    pen.at_depth(Depth::Far, |pen| match scene.habitat {
        Habitat::Stream => stream(pen, scene),
        Habitat::Reef => reef(pen, scene),
        Habitat::DeepSea => deep(pen, scene),
        _ => open(pen, scene),
    });
}

fn bed(pen: &mut Pen, color: Color) {
    let path = smooth!(
        -12.0, 100.0; -12.0, 100.0; -12.0, 80.0; 20.0, 76.0;
        54.0, 80.0; 108.0, 75.0; 108.0, 100.0; 108.0, 100.0
    );
    if pen.style == Style::Plate {
        pen.fade(path, color.lighter(0.1), color.darker(0.35))
    } else {
        pen.flat(path, color)
    }
}

fn stream(pen: &mut Pen, scene: &Scene) {
    bed(pen, rgb(0x9A8A66));
    for i in 0..17_u32 {
        let x = ((i * 37 + scene.variation % 19) % 99) as f32;
        let y = 80.0 + (i * 19 % 15) as f32;
        let r = 3.0 + (i % 4) as f32;
        let color = rgb([0x8A8272, 0xA89A7E, 0x6E6A60, 0xB9AB8E][i as usize % 4]);
        pen.body(Path::ellipse((x, y), r, r * 0.62), color);
    }
    for (x, h, lean) in points!(
        8.0, 40.0, 9.0; 13.0, 30.0, 8.0; 88.0, 44.0, 8.0; 93.0, 32.0, 6.0; 82.0, 24.0, 9.0
    ) {
        let stroke = curve!(x, 82.0; x + lean * 0.2, 82.0 - h * 0.5; x + lean, 82.0 - h);
        pen.line(stroke, rgb(0x4E8A3A), 1.5);
        for step in 1..6 {
            let y = 82.0 - h * step as f32 / 6.0;
            let side = if step % 2 == 0 { 1.0 } else { -1.0 };
            let patch = Path::blade(
                (x + lean * 0.1 * step as f32, y),
                (x + side * 5.0 + lean * 0.15 * step as f32, y - 4.0),
                1.9,
                0.5,
            );
            pen.flat(patch, rgb(0x5C9A42));
        }
    }
}

fn reef(pen: &mut Pen, scene: &Scene) {
    bed(pen, rgb(0xE3D2A6));
    let s = (scene.variation % 11) as f32 - 5.0;
    fan(pen, (10.0 + s, 82.0), 26.0, rgb(0xC4568A));
    branching(pen, (86.0 + s, 82.0), 24.0, rgb(0xF09A5A));
    let shape = smooth!(
        66.0 + s, 84.0; 64.0 + s, 74.0; 72.0 + s, 68.0; 81.0 + s, 74.0; 80.0 + s, 84.0
    );
    pen.body(shape, rgb(0x7A6AB8));
    for (x, h) in [(24.0, 17.0), (28.0, 22.0), (32.0, 14.0)] {
        pen.body(tube!(x + s, 84.0, 2.4; x + s, 84.0 - h, 3.0), rgb(0xE6C24A));
        pen.flat(Path::ellipse((x + s, 82.6 - h), 1.8, 1.0), rgb(0x7A5A1E));
    }
}

fn fan(pen: &mut Pen, root: Point, size: f32, color: Color) {
    for i in 0..9 {
        let degrees = 35.0 + i as f32 * 14.0;
        let end = plus(root, polar(size * (0.85 + 0.15 * (i % 2) as f32), degrees));
        let middle = plus(root, polar(size * 0.5, 90.0 + (degrees - 90.0) * 0.7));
        pen.line(curve!(root; middle; end), color.darker(0.08 * (i % 3) as f32), 1.2);
    }
}

fn open(pen: &mut Pen, scene: &Scene) {
    if matches!(scene.substrate, Substrate::Sand | Substrate::Rock) {
        bed(pen, rgb(0xA8A080));
    }
    for i in 0..9_u32 {
        let x = ((i * 41 + scene.variation % 31) % 96) as f32;
        let y = (14 + i * 29 % 67) as f32;
        pen.line(Path::circle((x, y), 0.7 + (i % 3) as f32 * 0.4), rgb(0xFFFFFF).alpha(0.5), 0.3);
    }
    for i in 0..7_u32 {
        let (x, y) = (58.0 + (i * 13 % 31) as f32, 22.0 + (i * 7 % 11) as f32);
        pen.flat(Path::blade((x, y), (x + 4.0, y), 1.5, 0.6), rgb(0x1E4C7E).alpha(0.45));
    }
}

fn deep(pen: &mut Pen, scene: &Scene) {
    bed(pen, rgb(0x2A3248));
    let s = (scene.variation % 9) as f32 - 4.0;
    for (x, h, w) in [(10.0, 30.0, 5.0), (18.0, 20.0, 4.0), (86.0, 26.0, 5.0)] {
        let patch = polygon!(
            x + s - w, 84.0; x + s - w * 0.4, 84.0 - h; x + s + w * 0.3, 84.0 - h; x + s + w, 84.0
        );
        pen.flat(patch, rgb(0x1A2036));
        let stroke = curve!(x + s, 83.0 - h; x + s + 3.0, 76.0 - h; x + s - 1.0, 68.0 - h);
        pen.line(stroke, rgb(0x3A4A6A).alpha(0.8), 2.0);
    }
    pen.at_depth(Depth::Sky, |pen| {
        for i in 0..22_u32 {
            let x = ((i * 37 + scene.variation % 43) % 96) as f32;
            let y = (i * 53 % 89) as f32;
            pen.flat(Path::circle((x, y), 0.35 + (i % 3) as f32 * 0.15), rgb(0xB9DCE6).alpha(0.7));
        }
    });
}
