"""Words that are not wanted in names and in the chat; the list is whose server it is."""

from __future__ import annotations

import re
from collections.abc import Iterable
from unicodedata import combining, normalize

KATAKANA = {code: code - 0x60 for code in range(0x30A1, 0x30F7)}  # to hiragana


class WordList:
    """One word a line. A word of letters with gaps between words is found as a whole word, with `*`
    also inside others (`grass*`, `*hopper`); one in Japanese script is found anywhere."""

    def __init__(self, lines: Iterable[str] = ()) -> None:
        words = (plain(line.partition("#")[0]).strip() for line in lines)
        patterns = [pattern(word) for word in words if word.strip("*")]
        self.found = re.compile("|".join(patterns)) if patterns else None

    def has(self, text: str) -> bool:
        """Does a text contain a word of the list, however it is written?"""
        return self.found is not None and self.found.search(plain(text)) is not None


def plain(text: str) -> str:
    """Without width, case, accents and the two ways to write kana; voicing marks stay."""
    small = normalize("NFKC", text).casefold().translate(KATAKANA)
    letters = []
    for letter in small:
        parts = normalize("NFD", letter)
        is_latin = parts[0].isascii() and not any(not combining(part) for part in parts[1:])
        letters.append(parts[0] if is_latin else letter)
    return "".join(letters)


def pattern(word: str) -> str:
    body = re.escape(word.strip("*"))
    if not word.strip("*").isascii():
        return body
    before = "" if word.startswith("*") else r"(?<![^\W_])"
    after = "" if word.endswith("*") else r"(?![^\W_])"
    return before + body + after
