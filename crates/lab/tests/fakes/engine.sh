#!/bin/sh
# A program that speaks UCI for shatranj until it has to move; then it does
# what its argument says. `mute` says nothing at all, `unready` is ready once only.
while read -r word rest; do
    case $word in
    uci)
        [ "$1" = mute ] && continue
        echo "id name Fake $1"
        echo "option name UCI_Variant type combo default shatranj var shatranj"
        echo uciok
        ;;
    isready)
        [ -n "$asked" ] && [ "$1" = unready ] || echo readyok
        asked=yes
        ;;
    quit) exit 0 ;;
    go)
        case $1 in
        crash) exit 3 ;;
        hang) ;;
        deaf)
            # Neither the end of its input nor that of who started it ends this.
            echo $$ >>"$2"
            exec sleep 300
            ;;
        flood) while echo info string still thinking; do :; done ;;
        cheat) echo "bestmove a1h8" ;;
        stubborn)
            echo "bestmove a1h8"
            sleep 2
            ;;
        none) echo "bestmove (none)" ;;
        late)
            sleep 0.4
            echo "bestmove e2e3"
            ;;
        babble)
            # Nothing here is worth an answer, and the last is one line of 100 000 letters.
            printf '\377\376\n\n\000\ninfo\ninfo score\ninfo score cp x\nbestmovee2e3\nreadyok\n'
            head -c 100000 /dev/zero | tr '\000' x
            printf '\nbestmove e2e3 ponder\n'
            ;;
        esac
        ;;
    esac
done
