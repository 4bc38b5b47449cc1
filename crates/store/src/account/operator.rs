//! What an operator sees of accounts, and does to them.

use std::collections::HashMap;

use rukh_session::id::GuestId;
use rukh_session::wire::moderation::{Measure, Role};
use rukh_session::wire::time::UnixMillis;

use super::{AccountRow, account, delete_within, put_codes};
use crate::backend::{Backend, StorageLocation};
use crate::email_outbox::{SecurityChange, tell};
use crate::moderation::{account_named, as_operator, parsed, take_name_away};
use crate::moderation_log::{Act, log};
use crate::player::lock_names;
use crate::sql::{Connection, SqlRow};
use crate::webhook::{self, WebhookStop};
use crate::{Store, StoreError, clock, rating};

impl Store {
    /// Does something to the account of a name, in a database whose server may be running; whose it is, or was,
    /// or `None` if no account has that name.
    ///
    /// # Errors
    /// There is no database, or it cannot be written; nothing has changed.
    pub async fn administer_account(
        place: &StorageLocation,
        name: &str,
        action: &AccountAction,
    ) -> Result<Option<GuestId>, StoreError> {
        as_operator(place, async |work| administer(work, name, action).await).await
    }

    /// The accounts in a database whose server may be running, oldest first.
    ///
    /// # Errors
    /// There is no database, or it cannot be read.
    pub async fn list_accounts(place: &StorageLocation) -> Result<Vec<ListedAccount>, StoreError> {
        let backend = Backend::open_read_only(place).await?;
        let statement = "SELECT account.player, player.name, created, renamed, handle, password, bot, \
             (SELECT max(seen) FROM sign_in WHERE sign_in.player = account.player) AS seen, \
             (SELECT role FROM role WHERE role.player = account.player) AS role \
             FROM account JOIN player ON player.id = account.player ORDER BY created, account.player";
        let restricted = "SELECT player, measure FROM sanction WHERE revoked IS NULL \
             AND (until IS NULL OR until > now_ms()) AND measure IN ('chat', 'play', 'close', 'shadow') \
             ORDER BY created, id";
        let rows = backend.readers.fetch(statement, &[]).await;
        let sanctions = backend.readers.fetch(restricted, &[]).await;
        backend.close().await;
        let mut measures: HashMap<GuestId, Vec<Measure>> = HashMap::new();
        for row in sanctions? {
            measures.entry(row.get("player")?).or_default().push(parsed(&row, "measure")?);
        }
        let listed = |row: &SqlRow| {
            let account = account(row)?;
            let role: Option<String> = row.get("role")?;
            Ok(ListedAccount {
                seen: row.get("seen")?,
                role: role.map(|_| parsed(row, "role")).transpose()?,
                measures: measures.remove(&account.player).unwrap_or_default(),
                account,
            })
        };
        rows?.iter().map(listed).collect()
    }
}

/// An account as an operator sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedAccount {
    /// The account.
    pub account: AccountRow,
    /// When it was last seen, in milliseconds since the epoch.
    pub seen: Option<UnixMillis>,
    /// What it may do for the order of the site.
    pub role: Option<Role>,
    /// What it may not do.
    pub measures: Vec<Measure>,
}

/// What an operator does to an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AccountAction {
    /// Signs out all devices, ends all tokens, and switches webhooks off.
    SignOut,
    /// The same, with new recovery codes of these hashes.
    ReplaceRecoveryCodes(Vec<String>),
    /// Gives it a name that says nothing; the one that it had is nobody's from then on.
    ResetName,
    /// Makes its ratings those of somebody who has not played.
    ResetRatings,
    /// Deletes it, as its owner can.
    Delete,
}

impl AccountAction {
    /// The act in the log of moderation.
    pub(super) fn act(&self) -> &'static str {
        match self {
            AccountAction::SignOut => "sign out",
            AccountAction::ReplaceRecoveryCodes(_) => "recover",
            AccountAction::ResetName => "reset name",
            AccountAction::ResetRatings => "reset ratings",
            AccountAction::Delete => "delete",
        }
    }
}

async fn administer(
    work: &mut Connection,
    name: &str,
    action: &AccountAction,
) -> Result<Option<GuestId>, StoreError> {
    lock_names(work).await?;
    let Some(player) = account_named(work, name).await? else { return Ok(None) };
    let act = Act { actor: None, act: action.act(), player: Some(&player), about: None, reason: None };
    log(work, act).await?;
    match action {
        AccountAction::Delete => delete_within(work, &player).await?,
        AccountAction::ResetName => drop(take_name_away(work, &player, None, clock::now()).await?),
        AccountAction::ResetRatings => {
            work.execute(rating::RESET, &[(&player).into()]).await?;
        }
        AccountAction::SignOut | AccountAction::ReplaceRecoveryCodes(_) => {
            work.execute("DELETE FROM sign_in WHERE player = $1", &[(&player).into()]).await?;
            webhook::stop(work, (&player, None), WebhookStop::Recovered, clock::now()).await?;
        }
    }
    if let AccountAction::ReplaceRecoveryCodes(hashes) = action {
        put_codes(work, &player, hashes).await?;
        tell(work, &player, SecurityChange::RecoveryCodes, "", clock::now()).await?;
    }
    Ok(Some(player))
}
