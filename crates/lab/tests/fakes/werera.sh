#!/bin/sh
# A program that plays the werera by UCI in one way, given as its argument.
behaviour=$1
position=
while read -r line; do
    case $line in
        uci)
            echo "id name Fake $behaviour"
            echo 'option name UCI_Variant type combo default senterej var senterej'
            [ "$behaviour" = without ] || echo 'option name UCI_Werera type check default false'
            echo uciok ;;
        isready) echo readyok ;;
        position*) position=$line ;;
        'go werera'*)
            case $behaviour in
                ready) echo 'bestact ready' ;;
                wait) echo 'bestact wait 500' ;;
                cheat) echo 'bestact place a1h8' ;;
                babble) echo 'bestact castle now' ;;
                crash) exit 3 ;;
                # Places a piece, takes it back, and is ready.
                undo)
                    case $position in
                        *' white place e2e3'*' white retract e2e3'*) echo 'bestact ready' ;;
                        *' white place e2e3'*) echo 'bestact retract e2e3' ;;
                        *) echo 'bestact place e2e3' ;;
                    esac ;;
            esac ;;
        go*) echo 'bestmove (none)' ;;
        quit) exit ;;
    esac
done
