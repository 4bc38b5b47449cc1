//! An authenticator in software, which answers as a browser does.

use base64ct::{Base64UrlUnpadded, Encoding};
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{DerSignature, SigningKey};
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

/// A passkey on somebody's device.
#[derive(Clone)]
pub struct Authenticator {
    key: SigningKey,
    /// Id of the credential.
    pub id: Vec<u8>,
    /// What the site knows its person by.
    pub handle: Vec<u8>,
    /// How often it has signed.
    pub counter: u32,
    origin: String,
    site: String,
}

impl Authenticator {
    /// Registers a passkey of a number by what a site asks for; it and the browser's answer.
    pub fn register(number: u8, options: &Json, origin: &str) -> (Authenticator, Json) {
        let authenticator = Authenticator {
            key: SigningKey::from_slice(&[number.max(1); 32]).unwrap(),
            id: vec![number; 16],
            handle: decode(&options["user"]["id"]),
            counter: 0,
            origin: origin.to_owned(),
            site: options["rp"]["id"].as_str().unwrap().to_owned(),
        };
        let answer = authenticator.registration(&options["challenge"]);
        (authenticator, answer)
    }

    fn registration(&self, challenge: &Json) -> Json {
        let mut data = self.data(0x45);
        data.extend([0; 16]);
        data.extend(u16::try_from(self.id.len()).unwrap().to_be_bytes());
        data.extend(&self.id);
        let point = self.key.verifying_key().to_encoded_point(false);
        // COSE: {1: 2, 3: -7, -1: 1, -2: x, -3: y}.
        data.extend([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]);
        data.extend(point.x().unwrap());
        data.extend([0x22, 0x58, 0x20]);
        data.extend(point.y().unwrap());
        // CBOR: {"fmt": "none", "attStmt": {}, "authData": data}.
        let mut object = vec![0xa3, 0x63];
        object.extend(b"fmt\x64none\x67attStmt\xa0\x68authData\x58");
        object.push(u8::try_from(data.len()).unwrap());
        object.extend(data);
        let id = encode(&self.id);
        json!({
            "id": id,
            "rawId": id,
            "type": "public-key",
            "authenticatorAttachment": "platform",
            "clientExtensionResults": {},
            "response": {
                "clientDataJSON": self.client_data("webauthn.create", challenge),
                "attestationObject": encode(&object),
                "transports": ["internal"],
            },
        })
    }

    /// Signs in by what a site asks for: the browser's answer.
    pub fn sign_in(&mut self, options: &Json) -> Json {
        self.counter += 1;
        let data = self.data(0x05);
        let client_data = self.client_data("webauthn.get", &options["challenge"]);
        let signed = [&data[..], &Sha256::digest(decode(&client_data))].concat();
        let signature: DerSignature = self.key.sign(&signed);
        let id = encode(&self.id);
        json!({
            "id": id,
            "rawId": id,
            "type": "public-key",
            "authenticatorAttachment": "platform",
            "clientExtensionResults": {},
            "response": {
                "clientDataJSON": client_data,
                "authenticatorData": encode(&data),
                "signature": encode(signature.as_bytes()),
                "userHandle": encode(&self.handle),
            },
        })
    }

    /// The same passkey as a page of another origin would use it.
    pub fn at(&self, origin: &str) -> Authenticator {
        Authenticator { origin: origin.to_owned(), ..self.clone() }
    }

    fn data(&self, flags: u8) -> Vec<u8> {
        let mut data = Sha256::digest(self.site.as_bytes()).to_vec();
        data.push(flags);
        data.extend(self.counter.to_be_bytes());
        data
    }

    fn client_data(&self, kind: &str, challenge: &Json) -> Json {
        let data =
            json!({ "type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": false });
        encode(data.to_string().as_bytes())
    }
}

fn encode(bytes: &[u8]) -> Json {
    Base64UrlUnpadded::encode_string(bytes).into()
}

fn decode(text: &Json) -> Vec<u8> {
    Base64UrlUnpadded::decode_vec(text.as_str().unwrap()).unwrap()
}
