//! The names in a zip archive's directory as they stand there. The reader of archives keeps the last of
//! two members of one name, so that the first would go unseen.

/// The signature of an entry, and its length without name, extra field and comment.
const SIGNATURE: [u8; 4] = *b"PK\x01\x02";
const ENTRY_BYTES: usize = 46;

/// All names in an archive's directory, as bytes.
pub(super) fn names_in_directory(directory: &[u8]) -> Vec<&[u8]> {
    let mut names = Vec::new();
    let mut rest = directory;
    while let Some(entry) = rest.get(..ENTRY_BYTES).filter(|entry| entry.starts_with(&SIGNATURE)) {
        let length = |at: usize| {
            let bytes = entry.get(at..at + 2).and_then(|two| two.try_into().ok());
            usize::from(u16::from_le_bytes(bytes.unwrap_or_default()))
        };
        let end_of_name = ENTRY_BYTES + length(28);
        let Some(name) = rest.get(ENTRY_BYTES..end_of_name) else { break };
        names.push(name);
        rest = rest.get(end_of_name + length(30) + length(32)..).unwrap_or(&[]);
    }
    names
}
