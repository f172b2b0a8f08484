//! Patience with the file system: what a mount that hangs would never answer is waited for so long and no longer.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Does something that may never end, on a thread that is then left behind. `None`: time is up.
pub(crate) fn within<T: Send + 'static>(
    time: Duration,
    something: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let (tells, hears) = mpsc::channel();
    thread::spawn(move || {
        // Who gave up does not listen any more.
        let _ = tells.send(something());
    });
    hears.recv_timeout(time).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_never_answers_is_left_behind() {
        let (keeps_waiting, waits) = mpsc::channel::<()>();
        assert_eq!(within(Duration::from_millis(1), move || waits.recv()), None);
        drop(keeps_waiting);
        assert_eq!(within(Duration::from_secs(600), || 7), Some(7));
    }
}
