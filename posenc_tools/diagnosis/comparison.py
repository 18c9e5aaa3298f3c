"""Comparison of programs with a table, first on a sample of rows and then on all of them."""

import numpy as np

from posenc_core.arrays import Array
from posenc_tools.diagnosis import columns, costs, residuals, thresholds
from posenc_tools.diagnosis.explanations import Residual, Table
from posenc_tools.known_bugs.programs import Program

# error of another float64 computation: wrong numbers exceed it
FLOAT64_ARITHMETIC = (1e-12, 0.5, 0.3)

ARITHMETIC = ((4e-16, 0.5, 0.0), (6e-8, 0.5, 0.3), (6e-8, 1.0, costs.TRUNCATED))
"""Rounding of angles, last places lost in storage, and cost: in float64, in float32, and with truncation."""


class Check:
    """Comparison of programs with a table, on a sample of rows or on all of them."""

    def __init__(self, table: Table) -> None:
        """Select a sample of rows without padding."""
        self.table, self.skipped = table, columns.padding(table)
        sample = np.setdiff1d(np.arange(len(table.numbers)), self.skipped)
        if len(sample) > 2 * thresholds.SAMPLE_ROWS:
            later = np.linspace(thresholds.SAMPLE_ROWS, len(sample) - 1, thresholds.SAMPLE_ROWS).astype(np.int64)
            sample = np.unique(np.concatenate((sample[: thresholds.SAMPLE_ROWS], sample[later])))
        self.sample = sample

    def compare_sample(self, program: Program) -> tuple[float, float, float]:
        """Compare a sample: share of outliers, cost of the arithmetic, and residual."""
        length = len(self.table.numbers)
        positions = program.positions(length)[self.sample]
        prediction = program.rows(positions)
        numbers = self.table.numbers[self.sample]
        residual = float(np.linalg.norm(numbers - prediction) / (np.linalg.norm(numbers) or 1.0))
        for arithmetic, places, cost in ARITHMETIC:
            tolerances = self.tolerances(program, positions, prediction, arithmetic, places)
            share = residuals.outlier_share(numbers, prediction, tolerances, self.table.peak)
            if share <= thresholds.MAX_OUTLIER_SHARE:
                return share, cost, residual
        return min(share, thresholds.MAX_SAMPLE_OUTLIERS if residual <= thresholds.MAX_NOISE else 1.0), 0.0, residual

    def agrees(self, program: Program) -> bool:
        """Return True if rounding explains the sample."""
        return self.compare_sample(program)[0] <= thresholds.MAX_OUTLIER_SHARE

    def is_exact(self, program: Program, residual: Residual) -> bool:
        """Return True if storage and float64 arithmetic explain the sample, apart from known exceptions."""
        wrong = {*residual.rows, *(cell.row for cell in residual.cells)}
        rows = np.array([row for row in self.sample.tolist() if row not in wrong], np.int64)
        columns = np.setdiff1d(np.arange(self.table.numbers.shape[1]), residual.columns)
        positions = program.positions(len(self.table.numbers))[rows]
        prediction, numbers = program.rows(positions), self.table.numbers[np.ix_(rows, columns)]
        arithmetic = FLOAT64_ARITHMETIC[0] if self.table.storage.name == "float64" else ARITHMETIC[0][0]
        tolerances = self.tolerances(program, positions, prediction, arithmetic, 0.6)[:, columns]
        share = residuals.outlier_share(numbers, prediction[:, columns], tolerances, self.table.peak)
        return share <= thresholds.MAX_OUTLIER_SHARE

    def compare(self, program: Program, *, noise: bool) -> Residual | None:
        """Residual of a program on the whole table; None if it does not explain the table."""
        positions, prediction = program.positions(len(self.table.numbers)), self.prediction(program)
        exact = [FLOAT64_ARITHMETIC] if self.table.storage.name == "float64" else []
        for arithmetic, places, cost in (ARITHMETIC[0], *exact, *ARITHMETIC[1:]):
            last = cost == costs.TRUNCATED
            tolerances = self.tolerances(program, positions, prediction, arithmetic, places)
            alone = last or arithmetic == FLOAT64_ARITHMETIC[0]
            residual = residuals.classify(
                self.table, prediction, tolerances, exceptions=alone, noise=last and noise, exact=arithmetic < 1e-15
            )
            if residual is not None:
                return residual
        return None

    def amplitude(self, program: Program) -> float:
        """Least-squares amplitude of a program on the sample."""
        prediction = program.rows(program.positions(len(self.table.numbers))[self.sample])
        fit = (prediction * self.table.numbers[self.sample]).sum() / (np.square(prediction).sum() or 1.0)
        return program.scale * float(fit)

    def prediction(self, program: Program) -> Array:
        """Predicted table, including padding."""
        prediction = program.rows(program.positions(len(self.table.numbers)))
        prediction[self.skipped] = 0
        return prediction

    def tolerances(
        self, program: Program, positions: Array, prediction: Array, arithmetic: float, places: float = 0.5
    ) -> Array:
        """Tolerance of every number of a program. (n,), (n, d) -> (n, d)."""
        every = np.abs(program.frequencies())
        falls = np.abs(np.log(np.maximum(every, 1e-300) / (program.unit or 1.0))).clip(max=40)
        angles = np.abs(positions)[:, None] * (every * (2 * falls + 4))
        angles *= arithmetic * abs(program.scale)
        angles += 4 * arithmetic * self.table.peak
        return residuals.tolerance(self.table, prediction, angles, places)
