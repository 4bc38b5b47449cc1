//! Requests about webhooks.

use super::{RequestSchema, SchemaWriter};
use crate::wire::webhook::{WebhookDeliveryList, WebhookList, WebhookRequest, WebhookSecret};

pub(super) fn webhook_requests(writer: &mut SchemaWriter) -> Vec<RequestSchema> {
    vec![
        RequestSchema {
            address: "GET /api/v1/account/webhooks",
            body: None,
            response: Some(writer.server::<WebhookList>()),
            description: "Where what happens to the account is posted to, without the secrets.",
        },
        RequestSchema {
            address: "POST /api/v1/account/webhooks",
            body: Some(writer.client::<WebhookRequest>()),
            response: Some(writer.server::<WebhookSecret>()),
            description: "201. Adds a webhook, with the secret that signs its deliveries.",
        },
        RequestSchema {
            address: "DELETE /api/v1/account/webhooks/{id}",
            body: None,
            response: None,
            description: "204. Removes a webhook, with what waits for it.",
        },
        RequestSchema {
            address: "POST /api/v1/account/webhooks/{id}/secret",
            body: None,
            response: Some(writer.server::<WebhookSecret>()),
            description: "Another secret for a webhook; for a day the one before signs too.",
        },
        RequestSchema {
            address: "POST /api/v1/account/webhooks/{id}/resume",
            body: None,
            response: None,
            description: "204, also if it is on. Switches a webhook on again, for what happens from now on.",
        },
        RequestSchema {
            address: "POST /api/v1/account/webhooks/{id}/test",
            body: None,
            response: None,
            description: "204. Has a message of the type `test` posted, also to a webhook that is switched off.",
        },
        RequestSchema {
            address: "GET /api/v1/account/webhooks/{id}/deliveries",
            body: None,
            response: Some(writer.server::<WebhookDeliveryList>()),
            description: "The latest deliveries of a webhook, and what came of them.",
        },
    ]
}
