//! Studies: their files, their games, and what is there after they were ended.

mod place;
mod playing;
mod reading;
