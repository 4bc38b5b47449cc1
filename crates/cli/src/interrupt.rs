//! Actions before a command ends by a signal.

use std::io;

use anyhow::Context;
use tokio::runtime::{Builder, Runtime};

/// Installs a handler of Ctrl-C and, on Unix, of SIGTERM and SIGHUP: it runs `action` on its own
/// thread, then ends the process with the exit code that shells expect, 128 plus the number of
/// the signal.
///
/// # Errors
/// The handler cannot be installed.
pub fn before_exit(action: impl FnOnce() + Send + 'static) -> anyhow::Result<()> {
    let failed = "cannot install the Ctrl-C handler";
    let runtime = Builder::new_current_thread().enable_all().build().context(failed)?;
    let signals = Signals::install(&runtime).context(failed)?;
    std::thread::spawn(move || {
        let number = runtime.block_on(signals.first());
        action();
        std::process::exit(128 + number);
    });
    Ok(())
}

#[cfg(unix)]
struct Signals(Vec<(i32, tokio::signal::unix::Signal)>);

#[cfg(unix)]
impl Signals {
    /// Installs the handlers; signals are recorded from now on.
    fn install(runtime: &Runtime) -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        let _within = runtime.enter();
        let kinds = [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()];
        let listen = |kind: SignalKind| Ok((kind.as_raw_value(), signal(kind)?));
        Ok(Signals(kinds.into_iter().map(listen).collect::<io::Result<_>>()?))
    }

    /// Waits for a signal; its number.
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

    /// Waits for Ctrl-C; the number of SIGINT.
    async fn first(self) -> i32 {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        2
    }
}
