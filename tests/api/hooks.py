"""Requests come from many people, each with an account, and often ask for a game, an event or a seek that exists.

`RUKH_API` names the server and the ids, as JSON; see `test_api.py`.
"""

import json
import os
import random
import sys
import threading
import urllib.request

import schemathesis

SERVER = json.loads(os.environ["RUKH_API"])
# Quotas are for each person and each address.
REQUESTS_OF_A_PERSON = 6
# The ids that exist, by the begin of the path.
KNOWN = [(f"/api/v1/{kind}/{{id}}", SERVER[kind]) for kind in ("games", "events", "seeks")]

lock = threading.Lock()
dice = random.Random(1)
count = 0
cookie = ""


def address() -> str:
    return f"10.{dice.getrandbits(8)}.{dice.getrandbits(8)}.{dice.getrandbits(8)}"


def new_account() -> str:
    """The cookie of a new account."""
    body = {"name": f"Tester {dice.getrandbits(48):x}", "password": "correct horse battery"}
    headers = {"Content-Type": "application/json", "X-Forwarded-For": address()}
    request = urllib.request.Request(f"{SERVER['url']}/api/v1/account", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.headers["Set-Cookie"].split(";")[0]


@schemathesis.hook
def before_call(context, case, kwargs):
    global count, cookie
    with lock:
        if count % REQUESTS_OF_A_PERSON == 0:
            try:
                cookie = new_account()
            except OSError as error:
                # Each request would try again and wait as long.
                print(f"no account can be made: {error}", file=sys.stderr, flush=True)
                os._exit(1)
        count += 1
        case.headers["X-Forwarded-For"] = address()
        case.headers["Cookie"] = cookie
        for begin, known in KNOWN:
            if case.path.startswith(begin) and dice.random() < 0.7:
                case.path_parameters["id"] = known
