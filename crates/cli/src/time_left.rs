//! The time that a command needs to its end, as it is printed.

/// A number of seconds as a sentence: `about 12 min left`.
pub fn time_left(seconds: f64) -> String {
    match seconds.round() as u64 {
        seconds @ 0..120 => format!("about {seconds} s left"),
        seconds @ 120..7200 => format!("about {} min left", seconds.div_ceil(60)),
        seconds => format!("about {} h left", seconds.div_ceil(3600)),
    }
}
