"""The first round of a game of three: planning, a blocked majority, selling, taking back, a rest bonus."""

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
            Welcome to Vanuatu. In eight rounds you earn points: by drawing in the sand, by exporting goods,
            by huts where tourists stay. Money (vatus) comes from fish.

            Above is the sea. The only island so far is Efate, on cell a2. All boats lie beside it on b2,
            and fish swim on b3. You are purple, Tama is teal and Sela yellow; Tama goes first (the star),
            then Sela, then you. Last is not a good place, and we will mend that.

            Before you plan, everybody takes a character: each has a bonus for one round. Tama has taken the
            artist, Sela the builder. Fish can be sold only beside a hut of your own, and you have none. The
            vendor sells without one.
            """,
        ),
        "t:+SF",
        "y:+BB",
        Task(
            "p:+SF",
            """
            Now everybody plans. You have five markers, and put them on actions: two, then two, then one. An
            action can be planned only if it could be done, when all you have planned goes well.

            You want fish. They are on b3, so you must sail (S) and fish (F): plan both with one token. Tama
            wants the same, as you see in the list of actions.
            """,
        ),
        "t:+SD",
        "y:+DT",
        Task(
            "p:+VR",
            """
            Two more. You will have a fish, and so you can plan to sell it (V, as in vend): try `why +DV` or
            `moves` if you want to see what else could be planned. And you plan to rest (R): resting brings
            one of four small favours, and one of them is to go first.
            """,
        ),
        "t:+D",
        "y:+T",
        Task(
            "p:+D",
            """
            The last marker. A drawing (D) brings 3 points at once, so let us try one on Efate. It has a
            single site (the empty circle), and Tama has two markers on that action, Sela one. It may not
            come to it. That is Vanuatu: who wants a thing most does it first.
            """,
        ),
        "t:b2-b3",
        "y:Ba2@",
        Task(
            "p:b2-b3",
            """
            Everybody in turn performs one action, but only where they hold the majority: most markers, and
            among equals who is earlier in turn order. The sign before the markers shows that somebody
            leads, and the first ones are the leader's.

            Tama had two markers on sailing, so you were blocked there. Now he has sailed and taken them
            back, and sailing is yours. Fishing is still blocked: you both have one marker, and he is before
            you. Type `why Fb3` to hear it in words, then sail to b3. One cell costs 1 vatu.
            """,
        ),
        "t:Fb3",
        "y:Ta2",
        Task(
            "p:Fb3",
            """
            Things have changed since you planned. Tama has fished: a fish is worth as many as there are,
            and he took the one of 2. The one that is left for you is worth 1. Still, fishing is yours now,
            and a small fish is better than none. `fish` does as well as the token.
            """,
        ),
        "t:Da2@",
        "y:-D",
        Task(
            "p:V1@",
            """
            Tama has drawn on Efate, with the artist's bonus for 5 points, and there is no site left. So
            Sela could not draw: she held the majority and had to take her marker back with nothing done.

            You sell your fish at the market price of 3. The @ says that you use your character's bonus: the
            vendor needs no hut. After every sale the price falls by one.
            """,
        ),
        Task(
            "p:-D",
            """
            The others have no markers left, so you go on. Drawing is yours now, but there is nothing to
            draw on (`why Da2` says so). Who cannot perform an action takes the markers back. It costs the
            turn, and if somebody else had still been waiting, it would have given them time.
            """,
        ),
        Task(
            "p:Rf",
            """
            One marker is left: you rest. Four tokens are there, and the others do not see which one you
            take until the round ends: the first player marker (f), a vatu and a point (b), a point (p), a
            vatu (v). Take the first player marker, and you will choose and act before the others.
            """,
        ),
    ),
    farewell="""
    The round is over, and the first player marker is yours. In the next one two new tiles are placed first
    (by you), then it goes on as before. You know all you need: plan what you want most with more markers,
    look at who goes before you, keep some money for sailing, and build a hut where fish are. (Who takes the
    beggar and gives no points for vatus is asked about it once more when a round ends.)

    `rules` tells the rest by topic. Press Return to go on with this game against two easy bots, or type
    `quit`; `vanuatu` begins a new one.
    """,
)
