"""Data sets as Parquet files (pyarrow): written part by part while games are played, so that
nothing is lost when it stops, and put together at the end.

Parts lie in `FILE.parts`. Of a data set with decisions there are two files, `FILE` and
`FILE.decisions.parquet`; group n of the one is of the same games as group n of the other.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from kamiza.lab.rows import DECISION, GAME, Row

ABOUT = b"kamiza"
TYPES = {
    "number": pa.int64(), "game": pa.string(), "rules": pa.string(), "digest": pa.string(),
    "seats": pa.int8(), "settings": pa.string(), "seed": pa.int64(), "bots": pa.list_(pa.string()),
    "moves": pa.list_(pa.string()), "decisions": pa.int32(), "scores": pa.list_(pa.int32()),
    "ranks": pa.list_(pa.int8()), "payoffs": pa.list_(pa.float64()), "hash": pa.string(),
    "step": pa.int32(), "seat": pa.int8(), "question": pa.string(), "stage": pa.string(),
    "options": pa.list_(pa.string()), "choice": pa.int32(), "chosen": pa.string(),
    "features": pa.list_(pa.int32()), "chances": pa.list_(pa.int32()), "outcome": pa.float64(),
}  # fmt: skip
BROKEN = (pa.ArrowInvalid, OSError, KeyError, ValueError)


def schema_of(columns: dict[str, str], about: dict[str, object]) -> pa.Schema:
    """Types and meanings of all columns, and what the data set is of."""
    fields = [pa.field(name, TYPES[name], metadata={"meaning": columns[name]}) for name in columns]
    return pa.schema(fields, metadata={ABOUT: json.dumps(about).encode()})


def decisions_beside(file: Path) -> Path:
    return file.with_name(f"{file.stem}.decisions.parquet")


class Parts:
    """The parts of a data set that is being made."""

    def __init__(self, file: Path, about: dict[str, object], with_decisions: bool) -> None:
        self.file = file
        self.folder = file.with_name(f"{file.name}.parts")
        self.about = about
        self.kinds = {"games": schema_of(GAME, about)}
        if with_decisions:
            self.kinds["decisions"] = schema_of(DECISION, about)

    def begin(self) -> int:
        """How many games are there already; a `ValueError` if they are of something else."""
        self.folder.mkdir(parents=True, exist_ok=True)
        games = 0
        for part in self.found("games"):
            kept = pq.ParquetFile(part)
            if json.loads(kept.schema_arrow.metadata[ABOUT]) != json.loads(json.dumps(self.about)):
                raise ValueError(f"{self.folder} holds another data set; name another file.")
            games += kept.metadata.num_rows
        return games

    def found(self, kind: str) -> list[Path]:
        """Only parts of which all files are there count; the last of them is that of the games."""
        return sorted(self.folder.glob(f"*.{kind}.parquet"))

    def take_in(self, file: Path) -> None:
        """A finished data set becomes the first part of a larger one."""
        self.folder.mkdir(parents=True, exist_ok=True)
        if "decisions" in self.kinds:
            decisions_beside(file).replace(self.folder / "00000000.decisions.parquet")
        file.replace(self.folder / "00000000.games.parquet")

    def add(self, first: int, games: list[Row], decisions: list[Row]) -> None:
        """Write a part; its games last, because they say that it is whole."""
        rows = {"decisions": decisions, "games": games}
        for kind in [kind for kind in rows if kind in self.kinds]:
            target = self.folder / f"{first:08}.{kind}.parquet"
            beside = target.with_suffix(".writing")
            table = pa.Table.from_pylist(rows[kind], schema=self.kinds[kind])
            pq.write_table(table, beside, compression="zstd", row_group_size=1 << 30)
            beside.replace(target)

    def put_together(self) -> None:
        """One file of each kind, group by group; then the parts are no longer wanted."""
        whole = [part.name.partition(".")[0] for part in self.found("games")]
        for kind, schema in reversed(self.kinds.items()):
            target = self.file if kind == "games" else decisions_beside(self.file)
            beside = target.with_name(f"{target.name}.writing")
            with pq.ParquetWriter(beside, schema, compression="zstd") as writer:
                for name in whole:
                    part = pq.ParquetFile(self.folder / f"{name}.{kind}.parquet")
                    for group in range(part.num_row_groups):
                        writer.write_table(part.read_row_group(group), row_group_size=1 << 30)
            beside.replace(target)
        shutil.rmtree(self.folder)


# -- reading ----------------------------------------------------------------------------------


def opened(file: Path) -> Any:
    """A data set of ours; a `ValueError` says what is wrong with it."""
    try:
        found = pq.ParquetFile(file)
        json.loads(found.schema_arrow.metadata[ABOUT])
    except FileNotFoundError:
        raise ValueError(f"{file}: there is no such file.") from None
    except (*BROKEN, TypeError):
        raise ValueError(f"{file} is no data set of Kamiza.") from None
    return found


def about_of(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(opened(file).schema_arrow.metadata[ABOUT])
    return found


def count_of(file: Path) -> int:
    return int(opened(file).metadata.num_rows)


def groups_of(file: Path) -> int:
    return int(opened(file).num_row_groups)


def rows_of(file: Path, group: int) -> list[Row]:
    found: list[Row] = opened(file).read_row_group(group).to_pylist()
    return found
