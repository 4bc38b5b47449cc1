//! Courses: lessons in which a reader moves the pieces of a game.
//!
//! A course is a file of [`lessons/`](https://github.com/rukh-chess/rukh/tree/main/lessons).

use std::sync::LazyLock;

use rust_embed::RustEmbed;

mod course;
mod explained;
mod file;
mod graph;
mod line;
mod reasons;
mod scene;
#[cfg(test)]
mod tests;

pub(crate) use line::{course_of_line, positions};

pub use file::{CourseFile, GuideEntry, LineEntry, Skill, StepEntry, WrongEntry};

use crate::wire::lesson::{Course, CourseSummary};

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

static FILES: LazyLock<Vec<CourseFile>> =
    LazyLock::new(|| files().expect("the courses are part of the program and tested"));

/// The courses with their summaries, in the order in which they are offered. Takes some tenths of a second.
#[must_use]
pub fn courses() -> Vec<(CourseSummary, Course)> {
    let compiled = FILES.iter().map(|file| {
        let course = file.compile().expect("the courses are part of the program and tested");
        (file.summary(&course), course)
    });
    compiled.collect()
}

/// The ruleset instance of a course.
#[must_use]
pub fn instance_of(id: &str) -> Option<&'static str> {
    FILES.iter().find(|file| file.id == id).map(|file| file.ruleset.as_str())
}

/// The ids of the courses.
pub fn ids() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|file| file.id.as_str())
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
