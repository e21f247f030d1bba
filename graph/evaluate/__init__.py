"""Evaluation through the product's own path: archived as finished turns are, asked as a turn asks.

`locomo` and `memorybank` read the sets, `arms` are what is compared, `measures` what is counted, `run` the run, and
`report` its tables. `gating` measures the gate and `calibration` fits it.
"""

from graph.evaluate.calibration import calibrate
from graph.evaluate.report import calibration_report, report
from graph.evaluate.run import evaluate, evaluate_locomo, evaluate_memorybank

__all__ = ["calibrate", "calibration_report", "evaluate", "evaluate_locomo", "evaluate_memorybank", "report"]
