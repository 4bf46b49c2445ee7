"""Runs all tests of the package, and ends with the totals as Node's test runner prints them."""

import sys
import unittest
from pathlib import Path


class Counting(unittest.TextTestResult):
    n_passed = 0

    def addSuccess(self, test):
        super().addSuccess(test)
        self.n_passed += 1


here = Path(__file__).parent
suite = unittest.defaultTestLoader.discover(str(here), top_level_dir=str(here))
runner = unittest.TextTestRunner(stream=sys.stdout, verbosity=2, resultclass=Counting)
result = runner.run(suite)
n_failed = len(result.failures) + len(result.errors) + len(result.unexpectedSuccesses)
print(f"# pass {result.n_passed}\n# fail {n_failed}\n# skipped {len(result.skipped)}")
sys.exit(0 if result.wasSuccessful() and result.testsRun else 1)
