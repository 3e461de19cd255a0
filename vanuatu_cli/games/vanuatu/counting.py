"""Counts games of Vanuatu: parts of the score, actions planned and performed, characters, plans, rounds.

A game is replayed move by move. The gains of a move are measured on a copy of the position on which only the
action is performed. So gains at the end of the round (rest tokens) are counted apart.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from vanuatu.cli.games.vanuatu.figures import (
    ActionFigure,
    CharacterFigure,
    OpeningFigure,
    RoundFigure,
    ScorePart,
    SeatFigure,
)
from vanuatu.cli.report.counting import SHARES, Counter, SeatResults, Sums, zeros
from vanuatu.core.game import OVER, State
from vanuatu.core.vanuatu.actions import perform
from vanuatu.core.vanuatu.board import leader, seat_base
from vanuatu.core.vanuatu.layout import At, Phase, Seat
from vanuatu.core.vanuatu.moves import NONE, Kind, bonus_of, detail_of, kind_of
from vanuatu.core.vanuatu.scoring import Item, all_lost, final_scores, score_items
from vanuatu.core.vanuatu.state import VanuatuState
from vanuatu.core.vanuatu.tables import SHIP_WANTS, Action, Character, Points, RestToken, Rule


@final
class VanuatuCounter(Counter):
    """Counts games of Vanuatu."""

    def __init__(self) -> None:
        super().__init__(SeatFigure.SIZE)
        self.actions = [Sums(ActionFigure.SIZE) for _ in range(Action.COUNT)]
        self.characters = [Sums(CharacterFigure.SIZE, CharacterFigure.KINDS) for _ in range(Character.COUNT)]
        self.rounds = [Sums(RoundFigure.SIZE) for _ in range(Rule.ROUNDS + 1)]
        # What the seats did in round 1, by what it was and by turn: see `opening_key`. A character is its
        # number, a plan has for each action three bits with its markers, sail lowest.
        self.first_characters: dict[int, Sums] = {}
        self.first_pairs: dict[int, Sums] = {}
        self.first_plans: dict[int, Sums] = {}
        self._openings: list[Sums] = []  # those of the current game
        self._counted: list[bool] = []
        self._begun = False
        self._scores = zeros(0)  # at the beginning of the round
        self._pairs = zeros(0)  # each seat's first two markers, 0 if not seen
        self._plans = zeros(0)  # all its markers of round 1
        self._firsts = zeros(0)  # its character of round 1, plus 1
        self._chose = zeros(0)  # 1 if its choice of the current character was counted

    def count_moves(self, start: State, moves: list[int], by_seat: SeatResults) -> None:
        assert isinstance(start, VanuatuState)
        state = start.copy()
        players = state.players
        self._counted = by_seat.counted
        self._begun = False
        self._pairs = zeros(players)
        self._plans = zeros(players)
        self._firsts = zeros(players)
        self._chose = zeros(players)
        seat: i64 = 0
        while seat < players:
            self._part(seat, ScorePart.BEFORE, state.b[seat_base(seat) + Seat.POINTS])
            seat += 1
        for move in moves:
            self._step(state, move)
        if by_seat.scored:
            self._count_final_items(state)
        else:
            self._drop_parts(players)
        seat = 0
        while seat < players:
            if by_seat.counted[seat]:
                self._count_opening(seat, players, by_seat)
            seat += 1
        for sums in self._openings:  # a second call for the same sums adds nothing
            sums.end_game(OpeningFigure.WINS, OpeningFigure.SEATS, OpeningFigure.SCORE, OpeningFigure.SCORED)
        self._openings.clear()
        self._end_game(players)

    def _end_game(self, players: i64) -> None:
        """Note the end of the game in the sums that have several numbers of one game."""
        action: i64 = 0
        while action < Action.COUNT:
            used = self.actions[action]
            seat: i64 = 0
            while seat < players:
                if self._counted[seat]:
                    base = seat * SeatFigure.SIZE + action
                    taken = self.figures[base + SeatFigure.TAKEN]
                    used.add(ActionFigure.LED, self.figures[base + SeatFigure.LED])
                    used.add(ActionFigure.PLANNED, self.figures[base + SeatFigure.PLANNED])
                    used.add(ActionFigure.TAKEN, taken)
                    used.add(ActionFigure.USED, taken + self.figures[base + SeatFigure.PERFORMED])
                seat += 1
            used.end(ActionFigure.LED_KIND, ActionFigure.LED, ActionFigure.PLANNED)
            used.end(ActionFigure.TAKEN_KIND, ActionFigure.TAKEN, ActionFigure.USED)
            action += 1
        for held in self.characters:
            held.end(CharacterFigure.CHOSEN_KIND, CharacterFigure.CHOSEN, CharacterFigure.OFFERED)
            held.end(CharacterFigure.FIRST_KIND, CharacterFigure.FIRST_CHOSEN, CharacterFigure.FIRST_OFFERED)
            held.end(CharacterFigure.GAIN_KIND, CharacterFigure.GAIN, CharacterFigure.ROUNDS)
            held.end(CharacterFigure.BONUS_KIND, CharacterFigure.BONUSES, CharacterFigure.CHOSEN)
        for round in self.rounds:
            round.end(0, RoundFigure.GAIN, RoundFigure.GAINS)

    # Move by move

    def _step(self, state: VanuatuState, move: i64) -> None:
        kind = kind_of(move)
        if kind == Kind.FIRST:
            self.opener = detail_of(move)
        if kind < Kind.PLACE:
            if kind == Kind.FLOOD:
                self.rounds[state.round].add(RoundFigure.DICE, 1)
            state.apply(move)
            return
        if not self._begun:
            self._begun = True
            self._scores = final_scores(state.b, state.players)
        if kind == Kind.CHARACTER:
            self._count_choice(state, detail_of(move))
            state.apply(move)
        elif kind == Kind.PLAN:
            self._count_plan(state, detail_of(move))
            state.apply(move)
            if state.b[At.PHASE] == Phase.ACT:
                self._count_majorities(state)
        elif kind >= Kind.ACTION:
            self._act(state, move)
        else:
            state.apply(move)

    def _act(self, state: VanuatuState, move: i64) -> None:
        """Count a move with markers or a free action, which may end the round."""
        b = state.b
        seat = state.actor
        kind = kind_of(move)
        trial = state.copy()
        if kind <= Kind.REST:
            self._count_action(state, trial, move)
        elif kind == Kind.TAKE:
            self._figure(seat, SeatFigure.TAKEN + detail_of(move), 1)
            self._add_one(state.round, seat, RoundFigure.TAKEN)
        elif kind == Kind.GOVERN:
            self._figure(seat, SeatFigure.GOVERNED, 1)
            self._count_bonus(b, seat)
        else:
            self._count_free_action(state, move)
        round = state.round
        phase = b[At.PHASE]
        first = b[At.FIRST]
        state.apply(move)
        if kind == Kind.BEG or kind == Kind.TREASURE:
            self._count_free_income(state, seat, trial, kind)
        elif phase == Phase.ACT and self._is_over(state, round):
            self._count_rests(trial)
            last = RoundFigure.LAST_PERFORMED if kind <= Kind.REST else RoundFigure.LAST_TAKEN
            self.rounds[round].add(last, 1)
            if state.b[At.FIRST] != first:
                self.rounds[round].add(RoundFigure.MOVED_FIRST, 1)
        if state.round != round or state.actor == OVER:
            self._count_end_of_round(state, round)

    def _is_over(self, state: VanuatuState, round: i64) -> bool:
        """Return whether the move has ended the round, other than by waters that end the game."""
        if state.actor == OVER:
            return not all_lost(state.b)
        return state.round != round or state.b[At.PHASE] != Phase.ACT

    def _count_action(self, state: VanuatuState, trial: VanuatuState, move: i64) -> None:
        """Count an action by performing it on the trial position."""
        before = state.b
        after = trial.b
        seat = state.actor
        base = seat_base(seat)
        action = kind_of(move) - Kind.ACTION
        detail = detail_of(move)
        perform(after, seat, action, detail, bonus_of(move) == 1)
        points = after[base + Seat.POINTS] - before[base + Seat.POINTS]
        vatus = after[base + Seat.VATUS] - before[base + Seat.VATUS]
        self._figure(seat, SeatFigure.PERFORMED + action, 1)
        self._add_one(state.round, seat, RoundFigure.PERFORMED)
        if bonus_of(move) == 1:
            self._count_bonus(before, seat)
        if (
            action == Action.SELL or action == Action.EXPLORE
        ):  # every point there is one that vatus turned into
            vatus += points // Rule.CONVERSION_POINTS * Rule.CONVERSION_VATUS
        elif action == Action.TRANSPORT and vatus < 0:
            vatus += Rule.CONVERSION_VATUS
        self._figure(seat, SeatFigure.POINTS + action, points)
        self._figure(seat, SeatFigure.VATUS + action, vatus)
        if action == Action.BUY:
            ships = _ships_filled(after) - _ships_filled(before)
            self._figure(seat, SeatFigure.SHIPS, ships)
            self._add(state.round, seat, RoundFigure.SHIPS, ships)
            self._part(seat, ScorePart.SHIPS, Points.SHIP * ships)
            self._part(seat, ScorePart.GOODS, points - Points.SHIP * ships)
        elif action == Action.BUILD:
            self._figure(seat, SeatFigure.HUTS, (detail >> 5) & 1)
            if detail & 31 != 0:
                self._figure(seat, SeatFigure.DIKES, 1)
        elif points != 0:
            self._part(seat, _part_of(action), points)
        if before[At.DIE] == 1:
            self.rounds[state.round].add(RoundFigure.ROSE, 1)

    def _count_free_action(self, state: VanuatuState, move: i64) -> None:
        """Count the sale of a treasure or the Beggar's exchange, if points are exchanged."""
        seat = state.actor
        if kind_of(move) == Kind.TREASURE:
            self._figure(seat, SeatFigure.TREASURES, 1)
        elif detail_of(move) > 0:
            self._figure(seat, SeatFigure.BEGGED, 1)
            self._figure(seat, SeatFigure.BEGGED_POINTS, detail_of(move))
            if state.b[At.PHASE] != Phase.PLAN and state.b[At.PHASE] != Phase.ACT:
                self._figure(seat, SeatFigure.BEGGED_LATE, 1)
            self._count_bonus(state.b, seat)

    def _count_free_income(self, state: VanuatuState, seat: i64, trial: VanuatuState, kind: i64) -> None:
        """Count the changes by a free action; beside them only a new round can have begun."""
        at = seat_base(seat) + Seat.POINTS
        points = state.b[at] - trial.b[at]
        self._part(seat, ScorePart.BEGGING if kind == Kind.BEG else ScorePart.TREASURES, points)

    def _count_rests(self, trial: VanuatuState) -> None:
        """Count the rest tokens at the end of the round; the trial is the position just before."""
        b = trial.b
        seat: i64 = 0
        while seat < trial.players:
            vatus: i64 = 0
            points: i64 = 0
            i: i64 = 0
            while i < b[At.RESTS]:
                token = b[At.TAKEN + i] & 7
                if b[At.TAKEN + i] >> 3 == seat:
                    points += 1 if token == RestToken.BOTH or token == RestToken.POINT else 0
                    vatus += 1 if token == RestToken.BOTH or token == RestToken.VATU else 0
                i += 1
            if b[seat_base(seat) + Seat.VATUS] + vatus >= Rule.CONVERSION_VATUS:
                points += Rule.CONVERSION_POINTS
            self._figure(seat, SeatFigure.VATUS + Action.REST, vatus)
            self._figure(seat, SeatFigure.POINTS + Action.REST, points)
            self._part(seat, ScorePart.RESTS, points)
            seat += 1

    def _count_bonus(self, b: vec[i64], seat: i64) -> None:
        """Count the use of a character's bonus, for the character only if its choice is in the game."""
        self._figure(seat, SeatFigure.BONUSES, 1)
        if self._chose[seat]:
            self.characters[b[seat_base(seat) + Seat.CHARACTER]].add(CharacterFigure.BONUSES, 1)

    # Choices and plans

    def _count_choice(self, state: VanuatuState, chosen: i64) -> None:
        seat = state.actor
        first = seat == state.b[At.FIRST]
        if state.round == 1:
            self._firsts[seat] = chosen + 1
        if not self._counted[seat]:
            return
        offered = state.legal_moves()
        n = len(offered)
        i: i64 = 0
        while i < n:
            sums = self.characters[detail_of(offered[i])]
            sums.add(CharacterFigure.OFFERED, 1)
            if first:
                sums.add(CharacterFigure.FIRST_OFFERED, 1)
            i += 1
        self._chose[seat] = 1
        self.characters[chosen].add(CharacterFigure.CHOSEN, 1)
        if first:
            self.characters[chosen].add(CharacterFigure.FIRST_CHOSEN, 1)

    def _count_plan(self, state: VanuatuState, detail: i64) -> None:
        """Count placed markers; keep those of round 1 until the result of the game is known."""
        if state.round != 1:
            return
        seat = state.actor
        markers = _counts(detail >> 4)
        if detail & 15 != NONE:
            markers += _counts(detail & 15)
        if self._plans[seat] == 0:
            self._pairs[seat] = markers
        self._plans[seat] += markers

    def _count_majorities(self, state: VanuatuState) -> None:
        """Count the planned and the led actions after planning."""
        b = state.b
        action: i64 = 0
        while action < Action.COUNT:
            ahead = leader(b, state.players, action)
            if ahead >= 0:
                self._figure(ahead, SeatFigure.LED + action, 1)
            seat: i64 = 0
            while seat < state.players:
                markers = b[seat_base(seat) + Seat.MARKERS + action]
                if markers > 0:
                    self._figure(seat, SeatFigure.MARKERS + action, markers)
                    self._figure(seat, SeatFigure.PLANNED + action, 1)
                seat += 1
            action += 1

    # The end of a round and of the game

    def _count_end_of_round(self, state: VanuatuState, round: i64) -> None:
        sums = self.rounds[round]
        drowned = all_lost(state.b)
        sums.add(RoundFigure.DROWNED if drowned else RoundFigure.GAMES, 1)
        scores = final_scores(state.b, state.players)
        seat: i64 = 0
        while seat < state.players:
            if self._counted[seat]:
                sums.add(RoundFigure.SEATS, 1)
                if not drowned:
                    character = state.b[seat_base(seat) + Seat.CHARACTER]
                    self._count_gain(sums, character, scores[seat] - self._scores[seat])
            seat += 1
        self._scores = scores

    def _count_gain(self, sums: Sums, character: i64, gain: i64) -> None:
        """Count the gain in score in a round, for the round and for the seat's character."""
        sums.add(RoundFigure.GAINS, 1)
        sums.add(RoundFigure.GAIN, gain)
        sums.add(RoundFigure.SQUARES, gain * gain)
        if character >= 0:
            held = self.characters[character]
            held.add(CharacterFigure.ROUNDS, 1)
            held.add(CharacterFigure.GAIN, gain)
            held.add(CharacterFigure.SQUARES, gain * gain)

    def _count_final_items(self, state: VanuatuState) -> None:
        """Count the items that score only at the end of the game."""
        seat: i64 = 0
        while seat < state.players:
            items = score_items(state.b, seat)
            self._part(seat, ScorePart.FISH, items[Item.FISH])
            self._part(seat, ScorePart.FIRST, items[Item.FIRST])
            self._part(seat, ScorePart.VATUS, items[Item.VATUS])
            self._part(seat, ScorePart.TREASURES, items[Item.TREASURES])
            self._part(seat, ScorePart.HUTS, items[Item.HUTS])
            self._part(seat, ScorePart.WATERS, items[Item.WATERS])
            seat += 1

    def _drop_parts(self, players: i64) -> None:
        """Clear the parts of the score, for a game without scores."""
        seat: i64 = 0
        while seat < players:
            at = seat * SeatFigure.SIZE + SeatFigure.PART
            end = at + ScorePart.SIZE
            while at < end:
                self.figures[at] = 0
                at += 1
            seat += 1

    def _count_opening(self, seat: i64, players: i64, by_seat: SeatResults) -> None:
        """Count the seat's plan and character of round 1 with the result of the game."""
        turn: i64 = 0
        if self.opener >= 0:
            turn = players << 3 | ((seat - self.opener + players) % players + 1)
        if self._firsts[seat] > 0:
            self._add_opening(self.first_characters, self._firsts[seat] - 1, turn, seat, players, by_seat)
        if self._plans[seat] > 0:
            self._add_opening(self.first_pairs, self._pairs[seat], turn, seat, players, by_seat)
            self._add_opening(self.first_plans, self._plans[seat], turn, seat, players, by_seat)

    def _add_opening(
        self, openings: dict[int, Sums], what: i64, turn: i64, seat: i64, players: i64, by_seat: SeatResults
    ) -> None:
        """Count a character or plan in total, and by turn if the turn is known."""
        self._openings.append(_add_opening(openings, opening_key(what, 0), seat, players, by_seat))
        if turn > 0:
            self._openings.append(_add_opening(openings, opening_key(what, turn), seat, players, by_seat))

    # Adding up

    def _figure(self, seat: i64, figure: i64, amount: i64) -> None:
        self.figures[seat * SeatFigure.SIZE + figure] += amount

    def _part(self, seat: i64, part: i64, points: i64) -> None:
        self.figures[seat * SeatFigure.SIZE + SeatFigure.PART + part] += points

    def _add_one(self, round: i64, seat: i64, figure: i64) -> None:
        self._add(round, seat, figure, 1)

    def _add(self, round: i64, seat: i64, figure: i64, amount: i64) -> None:
        if self._counted[seat]:
            self.rounds[round].add(figure, amount)


def _counts(action: i64) -> i64:
    """Return one marker on an action, as plans are packed."""
    one: i64 = 1
    return one << (3 * action)


def opening_key(what: i64, turn: i64) -> i64:
    """Return the key of a character or plan; the turn is players << 3 | place in the turn order, or 0."""
    return turn << 27 | what


def _add_opening(openings: dict[int, Sums], key: i64, seat: i64, players: i64, by_seat: SeatResults) -> Sums:
    sums = openings.get(key)
    if sums is None:
        sums = Sums(OpeningFigure.SIZE)
        openings[key] = sums
    score: i64 = by_seat.scores[seat]
    sums.add(OpeningFigure.SEATS, 1)
    sums.add(OpeningFigure.WINS, by_seat.shares[seat])
    sums.add(OpeningFigure.EVEN, SHARES // players)
    if by_seat.scored:
        sums.add(OpeningFigure.SCORED, 1)
        sums.add(OpeningFigure.SCORE, score)
        sums.add(OpeningFigure.SQUARES, score * score)
    return sums


def _ships_filled(b: vec[i64]) -> i64:
    """Return the number of full ships."""
    n: i64 = 0
    i: i64 = 0
    while i < 3:
        if b[At.SHIP + i] >= 0 and b[At.LOADED + i] == SHIP_WANTS[b[At.SHIP + i]]:
            n += 1
        i += 1
    return n


def _part_of(action: i64) -> i64:
    """Return the part of the score to which the points of an action belong; goods are split further."""
    if action == Action.FISH or action == Action.SELL:
        return ScorePart.FISH
    if action == Action.EXPLORE:
        return ScorePart.TREASURES
    if action == Action.DRAW:
        return ScorePart.DRAWINGS
    return ScorePart.TOURISTS if action == Action.TRANSPORT else ScorePart.RESTS
