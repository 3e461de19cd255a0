#!/bin/sh
while read -r word rest; do
    case $word in
    pvn) printf 'id name first\noption legal\nok\n' ;;
    legal) legal=$rest ;;
    go) echo "move ${legal%% *}" ;;
    quit) exit ;;
    esac
done
