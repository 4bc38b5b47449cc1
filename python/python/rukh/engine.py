"""The engine: search, play, analysis of games and of the luck of throws.

>>> import rukh
>>> from rukh.engine import Engine, Limit
>>> info = Engine().analyse(rukh.Board("shatranj"), Limit(depth=3))
>>> info["depth"], len(info["pv"]) >= 1
(3, True)
"""

from rukh._rukh import Engine, Limit, PlayResult, Score

__all__ = ["Engine", "Limit", "PlayResult", "Score"]
