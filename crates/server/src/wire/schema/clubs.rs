//! Requests about clubs.

use super::{RequestSchema, SchemaWriter};
use crate::wire::club::{
    ClubBoard, ClubDecision, ClubDetails, ClubEdit, ClubJoinRequest, ClubList, ClubMemberList,
    ClubNoticesRequest, ClubPost, ClubPostRequest, ClubRequest, ClubRoleRequest,
};

#[expect(clippy::too_many_lines, reason = "a table")]
pub(super) fn club_requests(writer: &mut SchemaWriter) -> Vec<RequestSchema> {
    vec![
        RequestSchema {
            address: "GET /api/v1/clubs",
            body: None,
            response: Some(writer.server::<ClubList>()),
            description: "Clubs that can be found, 50 at once, or those of the requester. Parameters: `mine=true`, or \
                          `name` (a part of their names) and `before` (only those founded before this time).",
        },
        RequestSchema {
            address: "POST /api/v1/clubs",
            body: Some(writer.client::<ClubRequest>()),
            response: Some(writer.server::<ClubDetails>()),
            description: "201. Founds a club. An account can own 5 and join 50; 401 for guests.",
        },
        RequestSchema {
            address: "GET /api/v1/clubs/{id}",
            body: None,
            response: Some(writer.server::<ClubDetails>()),
            description: "A club; 404 also where it takes people by a link that the requester lacks. Parameters: \
                          `invite` (the secret of that link).",
        },
        RequestSchema {
            address: "POST /api/v1/clubs/{id}",
            body: Some(writer.client::<ClubEdit>()),
            response: Some(writer.server::<ClubDetails>()),
            description: "Changes a club. Its owners may.",
        },
        RequestSchema {
            address: "DELETE /api/v1/clubs/{id}",
            body: None,
            response: None,
            description: "204. Closes a club, and calls off its events that have not started. Its owners may.",
        },
        RequestSchema {
            address: "POST /api/v1/clubs/{id}/join",
            body: Some(writer.client::<ClubJoinRequest>()),
            response: Some(writer.server::<ClubDetails>()),
            description: "Joins a club, or asks to. The body may be missing. 401 for guests, 409 for those who were \
                          removed, and without the link of a club that takes people by one.",
        },
        RequestSchema {
            address: "POST /api/v1/clubs/{id}/leave",
            body: None,
            response: None,
            description: "204. Leaves a club and its events for members, or asks no more. Where the last owner leaves, \
                          the officer or else the member who has been there longest follows; where nobody is left, \
                          the club is closed.",
        },
        RequestSchema {
            address: "POST /api/v1/clubs/{id}/notices",
            body: Some(writer.client::<ClubNoticesRequest>()),
            response: None,
            description: "204. Changes whether a member gets a push message before each event of the club.",
        },
        RequestSchema {
            address: "GET /api/v1/clubs/{id}/members",
            body: None,
            response: Some(writer.server::<ClubMemberList>()),
            description: "People of a club, for its members. Parameters: `from` (how many are passed over), and for \
                          those who lead it `who` (`asking` or `removed`).",
        },
        RequestSchema {
            address: "POST /api/v1/clubs/{id}/members/{player}",
            body: Some(writer.client::<ClubRoleRequest>()),
            response: None,
            description: "204. Accepts, promotes, demotes or removes somebody: officers decide about members, owners \
                          about officers too and about who becomes an owner. An owner can step back where there is \
                          another one. 409 if the person is something else by now.",
        },
        RequestSchema {
            address: "DELETE /api/v1/clubs/{id}/members/{player}",
            body: None,
            response: None,
            description: "204. Declines somebody who asks to join, or lets somebody who was removed join again.",
        },
        RequestSchema {
            address: "GET /api/v1/clubs/{id}/posts",
            body: None,
            response: Some(writer.server::<ClubBoard>()),
            description: "The board of a club, for its members: 10 posts with their answers. Parameters: `before` (a \
                          number). Whoever shows it asks again from time to time; there is no stream of it.",
        },
        RequestSchema {
            address: "POST /api/v1/clubs/{id}/posts",
            body: Some(writer.client::<ClubPostRequest>()),
            response: Some(writer.server::<ClubPost>()),
            description: "201. Writes on the board of a club, as a member. A board keeps its last 20,000 posts and \
                          answers.",
        },
        RequestSchema {
            address: "DELETE /api/v1/clubs/{id}/posts/{number}",
            body: None,
            response: None,
            description: "204. Deletes a post: one's own, as an officer any, as a moderator one that is reported. \
                          Answers to it stay.",
        },
        RequestSchema {
            address: "POST /api/v1/moderation/clubs/{id}",
            body: Some(writer.client::<ClubDecision>()),
            response: None,
            description: "204. Gives a club another name, closes it, or opens it again. Moderators may.",
        },
    ]
}
