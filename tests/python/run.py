"""Runs all tests of a folder, by default those of the package, and ends with failures and totals as Node's
test runner prints them."""

import sys
import unittest
from pathlib import Path


class Counting(unittest.TextTestResult):
    n_passed = 0

    def addSuccess(self, test):
        super().addSuccess(test)
        self.n_passed += 1


def main() -> int:
    here = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else Path(__file__).parent
    suite = unittest.defaultTestLoader.discover(str(here), top_level_dir=str(here))
    runner = unittest.TextTestRunner(stream=sys.stdout, verbosity=2, resultclass=Counting)
    result = runner.run(suite)
    failed = [test for test, _ in result.failures + result.errors] + result.unexpectedSuccesses
    for number, test in enumerate(failed, 1):
        print(f"not ok {number} - {test.id()}")
    print(f"# pass {result.n_passed}\n# fail {len(failed)}\n# skipped {len(result.skipped)}")
    return 0 if result.wasSuccessful() and result.testsRun else 1


# Tests start processes, and each of these imports this file anew.
if __name__ == "__main__":
    sys.exit(main())
