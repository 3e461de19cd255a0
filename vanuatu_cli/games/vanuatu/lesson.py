"""The lesson of Vanuatu: the first round of three players, from planning to a rest token."""

from vanuatu.cli.games.lessons import Lesson, Task

LESSON = Lesson(
    game="vanuatu",
    names=("You", "Tama", "Sela"),
    script=(
        "#start=201",
        "#tiles=A2,B1",
        "#ships=kcb,kkk,cbb",
        "#tourists=2",
        "#first=t",
        "t:@artist",
        "y:@builder",
        Task(
            "p:@vendor",
            """
            Welcome to Vanuatu. In eight rounds you earn points: with drawings in the sand, goods for ships,
            treasures, and huts where tourists stay. Money (vatus) comes mostly from fish.

            Above is the sea. The only island so far is Efate (tile E0), on cell a2. All boats start beside
            it, on b2. There are fish on b3. You are purple, Tama is teal and Sela is yellow. Tama goes first
            (the star), then Sela, then you. To be last is not good, and you will change that.

            Before you plan, each player takes a character. It has a bonus for one round. Tama has taken the
            artist, Sela the builder. You can sell fish only beside a hut of yours, and you have none. The
            vendor sells without one.
            """,
        ),
        "t:+SF",
        "y:+BB",
        Task(
            "p:+SF",
            """
            Now everybody plans. You have five markers and put them on actions: two, then two, then one. You
            can plan an action only if you could perform it after the actions you have already planned.

            You want fish. They are on b3, so you must sail (S) and then fish (F). Plan both with one token.
            The list of actions shows that Tama wants the same.
            """,
        ),
        "t:+SD",
        "y:+DT",
        Task(
            "p:+VR",
            """
            Put down two more markers. You expect to catch a fish, so you can plan to sell it (V, for vend).
            To see what else you could plan, type `moves`; `why +DV` explains a single move. Plan to rest (R)
            as well: resting gives you one of four small benefits, for example to go first in the next round.
            """,
        ),
        "t:+D",
        "y:+T",
        Task(
            "p:+D",
            """
            This is your last marker. A drawing (D) scores 3 points at once, so plan one on Efate. Efate has a
            single site (the empty circle). Tama has two markers on that action, Sela has one. You may not get
            the chance: the player with most markers on an action goes first.
            """,
        ),
        "t:b2-b3",
        "y:Ba2@",
        Task(
            "p:b2-b3",
            """
            Now the players perform actions in turn, one at a time. You can perform an action only if you lead
            it, that is, if you have most markers on it. If players are equal, the earlier one in turn order
            leads. The sign before the markers shows that somebody leads; the leader's markers come first.

            Tama had two markers on sail, so he blocked you. He has sailed and removed them, and now you lead
            sail. Fish is still blocked: you both have one marker, and he is earlier in turn order. `why Fb3`
            explains it. Then sail to b3. A cell costs 1 vatu.
            """,
        ),
        "t:Fb3",
        "y:Ta2",
        Task(
            "p:Fb3",
            """
            The position has changed since you planned: Tama has fished. The value of a fish is the number of
            fish tokens on the cell, and each catch removes one token. Tama's fish has value 2, yours will
            have value 1. But you lead fish now, and a small fish is better than none. Instead of the token,
            you can also type `fish`.
            """,
        ),
        "t:Da2@",
        "y:-D",
        Task(
            "p:V1@",
            """
            Tama has made a drawing on Efate. With the artist's bonus it scored 5 points, and no site is left.
            So Sela, who led the action, could not perform it and had to withdraw her marker.

            You sell your fish for its value times the market price, which is 3. The @ means that you use the
            bonus of your character: the vendor needs no hut. After each sale the price falls by one.
            """,
        ),
        Task(
            "p:-D",
            """
            The others have no markers left, so you continue alone. You lead drawing now, but there is no free
            site (`why Da2` says so). If you cannot perform an action, you withdraw your markers. It takes a
            turn. Earlier in the round, that turn would have given the others time.
            """,
        ),
        Task(
            "p:Rf",
            """
            Your last marker is on rest. There are four tokens, and the others see which one you take only
            when the round ends: the first player marker (f), a vatu and a point (b), a point (p), a vatu (v).
            Take the first player marker. In the next round you then choose your character and act before the
            others.
            """,
        ),
    ),
    farewell="""
    The round is over, and the first player marker is yours: in the next round you act first. You have not
    seen everything yet. These topics have the rest:

    `rules money`: ten vatus become five points. `rules buy`: what ships pay. `rules build` and
    `rules transport`: how huts and tourists earn. `rules tiles`: the two new tiles that you place next.
    `rules overview` is a summary, `rules scoring` the end of the game.

    Press Return to go on with this game against two easy bots, or type `quit`. `vanuatu` begins a new one.
    """,
)
