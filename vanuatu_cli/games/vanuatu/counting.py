"""What is counted of Vanuatu: where points come from, what is planned and done, characters, plans, rounds.

A game is played again, move by move. What a move brings its seat is seen on a copy of the position on which
the action alone is carried out, so that what the end of the round brings (rest tokens) stays apart.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from vanuatu.cli.games.vanuatu.figures import Course, HeldCharacter, Opening, Own, ScorePart
from vanuatu.cli.report.counting import SHARES, Counter, Standing, Sums, zeros
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
        super().__init__(Own.SIZE)
        self.characters = [Sums(HeldCharacter.SIZE) for _ in range(Character.COUNT)]
        self.rounds = [Sums(Course.SIZE) for _ in range(Rule.ROUNDS + 1)]
        # What the seats did in round 1, by what it was and by turn: see `opening_key`. A character is its
        # number, a plan has for each action three bits with its markers, sail lowest.
        self.first_characters: dict[int, Sums] = {}
        self.first_pairs: dict[int, Sums] = {}
        self.first_plans: dict[int, Sums] = {}
        self._counted: list[bool] = []
        self._begun = False
        self._scores = zeros(0)  # at the beginning of the round
        self._pairs = zeros(0)  # each seat's first two markers, 0 if not seen
        self._plans = zeros(0)  # all its markers of round 1
        self._firsts = zeros(0)  # its character of round 1, plus 1

    def follow(self, start: State, moves: list[int], standing: Standing) -> None:
        assert isinstance(start, VanuatuState)
        state = start.copy()
        players = state.players
        self._counted = standing.counted
        self._begun = False
        self._pairs = zeros(players)
        self._plans = zeros(players)
        self._firsts = zeros(players)
        seat: i64 = 0
        while seat < players:
            self._part(seat, ScorePart.BEFORE, state.b[seat_base(seat) + Seat.POINTS])
            seat += 1
        for move in moves:
            self._step(state, move)
        if standing.scored:
            self._count_final_items(state)
        else:
            self._drop_parts(players)
        seat = 0
        while seat < players:
            if standing.counted[seat]:
                self._count_opening(seat, players, standing)
            seat += 1

    # Move by move

    def _step(self, state: VanuatuState, move: i64) -> None:
        kind = kind_of(move)
        if kind == Kind.FIRST:
            self.opener = detail_of(move)
        if kind < Kind.PLACE:
            if kind == Kind.FLOOD:
                self.rounds[state.round].add(Course.DICE, 1)
            state.apply(move)
            return
        if not self._begun:
            self._begun = True
            self._scores = final_scores(state.b, state.players)
        if kind == Kind.CHARACTER:
            self._see_choice(state, detail_of(move))
            state.apply(move)
        elif kind == Kind.PLAN:
            self._see_plan(state, detail_of(move))
            state.apply(move)
            if state.b[At.PHASE] == Phase.ACT:
                self._see_majorities(state)
        elif kind >= Kind.ACTION:
            self._act(state, move)
        else:
            state.apply(move)

    def _act(self, state: VanuatuState, move: i64) -> None:
        """A move with markers, or one of the free actions; perhaps the last one of its round."""
        b = state.b
        seat = state.actor
        kind = kind_of(move)
        trial = state.copy()
        if kind <= Kind.REST:
            self._see_action(state, trial, move)
        elif kind == Kind.TAKE:
            self._figure(seat, Own.TAKEN + detail_of(move), 1)
            self._course(state.round, seat, Course.TAKEN)
        elif kind == Kind.GOVERN:
            self._figure(seat, Own.GOVERNED, 1)
            self._see_bonus(b, seat)
        else:
            self._see_free_action(state, move)
        round = state.round
        phase = b[At.PHASE]
        first = b[At.FIRST]
        state.apply(move)
        if kind == Kind.BEG or kind == Kind.TREASURE:
            self._see_free_income(state, seat, trial, kind)
        elif phase == Phase.ACT and self._is_over(state, round):
            self._see_rests(trial)
            last = Course.LAST_PERFORMED if kind <= Kind.REST else Course.LAST_TAKEN
            self.rounds[round].add(last, 1)
            if state.b[At.FIRST] != first:
                self.rounds[round].add(Course.MOVED_FIRST, 1)
        if state.round != round or state.actor == OVER:
            self._see_end_of_round(state, round)

    def _is_over(self, state: VanuatuState, round: i64) -> bool:
        """Whether the last marker of the round has gone, and not by the waters that end the game."""
        if state.actor == OVER:
            return not all_lost(state.b)
        return state.round != round or state.b[At.PHASE] != Phase.ACT

    def _see_action(self, state: VanuatuState, trial: VanuatuState, move: i64) -> None:
        """An action; it is carried out on the trial position."""
        before = state.b
        after = trial.b
        seat = state.actor
        base = seat_base(seat)
        action = kind_of(move) - Kind.ACTION
        detail = detail_of(move)
        perform(after, seat, action, detail, bonus_of(move) == 1)
        points = after[base + Seat.POINTS] - before[base + Seat.POINTS]
        vatus = after[base + Seat.VATUS] - before[base + Seat.VATUS]
        self._figure(seat, Own.PERFORMED + action, 1)
        self._course(state.round, seat, Course.PERFORMED)
        if bonus_of(move) == 1:
            self._see_bonus(before, seat)
        if (
            action == Action.SELL or action == Action.EXPLORE
        ):  # every point there is one that vatus turned into
            vatus += points // Rule.CONVERSION_POINTS * Rule.CONVERSION_VATUS
        elif action == Action.TRANSPORT and vatus < 0:
            vatus += Rule.CONVERSION_VATUS
        self._figure(seat, Own.POINTS + action, points)
        self._figure(seat, Own.VATUS + action, vatus)
        if action == Action.BUY:
            ships = _ships_filled(after) - _ships_filled(before)
            self._figure(seat, Own.SHIPS, ships)
            self._add_course(state.round, seat, Course.SHIPS, ships)
            self._part(seat, ScorePart.SHIPS, Points.SHIP * ships)
            self._part(seat, ScorePart.GOODS, points - Points.SHIP * ships)
        elif action == Action.BUILD:
            self._figure(seat, Own.HUTS, (detail >> 5) & 1)
            if detail & 31 != 0:
                self._figure(seat, Own.DIKES, 1)
        elif points != 0:
            self._part(seat, _part_of(action), points)
        if before[At.DIE] == 1:
            self.rounds[state.round].add(Course.ROSE, 1)

    def _see_free_action(self, state: VanuatuState, move: i64) -> None:
        """The sale of a treasure, or the Beggar's exchange; none of it if he keeps his points."""
        seat = state.actor
        if kind_of(move) == Kind.TREASURE:
            self._figure(seat, Own.TREASURES, 1)
        elif detail_of(move) > 0:
            self._figure(seat, Own.BEGGED, 1)
            self._figure(seat, Own.BEGGED_POINTS, detail_of(move))
            if state.b[At.PHASE] != Phase.PLAN and state.b[At.PHASE] != Phase.ACT:
                self._figure(seat, Own.BEGGED_LATE, 1)
            self._see_bonus(state.b, seat)

    def _see_free_income(self, state: VanuatuState, seat: i64, trial: VanuatuState, kind: i64) -> None:
        """What a free action has changed; nothing else happens at it but perhaps a new round."""
        at = seat_base(seat) + Seat.POINTS
        points = state.b[at] - trial.b[at]
        self._part(seat, ScorePart.BEGGING if kind == Kind.BEG else ScorePart.TREASURES, points)

    def _see_rests(self, trial: VanuatuState) -> None:
        """What the rest tokens bring at the end of the round; the trial is the position just before."""
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
            self._figure(seat, Own.VATUS + Action.REST, vatus)
            self._figure(seat, Own.POINTS + Action.REST, points)
            self._part(seat, ScorePart.RESTS, points)
            seat += 1

    def _see_bonus(self, b: vec[i64], seat: i64) -> None:
        """The seat uses what its character offers once a round."""
        self._figure(seat, Own.BONUSES, 1)
        if self._counted[seat]:
            self.characters[b[seat_base(seat) + Seat.CHARACTER]].add(HeldCharacter.BONUSES, 1)

    # Choices and plans

    def _see_choice(self, state: VanuatuState, chosen: i64) -> None:
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
            sums.add(HeldCharacter.OFFERED, 1)
            if first:
                sums.add(HeldCharacter.FIRST_OFFERED, 1)
            i += 1
        self.characters[chosen].add(HeldCharacter.CHOSEN, 1)
        if first:
            self.characters[chosen].add(HeldCharacter.FIRST_CHOSEN, 1)

    def _see_plan(self, state: VanuatuState, detail: i64) -> None:
        """Markers that are placed; those of round 1 are remembered until the game's end is known."""
        if state.round != 1:
            return
        seat = state.actor
        markers = _counts(detail >> 4)
        if detail & 15 != NONE:
            markers += _counts(detail & 15)
        if self._plans[seat] == 0:
            self._pairs[seat] = markers
        self._plans[seat] += markers

    def _see_majorities(self, state: VanuatuState) -> None:
        """Planning is over: who has markers where, and who leads."""
        b = state.b
        action: i64 = 0
        while action < Action.COUNT:
            ahead = leader(b, state.players, action)
            if ahead >= 0:
                self._figure(ahead, Own.LED + action, 1)
            seat: i64 = 0
            while seat < state.players:
                markers = b[seat_base(seat) + Seat.MARKERS + action]
                if markers > 0:
                    self._figure(seat, Own.MARKERS + action, markers)
                    self._figure(seat, Own.PLANNED + action, 1)
                seat += 1
            action += 1

    # The end of a round and of the game

    def _see_end_of_round(self, state: VanuatuState, round: i64) -> None:
        sums = self.rounds[round]
        drowned = all_lost(state.b)
        sums.add(Course.DROWNED if drowned else Course.GAMES, 1)
        scores = final_scores(state.b, state.players)
        seat: i64 = 0
        while seat < state.players:
            if self._counted[seat]:
                sums.add(Course.SEATS, 1)
                if not drowned:
                    character = state.b[seat_base(seat) + Seat.CHARACTER]
                    self._see_gain(sums, character, scores[seat] - self._scores[seat])
            seat += 1
        self._scores = scores

    def _see_gain(self, sums: Sums, character: i64, gain: i64) -> None:
        """By how much a score rose in a round, counted of the round and of the seat's character."""
        sums.add(Course.GAINS, 1)
        sums.add(Course.GAIN, gain)
        sums.add(Course.SQUARES, gain * gain)
        if character >= 0:
            held = self.characters[character]
            held.add(HeldCharacter.ROUNDS, 1)
            held.add(HeldCharacter.GAIN, gain)
            held.add(HeldCharacter.SQUARES, gain * gain)

    def _count_final_items(self, state: VanuatuState) -> None:
        """What is scored only when the game is over."""
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
        """A game without scores has no parts of them either."""
        seat: i64 = 0
        while seat < players:
            at = seat * Own.SIZE + Own.PART
            end = at + ScorePart.SIZE
            while at < end:
                self.figures[at] = 0
                at += 1
            seat += 1

    def _count_opening(self, seat: i64, players: i64, standing: Standing) -> None:
        """The seat's plan and character of round 1, now that it is known how they ended."""
        turn: i64 = 0
        if self.opener >= 0:
            turn = players << 3 | ((seat - self.opener + players) % players + 1)
        if self._firsts[seat] > 0:
            key = opening_key(self._firsts[seat] - 1, turn)
            _add_opening(self.first_characters, key, seat, players, standing)
        if self._plans[seat] > 0:
            key = opening_key(self._pairs[seat], turn)
            _add_opening(self.first_pairs, key, seat, players, standing)
            key = opening_key(self._plans[seat], turn)
            _add_opening(self.first_plans, key, seat, players, standing)

    # Adding up

    def _figure(self, seat: i64, figure: i64, amount: i64) -> None:
        self.figures[seat * Own.SIZE + figure] += amount

    def _part(self, seat: i64, part: i64, points: i64) -> None:
        self.figures[seat * Own.SIZE + Own.PART + part] += points

    def _course(self, round: i64, seat: i64, figure: i64) -> None:
        self._add_course(round, seat, figure, 1)

    def _add_course(self, round: i64, seat: i64, figure: i64, amount: i64) -> None:
        if self._counted[seat]:
            self.rounds[round].add(figure, amount)


def _counts(action: i64) -> i64:
    """One marker on an action, as plans are packed."""
    one: i64 = 1
    return one << (3 * action)


def opening_key(what: i64, turn: i64) -> i64:
    """A character or plan, and the turn: players << 3 | place in the turn order from 1; 0 if unknown."""
    return turn << 27 | what


def _add_opening(openings: dict[int, Sums], key: i64, seat: i64, players: i64, standing: Standing) -> None:
    sums = openings.get(key)
    if sums is None:
        sums = Sums(Opening.SIZE)
        openings[key] = sums
    score: i64 = standing.scores[seat]
    sums.add(Opening.SEATS, 1)
    sums.add(Opening.WINS, standing.shares[seat])
    sums.add(Opening.EVEN, SHARES // players)
    if standing.scored:
        sums.add(Opening.SCORED, 1)
        sums.add(Opening.SCORE, score)
        sums.add(Opening.SQUARES, score * score)


def _ships_filled(b: vec[i64]) -> i64:
    """How many of the three ships have all that they want."""
    n: i64 = 0
    i: i64 = 0
    while i < 3:
        if b[At.SHIP + i] >= 0 and b[At.LOADED + i] == SHIP_WANTS[b[At.SHIP + i]]:
            n += 1
        i += 1
    return n


def _part_of(action: i64) -> i64:
    """Where the points belong that an action brings; points for goods are divided further."""
    if action == Action.FISH or action == Action.SELL:
        return ScorePart.FISH
    if action == Action.EXPLORE:
        return ScorePart.TREASURES
    if action == Action.DRAW:
        return ScorePart.DRAWINGS
    return ScorePart.TOURISTS if action == Action.TRANSPORT else ScorePart.RESTS
