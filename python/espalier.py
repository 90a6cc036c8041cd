"""A client of Espalier, the resource manager: submit tasks, wait for them, invoke models, follow events.

    service = Service("http://127.0.0.1:7400")
    answer = service.invoke("classify", image, deadline="150 ms", content_type="application/json")
    task = service.wait(service.submit("cpu", deadline="in 5 s", parameters={"work": 300000}))

It needs nothing but Python 3.9 and is safe for use by many threads; each has a connection of its own.
"""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Optional, Union
from urllib.parse import quote, urlencode, urlsplit

__all__ = ["Answer", "Event", "Refused", "Service", "Task"]

Parameters = Mapping[str, Union[str, int, float, bool]]

#: For how long a service answers late at most where that is preferred, in seconds.
_LONGEST_WAIT = 20

#: After so many seconds the service may close a connection, so that no request is sent on it.
_LONGEST_IDLE = 20


class Refused(Exception):
    """The service refused a request, or gave a task up; `detail` says why."""

    def __init__(self, status: int, problem: Mapping[str, Any], retry_after: Optional[float], task: Optional[int]):
        self.status = status
        self.title = str(problem.get("title", ""))
        self.detail = str(problem.get("detail", ""))
        self.errors: list[dict[str, str]] = list(problem.get("errors", []))
        #: After how many seconds it may be tried again; None where that is no use.
        self.retry_after = retry_after
        #: The number of the task, where there was one.
        self.task = task
        faults = "".join(f"\n  {error['pointer']}: {error['detail']}" for error in self.errors)
        super().__init__(f"{self.title} ({status}): {self.detail}{faults}")


@dataclass(frozen=True)
class Task:
    """A task as the service tells it; `json` has all of it."""

    id: int
    type: str
    state: str
    #: How it left, as in "on-time"; None until then.
    fate: Optional[str]
    json: Mapping[str, Any] = field(repr=False)

    @property
    def has_left(self) -> bool:
        return "ended" in self.json

    @property
    def on_time(self) -> bool:
        return self.fate == "on-time"

    @staticmethod
    def of(value: Mapping[str, Any]) -> Task:
        return Task(int(value["id"]), str(value["type"]), str(value["state"]), value.get("fate"), value)


@dataclass(frozen=True)
class Answer:
    """What a server answered to an invocation, whatever its status."""

    status: int
    content_type: str
    body: bytes = field(repr=False)
    #: The number of the task that it was.
    task: Optional[int]

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class Event:
    """An event of the service: of kind "entries" or "overview"."""

    kind: str
    #: The number of the last entry of the journal it tells of; where one goes on after it.
    last: Optional[int]
    data: Any = field(repr=False)


class Service:
    """A service at an address."""

    def __init__(self, url: str = "http://127.0.0.1:7400", token: Optional[str] = None, timeout: float = 60):
        """:param timeout: how many seconds nothing may be heard of an answer."""
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{url!r} is no address of a service; expected one as in http://127.0.0.1:7400")
        self._secure = parts.scheme == "https"
        self._host, self._port = parts.hostname, parts.port
        self._base = parts.path.rstrip("/")
        self._timeout = timeout
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._local = threading.local()

    def submit(
        self,
        type: str,
        deadline: str,
        parameters: Optional[Parameters] = None,
        key: Optional[str] = None,
        worth: Union[float, str, None] = None,
        urgency: Union[str, dict[str, float], None] = None,
    ) -> Task:
        """Gives a task to the service; what is returned is safe there.

        :param deadline: "in 5 s", or a time such as "2030-01-31T12:00:00Z"
        :param key: makes a repetition harmless: the same request with it gives the same task
        :param worth: what it is worth on time, as a number or by the name of a priority; that of its type if left out
        :param urgency: how that changes with time, by name or by points, as {"30 s": 1, "2 min": 0.5}; that of its type if left out
        :raises Refused: if it is not accepted
        """
        request: dict[str, Any] = {"type": type, "deadline": deadline, "parameters": dict(parameters or {})}
        if key is not None:
            request["key"] = key
        if worth is not None:
            request["priority" if isinstance(worth, str) else "worth"] = worth
        if urgency is not None:
            request["urgency"] = urgency
        return Task.of(self._json("POST", "/v1/tasks", json.dumps(request).encode(), {"Content-Type": "application/json"}))

    def task(self, task: Union[Task, int]) -> Task:
        """A task as it is now."""
        return Task.of(self._json("GET", f"/v1/tasks/{_id(task)}"))

    def wait(self, task: Union[Task, int], timeout: Optional[float] = None) -> Task:
        """Waits until a task has left.

        :raises TimeoutError: if it has not after so many seconds
        """
        end = None if timeout is None else time.monotonic() + timeout
        while True:
            left = _LONGEST_WAIT if end is None else min(_LONGEST_WAIT, max(0, round(end - time.monotonic())))
            now = Task.of(self._json("GET", f"/v1/tasks/{_id(task)}", headers={"Prefer": f"wait={left}"}))
            if now.has_left:
                return now
            if end is not None and time.monotonic() >= end:
                raise TimeoutError(f"task {now.id} is still {now.state} after {timeout} s")

    def cancel(self, task: Union[Task, int]) -> Task:
        """Takes a task back.

        :raises Refused: if it has left already
        """
        return Task.of(self._json("DELETE", f"/v1/tasks/{_id(task)}"))

    def invoke(
        self,
        type: str,
        body: bytes = b"",
        deadline: Optional[str] = None,
        parameters: Optional[Parameters] = None,
        content_type: Optional[str] = None,
        worth: Union[float, str, None] = None,
        urgency: Union[str, dict[str, float], None] = None,
    ) -> Answer:
        """Has a server answer a request, and waits for that.

        :param deadline: "150 ms" or a time; that of the task type if left out
        :param worth: as for `submit`
        :param urgency: as for `submit`
        :raises Refused: if no server answered, or the task was given up
        """
        query = "?" + urlencode({name: _text(value) for name, value in (parameters or {}).items()}) if parameters else ""
        points = ", ".join(f"{at}: {share}" for at, share in urgency.items()) if isinstance(urgency, dict) else urgency
        headers = {
            "Deadline": deadline,
            "Content-Type": content_type,
            "Worth": None if worth is None else str(worth),
            "Urgency": points,
        }
        response, content = self._send(
            "POST",
            f"/v1/invoke/{quote(type, safe='')}{query}",
            body,
            {name: value for name, value in headers.items() if value is not None},
        )
        number = response.getheader("Espalier-Task")
        kind = response.getheader("Content-Type", "")
        if kind.startswith("application/problem+json"):
            raise _refusal(response, content)
        return Answer(response.status, kind, content, None if number is None else int(number))

    def events(self, *kinds: str, after: Optional[int] = None, **of: str) -> Iterator[Event]:
        """Follows the service; goes on where it was after each break, without end.

        :param kinds: "entries" of the journal, "overview"; all if none is named
        :param after: the number of an entry of the journal; from now on if left out
        :param of: task=, user= or type=: only entries about these, each an event "task" with names
        """
        wanted = {**of, **({"events": ",".join(kinds)} if kinds else {})}
        query = "?" + urlencode(wanted) if wanted else ""
        while True:
            connection = self._connect()
            try:
                headers = dict(self._headers)
                if after is not None:
                    headers["Last-Event-ID"] = str(after)
                connection.request("GET", f"{self._base}/v1/events{query}", headers=headers)
                response = connection.getresponse()
                if response.status != 200:
                    raise _refusal(response, response.read())
                for event in _parse(response):
                    after = event.last if event.last is not None else after
                    yield event
            finally:
                connection.close()

    def _connect(self) -> http.client.HTTPConnection:
        kind = http.client.HTTPSConnection if self._secure else http.client.HTTPConnection
        return kind(self._host, self._port, timeout=self._timeout)

    def _json(self, method: str, path: str, body: Optional[bytes] = None, headers: Optional[Mapping[str, str]] = None) -> Any:
        response, content = self._send(method, path, body, headers or {})
        if response.status >= 400:
            raise _refusal(response, content)
        return json.loads(content)

    def _send(self, method: str, path: str, body: Optional[bytes], headers: Mapping[str, str]) -> tuple[http.client.HTTPResponse, bytes]:
        connection, since = getattr(self._local, "kept", (None, 0.0))
        self._local.kept = (None, 0.0)  # until it has proved to be of use again
        if connection is None or time.monotonic() - since > _LONGEST_IDLE:
            connection = self._connect()
        try:
            connection.request(method, self._base + path, body, {**self._headers, **headers})
            response = connection.getresponse()
            content = response.read()
        except BaseException:
            connection.close()
            raise
        if response.will_close:
            connection.close()
        else:
            self._local.kept = (connection, time.monotonic())
        return response, content


def _id(task: Union[Task, int]) -> int:
    return task.id if isinstance(task, Task) else task


def _text(value: Union[str, int, float, bool]) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _refusal(response: http.client.HTTPResponse, content: bytes) -> Refused:
    try:
        problem = json.loads(content)
    except ValueError:
        problem = {"title": response.reason, "detail": content.decode(errors="replace")[:200]}
    after, task = response.getheader("Retry-After"), response.getheader("Espalier-Task")
    return Refused(response.status, problem, None if after is None else float(after), None if task is None else int(task))


def _parse(response: http.client.HTTPResponse) -> Iterator[Event]:
    """Server-sent events, as they come; one that is cut off is left out."""
    kind, last, data = "message", None, []
    for raw in response:
        line = raw.decode().rstrip("\r\n")
        name, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if not line:
            if data:
                yield Event(kind, last, json.loads("\n".join(data)))
            kind, last, data = "message", None, []
        elif name == "event":
            kind = value
        elif name == "id":
            last = int(value)
        elif name == "data":
            data.append(value)
