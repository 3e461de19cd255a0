"""The lesson of Maori: the first turns of two players, with the ship, shells, an island and the storage."""

from vanuatu.cli.games.lessons import Lesson, LessonNote, LessonTask

LESSON = Lesson(
    game="maori",
    names=("You", "Tama"),
    script=(
        *["#tile=E2r", "#tile=W0", "#tile=I1", "#tile=E1l"],
        *["#tile=ELr", "#tile=E3t", "#tile=WB", "#tile=E2l"],
        *["#tile=WS", "#tile=ELl", "#tile=IH", "#tile=E1b"],
        *["#tile=E1t", "#tile=M2a", "#tile=EBr", "#tile=E2b"],
        "#first=t",
        "t:>w4",
        LessonNote("""
            Welcome to the South Sea. Sixteen tiles are in the middle, and an explorer ship sails around
            them. You take tiles and put islands together on your board.
        """),
        LessonNote("""
            Only complete islands score. A single island is complete by itself. A longer one needs two
            ends, and may have middle pieces between them. Each space that stays empty costs a point.
        """),
        LessonNote("""
            The ship has sixteen places: n1 to n4 at the top, then e, s and w, clockwise. Tama has put the
            ship at w4, so you begin.
        """),
        LessonNote("""
            A label says what a tile shows: E2r is an end with two palms, open to the right. WB is water
            with a ship, WS with shells. H is a hut, L half a lei. `look ELr` describes a tile, and `look
            me` your shells and ships.
        """),
        LessonTask(
            "p:>n1",
            """
            First you move the ship, one step or more. You may make as many steps as you have ships: two
            are printed on your board. A further step costs a shell. Go one step, around the corner, to n1.
            """,
            "n1",
        ),
        LessonNote("""
            The ship now faces the first column: E2r, ELr, WS, E1t. The nearest tile is free. A tile farther
            away costs a shell for each tile between it and the ship.
        """),
        LessonNote("""
            E2r is an end piece with two palms, open to the right (the arrow). Land must touch land: the
            next tile must be open to the left. At the right edge it could never be complete.
        """),
        LessonTask(
            "p:1=a2",
            "Put the first tile on a2. You cannot turn a tile with palms.",
        ),
        "#tile=E3b",
        "t:>n2",
        "t:1=a1",
        "#tile=V",
        LessonNote("""
            Tama took a water tile. The tile drawn in its place is a volcano: nobody can take it or pass
            over it, and it stays there for the rest of the game.
        """),
        LessonTask(
            "p:>n4",
            """
            You need an end piece that is open to the left. The fourth column has two: E1l in front, and
            behind it E2l, with one palm more. n4 is two steps away, and your two ships pay for both.
            """,
            "n4",
        ),
        LessonNote("""
            E1l is free. For E2l you pass over one tile and pay a shell. In the end, shells score only for
            the player who has most of them. Here one buys a palm.
        """),
        LessonTask(
            "p:2=b2",
            """
            Put the second tile on b2: it completes your first island, with 4 palms. `why 2=b2r` says why a
            move is illegal: the r would turn the tile, and palms must stand upright.
            """,
        ),
        "#tile=EH1l",
        "t:>e3",
        "t:1=store",
        "#tile=W0",
        LessonNote("""
            Tama moved the ship three steps for a shell and put a tile into storage. Every player can store
            one tile, and place it later instead of taking one.
        """),
        LessonTask(
            "p:>s2",
            """
            The ship is on e3 now. The last tile of the third column is EBr, an end piece with a ship. s2
            is three steps away: e4, s1, s2. Two steps are free, so you pay a shell.
            """,
            "s2",
        ),
        LessonTask(
            "p:1=a3",
            """
            Each ship on your board is a free step in every turn, and the player with most ships scores a
            point for each. Put EBr on a3: its upper side is water, as the side above.
            """,
        ),
        "#tile=I1",
        "t:>s4",
        "t:store=c3",
        LessonTask(
            "p:>w2",
            """
            Tama placed the tile from his storage. Nothing was taken, so nothing was drawn. You have three
            ships now. Two steps ahead, at w2, there is a water tile with two shells.
            """,
            "w2",
        ),
        LessonTask(
            "p:1=a1",
            """
            If you place a tile with shells, you get as many from the supply. The corner a1 is good for a
            water tile: the upper side of your first island is water too.
            """,
        ),
        "#tile=I2",
        LessonNote("""
            When a board is full, each other player has one more turn. Islands that are not complete go.
            Then you score 1 point for a palm, or 2 if its island has a hut.
        """),
    ),
    farewell="""
    Besides, 10 points for a complete lei (two halves on an island), 1 for each ship and shell if nobody has
    more, 1 less for an empty space: `rules scoring`. You can go on with this game against an easy bot, or
    `quit`.
    """,
)
