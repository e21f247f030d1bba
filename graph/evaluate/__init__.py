"""Evaluation through the product's own path: archived as finished turns are, asked as a turn asks.

`locomo` and `memorybank` read the sets, `arms` are what is compared, `measures` what is counted, `run` the run, and
`report` its tables. The gate's fitting is `calibrate`.
"""

from graph.evaluate.run import evaluate, evaluate_locomo, evaluate_memorybank

__all__ = ["evaluate", "evaluate_locomo", "evaluate_memorybank"]
