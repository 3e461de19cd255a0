"""`vanuatu match`: play matches between bots."""

import shlex
import sys
from contextlib import closing
from typing import TYPE_CHECKING, Any

from vanuatu.cli.errors import CallFault, InputFault
from vanuatu.cli.match.options import STDOUT, MatchOptions
from vanuatu.cli.terminal import console, signals
from vanuatu.notation.formats import MSGPACK
from vanuatu.notation.printable import printable

if TYPE_CHECKING:
    from vanuatu.cli.match.runner import MatchRunner

EXAMPLES = (
    "vanuatu match mcts:500 greedy random --games 100 --jobs 2 --out games.pvn",
    "vanuatu match greedy random --players 4 --games 60 --ndjson | jq .result",
    "vanuatu match mcts:2000 mcts:1000 --sprt 0,30 --jobs 2 --out test.pvn",
    'vanuatu match "cmd:./mybot --fast" greedy --clock 10s+0.1s',
    "vanuatu match mcts:500@10s mcts:500@5s greedy --gauntlet 1 --games 40",
    "vanuatu match hard medium easy --games 600 --out games.pvn --resume",
)
RENAMED = {"--time": "--clock"}

_LONGEST_ERROR = 300


def match(options: MatchOptions) -> int:
    """Play matches between bots, with every seating on the same draws.

    A bot can have a time of its own: SPEC@10s+0.1s has this clock, SPEC@1s/move this time for each move. The
    exit code is 1 if a bot forfeited all its games.
    """
    from vanuatu.cli.match.game_output import OutputClosed, OutputFailed
    from vanuatu.cli.match.report import games
    from vanuatu.cli.match.runner import prepare_match
    from vanuatu.cli.workers.pools import ClusterFault

    if options.form == MSGPACK and options.out == STDOUT and console.is_terminal(sys.stdout):
        raise CallFault("msgpack cannot be printed on a terminal. Use --out FILE, or > FILE.")
    runner = prepare_match(options)
    more = " (continue with --resume)" if runner.out != STDOUT else ""
    with closing(runner.output):
        try:
            runner.play()
        except (KeyboardInterrupt, signals.Ended) as interrupt:
            console.print_message(f"interrupted: {games(runner.written)} written{more}")
            _report(runner, as_json=options.as_json, interrupted=True)
            return interrupt.code if isinstance(interrupt, signals.Ended) else 130
        except OutputClosed:
            console.print_message(f"the output was closed: {games(runner.written)} written")
            return 0
        except ClusterFault as error:
            raise InputFault(f"{error}: {games(runner.written)} written{more}") from None
        except OutputFailed as error:
            raise InputFault(f"{error} ({games(runner.written)} written)") from None
        _report(runner, as_json=options.as_json)
    if runner.crash:
        console.print_message(f"vanuatu: stopped at a crash: {printable(runner.crash, _LONGEST_ERROR)}{more}")
        return 1
    return _report_hopeless_bots(runner)


def _report(runner: "MatchRunner", *, as_json: bool, interrupted: bool = False) -> None:
    """Print the table, as text or as JSON."""
    from vanuatu.cli.match import report, sprt_report

    standings = runner.standings
    if as_json:
        summary: dict[str, Any] = {"seed": runner.match.seed} | report.as_json(standings)
        summary["left_out"] = runner.left_out
        summary["errors"] = [{"game": number, "what": what} for number, what in runner.errors]
        summary["forfeits"] = {
            name: {
                "games": runner.played[name],
                "forfeited": lost.games,
                "terminations": dict(sorted(lost.terminations.items())),
                "reason": lost.reason,
            }
            for name, lost in runner.forfeits.items()
        }
        summary["interrupted"] = interrupted
        if runner.sets is not None:
            summary["sprt"] = sprt_report.as_json(runner.sets.test, *runner.match.bot_names[:2])
        if runner.out != STDOUT:
            console.write_json(summary)
        else:
            console.print_message(console.json_text(summary))
        return
    if not standings.games and interrupted:
        return
    console.print_table(report.as_text(standings, seats=False))
    for line in report.notes(standings):
        console.print_message(line)
    for name, lost in runner.forfeits.items():
        counts = ", ".join(f"{count} {what}" for what, count in sorted(lost.terminations.items()))
        console.print_message(
            f"{name} forfeited {lost.games} of {report.games(runner.played[name])}: {counts}"
        )
    for number, what in runner.errors:
        console.print_message(f"game {number}: {printable(what, _LONGEST_ERROR)}")
    if runner.left_out:
        numbers = ", ".join(map(str, runner.left_out))
        console.print_message(f"left out, because their workers ended: {numbers}")
    if runner.sets is not None:
        for line in sprt_report.as_lines(runner.sets.test, *runner.match.bot_names[:2]):
            console.print_message(line)
    sys.stderr.flush()


def _report_hopeless_bots(runner: "MatchRunner") -> int:
    """Print which bots forfeited all their games; return 1 if there are such bots."""
    from vanuatu.ai.external.imported import is_imported_spec
    from vanuatu.ai.specs import is_external_spec
    from vanuatu.cli.match.report import games
    from vanuatu.cli.match.times import split_time

    hopeless = runner.hopeless_bots()
    for name in hopeless:
        spec, _ = split_time(runner.match.specs[runner.match.bot_names.index(name)])
        can_be_checked = is_external_spec(spec) or is_imported_spec(spec)
        advice = f" Try: vanuatu bot --check {shlex.quote(spec)}" if can_be_checked else ""
        lost = f"{runner.forfeits[name].games} of {games(runner.played[name])}"
        reason = printable(f"{name} {runner.forfeits[name].reason}", _LONGEST_ERROR)
        console.print_message(f"vanuatu: {reason}; it forfeited {lost}.{printable(advice)}")
    return int(bool(hopeless))
