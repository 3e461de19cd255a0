"""The lesson of Vanuatu: two rounds of three players, from a first plan to ten vatus that become points."""

from vanuatu.cli.games.lessons import Lesson, LessonNote, LessonTask

_FIRST_ROUND = (
    "#start=201",
    "#tiles=A2,B2",
    "#ships=kcb,kkk,cbb",
    "#tourists=2",
    "#first=t",
    "t:@artist",
    "y:@builder",
    LessonNote("""
        Welcome to Vanuatu. In eight rounds you earn points: with drawings in the sand, goods for ships,
        treasures, and huts where tourists stay. Money (vatus) comes mostly from fish. A ship named kcb
        wants kava, copra and beef.
    """),
    LessonNote("""
        You are purple, Tama is teal, Sela is yellow. The only island so far is Efate: tile E0, on cell
        a2. Tiles have capital letters (E0), cells small ones (a2). All boats start beside it, on b2. There
        are fish on b3.
    """),
    LessonNote("""
        The star shows that Tama goes first, then Sela, then you. To be last is not good. You will change
        that.
    """),
    LessonTask(
        "p:@vendor",
        """
        Each player takes a character. Its bonus is for one round. Tama has the artist, Sela the builder.
        You can sell fish only beside a hut of yours. You have none, but the vendor sells without one.
        """,
        "vendor",
    ),
    "t:+SF",
    "y:+BB",
    LessonNote("""
        Now everybody plans. You put five markers on actions: two, then two, then one. You may plan only
        what you could do after the actions that you have planned already.
    """),
    LessonTask(
        "p:+SF",
        """
        Tama wants fish: he plans to sail and to fish. You want some too. They are on b3, so you must sail
        there first. Name both actions, or one after the other. `why sell` tells why you cannot sell yet.
        """,
        "sail fish",
    ),
    "t:+SD",
    "y:+DT",
    LessonTask(
        "p:+VR",
        """
        Two more markers. You expect a fish, so you can plan to sell it. Plan to rest as well: that brings
        a small benefit.
        """,
        "sell rest",
    ),
    "t:+D",
    "y:+T",
    LessonTask(
        "p:+D",
        """
        Your last marker. A drawing scores 3 points at once. Efate has one site for it (the empty circle).
        Tama has two markers there, Sela one. More markers go first, so you may come too late.
        """,
        "draw",
    ),
    "t:b2-b3",
    "y:Ba2@",
    LessonNote("""
        Now the players act in turn, one action each. You can perform an action only while you lead it:
        nobody has more markers there. Among equals, the earlier one in turn order leads.
    """),
    LessonTask(
        "p:b2-b3",
        """
        Tama had two markers on sail. He has sailed and taken them off, so now you lead. Fish is still
        blocked (`why fish` says by whom). Each step costs 1 vatu. Sail to b3.
        """,
        "sail b3",
    ),
    "t:Fb3",
    "y:Ta2",
    LessonTask(
        "p:Fb3",
        """
        Tama has fished. A fish is worth the number of fish on its cell: his was worth 2, yours is worth
        1. But now you lead. In the table, `(builder)` means that Sela has used her bonus.
        """,
        "fish",
    ),
    "t:Da2@",
    "y:-D",
    LessonTask(
        "p:V1@",
        """
        A fish sells for its value times the market price, which is 3. V1@ sells the fish of 1: the @ at
        the end means the bonus of your character, for you need no hut. Then the price falls by one.
        """,
        "sell all",
    ),
    LessonNote("""
        Tama has drawn on Efate, for 5 points as the artist. No site is left. So Sela, who led drawing
        then, could not draw and had to withdraw her marker. You must do the same.
    """),
    LessonTask(
        "p:-D",
        """
        The others have no markers left, so you continue alone. You lead drawing, but `why draw` says that
        you cannot. To withdraw takes a turn. Sometimes that gives the others time.
        """,
        "withdraw draw",
    ),
    LessonTask(
        "p:Rf",
        """
        The last marker is on rest. The tokens: first player (f), a vatu and a point (b), a point (p), a
        vatu (v). The others see yours only when the round ends. Take the first player.
        """,
        "rest first player",
    ),
)

_SECOND_ROUND = (
    "#tourists=2",
    LessonNote("""
        Round 2: you are the first player now, and the price of fish is 3 again. Two tourists wait. The
        two new tiles are A2, an island, and B2, an ocean tile with three fish.
    """),
    LessonTask(
        "p:A2=c3",
        """
        The first player places both. A tile must touch two others. An ocean tile must touch an
        island, and an island none. `look A2` describes a tile. Put the island on c3.
        """,
        "place A2 on c3",
    ),
    LessonTask(
        "p:B2=c4",
        "And the fish on c4. This cell touches the new island, and your boat on b3.",
        "place B2 on c4",
    ),
    "#tiles=C1,D1",
    LessonTask(
        "p:@fisherman",
        """
        You choose first. Nobody keeps a character for a second round, so the vendor must go. With the
        fisherman, a fish that you catch also scores its value: up to 3 points on c4.
        """,
        "fisherman",
    ),
    "t:@governor",
    "y:@guide",
    LessonNote("""
        You have 5 vatus. A good round would be: build a hut on c3 for 3 vatus, sail to c4 for 1, catch
        the fish of 3, and sell it beside your hut. That takes four markers.
    """),
    LessonTask(
        "p:+SF",
        "Begin with what the others may want too: the fish.",
        "sail fish",
    ),
    "t:+GG",
    "y:+DT",
    LessonTask(
        "p:+BV",
        """
        Then build and sell. Among equals you lead as the first player, so one marker on an action is
        often enough.
        """,
        "build sell",
    ),
    "t:+DR",
    "y:+TT",
    LessonTask(
        "p:+T",
        """
        One marker is left. If you bring a tourist to an island, you get 1 vatu for each hut there, no
        matter whose it is. Soon you have a hut, so plan transport.
        """,
        "transport",
    ),
    "t:+R",
    "y:+D",
    LessonTask(
        "p:Bc3",
        """
        You lead build. A hut costs 3 vatus. Beside it you sell fish, tourists bring vatus there, and in
        the end it scores 2 points for each tourist on its island.
        """,
        "build c3",
    ),
    "t:Ga2c",
    "y:Ta2@",
    LessonTask(
        "p:b3-c4",
        """
        Tama bought copra for a ship: 2 vatus for 3 points. Kava costs 1 and scores 1, beef costs 3 and
        scores 5. The cube that fills a ship scores 2 more. Now sail to the fish.
        """,
        "sail c4",
    ),
    "t:Rb",
    "y:Dc3",
    LessonTask(
        "p:Fc4@",
        """
        Sela brought a tourist to Efate: 1 vatu for the hut there, and 2 points as the guide. You lead
        fish: `fish` uses the fisherman's bonus. `R?` is Tama's hidden rest token.
        """,
        "fish",
    ),
    "t:Dc3",
    LessonTask(
        "p:Tc3",
        """
        One tourist is left. Bring it to your island: the hut there pays 1 vatu now, and scores 2 points
        at the end of the game.
        """,
        "transport c3",
    ),
    LessonTask(
        "p:V3",
        """
        You have 2 vatus. The fish of 3 brings 3 times 3, so you have 11. Ten vatus always become 5 points
        at once, whether you like it or not, and 1 vatu is left.
        """,
        "sell all",
    ),
)

LESSON = Lesson(
    game="vanuatu",
    names=("You", "Tama", "Sela"),
    script=(*_FIRST_ROUND, *_SECOND_ROUND),
    farewell="""
    That round scored 8 points. Not shown yet: treasures (`rules explore`), more on ships (`rules buy`), all
    characters (`rules characters`), the end (`rules scoring`). Go on against easy bots, or `quit`.
    """,
)
