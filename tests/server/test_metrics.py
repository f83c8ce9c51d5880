"""What alerts and the dashboard look at exists, and counts."""

import asyncio
import json
import re
from pathlib import Path

import pytest
from server_kit import Client, Server

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
FILES = ("grafana/kamiza.json", "prometheus/alerts.yaml")
OF_PROMETHEUS = {"up"}


def exported(server: Server) -> dict[str, float]:
    """Every series a scrape brings, labels aside."""
    lines = server.get("/metrics").decode().splitlines()
    return {
        re.split(r"[ {]", line)[0]: float(line.rpartition(" ")[2])
        for line in lines
        if not line.startswith("#")
    }


def expressions(name: str) -> list[str]:
    text = (DEPLOY / name).read_text("utf-8")
    if name.endswith(".yaml"):
        return re.findall(r"^ +expr: (.+)$", text, re.MULTILINE)
    panels = json.loads(text)["panels"]
    return [target["expr"] for panel in panels for target in panel["targets"]]


def metrics_in(expression: str) -> set[str]:
    bare = re.sub(r"\{[^}]*\}|\[[^]]*\]|\bby \([^)]*\)", " ", expression)
    words = re.findall(r"\b[a-z_]+\b(?! *\()", bare)
    return set(words) - {"or", "and", "by", "e"}


@pytest.mark.parametrize("name", FILES)
def test_every_metric_that_is_looked_at_exists(server: Server, name: str) -> None:
    known = exported(server).keys() | OF_PROMETHEUS
    wanted = {metric for expression in expressions(name) for metric in metrics_in(expression)}
    assert len(wanted) > 5
    assert wanted - known == set()


def test_the_process_tells_how_it_is(server: Server) -> None:
    told = exported(server)
    assert told["process_resident_memory_bytes"] > 10_000_000
    assert 0 < told["process_open_fds"] < told["process_max_fds"]
    assert told["process_cpu_seconds_total"] > 0
    assert told["kamiza_loop_delay_seconds_count"] >= 0
    assert (told["kamiza_saving"], told["kamiza_draining"], told["kamiza_read_only"]) == (1, 0, 0)


def test_messages_are_counted_on_their_way_out(server: Server) -> None:
    async def scenario() -> int:
        made = server.make_table("pf")
        client = await Client(server, made["table"]).open(made["spectator"])
        return len(client.messages)

    before = exported(server)["kamiza_messages_sent_total"]
    received = asyncio.run(scenario())
    assert exported(server)["kamiza_messages_sent_total"] - before >= received > 0


def test_every_metric_is_explained_once(server: Server) -> None:
    text = server.get("/metrics").decode()
    helped = re.findall(r"^# HELP (\S+) \S", text, re.MULTILINE)
    typed = re.findall(r"^# TYPE (\S+) (?:counter|gauge|histogram)$", text, re.MULTILINE)
    assert helped == typed
    assert len(set(helped)) == len(helped)
