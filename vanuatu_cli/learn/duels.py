"""Duels of a training run: the new weights against another evaluation."""

from pathlib import Path

from vanuatu.ai import weight_files
from vanuatu.ai.specs import canonical_spec
from vanuatu.cli.learn.run_folder import DUEL_SEEDS, RunFolder, file_part, weights_id, with_setting
from vanuatu.cli.match import ratings, report, resume
from vanuatu.cli.match.outcome import outcome_of
from vanuatu.cli.terminal import console


def play_duel(run: RunFolder, games: int, bot: str, against: str) -> None:
    """Play the new weights against another evaluation, with every seating on the same draws."""
    new, old = (
        canonical_spec(with_setting(bot, f"eval={evaluation}")) for evaluation in (run.weights, against)
    )
    weights = weight_files.read_weights(str(run.weights))
    # A duel is resumed only with the weights it began with, because other weights play other games.
    out = run.place / f"duel-{file_part(bot)}-{file_part(against)}-{weights_id(weights)}.msgpack"
    console.print_message(f"{games} games of {new} against {old}")
    standings = run.match([new, old], games, run.run_seed(DUEL_SEEDS), out).standings
    console.print_table(report.as_text(standings, seats=False))
    won, decided, lost = duel_result(out, new)
    low, high = ratings.wilson(won, decided)
    together = f"; {lost} more lost together" if lost else ""
    console.print_data(
        f"{new} won {won:g} of {decided} games against {old}:"
        f" {100 * won / max(1, decided):.0f} % ({100 * low:.0f}–{100 * high:.0f}){together}"
    )


def duel_result(path: Path, name: str) -> tuple[float, int, int]:
    """Return a bot's wins (a shared win is a fraction), games with a winner, and games without one."""
    won, decided, lost = 0.0, 0, 0
    with path.open("rb") as stream:
        for found in resume.scan(stream):
            outcome = outcome_of(found.tags)
            if outcome is not None and outcome.winners:
                decided += 1
                won += sum(outcome.names[seat] == name for seat in outcome.winners) / len(outcome.winners)
            elif outcome is not None:
                lost += 1
    return won, decided, lost
