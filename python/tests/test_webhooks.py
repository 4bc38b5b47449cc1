"""Signatures of webhooks, by the vector of the specification's reference libraries and against forgeries."""

import base64
import hashlib
import hmac
import http.client
import pathlib
import re
import threading
import time
import unittest
from http.server import HTTPServer

from rukh.client import ClientError, WebhookError, verify_webhook

ROOT = pathlib.Path(__file__).resolve().parents[2]
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
BODY = b'{"test": 2432232314}'
SENT = 1614265330
HEADERS = {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": str(SENT),
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
}


def verify(headers=HEADERS, body=BODY, secret=SECRET, now=SENT):
    return verify_webhook(secret, headers, body, now=now)


class WebhookTest(unittest.TestCase):
    def refuse(self, why, **given):
        with self.assertRaisesRegex(WebhookError, why) as caught:
            verify(**given)
        self.assertIsInstance(caught.exception, ClientError)

    def test_vector_of_the_specification_is_verified(self):
        message = {"test": 2432232314}
        self.assertEqual(verify(), message)
        self.assertEqual(verify(body=BODY.decode()), message)
        self.assertEqual(verify(secret=SECRET.removeprefix("whsec_")), message)
        self.assertEqual(verify(headers={name.title(): value for name, value in HEADERS.items()}), message)

    def test_signature_of_a_former_secret_beside_another_is_verified(self):
        other = base64.b64encode(b"x" * 32).decode()
        both = f"v1,{other} v2,{other} {HEADERS['webhook-signature']}"
        self.assertEqual(verify(headers={**HEADERS, "webhook-signature": both}), {"test": 2432232314})

    def test_delivery_of_another_time_is_refused(self):
        for now in (SENT - 300, SENT + 300):
            self.assertEqual(verify(now=now), {"test": 2432232314})
        for now in (SENT - 301, SENT + 301, None):
            self.refuse("too old", now=now)
        for sent in ("9" * 16, "0" * 16):
            self.refuse("too old", headers={**HEADERS, "webhook-timestamp": sent})
        for sent in ("", "soon", "-1", "1e9", "١٦١٤٢٦٥٣٣٠", "9" * 17, "9" * 400, "9" * 5000, "\ud800"):
            self.refuse("not a time", headers={**HEADERS, "webhook-timestamp": sent})

    def test_anything_changed_is_refused(self):
        self.refuse("no signature fits", body=BODY + b" ")
        self.refuse("no signature fits", body=b"")
        self.refuse("no signature fits", headers={**HEADERS, "webhook-id": "msg_other"})
        self.refuse("no signature fits", headers={**HEADERS, "webhook-timestamp": str(SENT + 1)})
        self.refuse("no signature fits", secret="whsec_" + base64.b64encode(b"another secret").decode())
        self.refuse("no signature fits", headers={**HEADERS, "webhook-id": "\ud800"})
        self.refuse("no signature fits", body="\ud800")
        for signature in ("\udcff", "", "v1", "v1,", HEADERS["webhook-signature"][3:], HEADERS["webhook-signature"] + "é"):
            self.refuse("no signature fits", headers={**HEADERS, "webhook-signature": signature})

    def test_header_missing_is_named(self):
        for name in HEADERS:
            left = {one: value for one, value in HEADERS.items() if one != name}
            self.refuse(f"`{name}` is missing", headers=left)

    def test_body_that_is_no_json_is_refused(self):
        key = base64.b64decode(SECRET.removeprefix("whsec_"))
        signed = f"{HEADERS['webhook-id']}.{SENT}.hello".encode()
        signature = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
        self.refuse("no JSON", headers={**HEADERS, "webhook-signature": signature}, body=b"hello")

    def test_secret_that_is_none_is_named(self):
        for secret in ("", "whsec_", "whsec_!", "né"):
            with self.assertRaisesRegex(ValueError, "secret"):
                verify(secret=secret)

    def test_receiver_of_the_book_takes_what_is_signed(self):
        (block,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs/wire.md").read_text(), re.DOTALL)
        self.assertLessEqual(len(block.splitlines()), 15)
        begin, served, rest = block.partition("HTTPServer((")
        self.assertTrue(served and rest.endswith("Receiver).serve_forever()\n"), block)
        names = {}
        exec(begin.replace("whsec_…", SECRET), names)
        names["Receiver"].log_message = lambda *_: None
        names["print"] = lambda *_: None
        server = HTTPServer(("127.0.0.1", 0), names["Receiver"])
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)

        def post(body, sent):
            key = base64.b64decode(SECRET.removeprefix("whsec_"))
            digest = hmac.new(key, f"msg_1.{sent}.".encode() + body, hashlib.sha256).digest()
            headers = {
                "webhook-id": "msg_1",
                "webhook-timestamp": str(sent),
                "webhook-signature": "v1," + base64.b64encode(digest).decode(),
            }
            connection = http.client.HTTPConnection(*server.server_address)
            self.addCleanup(connection.close)
            connection.request("POST", "/", body, headers)
            return connection.getresponse().status

        self.assertEqual(post(b'{"type": "test", "key": "test:1"}', int(time.time())), 204)
        self.assertEqual(post(b'{"type": "test", "key": "test:1"}', int(time.time()) - 301), 400)
