#!/usr/bin/env python3
"""A bot that only ever rests, and plays legally through the protocol alone.

It knows nothing but the lines it is sent: from the moves so far it finds out which decision is its
own, and answers it. A place to begin: it does badly, but it never breaks a rule.
"""

import sys
from collections import Counter

CHARACTERS = "artist beggar builder buyer diver fisherman governor guide navigator preacher vendor".split()
CELLS = "a1 a2 a3 a4 b1 b2 b3 b4 b5 c1 c2 c3 c4 c5 c6 d3".split()
ISLANDS = {"E0", "A1", "A2", "D1", "D2"}


def neighbours(cell):
    row, number = ord(cell[0]), int(cell[1])
    steps = (0, -1), (0, 1), (1, 0), (1, 1), (-1, 0), (-1, -1)
    around = (chr(row + down) + str(number + right) for down, right in steps)
    return [other for other in around if other in CELLS]


class Game:
    """What the moves so far say about the decision to come."""

    def __init__(self, players, variant, seat, tokens):
        self.players, self.variant, self.seat = players, variant, seat
        self.board = {"a2": "E0"}
        self.visible, self.to_place, self.offer = [], [], CHARACTERS
        self.held = {}
        self.round = 0
        for token in tokens:
            self.follow(token)

    def begin_round(self):
        self.round += 1
        self.to_place = list(self.visible) if self.round > 1 else []
        self.order, self.chosen = [], set()
        self.placed = 0  # markers that I have placed
        self.neutral = []
        self.markers = {seat: Counter() for seat in "ptyob"}
        self.rests = 0

    def follow(self, token):
        """One move of anybody's."""
        seat, move = token.split(":", 1) if token[1] == ":" else ("", token)
        name, _, value = move.partition("=")
        if name == "#start":
            for cell, digit in zip(("a3", "b2", "b3"), value, strict=False):
                self.board[cell] = "S" + digit
        elif name == "#tiles":
            self.visible = value.split(",")
        elif name == "#cast":
            self.offer = value.split(",")
        elif name == "#tourists":
            self.begin_round()
        if seat:
            self.order.append(seat)
            self.follow_player(seat, move)

    def follow_player(self, seat, move):
        own = self.markers[seat]
        if "=" in move:
            tile, cell = move.split("=")
            self.board[cell] = tile
            self.to_place.remove(tile)
            self.visible.remove(tile)
        elif move[0] == "~":
            self.neutral += move[1:]
        elif move[0] == "+":
            own.update(move[1:])
            self.placed += (len(move) - 1) * (seat == self.seat)
        elif move[0] == "@" and move[1].islower():
            self.held[seat] = move[1:]
            self.chosen.add(seat)
        elif move[0] == "@" and move[1].isupper():  # the Governor
            own[move[3]] += own.pop(move[1], 0)
        elif move[0] == "-":
            own[move[1]] = 0
        elif move[0] not in "@^":
            action = {"W": "B"}.get(move[0], move[0] if move[0].isupper() else "S")
            own[action] = 0
            self.rests += action == "R"

    def decide(self):
        """My move."""
        if self.to_place:
            return self.place()
        if self.players == 2 and len(self.neutral) < 5:
            return "~SF" if not self.neutral else "~SFV"
        if "nocharacters" not in self.variant and self.seat not in self.chosen:
            free = [name for name in self.offer if name not in self.held.values()]
            return "@" + free[0]
        if self.placed < 5:
            return "+RR" if self.placed < 4 else "+R"
        if not self.markers[self.seat].total():  # the round is over: the Beggar is asked once more
            return "@0"
        return "R?" if self.leads_resting() and self.rests < 4 else "-R"

    def place(self):
        """A legal placement, or any beside two filled cells if neither tile has a legal one."""
        open_cells = []
        for cell in CELLS:
            around = [self.board[other] for other in neighbours(cell) if other in self.board]
            if cell not in self.board and len(around) >= 2:
                open_cells.append((cell, any(tile in ISLANDS for tile in around)))
        for tile in self.to_place:
            for cell, beside_island in open_cells:
                if beside_island != (tile in ISLANDS):
                    return f"{tile}={cell}"
        return f"{self.to_place[0]}={open_cells[0][0]}"

    def leads_resting(self):
        """Whether I hold the majority on R: most markers, among equals the earliest in turn order."""
        mine = self.markers[self.seat]["R"]
        seats = "ptyob"[: self.players]
        first = seats.index(self.order[0])
        turns = seats[first:] + seats[:first]
        for other in turns:
            theirs = self.markers[other]["R"]
            if theirs > mine or (theirs == mine and turns.index(other) < turns.index(self.seat)):
                return False
        return mine > self.neutral.count("R")


def main():
    players, variant, seat, tokens = 0, "", "", []
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "pvn":
            print("id name resting\nid author the example in the manual\nok")
        elif word == "newgame":
            settings = dict(part.split("=") for part in rest.split() if "=" in part)
            players = int(settings["players"])
            variant = settings.get("variant", "")
            seat = settings["seat"]
        elif word == "position" and rest.startswith("moves"):
            tokens = rest.split()[1:]
        elif word == "go":
            print("move", Game(players, variant, seat, tokens).decide())
        elif word == "quit":
            return
        elif word not in ("stop", "result", ""):
            print("error I do not know", word)
        sys.stdout.flush()


if __name__ == "__main__":
    main()
