//! `rukh verify`: checks that the throws of a game are those to which its server committed.

use std::io::{Read, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use rukh_fair_dice::ServerSeed;
use rukh_server::wire::replay::ThrowProof;

use crate::library;

/// Size limit of a response or file, in bytes.
const MAX_BYTES: u64 = 16 << 20;
/// Time limit of a request.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Checks a game; the exit code is 1 if a throw, a coin or the secret does not match.
///
/// # Errors
/// The game cannot be read, or is not over.
pub fn run(game: &str, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let text = read(game)?;
    if text.trim().is_empty() {
        bail!("`{game}` is empty; expected a response of `/api/v1/games/…/throws`");
    }
    let throws: ThrowProof = serde_json::from_str(&text).context(
        "not a response of `/api/v1/games/…/throws`; pass the URL of a game, or a file with such a response",
    )?;
    let found = check(&throws)?;
    for line in &found.wrong {
        writeln!(out, "WRONG: {line}")?;
    }
    let (throws, coins) = (found.throws, found.coins);
    if !found.wrong.is_empty() {
        writeln!(out, "{} of {throws} throws and {coins} coins do not match", found.wrong.len())?;
        return Ok(ExitCode::from(1));
    }
    writeln!(out, "the secret matches the commitment; {throws} throws and {coins} coins match the secret")?;
    Ok(ExitCode::SUCCESS)
}

/// Result of a check.
struct CheckResult {
    throws: usize,
    coins: usize,
    wrong: Vec<String>,
}

fn check(game: &ThrowProof) -> anyhow::Result<CheckResult> {
    let Some(commitment) = &game.commitment else { bail!("this game has no die throws or coin tosses") };
    let Some(secret) = &game.server_seed else {
        bail!("this game is not over; the server reveals the secret at its end")
    };
    let seed = ServerSeed::parse(secret).context("the revealed secret is not 64 hexadecimal digits")?;
    let mut wrong = Vec::new();
    if seed.commitment() != *commitment {
        wrong.push(format!("the secret hashes to {}, but {commitment} was published", seed.commitment()));
    }
    let client = game.client_seed.as_deref().unwrap_or_default();
    for (place, throw) in game.places().into_iter().zip(&game.throws) {
        let number = throw.number;
        if number != place {
            wrong.push(format!("throw {place} is called throw {number}"));
        } else if game.faces == 0 {
            wrong.push(format!("throw {number}: this game has no die"));
        } else if seed.throw(client, number, game.faces) != throw.face {
            let expected = seed.throw(client, number, game.faces);
            wrong.push(format!("throw {number} showed {}, but should have shown {expected}", throw.face));
        }
    }
    for (number, coin) in (1..).zip(&game.coins) {
        let expected = seed.throw("coin", number, 2);
        if expected != *coin {
            wrong.push(format!("coin {number} fell on {coin}, but should have fallen on {expected}"));
        }
    }
    Ok(CheckResult { throws: game.throws.len(), coins: game.coins.len(), wrong })
}

fn read(game: &str) -> anyhow::Result<String> {
    let Some(url) = address(game) else { return library::read_text_up_to(Path::new(game), MAX_BYTES) };
    let mut text = String::new();
    let agent: ureq::Agent = ureq::Agent::config_builder().timeout_global(Some(TIMEOUT)).build().into();
    let mut response = agent.get(&url).call().with_context(|| format!("no response from `{url}`"))?;
    let body = response.body_mut().with_config().limit(MAX_BYTES).reader();
    body.take(MAX_BYTES).read_to_string(&mut text).with_context(|| format!("`{url}` cannot be read"))?;
    Ok(text)
}

/// The URL of a game's throws, from the URL of any of its pages.
fn address(game: &str) -> Option<String> {
    let (scheme, rest) = game.split_once("://").filter(|(scheme, _)| ["http", "https"].contains(scheme))?;
    let (host, path) = rest.split_once('/')?;
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let mut parts = path.split('/').filter(|part| !part.is_empty());
    let id = match parts.next()? {
        "game" | "replay" | "verify" => parts.next()?,
        "api" => parts.nth(2)?,
        _ => return None,
    };
    Some(format!("{scheme}://{host}/api/v1/games/{id}/throws"))
}

#[cfg(test)]
mod tests {
    use super::{address, check};
    use rukh_fair_dice::ServerSeed;
    use rukh_rules::Side;
    use rukh_server::wire::replay::{ThrowProof, ThrowRecord};

    fn game() -> ThrowProof {
        let seed = ServerSeed([3; 32]);
        let throw = |n| ThrowRecord {
            number: n,
            face: seed.throw("a\nb", n, 6),
            side: Side::White,
            seq: n + 2,
            undone_by: None,
        };
        ThrowProof {
            commitment: Some(seed.commitment()),
            server_seed: Some(seed.reveal()),
            client_seed: Some("a\nb".to_owned()),
            faces: 6,
            throws: (1..=20).map(throw).collect(),
            coins: vec![seed.throw("coin", 1, 2)],
            over: true,
        }
    }

    #[test]
    fn check_of_forged_throws_coins_or_secret_fails() {
        assert!(check(&game()).unwrap().wrong.is_empty());
        let mut forged = game();
        forged.throws[4].face = forged.throws[4].face % 6 + 1;
        assert_eq!(check(&forged).unwrap().wrong.len(), 1);
        let mut forged = game();
        forged.coins[0] = 3 - forged.coins[0];
        assert_eq!(check(&forged).unwrap().wrong.len(), 1);
        let mut forged = game();
        forged.commitment = Some(ServerSeed([4; 32]).commitment());
        assert_eq!(check(&forged).unwrap().wrong.len(), 1);
        let mut forged = game();
        forged.throws.remove(3);
        assert!(!check(&forged).unwrap().wrong.is_empty());
        let mut skipped = game();
        skipped.throws[3].number = 7;
        skipped.throws[3].face = skipped.throws[6].face;
        assert_eq!(check(&skipped).unwrap().wrong, ["throw 4 is called throw 7"]);
        let open = ThrowProof { server_seed: None, ..game() };
        assert!(check(&open).is_err());
    }

    #[test]
    fn check_of_throws_taken_back_goes_by_their_place() {
        let mut game = game();
        // The fifteenth throw and all after it were taken back, and the game went on.
        for throw in &mut game.throws[14..] {
            throw.undone_by = Some(30);
        }
        for (number, seq) in (15..).zip(31..36) {
            let face = ServerSeed([3; 32]).throw("a\nb", number, 6);
            game.throws.push(ThrowRecord { number, face, side: Side::Black, seq, undone_by: None });
        }
        assert!(check(&game).unwrap().wrong.is_empty());
        game.throws[14].undone_by = None;
        assert!(!check(&game).unwrap().wrong.is_empty());
    }

    #[test]
    fn address_of_any_page_is_that_of_the_throws() {
        let throws = Some("https://rukh.example/api/v1/games/abc/throws".to_owned());
        for page in ["game/abc", "verify/abc?x=1", "replay/abc/", "api/v1/games/abc/pgn"] {
            assert_eq!(address(&format!("https://rukh.example/{page}")), throws);
        }
        assert_eq!(address("throws.json"), None);
    }
}
