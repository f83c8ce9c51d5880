"""A quiz at the terminal: numbers are typed, the truth follows."""

from __future__ import annotations

from rich.padding import Padding
from rich.text import Text

from kamiza.core.game import Game
from kamiza.play.lesson_files import Quiz
from kamiza.play.quiz import Question, questions_of
from kamiza.terminal.console import Leave, Terminal


def ask_all(terminal: Terminal, quiz: Quiz, game: Game) -> int:
    """Every question once; the exit code."""
    questions = questions_of(quiz, game)
    right = 0
    try:
        for question in questions:
            right += ask(terminal, question)
    except (Leave, KeyboardInterrupt):
        return 0
    terminal.print(terminal.say("quiz_result", right=right, count=len(questions)))
    return 0


def ask(terminal: Terminal, question: Question) -> bool:
    language = terminal.language
    terminal.print(Text(question.ask[language], style="bold"))
    for number, choice in enumerate(question.choices, 1):
        terminal.print(f"  {number}  {choice.text[language]}")
    typed = terminal.ask(terminal.say("quiz_how")).replace(",", " ").split()
    wanted = {number for number, choice in enumerate(question.choices, 1) if choice.is_right}
    is_right = {int(word) for word in typed if word.isdecimal()} == wanted
    names = [choice.text[language] for choice in question.choices if choice.is_right]
    key = "quiz_right" if is_right else "quiz_wrong"
    terminal.print(Text(terminal.say(key, answers=" + ".join(names))))
    terminal.print(Padding(Text(question.why[language], style="dim"), (0, 0, 1, 2)))
    return is_right
