//! Content codings: which one of a file a client gets.

use axum::http::{HeaderMap, header};
use strum::VariantArray;

/// A content coding of the site's files, the smallest first: the order in which equally welcome ones
/// are preferred. As a text its name in `Accept-Encoding` and `Content-Encoding`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub(super) enum Coding {
    /// Brotli.
    #[strum(serialize = "br")]
    Brotli,
    /// Gzip.
    Gzip,
    /// As the file is.
    Identity,
}

/// The codings that a client accepts, the most welcome first (RFC 9110, section 12.5.3). A coding
/// that is not named is accepted only if it is the identity or `*` stands for it; the identity that
/// is not named comes last.
pub(super) fn accepted(headers: &HeaderMap) -> Vec<Coding> {
    let lists = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|list| list.to_str().ok());
    let named: Vec<(String, u16)> = lists.flat_map(|list| list.split(',')).filter_map(weighted).collect();
    let weight_of = |name: &str| named.iter().find(|(known, _)| known == name).map(|&(_, weight)| weight);
    let weight = |coding: Coding| match coding {
        Coding::Identity if weight_of("identity").is_none() => {
            // Refused by `*;q=0` alone.
            (weight_of("*") != Some(0)).then_some(0)
        }
        coding => weight_of(coding.into()).or_else(|| weight_of("*")).filter(|&weight| weight > 0),
    };
    let mut accepted: Vec<(Coding, u16)> =
        Coding::VARIANTS.iter().filter_map(|&coding| Some((coding, weight(coding)?))).collect();
    // The sort is stable, so that equal weights keep our order.
    accepted.sort_by_key(|&(_, weight)| std::cmp::Reverse(weight));
    accepted.into_iter().map(|(coding, _)| coding).collect()
}

/// One entry of a list such as `Accept-Encoding`: its name and its weight in thousandths. What cannot be read is
/// left out.
pub(super) fn weighted(entry: &str) -> Option<(String, u16)> {
    let mut parts = entry.split(';').map(str::trim);
    let name = parts.next().filter(|name| !name.is_empty())?.to_ascii_lowercase();
    let name = if name == "x-gzip" { "gzip".to_owned() } else { name };
    let weight = match parts.next() {
        None => 1000,
        Some(parameter) => {
            let (key, value) = parameter.split_once('=')?;
            let value: f32 = value.trim().parse().ok().filter(|value| (0.0..=1.0).contains(value))?;
            key.trim().eq_ignore_ascii_case("q").then_some((value * 1000.0).round() as u16)?
        }
    };
    Some((name, weight))
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, header};

    use super::Coding::{Brotli, Gzip, Identity};
    use super::{Coding, accepted};

    fn of(value: &'static str) -> Vec<Coding> {
        accepted(&HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(value))]))
    }

    #[test]
    fn accepted_without_the_header_is_the_file_as_it_is() {
        assert_eq!(accepted(&HeaderMap::new()), [Identity]);
        assert_eq!(of(""), [Identity]);
    }

    #[test]
    fn accepted_follows_weights_and_then_our_order() {
        assert_eq!(of("gzip, deflate, br, zstd"), [Brotli, Gzip, Identity]);
        assert_eq!(of("br;q=0.5, gzip;q=0.8"), [Gzip, Brotli, Identity]);
        assert_eq!(of("gzip;q=0.5, identity"), [Identity, Gzip]);
        assert_eq!(of("GZIP;Q=1.000"), [Gzip, Identity]);
        assert_eq!(of("x-gzip"), [Gzip, Identity]);
        assert_eq!(of("*;q=0.1, br;q=0"), [Gzip, Identity]);
    }

    #[test]
    fn accepted_leaves_out_what_is_refused() {
        assert_eq!(of("br;q=0, gzip;q=0"), [Identity]);
        assert_eq!(of("identity;q=0, gzip"), [Gzip]);
        assert_eq!(of("*;q=0"), []);
        assert_eq!(of("*;q=0, br"), [Brotli]);
        assert_eq!(of("br;q=2, gzip;q=x, deflate"), [Identity]);
    }
}
