//! Whether a text looks like UTF-8 that was read as something else: ftfy's `is_bad`, as far as its
//! rules have characters of Windows-1252.

use super::windows;

/// ftfy's classes of a character, as bits.
#[derive(Clone, Copy)]
pub(super) struct Kinds(u16);

impl Kinds {
    const BAD: u16 = 1;
    const LAW: u16 = 1 << 1;
    const CURRENCY: u16 = 1 << 2;
    const START: u16 = 1 << 3;
    const END: u16 = 1 << 4;
    const NUMERIC: u16 = 1 << 5;
    const UPPER: u16 = 1 << 6;
    const LOWER: u16 = 1 << 7;
    const COMMON: u16 = 1 << 8;
    pub(super) const FIRST_OF_2: u16 = 1 << 9;
    pub(super) const FIRST_OF_3: u16 = 1 << 10;
    pub(super) const FIRST_OF_4: u16 = 1 << 11;
    pub(super) const CONTINUES: u16 = 1 << 12;
    pub(super) const CONTINUES_STRICTLY: u16 = 1 << 13;

    /// From byte 0x80 of Windows-1252 on.
    #[rustfmt::skip]
    const TABLE: [u16; 128] = [
        0x3004, 0x3000, 0x1008, 0x3001, 0x1008, 0x1100, 0x3001, 0x3001,
        0x3001, 0x3001, 0x3240, 0x3008, 0x3040, 0x3000, 0x3240, 0x3000,
        0x3000, 0x1008, 0x1100, 0x1008, 0x1010, 0x1008, 0x1100, 0x1100,
        0x3001, 0x3010, 0x3880, 0x3010, 0x3080, 0x3000, 0x3080, 0x3040,
        0x3100, 0x3008, 0x3004, 0x3004, 0x3001, 0x3004, 0x3001, 0x3002,
        0x3001, 0x3008, 0x3001, 0x3008, 0x3001, 0x3100, 0x3010, 0x3001,
        0x3000, 0x3020, 0x3020, 0x3020, 0x3100, 0x3020, 0x3002, 0x3100,
        0x3001, 0x3020, 0x3001, 0x3010, 0x3020, 0x3020, 0x3020, 0x3008,
        0x0040, 0x0040, 0x0240, 0x0240, 0x0240, 0x0240, 0x3240, 0x0240,
        0x0240, 0x0240, 0x0240, 0x0240, 0x0240, 0x0240, 0x0240, 0x0240,
        0x0240, 0x0240, 0x0200, 0x0200, 0x0200, 0x0200, 0x0200, 0x0220,
        0x3240, 0x0200, 0x0200, 0x0200, 0x0240, 0x0240, 0x0200, 0x0280,
        0x0480, 0x0480, 0x0480, 0x0480, 0x0480, 0x0480, 0x3480, 0x0480,
        0x0480, 0x0480, 0x0480, 0x0480, 0x0480, 0x0480, 0x0480, 0x0480,
        0x0880, 0x0080, 0x0000, 0x0800, 0x0000, 0x0000, 0x0000, 0x0020,
        0x3000, 0x0000, 0x0000, 0x0000, 0x0080, 0x0000, 0x0000, 0x0000,
    ];

    pub(super) fn of(c: char) -> Self {
        Self(match c {
            ' ' => Self::CONTINUES,
            '\0'..='\u{7f}' => 0,
            '\u{80}'..='\u{9f}' => Self::CONTINUES | Self::CONTINUES_STRICTLY,
            '\u{fffd}' => Self::BAD,
            _ => {
                let place = windows::byte_of(c).and_then(|byte| byte.checked_sub(0x80));
                place.and_then(|at| Self::TABLE.get(usize::from(at))).copied().unwrap_or_default()
            }
        })
    }

    pub(super) fn has(self, any: u16) -> bool {
        self.0 & any != 0
    }
}

const PUNCTUATION: u16 = Kinds::START | Kinds::END;
const LETTERS: u16 = Kinds::LOWER | Kinds::UPPER;
const NEAR_BAD: u16 = LETTERS | PUNCTUATION | Kinds::CURRENCY | Kinds::NUMERIC | Kinds::LAW;
const AMOUNTS: u16 = Kinds::END | Kinds::CURRENCY | Kinds::NUMERIC;

/// Kinds that do not follow each other in ordinary text.
const PAIRS: [(u16, u16); 7] = [
    (NEAR_BAD | Kinds::BAD, Kinds::BAD),
    (Kinds::BAD, NEAR_BAD),
    (Kinds::LOWER | AMOUNTS, Kinds::UPPER),
    (AMOUNTS, Kinds::LOWER),
    (Kinds::LOWER | Kinds::END, Kinds::CURRENCY),
    (Kinds::UPPER, Kinds::NUMERIC | Kinds::LAW),
    (Kinds::CURRENCY | Kinds::NUMERIC, Kinds::START),
];

const TRIPLES: [(u16, u16, u16); 2] = [
    (LETTERS | Kinds::CURRENCY | Kinds::END, Kinds::START, Kinds::NUMERIC),
    (LETTERS | Kinds::CURRENCY | Kinds::NUMERIC | Kinds::LAW, Kinds::END, Kinds::START),
];

pub(super) fn is_bad(chars: &[char]) -> bool {
    matches!(chars, ['Ã' | 'Â', ' ', ..]) || (0..chars.len()).any(|at| is_bad_from(&chars[at..]))
}

fn is_bad_from(chars: &[char]) -> bool {
    let kinds_at = |at: usize| chars.get(at).map_or(Kinds(0), |c| Kinds::of(*c));
    let kinds = [kinds_at(0), kinds_at(1), kinds_at(2)];
    let is_pair = |(first, second): &(u16, u16)| kinds[0].has(*first) && kinds[1].has(*second);
    let is_triple = |(first, second, third): &(u16, u16, u16)| {
        kinds[0].has(*first) && kinds[1].has(*second) && kinds[2].has(*third)
    };
    PAIRS.iter().any(is_pair) || TRIPLES.iter().any(is_triple) || is_bad_start(chars, kinds)
}

/// The rules about single characters, in ftfy's order.
fn is_bad_start(chars: &[char], [_, second, third]: [Kinds; 3]) -> bool {
    let first = Kinds::of(chars[0]);
    match *chars {
        ['\u{80}'..='\u{9f}', ..] => true,
        ['a'..='z' | 'A'..='Z', 'Þ', ..] if third.has(Kinds::BAD) => true,
        [c, _, _, ..] if c.is_whitespace() && second.has(Kinds::UPPER) => {
            third.has(Kinds::CURRENCY)
        }
        ['a'..='z', _, _, ..]
            if second.has(Kinds::UPPER) && third.has(Kinds::START | Kinds::CURRENCY) =>
        {
            true
        }
        [_, _, c, ..]
            if first.has(LETTERS)
                && second.has(PUNCTUATION)
                && (c == '_' || c.is_alphanumeric()) =>
        {
            true
        }
        ['Œ' | 'œ', c, ..] if !c.is_ascii_alphabetic() => true,
        [_, '°', ..] if first.has(Kinds::UPPER) => true,
        ['Â' | 'Ã' | 'Î' | 'Ð', c, ..]
            if second.has(PUNCTUATION) || "€œŠš¢£Ÿž\u{a0}\u{ad}®©°·»–—´".contains(c) =>
        {
            true
        }
        ['×', '²' | '³', ..] | ['à', '²' | 'µ' | '¹' | '¼' | '½' | '¾', ..] => true,
        ['Ø' | 'Ù', a, 'Ø' | 'Ù', b, ..] => is_in_arabic(a) && is_in_arabic(b),
        ['‚', 'Ä', c, ..] => "ìîïòôúùû†°¢".contains(c),
        ['‚', 'â' | 'ó', 'à' | 'ä' | '°' | 'ê', ..] | ['Ã', '\u{a0}' | '¡', ..] => true,
        ['a'..='z', 'Ã' | 'Â', ' ', ..] => true,
        ['a'..='z', c, 'Ã' | 'Â', ' ', ..] if c.is_whitespace() => true,
        ['.' | ',' | '?' | '!', 'Â', c, ..] => c == ' ' || third.has(PUNCTUATION),
        ['a'..='z', 'Â', _, ..] => third.has(PUNCTUATION),
        [_, 'Â', c, ..] if first.has(Kinds::END) => c == ' ' || third.has(PUNCTUATION),
        _ => false,
    }
}

fn is_in_arabic(c: char) -> bool {
    let kinds = Kinds::COMMON | Kinds::CURRENCY | Kinds::BAD | Kinds::NUMERIC | Kinds::START;
    Kinds::of(c).has(kinds) || "ŸŠ®°µ»".contains(c)
}
