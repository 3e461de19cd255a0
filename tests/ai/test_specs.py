"""Bot specs."""

import pytest

from vanuatu.ai.bot import BotError
from vanuatu.ai.mcts.bot import MctsBot, Settings
from vanuatu.ai.specs import KINDS, make_bot


def settings(spec: str, seed: int | None = 0) -> Settings:
    bot = make_bot(spec, seed=seed)
    assert isinstance(bot, MctsBot)
    return bot.settings


@pytest.mark.parametrize("spec", [kind for kind in KINDS if ":" not in kind])
def test_every_kind_makes_bot_with_its_name(spec: str) -> None:
    assert make_bot(spec).name == spec


@pytest.mark.parametrize("spec", ["mcts:2000", "mcts:sims=2000", "mcts:2_000", " mcts: 2000 "])
def test_simulations_need_no_name(spec: str) -> None:
    assert (settings(spec).sims, settings(spec).seconds) == (2000, None)


@pytest.mark.parametrize("spec", ["mcts:1.5s", "mcts:time=1.5", "mcts:time=1.5s"])
def test_time_replaces_simulations(spec: str) -> None:
    assert (settings(spec).sims, settings(spec).seconds) == (None, 1.5)


def test_settings_are_comma_separated() -> None:
    made = settings("mcts:sims=2000,c=0.8,seed=7,procs=2,nodes=5000")
    assert (made.sims, made.c, made.seed, made.procs, made.nodes) == (2000, 0.8, 7, 2, 5000)


def test_levels_are_searches_and_take_settings() -> None:
    sims = [settings(level).sims or 0 for level in ("easy", "medium", "hard", "expert")]
    assert sims == sorted(set(sims))
    loose = [settings(level).loose for level in ("easy", "medium", "hard", "expert")]
    assert loose == sorted(loose, reverse=True)
    assert settings("hard:seed=3").seed == 3


def test_seed_in_spec_overrides_argument() -> None:
    assert settings("mcts:seed=7", seed=9).seed == 7
    assert settings("mcts", seed=9).seed == 9


def test_without_any_seed_bots_differ() -> None:
    assert settings("mcts", seed=None).seed != settings("mcts", seed=None).seed


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("", "no bot is called ''"),
        ("stockfish", "no bot is called 'stockfish' (there are: random, greedy, mcts"),
        ("mcts:", "settings are missing after the colon"),
        (
            "mcts:fast",
            "no setting is called 'fast' "
            "(there are: sims, time, c, seed, procs, nodes, eval, lcb, loose, stray)",
        ),
        ("mcts:1.5", "1.5 is not a whole number; for a time write mcts:1.5s"),
        ("MCTS:100", "did you mean 'mcts:100'?"),
        ("gredy", "did you mean 'greedy'?"),
        ("mcts:2000,sims=5", "both 2000 and sims=5 are given; choose one"),
        ("mcts:time=1s,5", "both time=1s and 5 are given; choose one"),
        ("mcts:eval=hand,judge=hand", "both eval=hand and judge=hand are given; choose one"),
        ("mcts:seed=9007199254740992", "it goes from 0 to 9007199254740991"),
        ("mcts:sims=0", "sims cannot be '0': it goes from 1 to"),
        ("mcts:sims=many", "sims cannot be 'many': it takes a whole number"),
        ("mcts:sims=٣", "it takes a whole number"),
        ("mcts:time=-1", "time cannot be '-1'"),
        ("mcts:time=soon", "it takes seconds, as in 1.5s"),
        ("mcts:c=nan", "c cannot be 'nan'"),
        ("mcts:c=x", "it takes a number, as in 0.8"),
        ("mcts:procs=0", "procs cannot be '0'"),
        ("mcts:lcb=-1", "lcb cannot be '-1': it goes from 0 to 1000"),
        ("mcts:stray=2", "stray cannot be '2': it goes from 0 to 1"),
        ("mcts:judge=", "eval cannot be '': it is hand, or a file of weights"),
        ("mcts:seed=-1", "seed cannot be '-1'"),
        ("mcts:sims=5,,c=1", "no setting is called ''"),
        ("greedy:sims=10", "no setting is called 'sims' (there are: seed)"),
    ],
)
def test_invalid_spec_raises_one_line_error(spec: str, message: str) -> None:
    with pytest.raises(BotError) as caught:
        make_bot(spec)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
