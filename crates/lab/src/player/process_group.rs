//! Process groups: external engines are killed together with their child processes.
//!
//! An engine leads its own process group, so that an engine behind a wrapper script is killed with
//! the script. An interrupt at the terminal does not reach the group, so an interrupt handler calls
//! [`kill_all`]. If this process dies otherwise, engines see the end of their input.

use std::io;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Ids of the live process groups; `None` after [`kill_all`].
static LIVE_GROUPS: Mutex<Option<Vec<u32>>> = Mutex::new(Some(Vec::new()));

fn live_groups() -> MutexGuard<'static, Option<Vec<u32>>> {
    // A panic elsewhere cannot leave the list half-written.
    LIVE_GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills every external engine of this process with its child processes; none can be started
/// afterwards.
pub fn kill_all() {
    let mut living = live_groups();
    living.take().into_iter().flatten().for_each(kill_group);
}

/// Engine process that leads its process group.
#[derive(Debug)]
pub(super) struct ProcessGroup {
    leader: Child,
    /// Exit status; once set, the process id may be reused.
    status: Option<ExitStatus>,
}

impl ProcessGroup {
    pub(super) fn start(command: &mut Command) -> io::Result<ProcessGroup> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let mut living = live_groups();
        let Some(numbers) = living.as_mut() else {
            return Err(io::Error::new(io::ErrorKind::Interrupted, "all engines were killed"));
        };
        let leader = command.spawn()?;
        numbers.push(leader.id());
        Ok(ProcessGroup { leader, status: None })
    }

    pub(super) fn pipes(&mut self) -> (Option<ChildStdin>, Option<ChildStdout>) {
        (self.leader.stdin.take(), self.leader.stdout.take())
    }

    /// Exit status of the leader, if it has exited; then the rest of the group is killed.
    pub(super) fn try_wait(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() && self.has_leader_ended() {
            self.kill();
        }
        self.status
    }

    /// Kills the group and waits for the leader.
    pub(super) fn kill(&mut self) {
        if self.status.is_some() {
            return;
        }
        let number = self.leader.id();
        if let Some(numbers) = live_groups().as_mut() {
            numbers.retain(|known| *known != number);
        }
        // Until the leader is waited for, its id still names the group.
        kill_group(number);
        let _ = self.leader.kill();
        self.status = self.leader.wait().ok();
    }

    #[cfg(unix)]
    fn has_leader_ended(&self) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(Pid::from_child(&self.leader)), look), Ok(None))
    }

    #[cfg(not(unix))]
    fn has_leader_ended(&mut self) -> bool {
        !matches!(self.leader.try_wait(), Ok(None))
    }
}

#[cfg(unix)]
fn kill_group(group: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let number = i32::try_from(group).ok().and_then(Pid::from_raw);
    // An error means that no process is left.
    let _ = number.map(|number| kill_process_group(number, Signal::KILL));
}

#[cfg(not(unix))]
fn kill_group(_: u32) {}
