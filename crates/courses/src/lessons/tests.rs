//! Courses: their files against the rules.

use std::collections::BTreeSet;
use std::path::Path;

use super::{CourseFile, files};
use crate::wire::lesson::{Course, GuideMoment, LessonTask};

/// The most bytes of a course as JSON, before compression.
const MAX_BYTES: usize = 400_000;
/// The steps of a course: what can be done in three minutes.
const STEPS: std::ops::RangeInclusive<usize> = 8..=16;

fn all_files() -> Vec<CourseFile> {
    files().unwrap_or_else(|error| panic!("{error}"))
}

fn all_courses() -> Vec<Course> {
    let compiled = all_files().into_iter().map(|file| file.compile().map_err(|error| error.to_string()));
    let (courses, faults): (Vec<_>, Vec<_>) = compiled.partition(Result::is_ok);
    let faults: Vec<String> = faults.into_iter().filter_map(Result::err).collect();
    assert!(faults.is_empty(), "{faults:#?}");
    courses.into_iter().flatten().collect()
}

/// A course with one step, of shatranj.
fn course_with(step: &str) -> Result<Course, String> {
    let known = match step.contains("introduces") {
        true => "",
        false => "introduces = \"kfenrp\"\nteaches = [\"capture\"]",
    };
    let text = format!(
        "id = \"one\"\norder = 1\nruleset = \"shatranj\"\ntext = \"one\"\n[[step]]\nid = \"only\"\ntext = \"only\"\n{known}\n{step}\n"
    );
    let file = CourseFile::parse("one.toml", &text).map_err(|error| error.to_string())?;
    file.compile().map_err(|error| error.to_string())
}

/// Positions are legal, moves asked for can be made, refusals and verdicts are those of the rules.
#[test]
fn lessons_state_what_the_rules_say() {
    let courses = all_courses();
    assert_eq!(courses.len(), 5);
    for course in &courses {
        assert!(STEPS.contains(&course.steps.len()), "{}: {} steps", course.id, course.steps.len());
        let bytes = serde_json::to_vec(course).unwrap().len();
        assert!(bytes < MAX_BYTES, "{}: {bytes} bytes", course.id);
    }
}

/// A reader moves every kind of piece of the game.
#[test]
fn lessons_move_every_piece() {
    for course in all_courses() {
        let mut moved = BTreeSet::new();
        for state in course.steps.iter().flat_map(|step| &step.states) {
            for piece in state.pieces.split(' ').filter(|word| *word != "-") {
                let (letter, cell) = piece.split_at(1);
                let asked =
                    state.moves.get(cell).is_some_and(|moves| moves.iter().any(|mv| mv.state.is_some()));
                moved.extend(asked.then(|| letter.to_lowercase()));
            }
        }
        let missing: Vec<String> = course
            .board
            .pieces
            .keys()
            .map(char::to_string)
            .filter(|letter| !moved.contains(letter))
            .collect();
        assert!(missing.is_empty(), "{}: {missing:?}", course.id);
    }
}

/// Every legal move of a piece that can be picked up is listed, every other cell has a reason.
#[test]
fn lessons_give_a_reason_for_every_wrong_cell() {
    for course in all_courses() {
        let cells = usize::from(course.board.files) * usize::from(course.board.ranks);
        for (step, state) in
            course.steps.iter().flat_map(|step| step.states.iter().map(move |state| (step, state)))
        {
            for (from, moves) in &state.moves {
                let refusals = &state.refusals[from];
                let targets: BTreeSet<_> = moves.iter().map(|mv| &mv.to).collect();
                let has_reason = refusals.most.is_some() || targets.len() + refusals.cells.len() + 1 == cells;
                assert!(has_reason && refusals.piece.is_none(), "{} {} {from}", course.id, step.id);
            }
            let numbers =
                state.refusals.values().flat_map(|one| one.cells.values().chain(&one.most).chain(&one.piece));
            for number in numbers {
                assert!(!course.reasons[*number].english.is_empty(), "{} {}", course.id, step.id);
            }
        }
    }
}

/// The texts are those of the page, and the page has no others.
#[test]
fn lesson_texts_are_those_of_the_page() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/locale/en/lazy/learn.ftl");
    let text = std::fs::read_to_string(path).unwrap();
    let defined: BTreeSet<&str> =
        text.lines().filter_map(|line| line.split_once(" = ")?.0.strip_prefix("learn-")).collect();
    let files = all_files();
    let used: BTreeSet<&str> = files.iter().flat_map(CourseFile::message_keys).collect();
    let missing: Vec<&&str> = used.difference(&defined).collect();
    assert!(missing.is_empty(), "learn.ftl lacks {missing:?}");
    let of_course = |key: &&&str| {
        let begins = |id: &str| **key == id || key.starts_with(&format!("{id}-"));
        files.iter().any(|file| begins(&file.id)) || begins("guide")
    };
    let idle: Vec<&&str> = defined.difference(&used).filter(of_course).collect();
    assert!(idle.is_empty(), "no course says {idle:?}");
}

/// A piece's text and its buttons call it by one name, in every language.
#[test]
fn lesson_texts_call_pieces_by_the_names_of_their_buttons() {
    for tag in ["en", "am", "ar", "fa"] {
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../web/src/locale/{tag}/lazy/learn.ftl"));
        let source = std::fs::read_to_string(path).unwrap();
        let text = |key: &str| {
            let found = source.lines().find_map(|line| line.strip_prefix(&format!("learn-{key} = ")));
            found.unwrap_or_else(|| panic!("{tag}: {key}")).to_lowercase()
        };
        for course in all_courses() {
            let pieces = &course.board.pieces;
            let name = |letter: char| {
                let piece = &pieces[&letter];
                let translated = piece.names.iter().find(|name| name.language == tag && tag != "en");
                translated.map_or(&piece.name, |name| &name.text).to_lowercase()
            };
            for step in &course.steps {
                let said = text(&step.text);
                for letter in &step.introduces {
                    assert!(said.contains(&name(*letter)), "{tag} {} {}: {said}", course.id, step.id);
                }
            }
            // Another word for a piece stands beside its name only.
            let keys = course.steps.iter().flat_map(|step| {
                let states = step.states.iter().filter_map(|state| state.text.as_ref());
                states.chain([&step.text]).chain(&step.done)
            });
            for said in keys.filter(|_| tag == "en").map(|key| text(key)) {
                for (letter, piece) in pieces {
                    let glosses = piece.names.iter().filter(|name| name.language == "en");
                    let glosses = glosses.flat_map(|name| name.text.split(", "));
                    for gloss in glosses.filter(|gloss| *gloss != piece.name) {
                        let is_said =
                            said.split(|letter: char| !letter.is_alphabetic()).any(|word| word == gloss);
                        assert!(!is_said || said.contains(&name(*letter)), "{} `{gloss}`: {said}", course.id);
                    }
                }
            }
        }
    }
}

/// A first game has a hint at its beginning and its end; no moment has two.
#[test]
fn guides_have_one_hint_for_a_moment() {
    for course in all_courses() {
        let moments: Vec<GuideMoment> = course.guide.iter().map(|hint| hint.when).collect();
        let distinct = moments.iter().collect::<std::collections::HashSet<_>>();
        assert_eq!(distinct.len(), moments.len(), "{}", course.id);
        assert_eq!((moments.first(), moments.last()), (Some(&GuideMoment::Start), Some(&GuideMoment::Over)));
    }
}

#[test]
fn course_with_a_false_statement_is_refused() {
    let mate = "fen = \"7k/6pp/8/8/8/8/5PPP/4R1K1 w - - 0 1\"\nline = [{ do = [\"e1e8\"] }]\n";
    assert!(course_with(&format!("{mate}verdict = \"white wins, checkmate\"")).is_ok());
    for (step, problem) in [
        ("fen = \"8/8/8/8/8/8/8/8 w\"", "should have one"),
        (mate, "the verdict is Some"),
        (&format!("{mate}verdict = \"draw, stalemate\""), "the verdict is Some"),
        ("line = [{ do = [\"e2e4\"] }]", "cannot be played"),
        ("line = [{ do = [\"e2e3\"], answer = [\"e7e5\"] }]", "is refused"),
        ("piece = \"a1\"\nvisit = [\"h8\"]", "cannot reach"),
        ("piece = \"e4\"\nvisit = [\"h8\"]", "no piece stands on e4"),
        ("each = [\"b1\"]\nline = [{ do = [\"e2e3\"] }]", "exclude each other"),
        ("wrong = [{ move = \"e2e4\", reason = \"refusal-pinned\" }]", "refusal-no-such-way"),
        ("counters = [\"move-limit 1/2\"]", "the counters are"),
        ("colour = \"red\"", "unknown field"),
        ("introduces = \"q\"", "has no piece `q`"),
        ("introduces = \"n\"\nline = [{ do = [\"e2e3\"] }]", "['p'] move before they are explained"),
        (
            "introduces = \"pk\"\nfen = \"7k/8/8/8/3n4/4P3/5PPP/6K1 w - - 0 1\"\nline = [{ do = [\"e3d4\"] }]\nverdict = \"white wins, bare-king\"",
            "[Capture] are needed before",
        ),
    ] {
        let found = course_with(step).expect_err(step);
        assert!(found.contains(problem), "{step}: {found}");
    }
}

/// In a werera both sides go on: the position that follows of itself leaves the reader's moves open.
#[test]
fn partner_moves_while_the_reader_may_move() {
    let courses = all_courses();
    let steps = courses.iter().flat_map(|course| &course.steps);
    let both = steps.filter(|step| step.task == LessonTask::Each && step.states[0].next.is_some());
    let both: Vec<_> = both.collect();
    assert!(!both.is_empty());
    for step in both {
        let first = &step.states[0];
        let after = &step.states[first.next.unwrap()];
        assert!(!first.moves.is_empty() && first.moves.keys().eq(after.moves.keys()), "{}", step.id);
        assert_ne!(first.pieces, after.pieces);
    }
}
