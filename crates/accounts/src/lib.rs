//! What signs in to an account: passkeys, passwords, recovery codes, and the secrets of devices and programs.
//!
//! Nothing here waits, stores or sends: each function turns what a person shows into what is kept, or says that it
//! does not fit. A host keeps what it is given, and limits how often somebody may try.
//!
//! ```
//! use rukh_accounts::{Secret, password};
//!
//! let kept = password::hash("correct horse battery staple")?;
//! assert!(password::is_right("correct horse battery staple", &kept));
//! assert!(!password::is_right("correct horse", &kept));
//!
//! let device = Secret::new("d1")?;
//! assert_eq!(Secret::digest_of(&device.text), device.digest);
//! # Ok::<(), rukh_accounts::AccountsError>(())
//! ```
//!
//! # Decision
//!
//! Passkeys are verified by `webauthn_rp`. `webauthn-rs` does the same and also checks the makers of authenticators,
//! which a site that admits all of them does not need; with its certificates it takes three times as long to compile.
//!
//! Of OpenID Connect only the code flow is used, whose tokens come from the provider itself over TLS and so need no
//! signature: `oauth2` in the server asks for them. `openidconnect` would verify signatures as well, with thirty more
//! crates of cryptography.

mod passkey;
pub mod password;
pub mod provider;
mod secret;

pub use passkey::{KnownPasskey, Passkeys, RegisteredPasskey, SiteAddress, UsedPasskey, new_handle};
pub use secret::{Secret, code_digest, device_code, recovery_code, recovery_codes};

/// Why something does not sign in, or cannot be made.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum AccountsError {
    /// What a browser has sent for a passkey is malformed, or does not fit.
    #[error("the passkey does not fit: {0}")]
    Passkey(String),
    /// What is kept cannot be read.
    #[error("what is kept of an account is broken: {0}")]
    Broken(String),
    /// The system gives no randomness.
    #[error("the system gives no randomness: {0}")]
    NoRandomness(String),
}
