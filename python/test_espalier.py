"""Tests of the client against a service of examples/inference/live.yaml, whose address is the argument."""

import sys
import threading
import unittest

import espalier


class ClientTest(unittest.TestCase):
    url = ""

    def setUp(self):
        self.service = espalier.Service(self.url)

    def test_a_task_is_submitted_and_waited_for(self):
        task = self.service.submit("classify", deadline="in 60 s", key="python-1")
        self.assertEqual(task.type, "classify")
        again = self.service.submit("classify", deadline="in 60 s", key="python-1")
        self.assertEqual(again.id, task.id)

        ended = self.service.wait(task)

        self.assertTrue(ended.has_left)
        self.assertTrue(ended.on_time)
        self.assertEqual(ended.state, "completed")
        with self.assertRaises(espalier.Refused) as refused:
            self.service.cancel(ended)
        self.assertEqual(refused.exception.status, 409)

    def test_what_does_not_end_in_time_is_told(self):
        task = self.service.submit("summarise", deadline="in 60 s", parameters={"prompt": "x"})
        with self.assertRaises(TimeoutError):
            self.service.wait(task, timeout=0)
        self.assertIn(self.service.cancel(task).state, ("cancelled", "running"))

    def test_an_invocation_is_answered(self):
        answer = self.service.invoke("classify", b"{}", deadline="60 s", content_type="application/json")
        self.assertEqual(answer.status, 200)
        self.assertEqual(answer.json()["id"], answer.task)
        self.assertEqual(answer.json()["parameters"], {"(body)": "2 B"})
        with_parameters = self.service.invoke("answer", parameters={"prompt": "a & b=c"}, deadline="60 s")
        self.assertEqual(with_parameters.json()["parameters"]["prompt"], "a & b=c")

    def test_a_task_is_worth_what_is_said(self):
        answer = self.service.invoke("classify", b"{}", deadline="60 s", worth=2.5)
        self.assertEqual(self.service.task(answer.task).json["worth"], 2.5)
        task = self.service.submit("classify", deadline="in 60 s", worth=8)
        self.assertEqual(task.json["worth"], 8)
        for give in (self.service.submit, self.service.invoke):
            with self.assertRaises(espalier.Refused) as refused:
                give("classify", deadline="in 60 s", worth="utmost")
            self.assertIn("priority", str(refused.exception))
            for urgency in ("utmost", {"30 s": 1, "2 min": 0.5}):
                with self.assertRaises(espalier.Refused) as refused:
                    give("classify", deadline="in 60 s", urgency=urgency)
                self.assertIn("urgenc", str(refused.exception))

    def test_refusals_say_why(self):
        with self.assertRaises(espalier.Refused) as refused:
            self.service.submit("nothing", deadline="soon")
        self.assertEqual(refused.exception.status, 400)
        self.assertEqual(refused.exception.errors[0]["pointer"], "/deadline")
        with self.assertRaises(espalier.Refused) as late:
            self.service.invoke("classify", b"x", deadline="2020-01-31T12:00:00Z")
        self.assertEqual(late.exception.status, 504)
        self.assertIsNotNone(late.exception.task)
        with self.assertRaises(ValueError):
            espalier.Service("localhost:7400")

    def test_events_are_followed(self):
        first = self.service.submit("classify", deadline="in 60 s")
        self.service.wait(first)
        seen = set()
        for event in self.service.events("entries", after=0):
            self.assertEqual(event.kind, "entries")
            seen.update(entry.get("task", {}).get("id") for entry in event.data if isinstance(entry.get("task"), dict))
            if first.id in seen:
                break
        self.assertIn(first.id, seen)
        of_one = next(self.service.events(task=str(first.id)))
        self.assertEqual((of_one.kind, of_one.data["task"], of_one.data["type_name"]), ("task", first.id, "classify"))

    def test_threads_have_connections_of_their_own(self):
        answers = []
        threads = [
            threading.Thread(target=lambda: answers.append(self.service.invoke("moderate", b"x", deadline="60 s").status))
            for _ in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(answers, [200] * 8)


if __name__ == "__main__":
    ClientTest.url = sys.argv.pop(1)
    unittest.main()
