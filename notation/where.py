"""Expressions over games and positions: `winner == 'teal' and seat.treasures >= 3`.

They have the syntax of Python, but Python never runs them. The parsed tree is checked node by node, and each
permitted node becomes a small function of a `Scope`. All names are fields of `fields`. The length of a text,
its depth and the size of its numbers have limits, and there are no loops, so an expression always ends soon.

A field that does not apply is unknown (None). A comparison with an unknown value is false.
"""

import ast
import operator
import warnings
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from typing import Any, Final

from vanuatu.notation import fields
from vanuatu.notation.codec import SEAT_NAMES
from vanuatu.notation.errors import NotationError, excerpt
from vanuatu.notation.fields import GAME, LIST, NUMBER, POSITION, SEAT, TEXT, TRUTH, Scope, Value
from vanuatu.notation.session import Session

LONGEST: Final = 1000  # characters
DEEPEST: Final = 40
LARGEST: Final = 10**18  # a larger number is unknown

Evaluate = Callable[[Scope], Any]


class WhereError(NotationError):
    """Raised for an expression that cannot be used; `column` is the place of the error, from 1."""

    def __init__(self, message: str, column: int) -> None:
        super().__init__(message)
        self.column = column

    def __reduce__(self) -> tuple[object, ...]:
        return WhereError, (str(self), self.column)


class Where:
    """A condition on games or positions.

    `needs` is what it reads: TAGS, GAME (the moves too) or POSITION (each position).
    """

    def __init__(self, *texts: str) -> None:
        """Read the conditions; all must hold. Raise WhereError."""
        self.texts = texts
        parts = [part for text in texts for part in _conjuncts(text)]
        self.needs = max((part.level for part in parts), default=fields.TAGS)
        self._of_tags = [part.value for part in parts if part.level == fields.TAGS]
        self._of_game = [part.value for part in parts if part.level == GAME]
        self._of_position = [part.value for part in parts if part.level == POSITION]

    def tags_hold(self, tags: dict[str, str], number: int = 1) -> bool:
        """Return whether the part of the condition that looks only at tags holds."""
        scope = Scope(tags, number)
        return all(condition(scope) for condition in self._of_tags)

    def holds(self, session: Session, number: int = 1) -> bool:
        """Return whether the condition holds for the game, or for one of its positions."""
        return next(self.positions(session, number), None) is not None

    def positions(self, session: Session, number: int = 1) -> Iterator[Scope]:
        """Yield the positions of the game for which the condition holds, from the first to the last.

        The scope is the same object each time, and changes when the next position is requested.
        """
        scope = Scope(session.record.tags, number, session)
        if not all(condition(scope) for condition in (*self._of_tags, *self._of_game)):
            return
        conditions = self._of_position
        only = conditions[0] if len(conditions) == 1 else None
        for _ in scope.walk():
            if only(scope) if only is not None else all(condition(scope) for condition in conditions):
                yield scope


class _Part:
    """A part of an expression: its function, its type, and what it needs."""

    __slots__ = ("kind", "level", "value", "words")

    def __init__(self, value: Evaluate, kind: str, level: int, words: frozenset[str] | None = None) -> None:
        self.value = value
        self.kind = kind
        self.level = level
        self.words = words  # the texts that a field can be; None if any


def _conjuncts(text: str) -> list[_Part]:
    """Return the conditions that an expression joins by `and`."""
    reader = _Reader(text)
    tree = reader.tree()
    parts = tree.values if isinstance(tree, ast.BoolOp) and isinstance(tree.op, ast.And) else [tree]
    return [reader.condition(part, 1) for part in parts]


_COMPARE: Final[dict[type[ast.cmpop], Callable[[Any, Any], bool]]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_ARITHMETIC: Final[dict[type[ast.operator], Callable[[Any, Any], Any]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_FUNCTIONS: Final = ("abs", "can", "leads", "len", "max", "min", "tag")


class _Reader:
    """Reads one expression."""

    def __init__(self, text: str) -> None:
        if len(text) > LONGEST:
            raise WhereError(f"the expression has {len(text)} characters; the limit is {LONGEST}", LONGEST)
        self._text = text.strip()
        self._indent = len(text) - len(text.lstrip())
        self._lines = self._text.split("\n")

    def tree(self) -> ast.expr:
        """Return the syntax tree."""
        if not self._text:
            raise WhereError("the expression is empty. Try: players == 4", 1)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return ast.parse(self._text, mode="eval").body
        except SyntaxError as error:
            if "=" in self._text and self._text.count("=") == self._text.count("!=") + 1:
                name, _, value = (part.strip() for part in self._text.replace("!=", "=").partition("="))
                field = fields.ALL_FIELDS.get(name.lower())
                known = name.lower() if field is not None else f"tag('{excerpt(name)}')"
                quoted = value if field is not None and field.kind == NUMBER else repr(value.strip("'\""))
                raise WhereError(
                    f"expected an expression, not TAG=VALUE. Try: {known} == {excerpt(quoted)}", 1
                ) from None
            column = self._indent + max(1, error.offset or 1)
            raise WhereError(
                f"no expression: {error.msg.removesuffix('. Perhaps you forgot a comma?')}", column
            ) from None
        except (ValueError, MemoryError, RecursionError):
            raise WhereError("no expression: it cannot be parsed", 1) from None

    def error(self, node: ast.expr, message: str) -> WhereError:
        """Return an error at the place of a node."""
        before = sum(len(line) + 1 for line in self._lines[: node.lineno - 1])
        line = self._lines[node.lineno - 1].encode()
        return WhereError(message, self._indent + before + len(line[: node.col_offset].decode()) + 1)

    def _shown(self, node: ast.expr) -> str:
        """Return the text of a node for a message."""
        return excerpt(ast.get_source_segment(self._text, node) or "this")

    def condition(self, node: ast.expr, depth: int) -> _Part:
        """Read a part that is true or false."""
        part = self.read(node, depth)
        if part.kind != TRUTH:
            shown = self._shown(node)
            raise self.error(
                node, f"{shown} is a {part.kind}, not a condition. Compare it, like {shown} == …"
            )
        return part

    def read(self, node: ast.expr, depth: int) -> _Part:
        """Read any part."""
        if depth > DEEPEST:
            raise self.error(node, f"more than {DEEPEST} levels of nesting")
        deeper = depth + 1
        match node:
            case ast.BoolOp():
                return self._both([self.condition(value, deeper) for value in node.values], node.op)
            case ast.UnaryOp(op=ast.Not()):
                inner = self.condition(node.operand, deeper)
                value = inner.value
                return _Part(lambda scope: not value(scope), TRUTH, inner.level)
            case ast.UnaryOp(op=ast.USub()):
                inner = self._number(node.operand, deeper)
                value = inner.value
                return _Part(lambda scope: _negated(value(scope)), NUMBER, inner.level)
            case ast.BinOp():
                return self._arithmetic(node, deeper)
            case ast.Compare():
                return self._comparison(node, deeper)
            case ast.Call():
                return self._call(node, deeper)
            case ast.Constant():
                return self._constant(node)
            case ast.Tuple() | ast.List():
                return self._list(node, deeper)
            case ast.Name():
                return self._name(node)
            case ast.Attribute():
                return self._attribute(node)
        raise self.error(node, f"{self._shown(node)}: this is not permitted in an expression")

    def _both(self, parts: list[_Part], op: ast.boolop) -> _Part:
        """Join conditions by `and` or `or`."""
        values = [part.value for part in parts]
        level = max(part.level for part in parts)
        if isinstance(op, ast.And):
            return _Part(lambda scope: all(value(scope) for value in values), TRUTH, level)
        return _Part(lambda scope: any(value(scope) for value in values), TRUTH, level)

    def _number(self, node: ast.expr, depth: int) -> _Part:
        part = self.read(node, depth)
        if part.kind != NUMBER:
            raise self.error(node, f"{self._shown(node)} is a {part.kind}, not a number")
        return part

    def _arithmetic(self, node: ast.BinOp, depth: int) -> _Part:
        work = _ARITHMETIC.get(type(node.op))
        if work is None:
            raise self.error(node, f"{self._shown(node)}: permitted are + - * / // %")
        left, right = self._number(node.left, depth), self._number(node.right, depth)
        first, second = left.value, right.value

        def value(scope: Scope) -> Value:
            a, b = first(scope), second(scope)
            if (
                a is None
                or b is None
                or (b == 0 and work in (operator.truediv, operator.floordiv, operator.mod))
            ):
                return None
            found = work(a, b)
            return found if -LARGEST <= found <= LARGEST else None

        return _Part(value, NUMBER, max(left.level, right.level))

    def _comparison(self, node: ast.Compare, depth: int) -> _Part:
        nodes = [node.left, *node.comparators]
        parts = [None if _is_none(part) else self.read(part, depth) for part in nodes]
        tests = [
            self._test(op, (nodes[at], parts[at]), (nodes[at + 1], parts[at + 1]))
            for at, op in enumerate(node.ops)
        ]
        level = max((part.level for part in parts if part is not None), default=fields.TAGS)
        if len(tests) == 1:
            return _Part(tests[0], TRUTH, level)
        return _Part(lambda scope: all(test(scope) for test in tests), TRUTH, level)

    def _test(
        self, op: ast.cmpop, left: tuple[ast.expr, _Part | None], right: tuple[ast.expr, _Part | None]
    ) -> Callable[[Scope], bool]:
        """Return one comparison as a function."""
        (first, a), (second, b) = left, right
        if isinstance(op, ast.Is | ast.IsNot):
            if a is None or b is not None:
                raise self.error(second, "`is` and `is not` go with None. Use == or !=")
            known, negative = a.value, isinstance(op, ast.IsNot)
            return lambda scope: (known(scope) is None) != negative
        if a is None or b is None:
            raise self.error(second if a else first, "use `is None` or `is not None`")
        if isinstance(op, ast.In | ast.NotIn):
            return self._membership(op, (first, a), (second, b))
        ordered = not isinstance(op, ast.Eq | ast.NotEq)
        if a.kind != b.kind or a.kind == LIST or (ordered and a.kind == TRUTH):
            raise self.error(
                second,
                f"{self._shown(first)} is a {a.kind} and {self._shown(second)} is a {b.kind}: they cannot be "
                "compared like this",
            )
        self._check_word(second, a, b)
        self._check_word(first, b, a)
        work, x, y = _COMPARE[type(op)], a.value, b.value

        def holds(scope: Scope) -> bool:
            one = x(scope)
            if one is None:
                return False
            other = y(scope)
            return other is not None and work(one, other)

        return holds

    def _check_word(self, node: ast.expr, field: _Part, part: _Part) -> None:
        """Raise WhereError for a text that the field can never be."""
        if field.words is None or not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            return
        strict = field.words not in (fields.PHASES, fields.KINDS)  # another game may have others
        for word in node.value.split(",") if node.value else ():
            if word not in field.words and (strict or get_close_matches(word, field.words, 1)):
                raise self.error(node, _unknown(f"no value {word!r} here", word, field.words))

    def _check_action(self, node: ast.expr, text: str, kinds: frozenset[str]) -> None:
        """Raise WhereError for a text that is not the letter of an action, or close to one of the kinds."""
        if text.upper() in fields.ACTIONS and text not in fields.ACTIONS:
            raise self.error(node, f"no action {text!r}. Did you mean {text.upper()}?")
        if len(text) == 1 or text in kinds:
            return
        if not kinds or get_close_matches(text, kinds, 1):
            raise self.error(node, _unknown(f"no action {text!r}", text, kinds or fields.ACTIONS))

    def _membership(
        self, op: ast.cmpop, left: tuple[ast.expr, _Part], right: tuple[ast.expr, _Part]
    ) -> Callable[[Scope], bool]:
        (first, a), (second, b) = left, right
        if (
            b.kind not in (TEXT, LIST)
            or a.kind not in (TEXT, NUMBER)
            or (b.kind == TEXT and a.kind == NUMBER)
        ):
            raise self.error(second, f"{self._shown(second)} is a {b.kind}: `in` needs a text or a list")
        if isinstance(second, ast.Tuple | ast.List):
            for element in second.elts:
                self._check_word(element, a, b)
        else:
            self._check_word(first, b, a)
        negative, x, y = isinstance(op, ast.NotIn), a.value, b.value

        def holds(scope: Scope) -> bool:
            one, other = x(scope), y(scope)
            return one is not None and other is not None and (one in other) != negative

        return holds

    def _call(self, node: ast.Call, depth: int) -> _Part:
        if not isinstance(node.func, ast.Name) or node.func.id not in _FUNCTIONS or node.keywords:
            known = ", ".join(f"{name}()" for name in _FUNCTIONS)
            raise self.error(node, f"{self._shown(node)}: the functions are {known}")
        name = node.func.id
        if name in ("tag", "can", "leads"):
            return self._named(node, name)
        parts = [self.read(argument, depth) for argument in node.args]
        kinds = [part.kind for part in parts]
        values, level = [part.value for part in parts], max((part.level for part in parts), default=0)
        if name == "len" and len(parts) == 1 and kinds[0] in (TEXT, LIST):
            return _Part(lambda scope: _length(values[0](scope)), NUMBER, level)
        if name == "abs" and kinds == [NUMBER]:
            return _Part(lambda scope: _absolute(values[0](scope)), NUMBER, level)
        if name in ("max", "min") and (kinds == [LIST] or (len(kinds) > 1 and set(kinds) == {NUMBER})):
            best = max if name == "max" else min

            def value(scope: Scope) -> Value:
                found = values[0](scope) if kinds == [LIST] else [one(scope) for one in values]
                if found is None:  # unknown, such as the scores of an unfinished game
                    return None
                numbers = [one for one in found if isinstance(one, int | float)]
                return best(numbers) if numbers and len(numbers) == len(found) else None

            return _Part(value, NUMBER, level)
        given = ", ".join(kinds) or "nothing"
        raise self.error(node, f"{name}() does not take {given}. Expected {fields.FUNCTIONS[name][0]}")

    def _named(self, node: ast.Call, name: str) -> _Part:
        """Read a function that takes one quoted word."""
        [word] = node.args if len(node.args) == 1 else [None]
        if not isinstance(word, ast.Constant) or not isinstance(word.value, str):
            raise self.error(node, f"{name}() takes one text, like {fields.FUNCTIONS[name][0]}")
        text = word.value
        if name == "tag":
            return _Part(lambda scope: scope.tags.get(text, ""), TEXT, fields.TAGS)
        self._check_action(word, text, fields.KINDS if name == "can" else frozenset())
        if name == "can":
            return _Part(lambda scope: scope.can(text), TRUTH, POSITION)
        return _Part(lambda scope: scope.leader_of(text), TEXT, POSITION, frozenset(fields.SEATS))

    def _constant(self, node: ast.Constant) -> _Part:
        value = node.value
        if isinstance(value, bool):
            return _Part(lambda scope: value, TRUTH, fields.TAGS)
        if isinstance(value, int | float) and -LARGEST <= value <= LARGEST:
            return _Part(lambda scope: value, NUMBER, fields.TAGS)
        if isinstance(value, str):
            return _Part(lambda scope: value, TEXT, fields.TAGS)
        what = "a number that is too large" if isinstance(value, int | float) else "not a text or a number"
        raise self.error(node, f"{excerpt(repr(value))} is {what}")

    def _list(self, node: ast.Tuple | ast.List, depth: int) -> _Part:
        parts = [self.read(element, depth) for element in node.elts]
        for element, part in zip(node.elts, parts, strict=True):
            if part.kind not in (TEXT, NUMBER):
                raise self.error(element, "a list contains texts or numbers")
        values = [part.value for part in parts]
        level = max((part.level for part in parts), default=fields.TAGS)
        return _Part(lambda scope: [value(scope) for value in values], LIST, level)

    def _name(self, node: ast.Name) -> _Part:
        if node.id in SEATS_AND_MOVER:
            number = SEATS_AND_MOVER[node.id]
            level = POSITION if number == fields.MOVER else fields.TAGS
            words = frozenset(fields.SEATS)
            return _Part(lambda scope: scope.seat_name(number), TEXT, level, words)
        field = fields.ALL_FIELDS.get(node.id)
        if field is None:
            known = [*fields.ALL_FIELDS, *SEATS_AND_MOVER, *_FUNCTIONS]
            raise self.error(node, _unknown(f"no field is called {node.id}", node.id, known))
        return _Part(field.value, field.kind, field.level, field.words)

    def _attribute(self, node: ast.Attribute) -> _Part:
        owner = node.value
        if not isinstance(owner, ast.Name) or owner.id not in SEATS_AND_MOVER:
            raise self.error(node, f"only seats have fields with a point: {', '.join(SEATS_AND_MOVER)}")
        field = fields.SEAT_FIELDS.get(node.attr)
        if field is None:
            message = _unknown(f"a seat has no field {node.attr}", node.attr, fields.SEAT_FIELDS)
            raise self.error(node, message)
        number, read = SEATS_AND_MOVER[owner.id], field.of_seat
        level = max(field.level, POSITION if number == fields.MOVER else fields.TAGS)
        return _Part(lambda scope: read(scope, number), field.kind, level, field.words)


SEATS_AND_MOVER: Final = {SEAT: fields.MOVER} | {name.lower(): at for at, name in enumerate(SEAT_NAMES)}


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _unknown(message: str, word: str, known: Any) -> str:
    """Return the message with the nearest known word, or with all if there are few."""
    close = get_close_matches(word, known, 1, 0.6) or [
        name for name in sorted(known) if name.lower() == word.lower()
    ]
    if close:
        return f"{excerpt(message)}. Did you mean {close[0]}?"
    some = sorted(known)
    more = ", …" if len(some) > 12 else ""
    return f"{excerpt(message)} (there are: {', '.join(some[:12])}{more})"


def _negated(value: Any) -> Any:
    return None if value is None else -value


def _length(value: Any) -> int | None:
    return None if value is None else len(value)


def _absolute(value: Any) -> Any:
    return None if value is None else abs(value)
