//! Entities of HTML: Python's `html.unescape`, and ftfy's stricter reading.
//!
//! Named ones are those of HTML 4 and of ASCII. Others of HTML 5 stay as they are: the list has
//! 2,125 names, and would be a fiftieth of the page's engine.

use super::windows;

/// Entities that HTML accepts without a semicolon, each name followed by its character.
const LEGACY: &str = "QUOT\" quot\" AMP& amp& LT< lt< GT> gt> nbsp\u{a0} iexcl¡ cent¢ pound£ curren¤ yen¥ brvbar¦ \
    sect§ uml\u{a8} COPY© copy© ordfª laquo« not¬ shy\u{ad} REG® reg® macr\u{af} deg° plusmn± \
    sup2² sup3³ acute\u{b4} microµ para¶ middot· cedil\u{b8} sup1¹ ordmº raquo» frac14¼ frac12½ \
    frac34¾ iquest¿ AgraveÀ AacuteÁ AcircÂ AtildeÃ AumlÄ AringÅ AEligÆ CcedilÇ EgraveÈ EacuteÉ \
    EcircÊ EumlË IgraveÌ IacuteÍ IcircÎ IumlÏ ETHÐ NtildeÑ OgraveÒ OacuteÓ OcircÔ OtildeÕ OumlÖ \
    times× OslashØ UgraveÙ UacuteÚ UcircÛ UumlÜ YacuteÝ THORNÞ szligß agraveà aacuteá acircâ \
    atildeã aumlä aringå aeligæ ccedilç egraveè eacuteé ecircê eumlë igraveì iacuteí icircî \
    iumlï ethð ntildeñ ograveò oacuteó ocircô otildeõ oumlö divide÷ oslashø ugraveù uacuteú \
    ucircû uumlü yacuteý thornþ yumlÿ";

/// Entities that need the semicolon.
const OTHERS: &str = "Tab\t NewLine\n excl! num# dollar$ percnt% apos' lpar( rpar) ast* midast* plus+ comma, \
    period. sol/ colon: semi; equals= quest? commat@ lbrack[ lsqb[ bsol\\ rbrack] rsqb] Hat^ \
    UnderBar_ lowbar_ DiacriticalGrave` grave` lbrace{ lcub{ VerticalLine| verbar| vert| rbrace} \
    rcub} OEligŒ oeligœ ScaronŠ scaronš YumlŸ fnofƒ circˆ tilde\u{2dc} AlphaΑ BetaΒ GammaΓ \
    DeltaΔ EpsilonΕ ZetaΖ EtaΗ ThetaΘ IotaΙ KappaΚ LambdaΛ MuΜ NuΝ XiΞ OmicronΟ PiΠ RhoΡ SigmaΣ \
    TauΤ UpsilonΥ PhiΦ ChiΧ PsiΨ OmegaΩ alphaα betaβ gammaγ deltaδ epsilonε zetaζ etaη thetaθ \
    iotaι kappaκ lambdaλ muμ nuν xiξ omicronο piπ rhoρ sigmafς sigmaσ tauτ upsilonυ phiφ chiχ \
    psiψ omegaω thetasymϑ upsihϒ pivϖ ensp\u{2002} emsp\u{2003} thinsp\u{2009} zwnj\u{200c} \
    zwj\u{200d} lrm\u{200e} rlm\u{200f} ndash– mdash— lsquo‘ rsquo’ sbquo‚ ldquo“ rdquo” bdquo„ \
    dagger† Dagger‡ bull• hellip… permil‰ prime′ Prime″ lsaquo‹ rsaquo› oline‾ frasl⁄ euro€ \
    imageℑ weierp℘ realℜ trade™ alefsymℵ larr← uarr↑ rarr→ darr↓ harr↔ crarr↵ lArr⇐ uArr⇑ rArr⇒ \
    dArr⇓ hArr⇔ forall∀ part∂ exist∃ empty∅ nabla∇ isin∈ notin∉ ni∋ prod∏ sum∑ minus− lowast∗ \
    radic√ prop∝ infin∞ ang∠ and∧ or∨ cap∩ cup∪ int∫ there4∴ sim∼ cong≅ asymp≈ ne≠ equiv≡ le≤ \
    ge≥ sub⊂ sup⊃ nsub⊄ sube⊆ supe⊇ oplus⊕ otimes⊗ perp⊥ sdot⋅ lceil⌈ rceil⌉ lfloor⌊ rfloor⌋ \
    loz◊ spades♠ clubs♣ hearts♥ diams♦ lang⟨ rang⟩";

/// The longest name, and what follows it, that Python looks at.
const LONGEST_NAME: usize = 32;
/// Without a semicolon.
const LONGEST_LEGACY: usize = 6;

/// As Python's `html.unescape`: semicolons are optional where HTML allows it, and a name may go on
/// (`&notit;` is `¬it;`).
pub(super) fn unescaped(text: &str) -> String {
    replaced(text, |after| {
        if let Some(digits) = after.strip_prefix('#') {
            let (character, rest) = number(digits)?;
            return Some((character, rest.strip_prefix(';').unwrap_or(rest)));
        }
        let ends_name = |c| matches!(c, '\t' | '\n' | '\u{c}' | ' ' | '<' | '&' | '#' | ';');
        let end = after.char_indices().take(LONGEST_NAME).find(|(_, c)| ends_name(*c));
        let end = end.map_or_else(|| length(after, LONGEST_NAME), |(at, _)| at);
        let (name, rest) = after.split_at(end);
        if let (Some(character), Some(rest)) = (named(name), rest.strip_prefix(';')) {
            return Some((character.to_string(), rest));
        }
        (2..=end.min(LONGEST_LEGACY)).rev().find_map(|end| {
            let (name, rest) = after.split_at_checked(end)?;
            Some((of_name(LEGACY, name)?.to_string(), rest))
        })
    })
}

/// As ftfy's `unescape_html`: only entities with a semicolon, also in capitals.
pub(super) fn unescaped_if_closed(text: &str) -> String {
    replaced(text, |after| {
        let end = after.bytes().take(LONGEST_NAME).position(|byte| byte == b';')?;
        let (name, rest) = (&after[..end], &after[end + 1..]);
        if let Some(digits) = name.strip_prefix('#') {
            let (character, left) = number(digits)?;
            return (left.is_empty() && character != ";").then_some((character, rest));
        }
        if let Some(character) = named(name) {
            return Some((character.to_string(), rest));
        }
        let character = named(&name.to_ascii_lowercase())?;
        let is_capital = !name.contains(|c: char| c.is_ascii_lowercase());
        // `&LTRIF;` is `<RIF;` to Python.
        let is_left = unescaped(&format!("&{name};")) == format!("&{name};");
        (is_capital && is_left).then(|| (capital(character), rest))
    })
}

/// `entity` maps what follows an ampersand to its characters and the rest.
fn replaced<'a>(text: &'a str, entity: impl Fn(&'a str) -> Option<(String, &'a str)>) -> String {
    let mut replaced = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        replaced.push_str(before);
        if let Some((characters, after)) = entity(after) {
            replaced.push_str(&characters);
            rest = after;
        } else {
            replaced.push('&');
            rest = after;
        }
    }
    replaced.push_str(rest);
    replaced
}

fn named(name: &str) -> Option<char> {
    of_name(LEGACY, name).or_else(|| of_name(OTHERS, name))
}

/// The character of a name, if the entry has exactly one after it.
fn of_name(list: &str, name: &str) -> Option<char> {
    list.split(' ').find_map(|entry| {
        let mut after = entry.strip_prefix(name)?.chars();
        after.next().filter(|c| after.as_str().is_empty() && !c.is_ascii_alphanumeric())
    })
}

/// The capital of a letter of Latin-1. Others stay small, as all letters become in the end: tables
/// of all capitals would weigh more than the rest of this module.
fn capital(c: char) -> String {
    match c {
        'ß' => "SS".into(),
        'à'..='þ' if c != '÷' => {
            u8::try_from(c).map_or(c, |byte| char::from(byte - 0x20)).into()
        }
        _ => c.into(),
    }
}

/// The character with a number, empty for some, and what follows its digits.
fn number(text: &str) -> Option<(String, &str)> {
    let (radix, digits) = match text.strip_prefix(['x', 'X']) {
        Some(digits) => (16, digits),
        None => (10, text),
    };
    let rest = digits.trim_start_matches(|c: char| c.is_digit(radix));
    let digits = &digits[..digits.len() - rest.len()];
    if digits.is_empty() {
        return None;
    }
    let code = u32::from_str_radix(digits.trim_start_matches('0'), radix);
    let code = if digits.bytes().all(|b| b == b'0') { 0 } else { code.unwrap_or(u32::MAX) };
    let character = match char::from_u32(code) {
        None | Some('\0') => "\u{fffd}".into(),
        Some(c @ '\u{80}'..='\u{9f}') => windows::of_c1(c).to_string(),
        Some(
            '\u{1}'..='\u{8}' | '\u{b}' | '\u{e}'..='\u{1f}' | '\u{7f}' | '\u{fdd0}'..='\u{fdef}',
        ) => String::new(),
        Some(_) if code & 0xfffe == 0xfffe => String::new(),
        Some(c) => c.to_string(),
    };
    Some((character, rest))
}

fn length(text: &str, n_chars: usize) -> usize {
    text.char_indices().nth(n_chars).map_or(text.len(), |(at, _)| at)
}
