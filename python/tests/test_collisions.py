"""Words and numbers that would all collide in a hash without a secret take no longer than others."""

import random
import time

from tricorn import _tricorn

FACTOR = 0x9E3779B97F4A7C15  # of a hash that multiplies by the golden ratio
INVERSE = pow(FACTOR, -1, 1 << 64)
MASK = (1 << 64) - 1
TIMES, LEAST = 20, 0.002  # the most, in the time of ordinary data; seconds that are no time


def colliding_words(count: int) -> list[str]:
    """Words of 8 bytes with equal upper halves of ((((8 f ^ word) f) ^>> 29) f ^>> 32) f."""
    words: list[str] = []
    for low in range(1 << 32):
        last = (1 << 32 | low) * INVERSE & MASK
        mixed = (last ^ last >> 32) * INVERSE & MASK
        eight = (mixed ^ mixed >> 29 ^ mixed >> 58) * INVERSE & MASK ^ 8 * FACTOR & MASK
        try:
            words.append(eight.to_bytes(8, "little").decode())
        except UnicodeDecodeError:
            continue
        if len(words) == count:
            break
    return words


def colliding_numbers(count: int) -> list[int]:
    """Numbers whose products with f are small."""
    numbers = (i * INVERSE & MASK for i in range(1, 1 << 32))
    found: list[int] = []
    while len(found) < count:
        number = next(numbers)
        if number < 1 << 63:
            found.append(number)
    return found


def seconds_of_words(words: list[str]) -> float:
    begin = time.process_time()
    nodes, _ = _tricorn.number_words(words, words[1:] + words[:1])  # type: ignore[misc]
    assert nodes[0] == words[0] and len(nodes) == len(words)
    return time.process_time() - begin


def seconds_of_numbers(numbers: list[int]) -> float:
    rows: dict[int, dict[int, dict[str, float]]] = {number: {} for number in numbers}
    for u, v in zip(numbers, numbers[1:]):
        rows[u][v] = rows[v][u] = {}
    begin = time.process_time()
    _, nodes = _tricorn.from_dictionaries(rows, True, False, None, {"threads": 1})
    assert nodes == numbers
    return time.process_time() - begin


def test_words() -> None:
    ordinary = [f"{number:08}" for number in random.Random(1).sample(range(10**8), 6000)]
    usual = min(seconds_of_words(ordinary) for _ in range(3))
    words = colliding_words(len(ordinary))
    taken = min(seconds_of_words(words) for _ in range(3))
    assert taken <= TIMES * max(usual, LEAST)


def test_numbers() -> None:
    ordinary = random.Random(2).sample(range(1 << 62), 20000)
    usual = min(seconds_of_numbers(ordinary) for _ in range(3))
    numbers = colliding_numbers(len(ordinary))
    taken = min(seconds_of_numbers(numbers) for _ in range(3))
    assert taken <= TIMES * max(usual, LEAST)
