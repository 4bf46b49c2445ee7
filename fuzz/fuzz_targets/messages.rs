#![no_main]
//! Messages between page and worker: the first byte picks commands, events or packed rankings. What
//! is read comes back from the writer.

use libfuzzer_sys::fuzz_target;
use rankscope_messages::{
    Command, Event, Request,
    packed::{bytes_from_rankings, rankings_from_bytes},
};

fuzz_target!(|bytes: &[u8]| {
    let Some((which, rest)) = bytes.split_first() else { return };
    match which % 3 {
        0 => {
            let Ok(command) = serde_json::from_slice::<Command>(rest) else { return };
            let written = serde_json::to_string(&command).unwrap();
            let again: Command = serde_json::from_str(&written).unwrap();
            assert_eq!(serde_json::to_string(&again).unwrap(), written);
            if let Command::Request { request: Request::Search { among: Some(rows), .. }, .. } =
                command
            {
                for n_rows in [0, 1, 4, 5, 1000] {
                    if let Ok(found) = rows.rows(n_rows) {
                        assert!(found.iter().all(|row| (*row as usize) < n_rows && rows.has(*row)));
                        assert!(found.is_sorted());
                    }
                }
            }
        }
        1 => {
            let Ok(event) = serde_json::from_slice::<Event>(rest) else { return };
            let written = serde_json::to_string(&event).unwrap();
            let again: Event = serde_json::from_str(&written).unwrap();
            assert_eq!(serde_json::to_string(&again).unwrap(), written);
        }
        _ => {
            if let Some(rankings) = rankings_from_bytes(rest) {
                assert_eq!(bytes_from_rankings(&rankings), rest);
            }
        }
    }
});
