//! Generating, counting and making moves takes nothing from the heap.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::Arc;

use rukh_rules::perft::Scope;
use rukh_rules::shape::{Any, Shape, ShapeTask};
use rukh_rules::{Rules, Ruleset, Setup};

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

#[allow(unsafe_code, reason = "an allocator that counts can only be written so; it hands everything on")]
// SAFETY: every call is handed to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        // SAFETY: the caller keeps the contract of `GlobalAlloc::alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `GlobalAlloc::dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

struct Count(Arc<Ruleset>, u32);

impl ShapeTask for Count {
    type Output = (u64, u64);

    fn run<S: Shape>(self) -> (u64, u64) {
        let rules = Rules::<S>::compile(self.0.clone());
        let position = Setup::start(&self.0).check(&rules).expect("the start is sound");
        let before = ALLOCATIONS.get();
        let nodes = rules.perft(&position, self.1, Scope::AllLaws);
        (nodes, ALLOCATIONS.get() - before)
    }
}

#[test]
fn perft_never_allocates() {
    for (id, depth, nodes) in [
        ("shatranj", 4, 68122),
        ("senterej[werera=off]", 4, 68122),
        ("oblong", 3, 13826),
        ("mideast", 3, 67782),
        ("mideast-greenwood", 2, 1225),
    ] {
        let ruleset = Arc::new(Ruleset::named(id).expect("a built-in ruleset"));
        let (found, allocations) = Rules::<Any>::fit(&ruleset).run(Count(ruleset.clone(), depth));
        assert_eq!((found, allocations), (nodes, 0), "{id}");
    }
}
