use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use rukh_engine_pool::Owner;
use tokio::sync::{Notify, oneshot};

use super::line::{Full, Line};
use super::work::{Bounds, GivesWay, Places, Share};
use super::{Admission, Capacity, WorkClass};
use crate::error::ApiError;

fn owner(address: &str) -> Owner {
    Owner::new(None, Some(address.parse::<IpAddr>().unwrap()))
}

fn guest(name: &str, address: &str) -> Owner {
    Owner::new(Some(&name.parse().unwrap()), Some(address.parse().unwrap()))
}

/// A line, and who holds what in it.
struct Fixture {
    line: Line,
    entered: Vec<(u64, Owner, oneshot::Receiver<()>, Arc<Notify>)>,
}

impl Fixture {
    fn new(places: usize, waiting: usize, gives_way: GivesWay) -> Fixture {
        let share = Share { guest: Some(3), address: 6, subnet: 12 };
        let bounds =
            Bounds { places: Places::Number(places), waiting, share, gives_way, ..WorkClass::Page.bounds() };
        Fixture { line: Line::new(bounds, places), entered: Vec::new() }
    }

    fn enter(&mut self, owner: &Owner) -> Result<u64, Full> {
        let ((grant, granted), gives_way) = (oneshot::channel(), Arc::new(Notify::new()));
        let number = self.line.enter(owner, grant, &gives_way)?;
        self.entered.push((number, owner.clone(), granted, gives_way));
        Ok(number)
    }

    /// The number of the one who was granted a place since this was last asked.
    fn granted(&mut self) -> Option<(u64, Owner)> {
        let index = self.entered.iter_mut().position(|(_, _, granted, _)| granted.try_recv().is_ok())?;
        let (number, owner, ..) = self.entered.remove(index);
        Some((number, owner))
    }

    /// Ends the only work and returns whose is next.
    fn next(&mut self, used: u64) -> Owner {
        let (number, owner) = self.granted().expect("somebody works");
        self.line.release(number, &owner, Duration::from_millis(used));
        owner
    }

    fn has_given_way(&mut self, number: u64) -> bool {
        let found = self.entered.iter_mut().find(|(known, ..)| *known == number);
        found.is_some_and(|(_, _, granted, _)| {
            matches!(granted.try_recv(), Err(oneshot::error::TryRecvError::Closed))
        })
    }
}

#[test]
fn line_serves_the_subnet_and_address_that_used_least() {
    let mut fixture = Fixture::new(1, 64, GivesWay::Waiting);
    for number in 0..12 {
        fixture.enter(&owner(&format!("8.8.8.{}", number % 3))).unwrap();
    }
    for _ in 0..2 {
        fixture.enter(&owner("9.9.9.9")).unwrap();
    }
    let served: Vec<Owner> = (0..14).map(|_| fixture.next(50)).collect();
    let place = |wanted: &str| served.iter().position(|one| *one == owner(wanted)).unwrap();
    // One of the crowd works already; then the newcomer is next, and after one more of the crowd again.
    assert_eq!((&served[1], &served[3]), (&owner("9.9.9.9"), &owner("9.9.9.9")));
    assert_eq!([place("8.8.8.0"), place("8.8.8.1"), place("8.8.8.2")], [0, 2, 4], "addresses take turns");
    assert_eq!(fixture.line.counts(), [0, 0]);
}

#[test]
fn line_refuses_what_is_over_the_share_of_its_owner() {
    let mut fixture = Fixture::new(1, 64, GivesWay::Waiting);
    for _ in 0..3 {
        fixture.enter(&guest("sara", "8.8.8.8")).unwrap();
    }
    assert_eq!(fixture.enter(&guest("sara", "9.9.9.9")), Err(Full::OfOwner), "wherever it comes from");
    for name in ["abebe", "kebede"] {
        let mut entered = (0..3).map(|_| fixture.enter(&guest(name, "8.8.8.8")));
        let accepted = entered.by_ref().filter(Result::is_ok).count();
        assert_eq!(accepted, if name == "abebe" { 3 } else { 0 });
    }
    let of_neighbours = (0..9).filter(|n| fixture.enter(&owner(&format!("8.8.8.{n}"))).is_ok()).count();
    assert_eq!(of_neighbours, 6, "the subnet has twelve");
    assert!(fixture.enter(&owner("9.9.9.9")).is_ok());
    // Programs on this machine have no share.
    let local = Owner::new(None, None);
    assert!((0..40).all(|_| fixture.enter(&local).is_ok()));
}

#[test]
fn full_line_makes_room_for_who_holds_less() {
    let mut fixture = Fixture::new(1, 4, GivesWay::Waiting);
    let crowd: Vec<u64> = (0..5).map(|n| fixture.enter(&owner(&format!("8.8.8.{n}"))).unwrap()).collect();
    assert_eq!(fixture.enter(&owner("8.8.8.9")), Err(Full::OfAll), "one more of the crowd is no newcomer");
    fixture.enter(&owner("9.9.9.9")).expect("the crowd gives way");
    assert!(fixture.has_given_way(crowd[4]) && !fixture.has_given_way(crowd[3]), "its newest work ends");
    fixture.enter(&owner("7.7.7.7")).expect("the crowd gives way");
    assert!(fixture.has_given_way(crowd[3]));
    // Now the subnets wait with two, one and one: nobody holds more than a newcomer would.
    fixture.enter(&owner("6.6.6.6")).expect("the crowd gives way");
    assert_eq!(fixture.enter(&owner("5.5.5.5")), Err(Full::OfAll));
    assert_eq!(fixture.line.counts(), [1, 4]);
}

#[test]
fn full_line_makes_room_within_a_subnet_and_an_address() {
    let mut fixture = Fixture::new(1, 5, GivesWay::Waiting);
    let greedy: Vec<u64> = (0..3).map(|_| fixture.enter(&guest("greedy", "8.8.8.8")).unwrap()).collect();
    for _ in 0..3 {
        fixture.enter(&guest("other", "8.8.8.8")).unwrap();
    }
    assert_eq!(fixture.enter(&guest("other", "8.8.8.8")), Err(Full::OfOwner));
    fixture.enter(&owner("8.8.8.9")).expect("the address with six gives way");
    assert_eq!(fixture.line.counts(), [1, 5]);
    assert!(!fixture.has_given_way(greedy[0]), "what has begun goes on");
}

#[test]
fn begun_work_gives_way_where_it_may_last() {
    let mut fixture = Fixture::new(4, 0, GivesWay::Begun);
    let crowd: Vec<u64> = (0..4).map(|n| fixture.enter(&owner(&format!("8.8.8.{n}"))).unwrap()).collect();
    let newcomer = fixture.enter(&owner("9.9.9.9")).expect("the crowd gives way");
    let told = |number: u64, fixture: &Fixture| {
        let notify =
            fixture.entered.iter().find(|(known, ..)| *known == number).map(|(.., notify)| notify.clone());
        let notify = notify.unwrap();
        let mut notified = std::pin::pin!(notify.notified());
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        std::future::Future::poll(notified.as_mut(), &mut context).is_ready()
    };
    assert!(told(crowd[3], &fixture) && !told(crowd[2], &fixture));
    // The place is free once the work has ended.
    fixture.line.release(crowd[3], &owner("8.8.8.3"), Duration::ZERO);
    assert_eq!(fixture.line.counts(), [4, 0]);
    let granted: Vec<u64> = std::iter::from_fn(|| fixture.granted()).map(|(number, _)| number).collect();
    assert!(granted.contains(&newcomer));
}

#[test]
fn idle_owners_are_forgotten() {
    let mut fixture = Fixture::new(2, 64, GivesWay::Waiting);
    for number in 0..8 {
        fixture.enter(&owner(&format!("8.8.{number}.8"))).unwrap();
    }
    let first = fixture.entered[2].0;
    assert!(fixture.line.leave(first) && !fixture.line.leave(first), "a place is left once");
    fixture.entered.remove(2);
    for _ in 0..7 {
        fixture.next(10);
    }
    assert_eq!((fixture.line.counts(), fixture.line.remembered()), ([0, 0], 0));
}

fn small() -> Admission {
    Admission::new(Capacity { cores: 2, seats: 1 })
}

#[tokio::test]
async fn place_dropped_goes_to_the_next_and_a_waiter_that_has_gone_is_passed_over() {
    let admission = small();
    let first = admission.enter(WorkClass::Page, &owner("8.8.8.8")).await.unwrap();
    let gone = admission.join(WorkClass::Page, &owner("7.7.7.7")).unwrap();
    let next = admission.join(WorkClass::Page, &owner("9.9.9.9")).unwrap();
    drop(gone);
    drop(first);
    let place = tokio::time::timeout(Duration::from_secs(5), next.place()).await.expect("a place").unwrap();
    drop(place);
    assert!(admission.enter(WorkClass::Page, &owner("8.8.8.8")).await.is_ok());
}

/// A flood of one address takes half of the processors, and a newcomer waits for one of its works.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn computations_are_bounded_and_a_newcomer_passes_a_flood() {
    let admission = small();
    let [running, most, done] = [(); 3].map(|()| Arc::new(AtomicUsize::new(0)));
    let work = || {
        let [running, most, done] = [&running, &most, &done].map(Arc::clone);
        move || {
            most.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            std::thread::sleep(Duration::from_millis(20));
            running.fetch_sub(1, Ordering::SeqCst);
            done.fetch_add(1, Ordering::SeqCst);
        }
    };
    let flood: Vec<_> = (0..40)
        .map(|_| {
            let (admission, work) = (admission.clone(), work());
            tokio::spawn(async move { admission.compute(WorkClass::Page, &owner("8.8.8.8"), work).await })
        })
        .collect();
    while done.load(Ordering::SeqCst) < 2 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let before = done.load(Ordering::SeqCst);
    admission.compute(WorkClass::Page, &owner("9.9.9.9"), work()).await.unwrap();
    let passed = done.load(Ordering::SeqCst) - before;
    assert!(passed <= 4, "{passed} works went before the newcomer's");
    for task in flood {
        match task.await.unwrap() {
            Ok(()) | Err(ApiError::RateLimited(_)) => {}
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!(most.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn place_that_does_not_come_is_refused_after_the_patience_of_its_class() {
    let admission = small();
    let held = admission.enter(WorkClass::Picture, &owner("8.8.8.8")).await.unwrap();
    let mut queued = admission.join(WorkClass::Picture, &owner("9.9.9.9")).unwrap();
    queued.0.line.bounds.patience = Duration::from_millis(20);
    let refused = queued.place().await;
    assert!(matches!(refused, Err(ApiError::Busy { .. })), "{refused:?}");
    drop(held);
    let place = admission.enter(WorkClass::Picture, &owner("9.9.9.9")).await;
    assert!(place.is_ok(), "who gave up holds nothing: {place:?}");
}

#[tokio::test]
async fn sockets_closed_free_their_places() {
    let admission = small();
    let open = |owner: Owner| {
        let admission = admission.clone();
        async move { admission.enter(WorkClass::Socket, &owner).await }
    };
    let mut held = Vec::new();
    for _ in 0..40 {
        held.push(open(guest("sara", "8.8.8.8")).await.unwrap());
    }
    // A guest is one guest from wherever it comes.
    assert!(open(guest("sara", "9.9.9.9")).await.is_err());
    held.pop();
    held.push(open(guest("sara", "9.9.9.9")).await.unwrap());
    held.clear();
    for _ in 0..300 {
        held.extend(open(owner("8.8.8.8")).await);
    }
    assert_eq!(held.len(), 200);
}

/// Threads that wait for more work keep what the largest one took. Pairing, reading a game for the
/// index and looking up a name take little.
#[test]
fn work_on_threads_that_are_kept_is_small() {
    fn collect(folder: &std::path::Path, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, found);
            } else if std::fs::read_to_string(&path)
                .is_ok_and(|text| text.contains(concat!("spawn", "_blocking")))
            {
                found.push(path.file_name().unwrap().to_string_lossy().into_owned());
            }
        }
    }
    let mut found = Vec::new();
    collect(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    found.sort();
    assert_eq!(found, ["address.rs", "driver.rs", "indexer.rs"]);
}
