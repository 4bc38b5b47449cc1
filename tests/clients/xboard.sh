#!/bin/bash
# XBoard plays rukh against itself, pondering, its own legality testing on, and must
# find nothing illegal: a game at each depth of RUKH_DEPTHS (1 2 3). Needs Debian's
# xboard and xvfb.
#   xboard.sh RUKH-BINARY [VARIANT …]
# Not played unless named: mideast-gollon. XBoard leaves a pawn on the board that is
# taken in passing by one in the nearer half, which three steps at once allow, and
# then finds a move to its cell invalid.
set -uo pipefail
binary=$(realpath "$1")
shift
variants=("$@")
[ ${#variants[@]} -gt 0 ] || variants=(shatrandj senterej senterej-ras-imru oblong mideast mideast-greenwood)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
xboard=$(command -v xboard || echo /usr/games/xboard)
faults=0
for game in $(for variant in "${variants[@]}"; do printf "$variant:%s " ${RUKH_DEPTHS:-1 2 3}; done); do
  variant=${game%:*}
  ranks=()
  # With sixteen ranks XBoard shows them from 1, as we do; between us they count from 0.
  [ "$variant" != oblong ] || ranks=(-rankOffset 1)
  # Our referee ends the games: XBoard's own rules of draws are those of another chess.
  timeout 240 xvfb-run -a "$xboard" -fcp "$binary xboard" -scp "$binary xboard" -variant "$variant" \
    -matchGames 1 -testLegality true -testClaims false -checkMates false -materialDraws false \
    -trivialDraws false -ruleMoves 0 -searchDepth "${game#*:}" -timeControl 1 -movesPerSession 0 -timeIncrement 1 \
    -saveGameFile "$place/game.pgn" -debug -nameOfDebugFile "$place/debug" -popupExitMessage false \
    -popupMoveErrors false -xexit "${ranks[@]}" >/dev/null 2>&1
  result=$(grep -E '^\{.*\} (1-0|0-1|1/2-1/2)' "$place/game.pgn" 2>/dev/null | tail -1)
  if [ -z "$result" ] || grep -qiE 'illegal move|forfeit|Error \(' "$place/debug"; then
    faults=$((faults + 1))
    echo "$game: FAULT: ${result:-no result} $(grep -iE 'illegal move|forfeit|Error \(' "$place/debug" | head -1)"
  else
    echo "$game: $result"
  fi
  rm -f "$place"/*
done
exit $((faults > 0))
