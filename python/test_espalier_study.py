"""Tests of studies from Python, with the command that the module finds, and of the notebook beside it."""

import contextlib
import csv
import io
import json
import os
import tempfile
import unittest
import unittest.mock
from pathlib import Path

import espalier_study as espalier

HERE = Path(__file__).resolve().parent
QUICK = {"policy": ["PAM", "MM"], "arrival_intensity": ["15k", "30k"], "trials": 2, "tasks": 300}
STUDY = HERE.parent / "studies/journal-fig-12a.yaml"


class StudyTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.out = Path(temporary.name) / "out"
        self.told = io.StringIO()

    def run_quick(self, **more):
        with contextlib.redirect_stderr(self.told):
            return espalier.run(STUDY, **{**QUICK, **more})

    def test_a_study_becomes_the_tables_of_its_files(self):
        summary = espalier.records(self.run_quick(out=self.out))

        self.assertEqual([(row["policy"], row["arrival_intensity"]) for row in summary],
                         [("PAM", "15k"), ("PAM", "30k"), ("MM", "15k"), ("MM", "30k")])
        with open(self.out / "summary.csv", newline="") as file:
            for row, written in zip(summary, csv.DictReader(file)):
                self.assertEqual(row["robustness"], float(written["robustness"]))
                self.assertEqual(row["arrival_intensity_number"], float(written["arrival_intensity_number"]))
        trials = espalier.records(espalier.results(self.out, "trials"))
        self.assertEqual(len(trials), 8)
        mean = sum(row["robustness"] for row in trials[:2]) / 2
        self.assertAlmostEqual(mean, summary[0]["robustness"], places=6)
        self.assertTrue((self.out / "report.html").is_file())
        self.assertIn("report: ", self.told.getvalue())
        with self.assertRaisesRegex(FileExistsError, "is there already"):
            self.run_quick(out=self.out)

    def test_what_is_missing_is_none_and_text_stays_text(self):
        self.out.mkdir()
        (self.out / "summary.csv").write_text("believed_pet,utility,cost\nNone,,1\nNA,2.5,\n")
        rows = espalier.records(espalier.results(self.out))
        self.assertEqual([row["believed_pet"] for row in rows], ["None", "NA"])
        self.assertEqual([rows[1]["utility"], rows[0]["cost"]], [2.5, 1])
        for missing in (rows[0]["utility"], rows[1]["cost"]):
            self.assertTrue(missing is None or missing != missing)
        with self.assertRaisesRegex(FileNotFoundError, "has summary"):
            espalier.results(self.out, "trials")

    def test_tables_are_data_frames_where_pandas_is_there(self):
        if espalier.pandas is None:
            self.skipTest("pandas is not there")
        self.out.mkdir()
        (self.out / "summary.csv").write_text("policy,load,robustness\nNA,1,\nMM,1.3,80.5\n")
        frame = espalier.results(self.out)
        self.assertIsInstance(frame, espalier.pandas.DataFrame)
        self.assertEqual(list(frame["policy"]), ["NA", "MM"])
        self.assertEqual(frame["load"].sum(), 2.3)
        self.assertEqual(list(frame["robustness"].isna()), [True, False])
        with unittest.mock.patch.object(espalier, "pandas", None):
            self.assertEqual(espalier.results(self.out)[1], espalier.records(frame)[1])

    def test_errors_of_the_command_come_through(self):
        with self.assertRaises(espalier.Failed) as failed:
            self.run_quick(policy=["PAM", "NO-SUCH"])
        self.assertIn("NO-SUCH", str(failed.exception))
        self.assertEqual(failed.exception.status, 2)
        with self.assertRaisesRegex(ValueError, "comma"):
            self.run_quick(policy=["PAM,MM"])
        with self.assertRaisesRegex(ValueError, "several settings"):
            self.run_quick(policy=[{"policy": "PAM", "name": "P"}])

    def test_without_a_command_it_says_so(self):
        before = dict(os.environ)
        self.addCleanup(lambda: (os.environ.clear(), os.environ.update(before)))
        os.environ["ESPALIER"] = str(self.out / "nothing")
        with self.assertRaises(FileNotFoundError):
            self.run_quick()


class NotebookTest(unittest.TestCase):
    def test_its_cells_run_in_order(self):
        """Without Jupyter, so that it runs wherever there is a Python."""
        notebook = json.loads((HERE / "robustness-over-load.ipynb").read_text(encoding="utf-8"))
        cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
        before, place = dict(os.environ), os.getcwd()
        self.addCleanup(lambda: (os.environ.clear(), os.environ.update(before), os.chdir(place)))
        os.environ.update(TRIALS="2", TASKS="300", MPLBACKEND="agg")
        os.chdir(HERE)
        names, printed = {"__name__": "__main__"}, io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            for cell in cells:
                exec(compile(cell, "cell", "exec"), names)

        curves = names["curves"]
        self.assertEqual(set(curves), {"PAM", "PAMF", "MOC", "MM", "MSD", "MMU"})
        for curve in curves.values():
            self.assertEqual([load for load, _, _ in curve], [15000, 30000])
            self.assertGreater(curve[0][1], curve[1][1])
        self.assertGreater(curves["PAM"][1][1], curves["MMU"][1][1])
        for policy in curves:
            self.assertIn(policy, printed.getvalue())


if __name__ == "__main__":
    unittest.main()
