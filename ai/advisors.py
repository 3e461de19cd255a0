"""Which advisor knows which game. Nothing else in the bots lists games."""

from ai.advisor import Advisor


def advisor_for(game: str) -> Advisor:
    """The advisor of a game, by the game's name; one that knows nothing if there is none.

    Imported when it is asked for, so that one game does not load the others.
    """
    if game == "vanuatu":
        from ai.vanuatu.advisor import VanuatuAdvisor

        return VanuatuAdvisor()
    if game == "maori":
        from ai.maori.advisor import MaoriAdvisor

        return MaoriAdvisor()
    return Advisor()
