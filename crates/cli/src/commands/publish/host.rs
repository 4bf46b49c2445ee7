//! What hosts of static files want: the largest file, and files of their own.

use rankscope_core::benchmark::Manifest;
use serde_json::Value;
use std::path::Path;

/// A host whose limits and files are known: docs/hosting.md has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Host {
    /// A static Space of Hugging Face.
    #[value(name = "huggingface")]
    HuggingFace,
    /// GitHub Pages.
    GithubPages,
    /// Cloudflare Pages.
    Cloudflare,
}

/// A gigabyte, which a site on GitHub Pages may have.
const GITHUB_SITE: u64 = 1_000_000_000;
const CLOUDFLARE_FILES: usize = 20_000;

impl Host {
    /// In bytes, unless --max-file says another limit.
    pub(super) fn max_file(self) -> Option<u64> {
        match self {
            Self::HuggingFace => None,
            Self::GithubPages => Some(100 << 20),
            Self::Cloudflare => Some(25 << 20),
        }
    }

    /// Why the host would not take a finished site.
    pub(super) fn refusal(self, n_files: usize, n_bytes: u64) -> Option<String> {
        match self {
            Self::GithubPages if n_bytes > GITHUB_SITE => {
                Some("GitHub Pages takes sites of a gigabyte at most".into())
            }
            Self::Cloudflare if n_files > CLOUDFLARE_FILES => {
                Some(format!("Cloudflare Pages takes {CLOUDFLARE_FILES} files at most"))
            }
            Self::HuggingFace | Self::GithubPages | Self::Cloudflare => None,
        }
    }

    /// A file of the host's own, by name.
    pub(super) fn file(self, manifest: &Manifest) -> Option<(&'static str, String)> {
        match self {
            Self::HuggingFace => Some(("README.md", space_card(manifest))),
            Self::GithubPages | Self::Cloudflare => None,
        }
    }

    /// How the site gets there.
    pub(super) fn advice(self, out: &Path) -> String {
        let out = out.display();
        match self {
            Self::HuggingFace => format!(
                "Make a static Space, and upload the folder: hf upload USER/SPACE {out} . --repo-type space"
            ),
            Self::GithubPages => {
                format!("Push {out} to a branch, and choose it under Settings, Pages")
            }
            Self::Cloudflare => format!("Upload the folder: npx wrangler pages deploy {out}"),
        }
    }
}

/// The front matter by which a Space knows what it is. A JSON string is a YAML string, too.
fn space_card(manifest: &Manifest) -> String {
    let mut lines = vec![
        "---".to_owned(),
        format!("title: {}", Value::from(manifest.title.as_str())),
        "sdk: static".into(),
        "app_file: index.html".into(),
        "pinned: false".into(),
    ];
    // The hub knows licences by their SPDX names in lower case.
    let license = manifest.license.to_lowercase();
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '+');
    if !license.is_empty() && license.chars().all(is_name) {
        lines.push(format!("license: {license}"));
    }
    lines.extend(["---".into(), String::new(), format!("# {}", manifest.title), String::new()]);
    if !manifest.description.is_empty() {
        lines.extend([manifest.description.clone(), String::new()]);
    }
    let counts = &manifest.counts;
    lines.push(format!(
        "{} queries, {} images, {} systems. Everything is searched and measured in the visitor's browser.",
        counts.queries,
        counts.images,
        manifest.systems.len()
    ));
    lines.join("\n") + "\n"
}
