//! Courses: lessons in which a reader moves the pieces of a game.
//!
//! A course is a file of [`lessons/`](https://github.com/rukh-chess/rukh/tree/main/lessons). The page
//! knows no rules, so the rules compute every position that a reader can reach, once for each course;
//! with them a lesson needs no server.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use axum::body::Bytes;
use rust_embed::RustEmbed;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::wire::lesson::{Course, CourseList, CourseSummary};

mod course;
mod explained;
mod file;
mod graph;
mod line;
mod reasons;
mod scene;

pub(crate) use line::{course_of_line, positions};

pub use file::{CourseFile, GuideEntry, LineEntry, Skill, StepEntry, WrongMove};

#[derive(RustEmbed)]
#[folder = "../../lessons"]
struct CourseFiles;

/// What is wrong with a course, with its place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {problem}")]
pub struct LessonError {
    /// File, and step if it is one's.
    pub place: String,
    /// What is wrong.
    pub problem: String,
}

impl LessonError {
    fn new(place: impl Into<String>, problem: impl Into<String>) -> LessonError {
        LessonError { place: place.into(), problem: problem.into() }
    }
}

/// JSON that does not change while the server runs.
#[derive(Debug, Clone)]
pub(crate) struct FixedJson {
    /// The text.
    pub body: Bytes,
    /// Its entity tag.
    pub tag: String,
}

impl FixedJson {
    /// The JSON of a value.
    pub(crate) fn new(value: &impl Serialize) -> FixedJson {
        let body = Bytes::from(serde_json::to_vec(value).expect("a course is made of texts and numbers"));
        let digest = Sha256::digest(&body);
        FixedJson { body, tag: format!("\"{}\"", hex::encode(&digest[..8])) }
    }
}

/// The courses as they are sent.
struct CourseLibrary {
    list: FixedJson,
    courses: BTreeMap<String, FixedJson>,
}

static FILES: LazyLock<Vec<CourseFile>> =
    LazyLock::new(|| files().expect("the courses are part of the program and tested"));

static LIBRARY: LazyLock<CourseLibrary> = LazyLock::new(|| {
    let compiled = FILES.iter().map(|file| {
        let course = file.compile().expect("the courses are part of the program and tested");
        (file.summary(&course), course)
    });
    let (summaries, courses): (Vec<CourseSummary>, Vec<Course>) = compiled.unzip();
    CourseLibrary {
        list: FixedJson::new(&CourseList { courses: summaries }),
        courses: courses.iter().map(|course| (course.id.clone(), FixedJson::new(course))).collect(),
    }
});

/// The list of courses, as JSON.
pub(crate) fn list() -> &'static FixedJson {
    &LIBRARY.list
}

/// A course, as JSON.
pub(crate) fn get(id: &str) -> Option<&'static FixedJson> {
    LIBRARY.courses.get(id)
}

/// The ruleset instance of a course.
pub(crate) fn instance_of(id: &str) -> Option<&'static str> {
    FILES.iter().find(|file| file.id == id).map(|file| file.ruleset.as_str())
}

/// The ids of the courses.
pub(crate) fn ids() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|file| file.id.as_str())
}

/// Computes the courses, so that no reader waits for them.
pub(crate) fn prepare() {
    LazyLock::force(&LIBRARY);
}

/// The files of the courses, in the order in which they are offered.
///
/// # Errors
/// The first file that cannot be read.
pub fn files() -> Result<Vec<CourseFile>, LessonError> {
    let mut files = Vec::new();
    for name in CourseFiles::iter().filter(|name| name.ends_with(".toml")) {
        let file = CourseFiles::get(&name).ok_or_else(|| LessonError::new(&*name, "it is gone"))?;
        let text = String::from_utf8_lossy(&file.data);
        files.push(CourseFile::parse(&name, &text)?);
    }
    files.sort_by_key(|file| file.order);
    Ok(files)
}
