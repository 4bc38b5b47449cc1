//! What is done when somebody ends a command before it is done.

use std::io;

use anyhow::Context;
use tokio::runtime::{Builder, Runtime};

/// Lets a command finish what it has begun when it is asked to end, by ctrl-c or, on
/// Unix, by SIGTERM or SIGHUP: `last` is done on a thread of its own, then the process ends
/// with what a shell expects, 128 and the signal's number.
///
/// # Errors
/// That signals cannot be listened to.
pub fn before_exit(last: impl FnOnce() + Send + 'static) -> anyhow::Result<()> {
    let unheard = "cannot install the Ctrl-C handler";
    let runtime = Builder::new_current_thread().enable_all().build().context(unheard)?;
    let signals = Signals::install(&runtime).context(unheard)?;
    std::thread::spawn(move || {
        let number = runtime.block_on(signals.first());
        last();
        std::process::exit(128 + number);
    });
    Ok(())
}

#[cfg(unix)]
struct Signals(Vec<(i32, tokio::signal::unix::Signal)>);

#[cfg(unix)]
impl Signals {
    /// Listens from now on, not only when somebody waits.
    fn install(runtime: &Runtime) -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        let _within = runtime.enter();
        let kinds = [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()];
        let listen = |kind: SignalKind| Ok((kind.as_raw_value(), signal(kind)?));
        Ok(Signals(kinds.into_iter().map(listen).collect::<io::Result<_>>()?))
    }

    /// The number of the first signal that comes.
    async fn first(mut self) -> i32 {
        std::future::poll_fn(|context| {
            for (number, signal) in &mut self.0 {
                if let std::task::Poll::Ready(Some(())) = signal.poll_recv(context) {
                    return std::task::Poll::Ready(*number);
                }
            }
            std::task::Poll::Pending
        })
        .await
    }
}

#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn install(_: &Runtime) -> io::Result<Signals> {
        Ok(Signals)
    }

    /// The number of SIGINT, when it comes.
    async fn first(self) -> i32 {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        2
    }
}
