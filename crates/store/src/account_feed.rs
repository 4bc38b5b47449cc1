//! What has changed for people since a time: their games and appointments, in the order of their changes.
//!
//! Nothing is written for it: a game and an appointment say when they last changed. A row that is written a moment
//! after its time is found by whoever looks again at the moments before.

use rukh_session::id::{GameId, GuestId};
use rukh_session::wire::GameCard;
use rukh_session::wire::time::UnixMillis;

use super::appointment::{self, AppointmentRow};
use super::row::{self, CARD_COLUMNS, to_json};
use super::{Store, StoreError};

impl Store {
    /// Games of these people that have changed since a time, in the order of their changes and ids; a page goes on
    /// after the last one of the page before.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn changed_games(
        &self,
        players: &[GuestId],
        (since, last): (UnixMillis, Option<&GameId>),
        most: u32,
    ) -> Result<Vec<GameCard>, StoreError> {
        let of = self.readers.dialect().choose(
            "(SELECT value FROM json_each($1))",
            "(SELECT json_array_elements_text(CAST($1 AS json)))",
        );
        // Each of the four reads an index of its own, and no more of it than a page.
        let of_side = |side: &str, is_over: u8| {
            format!(
                "SELECT id FROM (SELECT id FROM game WHERE {side}_player IN {of} AND is_over = {is_over} \
                 AND updated >= $2 AND (updated > $2 OR id > $3) ORDER BY updated, id LIMIT $4) AS page"
            )
        };
        let ids = [("white", 0), ("black", 0), ("white", 1), ("black", 1)]
            .map(|(side, is_over)| of_side(side, is_over));
        let statement = format!(
            "SELECT {CARD_COLUMNS} FROM game WHERE id IN ({}) ORDER BY updated, id LIMIT $4",
            ids.join(" UNION ")
        );
        let last = last.map_or("", GameId::as_str);
        let players = to_json(&players)?;
        let values = [(&players).into(), since.into(), last.into(), i64::from(most).into()];
        self.readers.fetch(statement, &values).await?.iter().map(row::card).collect()
    }

    /// Appointments of these people that have changed after a time, or that nobody has answered until they ended
    /// between it and another one.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn changed_appointments(
        &self,
        players: &[GuestId],
        after: UnixMillis,
        now: UnixMillis,
    ) -> Result<Vec<AppointmentRow>, StoreError> {
        let of = self.readers.dialect().choose(
            "(SELECT value FROM json_each($1))",
            "(SELECT json_array_elements_text(CAST($1 AS json)))",
        );
        let statement = format!(
            "SELECT {} FROM appointment WHERE id IN (SELECT id FROM appointment WHERE by_player IN {of} \
             UNION SELECT id FROM appointment WHERE with_player IN {of}) \
             AND (changed > $2 OR (stage = 'proposed' AND expires > $2 AND expires <= $3)) ORDER BY changed, id",
            appointment::COLUMNS
        );
        let players = to_json(&players)?;
        let rows = self.readers.fetch(statement, &[(&players).into(), after.into(), now.into()]).await?;
        rows.iter().map(appointment::appointment).collect()
    }
}
