//! Throws that can be proved fair: the thrower commits to a secret before the
//! game and reveals it afterwards.
//!
//! Before the game the thrower publishes `SHA-256(server seed)`. The n-th throw
//! is taken from `HMAC-SHA256(server seed, client seeds ‖ n)`, `n` being 8 bytes,
//! the highest first: the bytes of the digest are read in order, bytes too large
//! to divide evenly by the faces are skipped (252 and above for six faces), and
//! the first other byte gives `byte mod faces + 1`. If every byte of a digest is
//! skipped, a counter byte is appended and another digest is computed. After the
//! game the server seed is revealed, and anyone can check the commitment and
//! every throw.
//!
//! The crate holds the arithmetic only. Seeds are drawn by its caller, so that
//! nothing here depends on a source of randomness. A signature scheme was not
//! used: a commitment proves as much here, needs no keys, and can be checked
//! with the tools of any language.
//!
//! # Examples
//! ```
//! use rukh_fair_dice::ServerSeed;
//!
//! let seed = ServerSeed([7; 32]);
//! let commitment = seed.commitment();
//! let faces = [1, 2, 3].map(|number| seed.throw("white\nblack", number, 6));
//! assert!(faces.iter().all(|face| (1..=6).contains(face)));
//!
//! // After the game: the revealed seed is the committed one, and gives the same throws.
//! let revealed = ServerSeed::parse(&seed.reveal()).unwrap();
//! assert_eq!(revealed.commitment(), commitment);
//! assert_eq!([1, 2, 3].map(|number| revealed.throw("white\nblack", number, 6)), faces);
//! ```

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// The thrower's secret: 32 random bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ServerSeed(pub [u8; 32]);

impl ServerSeed {
    /// The commitment published before the game, 64 hexadecimal digits.
    #[must_use]
    pub fn commitment(&self) -> String {
        hex::encode(Sha256::digest(self.0))
    }

    /// The seed itself, 64 hexadecimal digits, published after the game.
    #[must_use]
    pub fn reveal(&self) -> String {
        hex::encode(self.0)
    }

    /// Reads a revealed seed; `None` unless it is 64 hexadecimal digits.
    #[must_use]
    pub fn parse(text: &str) -> Option<ServerSeed> {
        let mut seed = [0; 32];
        hex::decode_to_slice(text, &mut seed).ok()?;
        Some(ServerSeed(seed))
    }

    /// The throw with a number, counted from 1 in a game: a face from 1 to
    /// `faces`. `client_seeds` are the players' seeds, joined by a line feed.
    ///
    /// # Panics
    /// If `faces` is 0.
    #[must_use]
    pub fn throw(&self, client_seeds: &str, number: u64, faces: u8) -> u8 {
        assert!(faces > 0, "a die has faces");
        let bound = 256 / u16::from(faces) * u16::from(faces);
        for round in 0_u8.. {
            let mut mac =
                <Hmac<Sha256> as KeyInit>::new_from_slice(&self.0).expect("HMAC takes keys of any length");
            mac.update(client_seeds.as_bytes());
            mac.update(&number.to_be_bytes());
            if round > 0 {
                mac.update(&[round]);
            }
            let digest = mac.finalize().into_bytes();
            if let Some(byte) = digest.iter().find(|&&byte| u16::from(byte) < bound) {
                return byte % faces + 1;
            }
        }
        1
    }
}

#[cfg(test)]
mod tests {
    use super::ServerSeed;

    /// Computed independently with Python's `hmac` and `hashlib`.
    #[test]
    fn throw_published_seeds_gives_published_faces() {
        let seed = ServerSeed(std::array::from_fn(|index| index as u8));
        assert_eq!(seed.commitment(), "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
        let throws: Vec<u8> = (1..=12).map(|number| seed.throw("white\nblack", number, 6)).collect();
        assert_eq!(throws, VECTOR);
        assert_eq!(ServerSeed::parse(&seed.reveal()), Some(seed));
    }

    const VECTOR: [u8; 12] = [5, 6, 3, 3, 1, 3, 5, 4, 5, 1, 3, 2];

    #[test]
    fn throw_many_times_gives_faces_equally_often() {
        let seed = ServerSeed([7; 32]);
        let mut counts = [0_u32; 6];
        for number in 0..6000 {
            counts[usize::from(seed.throw("", number, 6) - 1)] += 1;
        }
        // Six standard deviations about 1000.
        assert!(counts.iter().all(|count| (827..1173).contains(count)), "{counts:?}");
    }

    #[test]
    fn parse_malformed_seed_gives_none() {
        for text in ["", "zz", "é", &"0".repeat(63), &"g".repeat(64)] {
            assert_eq!(ServerSeed::parse(text), None);
        }
    }
}
