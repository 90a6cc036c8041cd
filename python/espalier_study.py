"""Studies of Espalier from Python: run them, and have their results as tables.

    import espalier_study as espalier

    summary = espalier.run("study.yaml", policy=["PAM", "MM"], trials=10)
    trials = espalier.results("results/quick-start", "trials")

Tables are DataFrames where pandas is there, and lists of dicts otherwise. It needs the command `espalier`: that which the
environment variable ESPALIER names, else the one of the source tree around this file, else the one on the PATH.
"""

from __future__ import annotations

import csv
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Optional, Union

try:
    import pandas
except ImportError:
    pandas = None

__all__ = ["Failed", "records", "results", "run"]

Value = Union[str, int, float, bool]
Table = Any  # a pandas.DataFrame, or list[dict[str, str | float | None]]

_PROGRESS = re.compile(r"\d+ of \d+ trials done")


class Failed(Exception):
    """The command failed; the text says why, and `status` is its exit status."""

    def __init__(self, status: int, text: str):
        self.status = status
        super().__init__(text)


def run(
    study: Union[str, Path], *, out: Union[str, Path, None] = None, table: str = "summary", **settings: Union[Value, Iterable[Value]]
) -> Table:
    """Runs a study and returns a table of its results.

    :param out: the directory that results and report go to, which must not be there yet; none are kept if left out
    :param table: as for `results`
    :param settings: what takes the place of axes and options of the study, as by --set: policy=["PAM", "MM"], trials=10,
        or **{"machines.node": [2, 4]}
    :raises Failed: if the command refuses the study, or fails
    """
    kept = None if out is None else Path(out)
    if kept is not None and kept.exists():
        raise FileExistsError(f"{kept} is there already; remove it, name another, or read it with results({str(kept)!r})")
    with tempfile.TemporaryDirectory(prefix="espalier-") as temporary:
        to = kept or Path(temporary) / "results"
        arguments = ["run", os.fspath(study), "--quiet", "--out", os.fspath(to)]
        for key, value in settings.items():
            arguments += ["--set", f"{key}={_text(key, value)}"]
        _command(arguments)
        return results(to, table)


def results(directory: Union[str, Path], table: str = "summary") -> Table:
    """A table of the results of a study.

    Numbers are numbers, and what is not there is NaN, or None in dicts. A value such as 15k of an axis is text; the column
    beside it, as arrival_intensity_number, has the number.

    :param table: the name of a CSV file there: summary (means with half of their intervals), trials, types, paired, timing
    """
    file = Path(directory) / f"{table}.csv"
    if not file.is_file():
        there = ", ".join(sorted(each.stem for each in Path(directory).glob("*.csv"))) or "no table"
        raise FileNotFoundError(f"{file} is not there; {directory} has {there}")
    if pandas is not None:
        return pandas.read_csv(file, keep_default_na=False, na_values=[""])
    with open(file, newline="", encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    for column in rows[0] if rows else ():
        values = [_number(row[column]) for row in rows]
        if not any(isinstance(value, str) for value in values):
            for row, value in zip(rows, values):
                row[column] = value
        else:
            for row in rows:
                row[column] = row[column] or None
    return rows


def records(table: Table) -> list[dict[str, Any]]:
    """The rows of a table, each a dict, whether pandas is there or not."""
    return table if isinstance(table, list) else table.to_dict("records")


def _number(text: str) -> Union[float, str, None]:
    try:
        return float(text) if text else None
    except ValueError:
        return text


def _text(key: str, value: Union[Value, Iterable[Value]]) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (str, int, float)):
        return str(value)
    if isinstance(value, dict):
        raise ValueError(f"{key} has a value of several settings; write it into the study")
    texts = [_text(key, each) for each in value]
    for text in texts:
        if "," in text:
            raise ValueError(f"{key} has the value {text!r}, in which a comma parts two; write it into the study")
    return ",".join(texts)


def _espalier() -> list[str]:
    named: Optional[str] = os.environ.get("ESPALIER")
    if named:
        return [named] if os.path.exists(named) else shlex.split(named)
    beside = Path(__file__).resolve().parent.parent / "espalier"
    found = str(beside) if os.access(beside, os.X_OK) and beside.is_file() else shutil.which("espalier")
    if found is None:
        raise FileNotFoundError("the command espalier is not on the PATH; set ESPALIER to where it is")
    return [found]


def _command(arguments: list[str]) -> None:
    done = subprocess.run(_espalier() + arguments, stdin=subprocess.DEVNULL, capture_output=True, text=True, encoding="utf-8")
    told = "\n".join(line for line in done.stderr.splitlines() if not _PROGRESS.match(line))
    if done.returncode:
        raise Failed(done.returncode, told or done.stdout)
    print(told, done.stdout, sep="\n", end="", file=sys.stderr)
