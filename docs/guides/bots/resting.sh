#!/bin/sh
# The bot that only ever rests, in sh and awk: the shell talks, awk finds the move.
# Every line of the protocol is a line of this loop; each `go` runs awk once over the moves so far.

decide() {
    printf '%s\n' "$moves" | tr ' ' '\n' | awk -v players="$players" -v variant="$variant" -v me="$seat" '
    function at(seat) { return index("ptyob", seat) - 1 }
    function turn(seat) { return (at(seat) - at(first) + players) % players }
    function begin_round() {
        first = ""; neutrals = 0; neutral_rests = 0; placed = 0; rests = 0
        split("", markers); split("", chosen)
        pending = round++ ? visible : ""
    }
    function beside(a, b,    down, right) {
        down = index("abcd", substr(b, 1, 1)) - index("abcd", substr(a, 1, 1))
        right = substr(b, 2) - substr(a, 2)
        return (down == 0 && right * right == 1) || (down * down == 1 && (right == 0 || right == down))
    }
    function island(tile) { return tile ~ /^(E0|A1|A2|D1|D2)$/ }
    function follow(seat, move,    parts, i, letter) {
        if (first == "") first = seat
        letter = substr(move, 1, 1)
        if (move ~ /=/) {
            split(move, parts, "="); board[parts[2]] = parts[1]
            sub(parts[1] ",?", "", visible); sub(parts[1] ",?", "", pending)
        } else if (letter == "~") {
            neutrals += length(move) - 1; neutral_rests += gsub("R", "R", move)
        } else if (letter == "+") {
            for (i = 2; i <= length(move); i++) markers[seat, substr(move, i, 1)]++
            if (seat == me) placed += length(move) - 1
        } else if (move ~ /^@[a-z]/) {
            held[seat] = substr(move, 2); chosen[seat] = 1
        } else if (move ~ /^@[A-Z]/) {
            markers[seat, substr(move, 4, 1)] += markers[seat, substr(move, 2, 1)]
            markers[seat, substr(move, 2, 1)] = 0
        } else if (letter == "-") {
            markers[seat, substr(move, 2, 1)] = 0
        } else if (letter !~ /[@^]/) {
            if (letter == "W") letter = "B"
            if (letter ~ /[a-d]/) letter = "S"
            markers[seat, letter] = 0
            if (letter == "R") rests++
        }
    }
    function place(    t, c, o, tiles, count, around, touches) {
        count = split(pending, tiles, ",")
        if (tiles[count] == "") count--
        for (t = 1; t <= count + 1; t++)  # the last time any open cell will do
            for (c = 1; c <= 16; c++) {
                if (cell[c] in board) continue
                around = touches = 0
                for (o in board) if (beside(cell[c], o)) { around++; touches += island(board[o]) }
                if (around < 2) continue
                if (t > count) return tiles[1] "=" cell[c]
                if ((touches > 0) != island(tiles[t])) return tiles[t] "=" cell[c]
            }
    }
    function character(    i, s, taken) {
        for (i = 1; i <= offered; i++) {
            taken = 0
            for (s in held) if (held[s] == offer[i]) taken = 1
            if (!taken) return "@" offer[i]
        }
    }
    function leads(    i, seat) {
        for (i = 1; i <= players; i++) {
            seat = substr("ptyob", i, 1)
            if (markers[seat, "R"] > markers[me, "R"]) return 0
            if (markers[seat, "R"] == markers[me, "R"] && turn(seat) < turn(me)) return 0
        }
        return markers[me, "R"] > neutral_rests
    }
    BEGIN {
        board["a2"] = "E0"
        split("a1 a2 a3 a4 b1 b2 b3 b4 b5 c1 c2 c3 c4 c5 c6 d3", cell, " ")
        offered = split("artist,beggar,builder,buyer,diver,fisherman,governor,guide,navigator,preacher,vendor", offer, ",")
    }
    /^#start=/ {
        board["a3"] = "S" substr($0, 8, 1); board["b2"] = "S" substr($0, 9, 1); board["b3"] = "S" substr($0, 10, 1)
    }
    /^#tiles=/ { visible = substr($0, 8) }
    /^#cast=/ { offered = split(substr($0, 7), offer, ",") }
    /^#tourists=/ { begin_round() }
    /^[a-z]:/ { follow(substr($0, 1, 1), substr($0, 3)) }
    END {
        if (pending != "") print place()
        else if (players == 2 && neutrals < 5) print (neutrals == 0 ? "~SF" : "~SFV")
        else if (variant !~ /nocharacters/ && !(me in chosen)) print character()
        else if (placed < 5) print (placed < 4 ? "+RR" : "+R")
        else if (markers[me, "R"] == 0) print "@0"  # the round is over: the Beggar is asked once more
        else print (leads() && rests < 4 ? "R?" : "-R")
    }'
}

while read -r word rest; do
    case $word in
    pvn) printf 'id name resting in awk\nid author the example in the manual\nok\n' ;;
    newgame)
        variant=
        for setting in $rest; do
            case $setting in
            players=*) players=${setting#*=} ;;
            variant=*) variant=${setting#*=} ;;
            seat=*) seat=${setting#*=} ;;
            esac
        done ;;
    position) moves=${rest#moves} ;;
    go) printf 'move %s\n' "$(decide)" ;;
    quit) exit ;;
    stop | result) ;;
    *) printf 'error I do not know %s\n' "$word" ;;
    esac
done
