"""How an endpoint says no: everything that can go wrong, as an answer in plain words."""

from __future__ import annotations

from msgspec import UNSET

from kamiza import games
from kamiza.core.refusal import Refusal
from kamiza.play.words import Text
from kamiza.server import messages, other_rules
from kamiza.server.answers import Endpoint, Fail, Failure, Problem, as_json
from kamiza.server.faults import FAULTS, busy_sentence
from kamiza.server.publishing import text_of
from kamiza.server.store import CannotRead, Elsewhere, Unmet
from kamiza.server.tables import OtherRules
from kamiza.server.web import ClientDisconnect, Request, Response
from kamiza.server.writer import CannotSave, Damaged, Overtaken

STATUS = {
    "unknown_table": 404, "unknown_game": 404, "not_found": 404, "no_such_seat": 404,
    "too_large": 413, "too_many_tables": 429, "no_free_seat": 409, "not_over": 409,
    "branch_is_private": 409, "position_is_private": 409, "is_lesson": 409, "is_puzzle": 409,
    "too_many_requests": 429, "other_rules": 409, "not_public": 403, "unknown_token": 403,
    "invite_used": 403, "seat_given": 403,
    "foreign_origin": 403, "banned": 403, "table_closed": 410,
    "draining": 503, "read_only": 503, "cannot_save": 503, "closing": 503, "broken": 500,
    "broken_table": 500, "unreadable": 503, "elsewhere": 503,
    "no_calls": 409, "no_push": 409, "no_mail": 409, "unknown_device": 404, "not_the_host": 403,
    "unknown_ticket": 404, "mail_asked_enough": 429, "no_hook": 404,
    "unknown_key": 403, "changed": 409, "key_full": 409, "too_many_keys": 503,
    "unknown_club": 403, "club_removed": 403, "only_the_founder": 403, "club_closed": 410,
    "club_full": 409, "too_many_clubs": 503, "name_taken": 409, "founder_stays": 409,
    "others_sit": 403, "stays_here": 409, "carried_other_rules": 409, "not_carried": 422,
    "no_such_member": 404, "club_tables_full": 409, "sits_already": 409,
}  # fmt: skip


def failure(code: str, wait: int | None = None, sentence: messages.Text | None = None) -> Response:
    problem = Problem(code, sentence or FAULTS[code])
    answer = as_json(Failure(problem), STATUS.get(code, 400))
    if wait is not None:
        answer.headers["retry-after"] = str(wait)
    return answer


def busy(seconds: int) -> Response:
    """Too much to do; and when to try again."""
    problem = Problem("busy", busy_sentence(seconds))
    answer = as_json(Failure(problem), 503)
    answer.headers["retry-after"] = str(seconds)
    return answer


def refused(rule: str, sentence: Text) -> Response:
    problem = Problem("refused", text_of(sentence), rule or UNSET)
    return as_json(Failure(problem), 422)


def guarded(endpoint: Endpoint) -> Endpoint:
    """Turn everything that can go wrong into an answer in plain words."""

    async def answer(request: Request) -> Response:
        try:
            return await endpoint(request)
        except Fail as fail:
            return failure(fail.code, fail.wait)
        except Refusal as why:
            return refused(why.rule, why.sentences)
        except games.UnknownGame:
            return failure("unknown_game")
        except OtherRules as why:
            return failure("other_rules", sentence=other_rules.reason(why.row))
        except CannotSave:
            return failure("cannot_save")
        except (Elsewhere, Overtaken):  # and it could not be passed on
            return failure("elsewhere")
        except (Damaged, CannotRead):
            return failure("unreadable")
        except Unmet as why:
            return failure(why.code)
        except ClientDisconnect:
            return failure("malformed")  # nobody hears it

    return answer
