use std::fmt;

/// When a picture was taken, as precisely as its source says: a year, month, day or minute. Time zones are
/// dropped, as cameras do not know them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    year: u16,
    /// 1 to 12.
    month: Option<u8>,
    /// 1 to 31.
    day: Option<u8>,
    /// Hour, minute, second.
    time: Option<(u8, u8, u8)>,
}

impl Moment {
    /// Reads EXIF's `2008:06:12 10:22:00`, ISO 8601's `2008-06-12T10:22:00Z`, `2008/06/12`, and shorter forms
    /// down to the year. `None` for anything else, such as a camera's `0000:00:00 00:00:00`.
    pub fn from_text(text: &str) -> Option<Self> {
        let text = text.trim();
        let (date, time) = match text.split_once(['T', 't', ' ']) {
            None => (text, None),
            Some((date, time)) => (date, Some(time.trim())),
        };
        let mut parts = date.split(['-', ':', '/', '.']);
        let year = parts.next().filter(|year| year.len() == 4)?;
        let year: u16 = digits(year)?.parse().ok().filter(|year| *year > 0)?;
        let month = match parts.next() {
            None => None,
            Some(month) => Some(within(month, 1, 12)?),
        };
        let day = match (parts.next(), month) {
            (None, _) => None,
            (Some(day), Some(month)) => Some(within(day, 1, days_of(year, month))?),
            (Some(_), None) => return None,
        };
        if parts.next().is_some() {
            return None;
        }
        let time = match (time.filter(|time| !time.is_empty()), day) {
            (None, _) => None,
            (Some(time), Some(_)) => Some(time_from_text(time)?),
            (Some(_), None) => return None,
        };
        Some(Self { year, month, day, time })
    }

    pub fn year(self) -> u16 {
        self.year
    }

    /// The first and the last second that it may mean.
    pub fn span(self) -> (Second, Second) {
        let (year, month) = (self.year, self.month);
        let last_month = month.unwrap_or(12);
        let last_day = self.day.unwrap_or_else(|| days_of(year, last_month));
        (
            (year, month.unwrap_or(1), self.day.unwrap_or(1), self.time.unwrap_or((0, 0, 0))),
            (year, last_month, last_day, self.time.unwrap_or((23, 59, 59))),
        )
    }
}

/// Year, month, day, and hour, minute, second: compares in the order of time.
pub type Second = (u16, u8, u8, (u8, u8, u8));

impl fmt::Display for Moment {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:04}", self.year)?;
        for part in [self.month, self.day].into_iter().flatten() {
            write!(out, "-{part:02}")?;
        }
        match self.time {
            None => Ok(()),
            Some((hour, minute, 0)) => write!(out, " {hour:02}:{minute:02}"),
            Some((hour, minute, second)) => write!(out, " {hour:02}:{minute:02}:{second:02}"),
        }
    }
}

/// `10:22:00`, `10:22`, possibly followed by a fraction or a zone.
fn time_from_text(text: &str) -> Option<(u8, u8, u8)> {
    let end = text.find(|letter: char| !letter.is_ascii_digit() && letter != ':');
    let (time, rest) = text.split_at(end.unwrap_or(text.len()));
    let is_known_rest = rest.is_empty()
        || rest.starts_with(['.', ',', 'Z', 'z', '+', '-'])
        || rest.trim_start().starts_with(['Z', 'z', '+', '-', 'U', 'G']);
    let mut parts = time.split(':');
    let hour = within(parts.next()?, 0, 23)?;
    let minute = within(parts.next()?, 0, 59)?;
    // A leap second is written as 60.
    let second = parts.next().map_or(Some(0), |second| within(second, 0, 60))?;
    (is_known_rest && parts.next().is_none()).then_some((hour, minute, second.min(59)))
}

fn within(text: &str, least: u8, most: u8) -> Option<u8> {
    let number = digits(text).filter(|text| text.len() <= 2)?.parse::<u8>().ok()?;
    (least..=most).contains(&number).then_some(number)
}

fn digits(text: &str) -> Option<&str> {
    (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())).then_some(text)
}

fn days_of(year: u16, month: u8) -> u8 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}
