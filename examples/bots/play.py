"""What every bot does: find a game, follow it, answer offers, end it."""

from __future__ import annotations

import argparse
import os
import queue
import re
import secrets
import sys
import threading
import time
from dataclasses import dataclass

from bot import Bot, GameState, Json
from rukh.client import ApiError, Client, ClientError, RefusedError, check_throws, is_event, view_of
from rukh.client.errors import is_passing

# How many moves lie between two offers of a draw.
BETWEEN_OFFERS = 20
# How many refusals in a row, without anything happening between, are a fault of the bot.
MOST_REFUSALS = 20
# How often the lobby is looked at, in seconds.
LOOK = 1.0


@dataclass
class Finished:
    """A game that is over, as one of its players saw it."""

    state: GameState
    throws: Json
    wrong: list[str]

    @property
    def result(self) -> Json:
        """Who has won and why."""
        return self.state.view["result"]

    def describe(self) -> str:
        """The result, and what the check of the throws came to."""
        winner = self.result["winner"]
        text = f"{self.state.game[winner]['name']} ({winner}) has won" if winner else "nobody has won"
        lines = [f"{text}: {self.result['text']['english']} ({self.result['reason']})"]
        if self.throws["commitment"] is not None:
            lines += [f"WRONG: {fault}" for fault in self.wrong]
            checked = f"checked {len(self.throws['throws'])} throws and {len(self.throws['coins'])} coins"
            verdict = "NOT all is" if self.wrong else "all is"
            lines.append(f"{checked} of this game: {verdict} as the server had committed to")
        return "\n".join(lines)


class Player:
    """A bot at a state."""

    def __init__(self, client: Client, game: str, bot: Bot) -> None:
        self.client, self.bot = client, bot
        self.state = GameState.of(client.game(game))
        self.share = secrets.token_hex(16)
        self._has_given_share = False
        self._known = 0  # the last event one's own doing is known to have reached
        self._decisions = 0  # since the last event
        self._refusals = 0  # since the last event
        self._due = 0.0  # when the next move of the werera is, on the monotonic clock
        self._offered_at = -BETWEEN_OFFERS
        self._claim_at: float | None = None  # when the game may be claimed, on the server's clock
        self._ahead = 0.0  # by how much the server's clock is ahead

    def play(self) -> Finished:
        """Plays until the game is over."""
        inbox: queue.SimpleQueue[Json | Exception | None] = queue.SimpleQueue()
        threading.Thread(target=self._listen, args=(inbox,), daemon=True).start()
        while True:
            try:
                message = inbox.get(timeout=self._idle_time())
            except queue.Empty:
                self._act()
                continue
            if message is None:
                break
            if isinstance(message, Exception):
                raise message
            self._hear(message)
            if inbox.empty():
                self._act()
        throws = self.client.throws(self.state.id)
        return Finished(self.state, throws, self._check(throws))

    def _listen(self, inbox: queue.SimpleQueue[Json | Exception | None]) -> None:
        try:
            for message in self.client.follow(self.state.id):
                inbox.put(message)
            inbox.put(None)
        except Exception as error:  # raised where the game is played
            inbox.put(error)

    def _idle_time(self) -> float:
        """How long to wait for news before looking whether it is time to do something."""
        wait = self._due - time.monotonic()
        is_werera = self.state.view["node"] == "werera"
        return wait if is_werera and 0 < wait < LOOK else LOOK

    def _hear(self, message: Json) -> None:
        view = view_of(message)
        if view is not None:
            self.state.view = view
        if is_event(message):
            self.state.events.append(message)
            self._decisions = self._refusals = 0
        if "server_time" in message:
            self._ahead = message["server_time"] / 1000 - time.time()
        presence = message["data"] if message["type"] == "presence" else message.get("presence")
        if presence is not None:
            claim_at = presence[self.state.other]["claim_at"]
            self._claim_at = None if claim_at is None else claim_at / 1000

    def _act(self) -> None:
        """Does one thing, if there is one to do and everything so far is known."""
        state = self.state
        seen = state.view["seq"]
        if seen != len(state.events) or seen < self._known or state.view["phase"] == "over":
            return
        self.bot.rng.seed(f"{self.bot.seed}/{seen}/{self._decisions}")
        self._decisions += 1
        intent = self._decide()
        if intent is None:
            return
        try:
            self._known = self.client.act(state.id, seen, intent)
        except RefusedError as refused:
            # In the werera somebody may be faster; what has come between is told at once.
            self._known = refused.seq
            self._refusals += 1
            if self._refusals > MOST_REFUSALS:
                raise

    def _decide(self) -> Json | None:
        state = self.state
        seeds = state.view["missing_seeds"]
        if seeds is not None and seeds[state.side] and not self._has_given_share:
            self._has_given_share = True
            return {"kind": "seed", "side": state.side, "seed": self.share}
        if "ready" in state.actions:
            return {"kind": "ready", "side": state.side}
        answer = self._answer_offer()
        if answer is not None:
            return answer
        if state.may_act() and state.view["node"] == "choice":
            return self._take_turn()
        if self._claim_at is not None and time.time() + self._ahead >= self._claim_at:
            self._claim_at = None
            return {"kind": "claim", "side": state.side, "result": "win"}
        if not state.may_act() or time.monotonic() < self._due:
            return None
        self._due = time.monotonic() + self.bot.pace * self.bot.rng.uniform(0.6, 1.4)
        return self.bot.choose_werera_intent(state)

    def _take_turn(self) -> Json:
        state = self.state
        if self.bot.wants_to_resign(state):
            return {"kind": "resign", "side": state.side}
        is_time = state.plies >= max(self.bot.long_game, self._offered_at + BETWEEN_OFFERS)
        if is_time and "draw" in state.actions and self.bot.wants_draw(state):
            self._offered_at = state.plies
            return {"kind": "draw", "side": state.side}
        return {"kind": "move", "move": self.bot.choose_move(state)}

    def _answer_offer(self) -> Json | None:
        """Says yes or no to what the other side offers; a move taken back costs a program nothing."""
        wants = {"draw": self.bot.wants_draw, "turns": self.bot.wants_turns, "takeback": lambda _: True}
        for offer, is_welcome in wants.items():
            if self.state.view["offers"][offer] != self.state.other:
                continue
            if offer in self.state.actions and is_welcome(self.state):
                return {"kind": offer, "side": self.state.side}
            if f"decline_{offer}" in self.state.actions:
                return {"kind": "decline", "side": self.state.side, "offer": offer}
        return None

    def _check(self, throws: Json) -> list[str]:
        """What is wrong with the throws, also compared with what was seen at the state."""
        if throws["commitment"] is None:
            return []
        wrong = check_throws(throws)
        events = self.state.events
        if events[0]["data"]["commitment"] != throws["commitment"]:
            wrong.append("the commitment is not the one that was published at the start")
        seen = [(event["data"]["number"], event["data"]["face"]) for event in events if event["type"] == "throw"]
        if seen != [(throw["number"], throw["face"]) for throw in throws["throws"]]:
            wrong.append("the throws are not those that were seen in the game")
        white, _, black = (throws["client_seed"] or "").partition("\n")
        used = white if self.state.side == "white" else black
        # A share that came too late is left out.
        if used not in ("", self.share):
            wrong.append("the share in the throws is not the one that was given")
        return wrong


def wait_for_opponent(client: Client, seek: Json) -> str:
    """Waits until somebody accepts a seek; answers the game."""
    try:
        for message in client.stream():
            # What was accepted before the stream began is said by the seek.
            if message["type"] in ("game_begun", "ready"):
                game = client.find_seek(seek["id"])["game"]
                if game is not None:
                    return game
        raise ClientError("the stream of the account has ended")
    except KeyboardInterrupt:
        client.withdraw_seek(seek["id"])
        raise


def wait_for_challenge(client: Client, instance: str | None = None) -> str:
    """Accepts the next challenge for this account, of one game or of any, and declines others; answers the game."""
    is_expected = False  # whether the answer was lost to a challenge that may have been accepted
    for message in client.stream():
        if message["type"] == "game_begun" and is_expected:
            return message["data"]["id"]
        if message["type"] != "challenge":
            continue
        asked = message["data"]
        try:
            if instance not in (None, asked["instance"]):
                client.decline_appointment(asked["id"])
                continue
            game = client.accept_appointment(asked["id"])["game"]
            if game is not None:
                return game
        except ClientError as error:
            # It may have been withdrawn meanwhile.
            if isinstance(error, ApiError) and error.status == 409:
                continue
            if not is_passing(error):
                raise
            is_expected = True
    raise ClientError("the stream of the account has ended")


def accept_any(client: Client, instance: str | None = None) -> str:
    """Accepts the oldest open seek of somebody else, of one game or of any; waits until there is one."""
    own = client.me()["id"]
    while True:
        seeks = [seek for seek in client.seeks() if instance in (None, seek["instance"]) and seek["owner"]["id"] != own]
        for seek in sorted(seeks, key=lambda seek: seek["created"]):
            try:
                return client.accept_seek(seek["id"])["id"]
            except ApiError as error:
                if error.code not in ("seek_taken", "no_such_seek"):
                    raise
        time.sleep(LOOK)


def read_time(text: str) -> Json:
    """A time control: `none`, or minutes and seconds a move such as `3+2`."""
    if text == "none":
        return {"kind": "none"}
    match = re.fullmatch(r"(\d+)\+(\d+)", text)
    if match is None:
        raise argparse.ArgumentTypeError("time is `none`, or minutes and seconds a move such as `3+2`")
    return {"kind": "fischer", "initial": 60 * int(match[1]), "increment": int(match[2])}


def read_arguments(bot: type[Bot], arguments: list[str] | None) -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=(sys.modules[bot.__module__].__doc__ or "").strip())
    parser.add_argument("url", metavar="URL", help="the server, such as http://127.0.0.1:7878")
    how = parser.add_mutually_exclusive_group(required=True)
    how.add_argument("--seek", metavar="GAME", help="look for somebody to play with, such as `senterej`")
    how.add_argument("--accept", metavar="GAME", nargs="?", const="", help="accept an open seek of any or this game")
    how.add_argument("--challenge", metavar="ID", help="accept this seek, the end of its /challenge/ID")
    how.add_argument("--wait", metavar="GAME", nargs="?", const="", help="accept challenges for this account")
    parser.add_argument("--games", metavar="N", type=int, default=1, help="how many games one after the other")
    parser.add_argument("--time", type=read_time, metavar="3+2|none", default="none", help="with --seek")
    parser.add_argument("--name", default=bot.name, help="of the guest that plays where there is no token")
    parser.add_argument("--token", default=os.environ.get("RUKH_TOKEN"), help="of a bot account [env: RUKH_TOKEN]")
    parser.add_argument("--pace", metavar="SECONDS", type=float, default=1.0, help="between moves of the werera")
    parser.add_argument("--seed", help="makes the bot's choices repeatable")
    return parser.parse_args(arguments)


def play_games(bot: type[Bot], options: argparse.Namespace) -> bool:
    """Plays as many games as asked for; answers whether all throws were right."""
    client = Client(options.url, options.token) if options.token else Client.guest(options.url, options.name)
    are_right = True
    for _ in range(1 if options.challenge else options.games):
        if options.seek:
            seek = client.seek(options.seek, time_control=options.time)
            print(f"waiting for somebody at {client.url}/challenge/{seek['id']}", flush=True)
            game = wait_for_opponent(client, seek)
        elif options.challenge:
            game = client.accept_seek(options.challenge)["id"]
        elif options.wait is not None:
            print(f"waiting for a challenge of {client.me()['name']}, player {client.me()['id']}", flush=True)
            game = wait_for_challenge(client, options.wait or None)
        else:
            game = accept_any(client, options.accept or None)
        player = Player(client, game, bot(options.seed, options.pace))
        card = player.state.game
        print(f"{card['instance']}, {card['white']['name']} against {card['black']['name']}: "
              f"{client.url}/game/{game}", flush=True)
        finished = player.play()
        print(finished.describe(), flush=True)
        are_right &= not finished.wrong
    return are_right


def run(bot: type[Bot], arguments: list[str] | None = None) -> int:
    """The command line of a bot; answers the exit code."""
    options = read_arguments(bot, arguments)
    try:
        return 0 if play_games(bot, options) else 1
    except (ClientError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
