//! Requests about ratings.

use super::{RequestSchema, SchemaWriter};
use crate::wire::leaderboard::{GameRatings, Leaderboard, RatingHistory, RatingPoolList};

pub(super) fn rating_requests(writer: &mut SchemaWriter) -> Vec<RequestSchema> {
    vec![
        RequestSchema {
            address: "GET /api/v1/players/{id}/ratings/{pool}",
            body: None,
            response: Some(writer.server::<RatingHistory>()),
            description: "How the rating of a player in a pool, such as `oblong-die-live`, came about.",
        },
        RequestSchema {
            address: "GET /api/v1/ratings",
            body: None,
            response: Some(writer.server::<RatingPoolList>()),
            description: "The pools in which somebody has a rating: family of games, die and pace.",
        },
        RequestSchema {
            address: "GET /api/v1/ratings/{pool}",
            body: None,
            response: Some(writer.server::<Leaderboard>()),
            description: "The best people of a pool whose strength is well known.",
        },
        RequestSchema {
            address: "GET /api/v1/ratings/{pool}/bots",
            body: None,
            response: Some(writer.server::<Leaderboard>()),
            description: "The best bots of a pool whose strength is well known.",
        },
        RequestSchema {
            address: "GET /api/v1/games/{id}/ratings",
            body: None,
            response: Some(writer.server::<GameRatings>()),
            description: "What became of the ratings of the players of a game; `pending` for up to some seconds \
                after its end.",
        },
    ]
}
