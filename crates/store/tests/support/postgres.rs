//! A real PostgreSQL for tests, shared by all test processes.
//!
//! The first process creates a cluster in a well-known directory and starts it on a free port of
//! 127.0.0.1. Every process that uses it holds a shared lock while it runs; a watchdog stops the
//! cluster and removes the directory when the lock has been free for a few seconds.
//! `RUKH_TEST_POSTGRES` names another server to use instead, as `postgres://user@host:port`; then
//! databases are left behind.
//!
//! This file needs only the standard library and can be included by path.

use std::fs::File;
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// Timeout for a cluster to respond.
const PATIENCE: Duration = Duration::from_secs(60);

/// Stops the unused cluster: `$1` the directory, `$2` the process.
const WATCHMAN: &str = r#"
idle=0
while kill -0 "$2" 2>/dev/null; do
    sleep 1
    if flock -n -x "$1/users" true; then idle=$((idle + 1)); else idle=0; fi
    [ "$idle" -ge 5 ] || continue
    exec 9>"$1/lock"
    flock -x 9
    if flock -n -x "$1/users" true; then
        kill -QUIT "$2"
        for _ in $(seq 100); do [ -e "$1/data/postmaster.pid" ] || break; sleep 0.1; done
        rm -rf "$1/data" "$1/port" "$1/log"
        exit
    fi
    exec 9>&-
    idle=0
done
"#;

static CLUSTER: OnceLock<Cluster> = OnceLock::new();
static COUNT: AtomicU32 = AtomicU32::new(0);

struct Cluster {
    /// Where databases are, without a name.
    url: String,
    tools: PathBuf,
    /// Locked as long as this process runs.
    _user: Option<File>,
}

/// The address of an empty database of the caller's own.
///
/// # Panics
/// If there is no PostgreSQL on this machine, or it does not start.
pub fn fresh_database() -> String {
    let cluster = CLUSTER.get_or_init(Cluster::join);
    let name = format!("rukh_{}_{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let mut psql = Command::new(cluster.tools.join("psql"));
    psql.arg(format!("{}/postgres", cluster.url));
    psql.args(["-qXc", &format!("CREATE DATABASE {name} TEMPLATE template0")]);
    run(&mut psql);
    format!("{}/{name}", cluster.url)
}

impl Cluster {
    fn join() -> Cluster {
        let tools = tools();
        if let Ok(url) = std::env::var("RUKH_TEST_POSTGRES") {
            return Cluster { url: url.trim_end_matches('/').to_owned(), tools, _user: None };
        }
        let owner = Owner::find();
        let place = std::env::temp_dir().join(format!("rukh-test-postgres-{}", owner.own_uid));
        std::fs::create_dir_all(&place).unwrap();
        std::fs::set_permissions(&place, std::fs::Permissions::from_mode(0o755)).unwrap();
        let lock = File::create(place.join("lock")).unwrap();
        lock.lock().unwrap();
        let user = File::create(place.join("users")).unwrap();
        user.lock_shared().unwrap();
        let port = running(&place).unwrap_or_else(|| start(&place, &tools, &owner));
        Cluster { url: format!("postgres://postgres@127.0.0.1:{port}"), tools, _user: Some(user) }
    }
}

/// Owner of the cluster's process: PostgreSQL does not run as root.
struct Owner {
    own_uid: u32,
    /// User and group, if not those of this process.
    other: Option<(u32, u32)>,
}

impl Owner {
    fn find() -> Owner {
        let number = |flag: &str| -> u32 {
            let told = Command::new("id").arg(flag).output().unwrap().stdout;
            String::from_utf8(told).unwrap().trim().parse().unwrap()
        };
        let own_uid = number("-u");
        let other = (own_uid == 0).then(|| {
            let users = std::fs::read_to_string("/etc/passwd").unwrap();
            let user = |name: &str| {
                let line = users.lines().find(|line| line.starts_with(&format!("{name}:")))?;
                let mut fields = line.split(':').skip(2).map(|field| field.parse().unwrap());
                Some((fields.next()?, fields.next()?))
            };
            user("postgres").or_else(|| user("nobody")).expect("a user `postgres` or `nobody`")
        });
        Owner { own_uid, other }
    }

    fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        if let Some((user, group)) = self.other {
            command.uid(user).gid(group);
        }
        command.current_dir("/");
        command
    }
}

/// The directory of `initdb`, `postgres` and `psql`.
fn tools() -> PathBuf {
    let mut places: Vec<PathBuf> =
        std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).collect();
    let mut versions: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .map(|entries| entries.flatten().map(|entry| entry.path().join("bin")).collect())
        .unwrap_or_default();
    versions.sort();
    places.extend(versions.into_iter().rev());
    let is_whole =
        |place: &PathBuf| ["initdb", "postgres", "psql"].iter().all(|tool| place.join(tool).is_file());
    places.into_iter().find(is_whole).unwrap_or_else(|| {
        panic!("these tests need a PostgreSQL server on this machine: apt-get install postgresql")
    })
}

/// The port of the cluster that is there, if one answers.
fn running(place: &Path) -> Option<u16> {
    let port = std::fs::read_to_string(place.join("port")).ok()?.trim().parse().ok()?;
    TcpStream::connect(("127.0.0.1", port)).ok().map(|_| port)
}

#[allow(clippy::zombie_processes, reason = "the cluster outlives this process, and the watchman it")]
fn start(place: &Path, tools: &Path, owner: &Owner) -> u16 {
    let data = place.join("data");
    let _ = std::fs::remove_dir_all(&data);
    std::fs::create_dir(&data).unwrap();
    if let Some((user, group)) = owner.other {
        chown(&data, Some(user), Some(group)).unwrap();
    }
    let mut initdb = owner.command(&tools.join("initdb"));
    initdb.arg("-D").arg(&data).args(["-U", "postgres", "-A", "trust", "-E", "UTF8"]);
    run(initdb.args(["--locale=C", "--no-sync", "--no-instructions"]));
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let log = File::create(place.join("log")).unwrap();
    let mut postgres = owner.command(&tools.join("postgres"));
    postgres.arg("-D").arg(&data).args(["-p", &port.to_string()]);
    // What a crash of the machine would leave is of no interest here.
    let settings =
        ["fsync=off", "listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=300"];
    for setting in settings {
        postgres.args(["-c", setting]);
    }
    postgres.stdin(Stdio::null()).stdout(log.try_clone().unwrap()).stderr(log).process_group(0);
    let process = postgres.spawn().unwrap();
    let mut watchman = Command::new("sh");
    watchman.args(["-c", WATCHMAN, "watchman"]).arg(place).arg(process.id().to_string());
    watchman.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    watchman.current_dir("/").process_group(0).spawn().unwrap();
    wait(place, tools, port);
    File::create(place.join("port")).unwrap().write_all(port.to_string().as_bytes()).unwrap();
    port
}

fn wait(place: &Path, tools: &Path, port: u16) {
    let begun = Instant::now();
    let url = format!("postgres://postgres@127.0.0.1:{port}/postgres");
    loop {
        let asked = Command::new(tools.join("psql")).args([&url, "-qXc", "SELECT 1"]).output().unwrap();
        if asked.status.success() {
            return;
        }
        let log = std::fs::read_to_string(place.join("log")).unwrap_or_default();
        assert!(begun.elapsed() < PATIENCE, "PostgreSQL does not start:\n{log}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn run(command: &mut Command) {
    let done = command.stdin(Stdio::null()).output().unwrap();
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{command:?}: {said}");
}
