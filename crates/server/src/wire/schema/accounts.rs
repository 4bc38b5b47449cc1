//! Requests about accounts.

use super::{RequestSchema, SchemaWriter};
use crate::wire::account::{
    Account, DeviceCode, DeviceSignIn, Me, NameConfirmation, NewToken, PasskeyCeremony, PasskeyRegistration,
    PasskeySignIn, PasskeyStart, PasswordRegistration, PasswordRequest, PasswordSignIn, ProviderAccount,
    ProviderAddress, ProviderStart, RecoveryCodes, RecoverySignIn, Registered, SignInWays, TokenRequest,
};
use crate::wire::email::{EmailCode, EmailNotices, EmailRequest};
use crate::wire::people::NameRequest;

pub(super) fn sign_in_requests(writer: &mut SchemaWriter) -> Vec<RequestSchema> {
    vec![
        RequestSchema {
            address: "GET /api/v1/sign-in",
            body: None,
            response: Some(writer.server::<SignInWays>()),
            description: "The ways to sign in that the server offers at this address.",
        },
        RequestSchema {
            address: "POST /api/v1/sign-in/passkey/start",
            body: None,
            response: Some(writer.server::<PasskeyCeremony>()),
            description: "Begins a sign-in with a passkey.",
        },
        RequestSchema {
            address: "POST /api/v1/sign-in/passkey",
            body: Some(writer.client::<PasskeySignIn>()),
            response: Some(writer.server::<Me>()),
            description: "Signs in with a passkey, and sets the cookie.",
        },
        RequestSchema {
            address: "POST /api/v1/sign-in/password",
            body: Some(writer.client::<PasswordSignIn>()),
            response: Some(writer.server::<Me>()),
            description: "Signs in with a password, where the operator allows them.",
        },
        RequestSchema {
            address: "POST /api/v1/sign-in/recovery-code",
            body: Some(writer.client::<RecoverySignIn>()),
            response: Some(writer.server::<Me>()),
            description: "Signs in with a recovery code, which is used up.",
        },
        RequestSchema {
            address: "POST /api/v1/sign-in/device-code",
            body: Some(writer.client::<DeviceSignIn>()),
            response: Some(writer.server::<Me>()),
            description: "Signs in with the code that another device shows.",
        },
        RequestSchema {
            address: "POST /api/v1/sign-in/email/start",
            body: Some(writer.client::<EmailRequest>()),
            response: None,
            description: "204, whether the address is known or not. Sends codes to those who have verified it.",
        },
        RequestSchema {
            address: "POST /api/v1/sign-in/email",
            body: Some(writer.client::<EmailCode>()),
            response: Some(writer.server::<Me>()),
            description: "Signs in with a code that was sent by mail, which is used up, and signs out everything else.",
        },
        RequestSchema {
            address: "POST /api/v1/sign-in/providers/{id}/start",
            body: Some(writer.client::<ProviderStart>()),
            response: Some(writer.server::<ProviderAddress>()),
            description: "Begins a visit to a provider of OpenID Connect, to sign in, to prove who one is, or to add it to the account.",
        },
        RequestSchema {
            address: "GET /api/v1/sign-in/providers/{id}/return",
            body: None,
            response: None,
            description: "303. Where the provider sends the browser back to: leads to the page that goes on.",
        },
        RequestSchema {
            address: "POST /api/v1/sign-out",
            body: None,
            response: None,
            description: "204. Signs this device out, and takes the cookie away.",
        },
    ]
}

#[expect(clippy::too_many_lines, reason = "a table")]
pub(super) fn account_requests(writer: &mut SchemaWriter) -> Vec<RequestSchema> {
    vec![
        RequestSchema {
            address: "GET /api/v1/account",
            body: None,
            response: Some(writer.server::<Account>()),
            description: "The account of the device that asks.",
        },
        RequestSchema {
            address: "POST /api/v1/account",
            body: Some(writer.client::<PasswordRegistration>()),
            response: Some(writer.server::<Registered>()),
            description: "201. The requester's guest becomes an account with a password.",
        },
        RequestSchema {
            address: "POST /api/v1/account/passkeys/start",
            body: Some(writer.client::<PasskeyStart>()),
            response: Some(writer.server::<PasskeyCeremony>()),
            description: "Begins the registration of a passkey: with a name the first of an account that a guest makes, without one \
             more of an account.",
        },
        RequestSchema {
            address: "POST /api/v1/account/passkeys",
            body: Some(writer.client::<PasskeyRegistration>()),
            response: Some(writer.server::<Registered>()),
            description: "201. Registers a passkey; a guest's becomes an account with recovery codes.",
        },
        RequestSchema {
            address: "POST /api/v1/account/providers",
            body: Some(writer.client::<ProviderAccount>()),
            response: Some(writer.server::<Registered>()),
            description: "201. The requester's guest, whom a provider has just identified, becomes an account.",
        },
        RequestSchema {
            address: "DELETE /api/v1/account/providers/{id}",
            body: None,
            response: None,
            description: "204. Takes a provider from the account, if something else signs in.",
        },
        RequestSchema {
            address: "DELETE /api/v1/account/passkeys/{id}",
            body: None,
            response: None,
            description: "204. Deletes a passkey, if something else signs in.",
        },
        RequestSchema {
            address: "POST /api/v1/account/name",
            body: Some(writer.client::<NameRequest>()),
            response: Some(writer.server::<Me>()),
            description: "Changes the name, once in 30 days.",
        },
        RequestSchema {
            address: "POST /api/v1/account/password",
            body: Some(writer.client::<PasswordRequest>()),
            response: None,
            description: "204. Sets the password.",
        },
        RequestSchema {
            address: "DELETE /api/v1/account/password",
            body: None,
            response: None,
            description: "204. Deletes the password, if something else signs in.",
        },
        RequestSchema {
            address: "POST /api/v1/account/recovery-codes",
            body: None,
            response: Some(writer.server::<RecoveryCodes>()),
            description: "New recovery codes; the earlier ones are void.",
        },
        RequestSchema {
            address: "POST /api/v1/account/device-code",
            body: None,
            response: Some(writer.server::<DeviceCode>()),
            description: "A code with which another device signs in, for five minutes.",
        },
        RequestSchema {
            address: "DELETE /api/v1/account/sessions/{id}",
            body: None,
            response: None,
            description: "204. Signs a device out.",
        },
        RequestSchema {
            address: "POST /api/v1/account/sessions/end-others",
            body: None,
            response: None,
            description: "204. Signs every other device out, ends all tokens and switches webhooks off.",
        },
        RequestSchema {
            address: "POST /api/v1/account/tokens",
            body: Some(writer.client::<TokenRequest>()),
            response: Some(writer.server::<NewToken>()),
            description: "201. A token for a program.",
        },
        RequestSchema {
            address: "DELETE /api/v1/account/tokens/{id}",
            body: None,
            response: None,
            description: "204. Ends a token.",
        },
        RequestSchema {
            address: "POST /api/v1/account/bot",
            body: Some(writer.client::<NameConfirmation>()),
            response: Some(writer.server::<Me>()),
            description: "Makes an account that has not played a bot's, for good: its name says so everywhere.",
        },
        RequestSchema {
            address: "GET /api/v1/account/export",
            body: None,
            response: None,
            description: "Everything about the requester as a ZIP file.",
        },
        RequestSchema {
            address: "POST /api/v1/account/delete",
            body: Some(writer.client::<NameConfirmation>()),
            response: None,
            description: "204. Deletes the account: its name wherever it is shown, what signs in, and what was written in chats. Its \
             games stay, as a guest's.",
        },
    ]
}

pub(super) fn email_requests(writer: &mut SchemaWriter) -> Vec<RequestSchema> {
    vec![
        RequestSchema {
            address: "POST /api/v1/account/email",
            body: Some(writer.client::<EmailRequest>()),
            response: None,
            description: "204. Sends a code to an address, which is the account's once that is confirmed.",
        },
        RequestSchema {
            address: "DELETE /api/v1/account/email",
            body: None,
            response: None,
            description: "204. Removes the address, or the one that waits for its code.",
        },
        RequestSchema {
            address: "POST /api/v1/account/email/verify",
            body: Some(writer.client::<EmailCode>()),
            response: None,
            description: "204. Confirms the address by the code that was sent to it.",
        },
        RequestSchema {
            address: "POST /api/v1/account/email/notices",
            body: Some(writer.client::<EmailNotices>()),
            response: None,
            description: "204. Chooses the language of mails, and what they are not about.",
        },
        RequestSchema {
            address: "GET /api/v1/email/unsubscribe/{token}",
            body: None,
            response: None,
            description: "303. Leads to the page where such mails are ended.",
        },
        RequestSchema {
            address: "POST /api/v1/email/unsubscribe/{token}",
            body: None,
            response: None,
            description: "204. Ends mails of the kind that the link came with, without signing in (RFC 8058).",
        },
    ]
}
