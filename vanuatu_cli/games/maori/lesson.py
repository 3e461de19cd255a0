"""The lesson of Maori: the first turns of two players, with the ship, shells, an island and the storage."""

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
            Welcome to the South Sea. Sixteen tiles are in the middle, and an explorer ship sails around them.
            You take tiles and put islands together on your board. Only complete islands score. A single
            island is complete by itself. A longer one needs two ends, and may have middle pieces between
            them. Each space that stays empty costs a point.

            The sixteen places of the ship have names: n1 to n4 at the top, then e, s and w, clockwise. Tama
            has put the ship at w4, so you begin. First you move the ship, at least one step. You may make
            as many steps as you have ships: two are printed on your board. Each further step costs a shell,
            and you have five.

            Go one step, around the corner, to n1. You may type the place, the token, or just `1`.
            """,
        ),
        Task(
            "p:1=a2",
            """
            The ship now faces the first column: E2r, ELr, WS, E1t. The nearest tile is free. A tile farther
            away costs a shell for each tile between it and the ship.

            E2r is an end piece with two palms, open to the right (the arrow shows it). Land must touch land,
            so the tile to its right must be open to the left. Do not put E2r at the right edge of the board:
            it could never be completed there. Put the first tile on a2. You cannot turn a tile with palms.
            """,
        ),
        "#tile=E3b",
        "t:>n2",
        "t:1=a1",
        "#tile=V",
        Task(
            "p:>n4",
            """
            Tama took a water tile. The tile drawn in its place is a volcano: nobody can take it or pass over
            it, and it stays there for the rest of the game.

            You need an end piece that is open to the left. The fourth column has two: E1l in front, and
            behind it E2l, with one palm more. n4 is two steps away, and your two ships pay for both.
            """,
        ),
        Task(
            "p:2=b2",
            """
            E1l is free. E2l is the second tile: you pass over one tile and pay a shell. In the end, shells
            score only for the player who has most of them. Until then they buy better tiles: here one buys a
            palm.

            To see why a move is illegal, type for example `why 2=b2r`: the r would turn the tile, and palms
            must stand upright. `moves` lists all legal moves. Now put the second tile on b2. It completes
            your first island, with 4 palms.
            """,
        ),
        "#tile=EH1l",
        "t:>e3",
        "t:1=store",
        "#tile=W0",
        Task(
            "p:>s2",
            """
            Tama moved the ship three steps for a shell and put a tile into storage. Every player can store
            one tile and place it later instead of taking one.

            The ship is on e3 now. The last tile of the third column is EBr, an end piece with a ship. s2 is
            three steps away: e4, s1, s2. Two steps are free, so you pay a shell.
            """,
        ),
        Task(
            "p:1=a3",
            """
            Each ship on your board is a free step in every turn. At the end, the player with most ships
            scores a point for each. So put EBr on a3, below your first island. Its upper side is water, like
            the lower side of the tile above: they fit.
            """,
        ),
        "#tile=I1",
        "t:>s4",
        "t:store=c3",
        Task(
            "p:>w2",
            """
            Tama placed the tile from his storage. Nothing was taken, so nothing was drawn.

            You have three ships now. Two steps ahead, at w2, there is a water tile with two shells.
            """,
        ),
        Task(
            "p:1=a1",
            """
            If you place a tile with shells, you get as many shells from the supply. The top left corner is a
            good place for a water tile: it fits above your first island, whose upper side is water too, and
            it fills the space.
            """,
        ),
        "#tile=I2",
    ),
    farewell="""
    You know the game. When a board is full, each other player has one more turn. Then you remove islands that
    are not complete, and score: 1 point for a palm, or 2 if its island has a hut; 10 for a complete lei (two
    half leis that meet on a complete island); 1 for each ship and each shell, if nobody has more of them; and
    1 less for each empty space.

    `rules scoring` has this again. `vanuatu play --game maori` begins a game.
    """,
)
