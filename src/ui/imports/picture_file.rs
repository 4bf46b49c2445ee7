//! Decodes a visitor's picture with the browser: a file or a downloaded picture → pixels.

use rankscope_core::limits::MAX_PICTURE_PIXELS;
use rankscope_messages::{Failure, Picture};
use std::sync::Arc;
use wasm_bindgen::{Clamped, JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Blob, CanvasRenderingContext2d, HtmlCanvasElement, ImageBitmap, ImageBitmapOptions, ImageData,
    ResizeQuality,
};

/// Larger pictures are first reduced: encoders see only a few hundred pixels a side.
const MAX_SENT_PIXELS: f64 = (2048 * 2048) as f64;

const PREVIEW_SIDE: u32 = 320;

/// File name endings of pictures, for files without a type.
const ENDINGS: [&str; 7] = [".png", ".jpg", ".jpeg", ".webp", ".gif", ".avif", ".bmp"];

/// Whether a file is a picture, by its type, or by its name where the system knows no type.
pub fn is_picture(name: &str, mime: &str) -> bool {
    let name = name.to_lowercase();
    mime.starts_with("image/")
        || (mime.is_empty() && ENDINGS.iter().any(|ending| name.ends_with(ending)))
}

/// The pixels of a picture file, rotated as it says; of an animation the first frame.
pub async fn picture_from_blob(blob: &Blob, name: &str) -> Result<Picture, Failure> {
    let mime = blob.type_();
    let failed = |detail: String, advice: &str| Failure {
        title: format!("{name} cannot be used as a query"),
        detail,
        advice: advice.into(),
    };
    let other = "Choose a PNG, JPEG, WebP, GIF or AVIF picture.";
    if !is_picture(name, &mime) {
        let kind = if mime.is_empty() { "unknown type".into() } else { mime };
        return Err(failed(format!("It is not a picture ({kind})."), other));
    }
    if mime == "image/svg+xml" {
        let detail = "SVG is a drawing and has no pixels.".into();
        return Err(failed(detail, "Save it as a PNG and choose that."));
    }
    if blob.size() == 0.0 {
        return Err(failed("The file is empty.".into(), other));
    }
    let undecodable = |_: JsValue| {
        let detail = "This browser cannot decode it: it is damaged, too large, or of a type that \
                      the browser does not know."
            .into();
        failed(detail, other)
    };
    let bitmap = window_bitmap(|window| window.create_image_bitmap_with_blob(blob))
        .await
        .map_err(undecodable)?;
    let n_pixels = u64::from(bitmap.width()) * u64::from(bitmap.height());
    if n_pixels > MAX_PICTURE_PIXELS {
        let detail = format!(
            "It has {} × {} pixels; the limit is {} million.",
            bitmap.width(),
            bitmap.height(),
            MAX_PICTURE_PIXELS / 1_000_000
        );
        bitmap.close();
        return Err(failed(detail, "Choose a smaller copy of it."));
    }
    let pixels = match reduced(bitmap).await {
        Ok(bitmap) => pixels_of_bitmap(&bitmap),
        Err(e) => Err(e),
    };
    pixels.map_err(|e| {
        let detail = format!("This browser does not expose its pixels: {e:?}.");
        failed(detail, "Choose a smaller copy of it, or use another browser.")
    })
}

/// The middle square of a picture as a data URL: what every tower's crop shows.
pub fn preview_of(picture: &Picture) -> Option<String> {
    let whole = canvas(picture.width, picture.height).ok()?;
    let data = ImageData::new_with_u8_clamped_array(Clamped(&picture.rgba), picture.width).ok()?;
    whole.context.put_image_data(&data, 0.0, 0.0).ok()?;
    let preview = canvas(PREVIEW_SIDE, PREVIEW_SIDE).ok()?;
    let side = f64::from(picture.width.min(picture.height));
    let (left, top) =
        ((f64::from(picture.width) - side) / 2.0, (f64::from(picture.height) - side) / 2.0);
    let to = f64::from(PREVIEW_SIDE);
    // As the encoder has it, what is not opaque lies on white.
    preview.context.set_fill_style_str("white");
    preview.context.fill_rect(0.0, 0.0, to, to);
    let drawn = preview
        .context
        .draw_image_with_html_canvas_element_and_sw_and_sh_and_dx_and_dy_and_dw_and_dh(
            &whole.element,
            left,
            top,
            side,
            side,
            0.0,
            0.0,
            to,
            to,
        );
    drawn.ok()?;
    preview.element.to_data_url().ok()
}

async fn window_bitmap(
    make: impl Fn(&web_sys::Window) -> Result<js_sys::Promise, JsValue>,
) -> Result<ImageBitmap, JsValue> {
    JsFuture::from(make(&leptos::prelude::window())?).await?.dyn_into()
}

/// The bitmap itself, or a smaller one if it has more pixels than are sent.
async fn reduced(bitmap: ImageBitmap) -> Result<ImageBitmap, JsValue> {
    let (width, height) = (f64::from(bitmap.width()), f64::from(bitmap.height()));
    let factor = (MAX_SENT_PIXELS / (width * height)).sqrt();
    if factor >= 1.0 {
        return Ok(bitmap);
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most 2²²")]
    let side = |side: f64| ((side * factor).round() as u32).max(1);
    let options = ImageBitmapOptions::new();
    options.set_resize_width(side(width));
    options.set_resize_height(side(height));
    options.set_resize_quality(ResizeQuality::High);
    let small = window_bitmap(|window| {
        window.create_image_bitmap_with_image_bitmap_and_image_bitmap_options(&bitmap, &options)
    })
    .await;
    bitmap.close();
    small
}

fn pixels_of_bitmap(bitmap: &ImageBitmap) -> Result<Picture, JsValue> {
    let (width, height) = (bitmap.width(), bitmap.height());
    let canvas = canvas(width, height)?;
    canvas.context.draw_image_with_image_bitmap(bitmap, 0.0, 0.0)?;
    bitmap.close();
    let data = canvas.context.get_image_data(0.0, 0.0, width.into(), height.into())?;
    Ok(Picture { width, height, rgba: Arc::new(data.data().0) })
}

struct Canvas {
    element: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
}

fn canvas(width: u32, height: u32) -> Result<Canvas, JsValue> {
    let element: HtmlCanvasElement =
        leptos::prelude::document().create_element("canvas")?.dyn_into()?;
    element.set_width(width);
    element.set_height(height);
    let context = element.get_context("2d")?.ok_or(JsValue::NULL)?.dyn_into()?;
    Ok(Canvas { element, context })
}
