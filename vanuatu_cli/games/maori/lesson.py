"""The first turns of a game of two: the ship's way, a tile for a shell, an island, a storage, ships."""

from vanuatu.cli.games.lessons import Lesson, Task

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
        Task(
            "p:>n1",
            """
            Welcome to the South Sea. Sixteen tiles lie in the middle, and an explorer ship goes round them.
            From them you put islands together on the board that bears your name. An island must be complete
            in the end: an end piece, perhaps middle pieces, and another end piece. A space that stays empty
            costs a point.

            The sixteen places of the ship are named by the compass: n1 to n4 at the top, then e, s, w, on
            clockwise. Tama has put it at w4, so you begin. First the ship moves, one step at least. You may
            go as many steps as you have ships: two are printed on your board. Beyond that each step costs a
            shell, and you have five.

            Go one step, round the corner, to n1. You may type the place, the token, or just `1`.
            """,
        ),
        Task(
            "p:1=a2",
            """
            The ship now looks down the first column: E2r, ELr, WS, E1t. The nearest tile is free; one
            farther in costs a shell for each tile you pass over.

            E2r is an end piece with two palms, open to the right (the arrow shows it). Land must meet land,
            so its neighbour on the right will have to be open to the left. Where would you never put it? On
            the right edge of the board: there it could not be completed. Lay it on a2: the first tile, on
            a2. A tile with palms is never turned.
            """,
        ),
        "#tile=E3b",
        "t:>n2",
        "t:1=a1",
        "#tile=V",
        Task(
            "p:>n4",
            """
            Tama took a water. The tile that came in its place is a volcano: it cannot be taken, and nobody
            gets past it. For the rest of the game it stands there.

            You need an end that is open to the left. There are two in the fourth column: E1l in front, and
            E2l behind it with one palm more. n4 is two steps away, which your two ships carry you.
            """,
        ),
        Task(
            "p:2=b2",
            """
            E1l would be free. E2l is the second tile, so you pass over one, for a shell. A shell in hand is
            worth something only to the one who has most of them in the end, and it may pay for better
            things: here it buys a palm.

            Ask `why 2=b2r` before: an r would turn the tile, and palms stand upright. `moves` lists all that
            can be done. Then lay the second tile on b2: your first complete island, 4 palms.
            """,
        ),
        "#tile=EH1l",
        "t:>e3",
        "t:1=store",
        "#tile=W0",
        Task(
            "p:>s2",
            """
            Tama went three steps, for a shell, and put a tile into storage: everybody has room for one
            there, and lays it later instead of taking one.

            The ship is at e3 now. In the third column there is an end piece with a ship on it, EBr, and it
            lies at the bottom. s2 is three steps away: e4, s1, s2. Two are free, so it costs you a shell.
            """,
        ),
        Task(
            "p:1=a3",
            """
            A ship on your board is one step more in every turn, and who has most ships in the end gets a
            point for each. So lay EBr on a3, below your first island. At its upper side it has water and so
            has the tile above: they fit.
            """,
        ),
        "#tile=I1",
        "t:>s4",
        "t:store=c3",
        Task(
            "p:>w2",
            """
            Tama laid the tile from the storage, and since nothing was taken, nothing was drawn.

            You have three ships now. Two steps ahead, at w2, there is a water that shows two shells.
            """,
        ),
        Task(
            "p:1=a1",
            """
            When you lay a tile that shows shells, you get as many from the supply. The top left corner is a
            good place for water: it fits above your first island, whose upper side is water too, and the
            space is filled.
            """,
        ),
        "#tile=I2",
    ),
    farewell="""
    You know the game. When somebody's board is full, the others have one more turn. Then islands that are not
    complete are taken off, and you count: a palm 1 point, with a hut on the island 2; two halves of a lei
    that meet 10; the most ships and the most shells one each; an empty space one less.

    `vanuatu rules --game maori scoring` has it all again, and `vanuatu play --game maori` begins a game.
    """,
)
