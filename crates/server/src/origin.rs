//! The address of a site: what `--public-url` says.

use std::fmt;
use std::str::FromStr;

use url::{Host, Url};

/// A web origin: a scheme, a host and perhaps a port, as browsers write them. International names are
/// in Punycode, the port of the scheme is left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    text: String,
    host: String,
}

/// Why a text is not an [`Origin`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OriginError {
    /// It is no URL of the web.
    #[error("`{0}` must be a URL such as `https://rukh.example`")]
    NotAUrl(String),
    /// It says more than where a site is.
    #[error("`{text}` has a {part}, but a site is at the root of its host; write `{origin}`")]
    NotARoot {
        /// The URL.
        text: String,
        /// What is too much.
        part: &'static str,
        /// The URL without it.
        origin: String,
    },
}

impl Origin {
    /// The origin without a final slash, such as `https://rukh.example`.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The host in lower case, without its port; an IPv6 address is in brackets.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Whether the site is reached over TLS.
    #[must_use]
    pub fn is_https(&self) -> bool {
        self.text.starts_with("https://")
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.text)
    }
}

impl FromStr for Origin {
    type Err = OriginError;

    fn from_str(text: &str) -> Result<Origin, OriginError> {
        let not_a_url = || OriginError::NotAUrl(text.to_owned());
        let url = Url::parse(text).map_err(|_| not_a_url())?;
        if !["http", "https"].contains(&url.scheme()) {
            return Err(not_a_url());
        }
        let host = url.host().as_ref().map(Host::to_string).ok_or_else(not_a_url)?;
        let origin = url.origin().ascii_serialization();
        let parts = [
            ("user name", !url.username().is_empty() || url.password().is_some()),
            ("path", url.path() != "/"),
            ("query", url.query().is_some()),
            ("fragment", url.fragment().is_some()),
        ];
        match parts.into_iter().find(|(_, is_there)| *is_there) {
            Some((part, _)) => Err(OriginError::NotARoot { text: text.to_owned(), part, origin }),
            None => Ok(Origin { text: origin, host }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Origin, OriginError};

    #[test]
    fn origin_is_written_as_browsers_do() {
        for (text, origin, host) in [
            ("https://Rukh.example/", "https://rukh.example", "rukh.example"),
            ("https://rukh.example:443", "https://rukh.example", "rukh.example"),
            ("http://rukh.example:8080", "http://rukh.example:8080", "rukh.example"),
            ("https://rükh.example", "https://xn--rkh-hoa.example", "xn--rkh-hoa.example"),
            ("https://ሩክ.et", "https://xn--gyd8x.et", "xn--gyd8x.et"),
            ("http://[::1]:7878", "http://[::1]:7878", "[::1]"),
        ] {
            let found: Origin = text.parse().expect(text);
            assert_eq!((found.as_str(), found.host()), (origin, host), "{text}");
            assert_eq!(found.is_https(), text.starts_with("https"), "{text}");
        }
    }

    #[test]
    fn origin_refuses_what_is_no_root_and_says_the_right_value() {
        for (text, part) in [
            ("https://rukh.example/chess", "path"),
            ("https://rukh.example//", "path"),
            ("https://almaz@rukh.example", "user name"),
            ("https://:secret@rukh.example/", "user name"),
            ("https://rukh.example?lang=am", "query"),
            ("https://rukh.example/#top", "fragment"),
        ] {
            let error = text.parse::<Origin>().expect_err(text);
            let origin = "https://rukh.example".to_owned();
            assert_eq!(error, OriginError::NotARoot { text: text.to_owned(), part, origin });
            assert!(error.to_string().contains("write `https://rukh.example`"), "{error}");
        }
        for text in [
            "",
            "rukh.example",
            "rukh.example:80",
            "https://",
            "ftp://rukh.example",
            "mailto:a@b.c",
            "https://a b",
        ] {
            assert_eq!(text.parse::<Origin>(), Err(OriginError::NotAUrl(text.to_owned())));
        }
    }
}
