"""Check a game against the contract of `vanuatu.core.game`: for your own games and their tests.

>>> from vanuatu.core import contract, games
>>> contract.check(games.make_game("vanuatu", 3), games=1)
"""

import pickle

from vanuatu.core.game import CHANCE, OVER, Game, State
from vanuatu.core.rng import Rng

_MOST_MOVES = 100_000  # of a game: every game ends


class ContractError(AssertionError):
    """Raised if a game breaks the contract; one line with the seed, the move number and the reason."""


def check(game: Game, games: int = 10, seed: int = 1) -> None:
    """Play random games and check every position. Raise ContractError at the first that breaks the contract.

    It checks that

    - copies are equal to their original and share nothing with it, also after pickling;
    - legal moves are in order, and exactly those are accepted; a refused move changes nothing;
    - draws have weights, and only legal ones are drawn;
    - scores, winners and returns fit together;
    - a position with hidden information drawn anew has the same seat to move;
    - rounds never fall, and games end.
    """
    if game.players < 1:
        raise ContractError(f"{game.name}: players is {game.players}. Expected at least 1")
    for number in range(games):
        _check_game(game, seed + number)


def _check_game(game: Game, seed: int) -> None:
    rng, state = Rng(seed), game.start()
    made, round = 0, 0
    while True:
        problem = _problem_of(game, state, rng.fork())
        if problem is None and int(state.round) < round:
            problem = f"the round falls from {round} to {state.round}"
        if problem is None and made > _MOST_MOVES:
            problem = f"the game has not ended after {made} moves"
        if problem is not None:
            raise ContractError(f"{game.name}, seed {seed}, move {made + 1}: {problem}")
        if state.actor == OVER:
            return
        round = int(state.round)
        moves = state.legal_moves()
        state.apply(state.sample(rng) if state.actor == CHANCE else moves[rng.below(len(moves))])
        made += 1


def _problem_of(game: Game, state: State, rng: Rng) -> str | None:
    """Return how a position breaks the contract, or None. The position does not change."""
    before = state.copy()
    problem = (
        _problem_of_position(game, state)
        or _problem_of_moves(state, rng)
        or _problem_of_end(state)
        or _problem_of_hiding(state, rng)
    )
    if problem is None and state != before:
        return "looking at the position has changed it"
    return problem


def _problem_of_position(game: Game, state: State) -> str | None:
    if (state.game, int(state.players)) != (game.name, game.players):
        return f"the position is of {state.game} with {state.players} players"
    if state.actor not in (CHANCE, OVER) and not 0 <= state.actor < state.players:
        return f"the actor is {state.actor}"
    if state.round < 1:
        return f"the round is {state.round}. Rounds start at 1"
    if state.copy() != state:
        return "a copy is not equal to its original"
    if pickle.loads(pickle.dumps(state)) != state:
        return "the position is not the same after pickling"
    return None


def _problem_of_moves(state: State, rng: Rng) -> str | None:
    moves = [int(move) for move in state.legal_moves()]
    if (not moves) != (state.actor == OVER):
        return f"there are {len(moves)} legal moves, and the actor is {state.actor}"
    if moves != sorted(set(moves)) or (moves and moves[0] < 0):
        return "the legal moves are not ascending numbers from 0"
    if not moves:
        return None
    if state.actor == CHANCE:
        weights = [int(weight) for weight in state.weights()]
        if len(weights) != len(moves) or min(weights) < 1:
            return f"{len(moves)} draws have the weights {weights}"
        if int(state.sample(rng)) not in moves:
            return "a draw was sampled that is not legal"
    return _problem_of_playing(state, moves, moves[rng.below(len(moves))])


def _problem_of_playing(state: State, moves: list[int], move: int) -> str | None:
    if not state.is_legal(move) or state.refusal(move) is not None:
        return f"the listed move {move} is refused"
    for wrong in (-1, moves[-1] + 1):
        twin = state.copy()
        if state.is_legal(wrong):
            return f"the move {wrong} is legal but not listed"
        if twin.push(wrong) is None or twin != state:
            return f"the illegal move {wrong} is not refused, or changes the position"
    before = pickle.loads(pickle.dumps(state))
    applied, pushed = state.copy(), state.copy()
    applied.apply(move)
    if state != before:
        return "a copy shares something with its original"
    if pushed.push(move) is not None or pushed != applied:
        return f"apply and push differ for move {move}"
    if applied == state:
        return f"move {move} changes nothing"
    return None


def _problem_of_end(state: State) -> str | None:
    scores, winners = [int(score) for score in state.scores()], [int(seat) for seat in state.winners()]
    returns = [float(share) for share in state.returns()]
    if len(scores) != state.players or len(returns) != state.players:
        return f"there are {len(scores)} scores and {len(returns)} returns"
    if winners != sorted(set(winners)) or any(not 0 <= seat < state.players for seat in winners):
        return f"the winners are {winners}"
    if winners and state.actor != OVER:
        return "there are winners before the game is over"
    if returns != [1 / len(winners) if seat in winners else 0.0 for seat in range(int(state.players))]:
        return f"the returns are {returns} where seats {winners} win"
    return None


def _problem_of_hiding(state: State, rng: Rng) -> str | None:
    certain = state.actor >= 0 and state.public_moves_are_certain()
    known = _public_moves(state) if certain else []
    for seat in range(int(state.players)):
        before = state.copy()
        hidden = state.hide(seat, rng)
        if state != before:
            return "hide changes the position itself"
        if (hidden.actor, hidden.round) != (state.actor, state.round):
            return f"hidden from seat {seat}, another seat is to move"
        if list(hidden.scores()) != list(state.scores()) and state.actor == OVER:
            return f"hidden from seat {seat}, a finished game has other scores"
        if certain and _public_moves(hidden) != known:
            return f"hidden from seat {seat}, other public moves are legal, though they are called certain"
    return None


def _public_moves(state: State) -> list[int]:
    return [int(move) for move in state.legal_moves() if state.seen_by_others(move) == move]
