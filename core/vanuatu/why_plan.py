"""Find why an action cannot be planned: what is missing, or how much money (ruling 5)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from vanuatu.core.game import NOT_A_MOVE, Refusal
from vanuatu.core.vanuatu import board, codes, legal, moves
from vanuatu.core.vanuatu.layout import At
from vanuatu.core.vanuatu.offers import Offers
from vanuatu.core.vanuatu.planning import Planner
from vanuatu.core.vanuatu.tables import GOODS_PRICE, Action, Character, Price, Rule

_BEYOND_MEANS: Final[i64] = 99


def why_not_plan(b: vec[i64], players: i64, actor: i64, detail: i64) -> Refusal:
    to_place = legal.markers_to_place(b)
    first = detail >> 4
    second = detail & 15
    if first >= Action.COUNT or (second != moves.NONE and (second >= Action.COUNT or second < first)):
        return Refusal(NOT_A_MOVE)
    if second != moves.NONE and to_place == 1:
        return Refusal(codes.MARKER_COUNT, to_place)
    planned = legal.planned_actions(b, actor)
    planner = Planner(Offers(b, players, actor))
    if second == moves.NONE:
        # A question about one action of the two is answered for that action.
        if to_place == 2 and planner.can_plan(planned, first):
            return Refusal(codes.MARKER_COUNT, to_place)
        return _why_not_planned(planner, planned, first)
    if planner.can_plan(planned, first):
        return _why_not_planned(planner, planned | board.one(first), second)
    if planner.can_plan(planned, second):
        return _why_not_planned(planner, planned | board.one(second), first)
    return _why_not_planned(planner, planned, first)


def _why_not_planned(planner: Planner, planned: i64, action: i64) -> Refusal:
    o = planner.offers
    sailing = (planned >> Action.SAIL) & 1 == 1
    if action == Action.TRANSPORT and o.b[At.TOURISTS] == 0:
        return Refusal(codes.PLAN_TOURISTS)
    if action == Action.BUILD and o.huts == 0 and o.by_dike == 0:
        return Refusal(codes.PLAN_HUTS)
    if not planner.imaginable(planned, action):
        if action == Action.SELL:
            return _why_no_sale(planner, planned, sailing)
        lack = _build_lack(o) if action == Action.BUILD else 0
        if not sailing and planner.imaginable(planned | board.one(Action.SAIL), action):
            return Refusal(codes.PLAN_SAIL, action, lack)
        return Refusal(codes.PLAN_NOWHERE, action, lack)
    income = planner.income(planned & ~board.one(action))
    if income > 0:
        converts: i64 = 1 if o.spendable + income >= Rule.CONVERSION_VATUS else 0
        return Refusal(codes.PLAN_CONVERSION, action, converts)
    return _why_too_dear(planner, planned, action, sailing)


def _build_lack(o: Offers) -> i64:
    if o.huts == 0:
        return codes.BuildLack.HUT_AND_SIDE
    return codes.BuildLack.SITE_AND_SIDE if o.dikes else codes.BuildLack.SITE


def _why_no_sale(planner: Planner, planned: i64, sailing: bool) -> Refusal:
    """Return what is missing to sell fish, apart from money."""
    o = planner.offers
    building = (planned >> Action.BUILD) & 1 == 1
    sail = board.one(Action.SAIL)
    build = board.one(Action.BUILD)
    if o.fish == 0 and (planned >> Action.FISH) & 1 == 0:
        return Refusal(codes.PLAN_FISH, Action.SELL)
    if o.fish == 0 and not planner.imaginable(planned, Action.FISH):
        return Refusal(codes.PLAN_FISHING, Action.SELL)
    markets = o.by_own_hut | (o.by_site if building else 0)
    if sailing and o.fish == 0 and markets & (board.one(o.boat) | o.reach3) != 0:
        return Refusal(codes.PLAN_FISH_APART, Action.SELL, 1 if building else 0)
    helps = codes.HutHelp.NONE
    if not sailing and planner.imaginable(planned | sail, Action.SELL):
        helps |= codes.HutHelp.SAIL
    if not building and planner.imaginable(planned | build, Action.SELL):
        helps |= codes.HutHelp.BUILD
    if helps == codes.HutHelp.NONE:
        if building:
            helps = codes.HutHelp.DIKE_ONLY
        elif not sailing and planner.imaginable(planned | sail | build, Action.SELL):
            helps = codes.HutHelp.BOTH
    return Refusal(codes.PLAN_HUT, Action.SELL, 1 if sailing else 0, helps)


def _why_too_dear(planner: Planner, planned: i64, action: i64, sailing: bool) -> Refusal:
    """Return what is missing for the cheapest way to do it, here or after sailing."""
    o = planner.offers
    if action == Action.SAIL:
        return Refusal(codes.PLAN_MONEY, action, o.spendable, 1 if o.reach1 != 0 else 2)
    free_trip = o.character == Character.NAVIGATOR
    fare: i64 = 0
    price = _price_from(planner, planned, action, board.one(o.boat))
    after1, after2, after3 = o.trips
    steps: i64 = 1
    while sailing and steps <= 3:
        cells = after1 if steps == 1 else after2 if steps == 2 else after3
        trip_price = _price_from(planner, planned, action, cells)
        costs: i64 = 0 if free_trip else steps
        if trip_price + costs < price + fare:
            price = trip_price
            fare = costs
        steps += 1
    if fare == 0:
        return Refusal(codes.PLAN_MONEY, action, o.spendable, price)
    return Refusal(codes.PLAN_MONEY_SAIL, action, o.spendable - fare if o.spendable > fare else 0, price)


def _price_from(planner: Planner, planned: i64, action: i64, cells: i64) -> i64:
    """Return the least cost of the action from one of these cells; more than any seat has if impossible."""
    o = planner.offers
    if action == Action.BUILD:
        if o.by_dike & cells != 0:
            return Price.DIKE
        return o.hut_price if o.by_site & cells != 0 else _BEYOND_MEANS
    if action == Action.BUY:
        if o.by_kava & cells != 0:
            return GOODS_PRICE[0]
        if o.by_copra & cells != 0:
            return GOODS_PRICE[1]
        return GOODS_PRICE[2] if o.by_beef & cells != 0 else _BEYOND_MEANS
    if action == Action.SELL:
        cells &= planner.fish_in_hand(planned)
        if (o.character == Character.VENDOR and cells != 0) or o.by_own_hut & cells != 0:
            return 0
        building = (planned >> Action.BUILD) & 1 == 1
        return o.hut_price if building and o.by_site & cells != 0 else _BEYOND_MEANS
    target = o.by_room
    if action == Action.EXPLORE:
        target = o.at_treasure
    elif action == Action.FISH:
        target = o.at_fish
    elif action == Action.DRAW:
        target = o.by_drawing
    return 0 if target & cells != 0 else _BEYOND_MEANS
