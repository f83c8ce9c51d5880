"""`kamiza play`, played by script through a pipe."""

import json
import re
from pathlib import Path

from kamiza.core.record import read_record, replay, verify
from kamiza.games import game
from tests.terminal.program import flat, kamiza

SHINTOH = game("shintoh")
RECORDS = Path(__file__).parents[1] / "records"
ALONE = ("play", "shintoh", "--seats", "2", "--setting", "first_dealer=A", "--seed", "7")


def script(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def answers(text: str) -> list[str]:
    """What the program said after each line of input."""
    return [flat(part) for part in re.split(r"\n>(?=[ \n])", text)[1:]]


def test_the_first_screen_explains_the_game() -> None:
    done = kamiza(*ALONE, typed="quit\n")
    assert done.returncode == 0
    first = done.stdout.split("Competition 1 of 16")[0]
    for words in ("Win gods by dedicating", "On your turn", "Or pass", "bid [TOTAL]", "undo"):
        assert words in first
    assert first.count("\n") <= 23
    assert "The game was left. Moves made: 0." in done.stdout


def test_a_whole_game_by_script(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    done = kamiza(*ALONE, "--name", "Mika", "--record", str(file), typed=script(*["pass"] * 80))
    assert done.returncode == 0
    assert "Mika: gods" in done.stdout
    assert "wins with" in done.stdout
    assert f"Saved: {file}" in done.stdout
    record = read_record(file.read_text(encoding="utf-8"))
    assert record.names[0] == "Mika"
    assert record.result is not None
    assert verify(SHINTOH, record) == len(record.moves)


def test_the_same_seed_is_the_same_game() -> None:
    typed = script("bid", "", "pass", "bid", "", "pass", "quit")
    assert kamiza(*ALONE, typed=typed).stdout == kamiza(*ALONE, typed=typed).stdout


def test_a_refusal_has_its_sentence_and_its_rule() -> None:
    done = kamiza(*ALONE, typed=script("sword", "+rice", "pass", "fly", "77", "quit"))
    said = answers(done.stdout)
    assert "You do not own the Sword of Kusanagi. [OF-ERR-07]" in said[0]
    assert "You cannot pass now; you may: add sake, add salt, stop. [OF-ERR-03]" in said[2]
    assert "'fly' is not a move in this game. [OF-ERR-02]" in said[3]
    assert "There is no 77 here. There are: 3, 4, 9." in said[4]


def test_why_explains_with_the_rule_behind() -> None:
    done = kamiza(*ALONE, typed=script("why 7", "why pass", "why", "stop", "why", "quit"))
    said = answers(done.stdout)
    assert "You do not own the Sword of Kusanagi. [OF-ERR-07]" in said[0]
    assert "OF-TRE-01: The owner of a sacred treasure" in said[0]
    assert "That is allowed: Pass, take" in said[1]
    assert "OF-ERR-07" in said[2]
    assert "OF-ERR-03" in said[4]
    assert "OF-FLOW-03" in said[4]


def test_why_tries_the_whole_line() -> None:
    lines = ("why +sake +sake", "why +rice +salt stop", "why pass pass", "why fly")
    said = answers(kamiza(*ALONE, typed=script(*lines, "quit")).stdout)
    assert "You have no sake in your hand. [OF-ERR-04]" in said[0]
    assert "OF-DED-01" in said[0]
    assert "That is allowed: Lay rice, Add salt, Stop at 4." in said[1]
    assert "The rest depends on what comes to light: pass" in said[2]
    assert "'fly' is not a move in this game. [OF-ERR-02]" in said[3]


def test_the_rule_behind_fits_the_question() -> None:
    said = answers(kamiza(*ALONE, typed=script("+rice", "pass", "why", "quit")).stdout)
    assert "OF-RUL-32: A dedication is entered card by card." in said[2]
    once = answers(kamiza(*ALONE, typed=script("why +rice pass", "quit")).stdout)
    assert "OF-RUL-32" in once[0]


def test_commands_work_in_the_middle_of_a_question(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    typed = script("look", "roles", f"save {file}", "rules DED", "pass", "?", "n", "pass", "quit")
    said = answers(kamiza(*ALONE, "--bots", "heuristic", typed=typed).stdout)
    assert "Couple of Izumo 12" in said[1]
    assert f"Saved: {file}" in said[2]
    assert "OF-DED-03" in said[3]
    assert "Please answer y or n." in said[4]
    assert "What you can type" in said[5]
    assert all("Your roles will score 10 and 20" in answer for answer in said[:6])
    assert "Left as it was." in said[6]
    assert "Guest passes" in said[7]
    assert file.exists()


def test_quit_in_the_middle_of_a_question() -> None:
    done = kamiza(*ALONE, typed=script("look", "quit", "pass"))
    assert "The game was left. Moves made: 0." in answers(done.stdout)[1]
    assert "takes the role card" not in done.stdout


def test_why_before_anything_was_refused() -> None:
    assert "Nothing has been refused yet." in kamiza(*ALONE, typed=script("why")).stdout


def test_undo_goes_back_to_the_last_new_information() -> None:
    typed = script("undo", "+rice", "+salt", "undo", "undo", "pass", "undo", "quit")
    said = answers(kamiza(*ALONE, typed=typed).stdout)
    assert "You have not made a move yet." in said[0]
    assert "Taken back: add salt." in said[3]
    assert "Taken back: add rice." in said[4]
    assert "Dedicate, or pass?" in said[4]
    assert "something new has come to light since. (Guest passes, takes" in said[6]


def test_undone_moves_are_not_in_the_record(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    typed = script("+rice", "+salt", "undo", "undo", "+salt", f"save {file}", "quit")
    assert f"Saved: {file}" in kamiza(*ALONE, typed=typed).stdout
    record = read_record(file.read_text(encoding="utf-8"))
    assert record.moves == ["A: +salt"]
    assert verify(SHINTOH, record) == 1


def test_several_moves_in_one_line_by_text_or_number() -> None:
    for line in ("+rice +salt stop", "2 4 9", "rice salt stop", "lay rice add salt 9"):
        said = answers(kamiza(*ALONE, typed=script(line, "quit")).stdout)
        assert "Guest dedicates rice and salt: total 4." in said[0]


def test_a_line_is_sent_whole_or_not_at_all() -> None:
    said = answers(kamiza(*ALONE, typed=script("+rice +rice stop", "", "quit")).stdout)
    assert "Nothing was sent." in said[0]
    assert "You have no rice in your hand. [OF-ERR-04]" in said[0]
    assert "1 rice (3)" in said[1]


def test_words_after_the_turn_are_not_sent() -> None:
    said = answers(kamiza(*ALONE, typed=script("pass pass", "quit")).stdout)
    assert "Not sent, because the question is another one now: pass" in said[0]


def test_a_bid_is_proposed_and_then_sent() -> None:
    typed = script("bid 0", "bid 99", "bid x", "bid 5", "n", "bid 5", "y", "9" * 5000, "quit")
    said = answers(kamiza(*ALONE, typed=typed).stdout)
    assert said[0].startswith("bid 0 It must be more than 0. [OF-DED-03]")
    assert "99 is out of reach. With everything you could reach 7. [OF-DED-02]" in said[1]
    assert "Say a total" in said[2]
    assert "Lay rice and sake and stop: total 5. Enter = yes" in said[3]
    assert "Left as it was." in said[4]
    assert "Guest dedicates rice and sake: total 5." in said[6]
    assert "There is no 999" in said[7]


def test_a_bid_counts_what_is_laid(tmp_path: Path) -> None:
    players = {"A": {"hand": "21", "placed": "3"}, "B": {"hand": "1", "placed": "22"}}
    position = {"seats": 2, "altar": "orochi", "players": players, "asked": "A"}
    file = tmp_path / "position.json"
    file.write_text(json.dumps(position), encoding="utf-8")
    done = kamiza("play", "shintoh", "--resume", str(file), typed=script("bid 9", "bid 4", "bid"))
    said = answers(done.stdout)
    assert "3 laid and 3 in your hand: with everything you could reach 6." in said[0]
    assert "It must be more than 4. [OF-DED-03]" in said[1]
    assert "Lay sake and stop: total 5, beats 4." in said[2]
    players["A"]["hand"] = "1"
    file.write_text(json.dumps(position), encoding="utf-8")
    done = kamiza("play", "shintoh", "--resume", str(file), typed=script("bid 9"))
    assert "Even your whole hand only makes 4; you need more than 4. [OF-ERR-05]" in done.stdout


def test_taking_the_role_card_asks_again_and_names_the_price() -> None:
    typed = script("roles", "look", "", "look", "y", "roles", "look", "quit")
    said = answers(kamiza(*ALONE, typed=typed).stdout)
    assert "Izanami" not in said[0]
    assert "Couple of the Birth of the Land 12" in said[0]
    assert "Your roles will score 10 and 20 instead of 12 and 24" in said[1]
    assert "Left as it was." in said[2]
    assert "takes the role card: 10 and 20" in said[4]
    assert "Izanami" in said[5]
    assert "Your role card is already open. [OF-ERR-14]" in said[6]


def test_the_role_card_is_taken_in_the_middle_of_a_dedication_and_stays() -> None:
    """OF-RUL-17"""
    said = answers(
        kamiza(*ALONE, typed=script("+salt", "look", "y", "undo", "stop", "quit")).stdout
    )
    assert "Your roles will score 10 and 20" in said[1]
    assert "takes the role card: 10 and 20" in said[2]
    assert "Add cards, then stop." in said[2]
    assert "takes the role card" in said[3]  # this is what stays
    assert "total 1" in said[4]


def test_another_person_takes_the_role_card_on_this_turn() -> None:
    """OF-RUL-17: the keyboard stays where it is."""
    options = ("--hotseat", "--seats", "2", "--setting", "first_dealer=A", "--seed", "3")
    typed = script("+salt", "b: pass", "B: look", "n", "B: look", "y", "B: look", "A: stop", "quit")
    said = answers(kamiza("play", "shintoh", *options, typed=typed).stdout)
    assert "[OF-ERR-01]" in said[1]
    assert "Your roles will score 10 and 20" in said[2]
    assert "Left as it was." in said[3]
    assert "Guest B takes the role card: 10 and 20" in said[5]
    assert "Add cards, then stop." in said[5]
    assert "Your role card is already open. [OF-ERR-14]" in said[6]
    assert "Pass the keyboard to B" in said[7]


def test_secret_rules_stay_secret_until_the_card_is_taken() -> None:
    typed = script("rules OF-ROLE-11", "rules izanami", "look", "y", "rules OF-ROLE-11", "quit")
    said = answers(kamiza(*ALONE, typed=typed).stdout)
    assert "OF-ROLE-11 tells what you play by heart here" in said[0]
    assert "No rule mentions 'izanami'." in said[1]
    assert "Izanami + Izanagi" in said[4]


def test_open_book_shows_everything() -> None:
    options = ("--setting", "role_knowledge=open_book")
    done = kamiza("play", "shintoh", *options, "--seed", "1", typed=script("roles", "rules ROLE"))
    assert "worth 10 or 20 more" in flat(done.stdout)
    assert "Izanagi, Izanami" in flat(done.stdout)
    assert "Izanami + Izanagi, 12/10" in flat(done.stdout)


def test_help_cards_rules_log_and_hint() -> None:
    typed = script("?", "cards jewel", "cards xyzzy", "rules", "rules xyzzy", "log", "hint", "quit")
    said = answers(kamiza(*ALONE, typed=typed).stdout)
    assert "Win gods" in said[0]
    assert "draw two offering" in said[1]
    assert "No card mentions 'xyzzy'." in said[2]
    assert "DED" in said[3]
    assert "No rule mentions 'xyzzy'." in said[4]
    assert "The game begins with 2 players. Guest is the first dealer." in said[5]
    assert "Your chance of winning after each; an even share is 50 %." in said[6]
    assert re.search(r"1 \d+ % .+ \[.+\]", said[6])


def test_a_saved_game_goes_on(tmp_path: Path) -> None:
    file = str(tmp_path / "game.json")
    saved = kamiza(*ALONE, "--name", "Mika", typed=script("bid 3", "", "pass", f"save {file}"))
    before = read_record(Path(file).read_bytes())
    assert f"Go on with: kamiza play shintoh --resume {file}" in saved.stdout
    typed = script("log", "pass", f"save {file}", "y")
    done = kamiza("play", "shintoh", "--position", file, typed=typed)
    assert "Mika dedicates rice: total 3." in done.stdout
    assert "Overwrite it?" in done.stdout
    after = read_record(Path(file).read_bytes())
    assert after.moves[: len(before.moves)] == before.moves
    assert len(after.moves) > len(before.moves)
    assert verify(SHINTOH, after) == len(after.moves)


def test_the_command_that_goes_on_knows_who_plays(tmp_path: Path) -> None:
    file = str(tmp_path / "my game.json")
    arguments = ("play", "shintoh", "--seats", "3", "--you", "BC", "--bots", "random")
    done = kamiza(*arguments, typed=script(f"save {file}"))
    assert f"--you BC --bots random --resume '{file}'" in done.stdout


def test_a_transcript_has_no_spaces_at_the_ends_of_lines() -> None:
    for language in ("en", "ja"):
        typed = script("?", "", "+rice", "cards", "rules RUL", "look", "", "quit")
        done = kamiza(*ALONE, "--lang", language, typed=typed)
        assert not re.search(r"[ \t]$", done.stdout, re.MULTILINE)


def test_no_japanese_line_begins_or_ends_where_it_must_not() -> None:
    done = kamiza(*ALONE, "--lang", "ja", typed=script("pass", "stop", "rules RUL", "cards"))
    assert not re.search(r"^[ A-D▌]*[。、）」]|[（「]$|^▌$", done.stdout, re.MULTILINE)


def test_a_finished_game_cannot_go_on() -> None:
    record = str(RECORDS / "shintoh_2_heuristic.json")
    done = kamiza("play", "shintoh", "--position", record)
    assert done.returncode == 2
    assert "This game is over. See it with: kamiza replay" in done.stderr


def test_a_game_from_a_position(tmp_path: Path) -> None:
    position = {"seats": 2, "altar": "orochi", "players": {"A": {"hand": "33"}}, "asked": "A"}
    file, out = tmp_path / "position.json", tmp_path / "game.json"
    file.write_text(json.dumps(position), encoding="utf-8")
    arguments = ("play", "shintoh", "--position", str(file), "--seed", "5", "--record", str(out))
    done = kamiza(*arguments, typed=script("+rice stop"))
    assert "Yamata-no-Orochi" in done.stdout
    assert verify(SHINTOH, read_record(out.read_bytes())) >= 2


def test_a_wrong_position_says_what_is_wrong(tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    file.write_text('{"seats": 2, "altar": "zeus"}', encoding="utf-8")
    done = kamiza("play", "shintoh", "--position", str(file))
    assert done.returncode == 2
    assert "altar: there is no god 'zeus'" in done.stderr
    both = kamiza("play", "shintoh", "--position", str(file), "--seats", "3")
    assert both.returncode == 2
    assert "leave out --seats" in both.stderr


def test_hot_seat_hides_one_hand_from_the_other() -> None:
    arguments = ("--hotseat", "--seats", "2", "--name", "Mika", "--name", "Haru")
    options = ("--setting", "first_dealer=A", "--seed", "3")
    typed = script("+rice", "+salt stop", "", "undo", "quit")
    done = kamiza("play", "shintoh", *arguments, *options, typed=typed)
    said = answers(done.stdout)
    assert "You are A Mika B Haru." in done.stdout
    assert "Pass the keyboard to B Haru, then press Enter." in said[1]
    assert "Hand" not in said[1]
    assert "Haru (you)" in said[2]
    assert "You have not made a move yet." in said[3]


def test_the_last_person_can_undo_before_passing_the_keyboard_on() -> None:
    options = ("--hotseat", "--seats", "2", "--setting", "first_dealer=A", "--seed", "3")
    said = answers(kamiza("play", "shintoh", *options, typed=script("+rice stop", "undo")).stdout)
    assert "undo takes back the last move of Guest A" in said[0]
    assert "Add cards, then stop." in said[1]


def test_japanese() -> None:
    done = kamiza(*ALONE, "--lang", "ja", typed=script("sword", "+rice", "quit"))
    said = answers(done.stdout)
    assert "クサナギノツルギを持っていません。 [OF-ERR-07]" in said[0]
    assert "供物を足し、よければ終えてください" in said[1]
    assert "ゲームをやめました" in said[2]


def test_the_end_of_input_leaves_the_game_and_keeps_the_record(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    done = kamiza(*ALONE, "--record", str(file), typed=script("+rice"))
    assert done.returncode == 0
    assert read_record(file.read_bytes()).moves == ["A: +rice"]


def test_the_end_offers_to_save(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    record = read_record((RECORDS / "shintoh_2_heuristic.json").read_bytes())
    last = list(replay(SHINTOH, record))[-2].state
    start = tmp_path / "position.json"
    start.write_text(json.dumps(SHINTOH.save(last)), encoding="utf-8")
    arguments = ("--position", str(start), "--you", "AB"[last.asked])
    done = kamiza("play", "shintoh", *arguments, typed=script("pass", str(file)))
    assert done.returncode == 0, done.stderr
    assert "Save the record?" in done.stdout
    assert read_record(file.read_bytes()).result is not None


def test_a_file_that_cannot_be_written_is_no_crash() -> None:
    said = answers(kamiza(*ALONE, typed=script("save /no/such/folder/game.json", "save")).stdout)
    assert "cannot be written" in said[0]
    assert "Say where: save game.json" in said[1]
