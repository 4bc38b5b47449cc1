//! A program and all that it has started, which end together.
//!
//! The program leads a process group of its own, so that what stands behind a wrapper
//! is put down with it. An interrupt at the terminal no longer reaches the group:
//! whoever heeds one calls [`put_down_all`]. If this process dies otherwise, programs
//! see the end of their input.

use std::io;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The numbers of the groups that live; none once all were put down for good.
static LIVE_GROUPS: Mutex<Option<Vec<u32>>> = Mutex::new(Some(Vec::new()));

fn live_groups() -> MutexGuard<'static, Option<Vec<u32>>> {
    // A list of numbers is whole whoever panicked.
    LIVE_GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Puts down every program of every match in this process, with all they have started;
/// no other can be started afterwards.
pub fn kill_all() {
    let mut living = live_groups();
    living.take().into_iter().flatten().for_each(kill_group);
}

/// A program that leads its group.
#[derive(Debug)]
pub(super) struct ProcessGroup {
    leader: Child,
    /// How it ended; its number may be another's from then on.
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

    /// How the leader ended, if it has; then all others are put down.
    pub(super) fn try_wait(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() && self.has_leader_ended() {
            self.kill();
        }
        self.status
    }

    /// Ends all that live, and waits for the leader.
    pub(super) fn kill(&mut self) {
        if self.status.is_some() {
            return;
        }
        let number = self.leader.id();
        if let Some(numbers) = live_groups().as_mut() {
            numbers.retain(|known| *known != number);
        }
        // As long as nobody has waited for the leader, the number is the group's.
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
    // Where nobody is left there is nothing to do.
    let _ = number.map(|number| kill_process_group(number, Signal::KILL));
}

#[cfg(not(unix))]
fn kill(_: u32) {}
