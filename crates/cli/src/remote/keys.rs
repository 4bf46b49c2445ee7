use anyhow::{Context, Result, bail};
use rankscope_core::benchmark::Remote;
use std::{
    env,
    sync::{Mutex, PoisonError},
};
use ureq::http::HeaderValue;

/// The variable with the key, unless the user names another. Never on the command line, where every program
/// sees it.
const VARIABLE: &str = "RANKSCOPE_REMOTE_KEY";

/// Hosts that the user named, with their keys.
static NAMED: Mutex<Vec<(String, String)>> = Mutex::new(Vec::new());

/// Takes `--key HOST` and `--key HOST=VARIABLE`.
pub(crate) fn name_hosts(given: &[String]) -> Result<()> {
    for given in given {
        let (host, variable) = given.split_once('=').unwrap_or((given, VARIABLE));
        if host.is_empty() {
            bail!("--key names no host: give it as --key HOST=VARIABLE");
        }
        // What follows = is not repeated: it may be the key itself.
        let key = key_in(variable).with_context(|| format!("--key {host}"))?.with_context(|| {
            format!(
                "--key {host}: there is no key in the environment variable that it names ({VARIABLE} \
                 unless --key {host}=VARIABLE names another): the key is given in a variable, \
                 since every program sees the command line"
            )
        })?;
        add(host, key);
    }
    Ok(())
}

/// Names an engine by its address: it gets the usual key if there is one.
pub(crate) fn name_engine(remote: &Remote) -> Result<()> {
    if let Some(key) = key_in(VARIABLE)? {
        add(remote.origin(), key);
    }
    Ok(())
}

/// The key for an engine, if the user named its host: the first that fits.
pub(crate) fn key_for(remote: &Remote) -> Option<String> {
    let named = NAMED.lock().unwrap_or_else(PoisonError::into_inner);
    named.iter().find(|(host, _)| remote.is_at(host)).map(|(_, key)| key.clone())
}

fn add(host: &str, key: String) {
    NAMED.lock().unwrap_or_else(PoisonError::into_inner).push((host.to_owned(), key));
}

fn key_in(variable: &str) -> Result<Option<String>> {
    // Other names make `var` panic.
    if variable.is_empty() || variable.contains(['=', '\0']) {
        return Ok(None);
    }
    let key = match env::var(variable) {
        Ok(key) => key,
        Err(env::VarError::NotPresent) => return Ok(None),
        Err(env::VarError::NotUnicode(_)) => bail!("its key is not text"),
    };
    if HeaderValue::from_str(&key).is_err() {
        bail!("its key has characters that no key has: perhaps a line break at its end");
    }
    Ok(Some(key).filter(|key| !key.is_empty()))
}
