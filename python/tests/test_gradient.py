"""The gradient of `rukh train`, by a forward pass of NumPy's own and complex steps.

The step is imaginary, so nothing is subtracted and the derivative is exact: it needs no formula of a derivative that
could have the same mistake as the trainer's. The case and its gradient are in `crates/train/tests/gradient.json`,
with which a test of `rukh-train` compares its own; RUKH_BLESS=1 writes it anew.
"""

import json
import os
import pathlib
import unittest

import numpy as np

FILE = pathlib.Path(__file__).parents[2] / "crates/train/tests/gradient.json"
OUTPUT_CENTIPAWNS = 400
STEP = 1e-30


def clamped(values):
    """Values within 0 and 1, which are constant outside."""
    return np.where(values.real <= 0, 0, np.where(values.real >= 1, 1, values))


def scaled(example, value):
    """A value for the side to move as the laws' counters leave it: linear between tabulated values for White."""
    sign = 1 if example["white"] else -1
    place = sign * value / 200 + 12
    start = min(int(place.real), 23)
    before, after = example["scaling"][start : start + 2]
    return sign * (before + (place - start) * (after - before))


def sigmoid(value):
    return 1 / (1 + np.exp(-value))


def loss(case, numbers):
    """The sum of the squared errors of the expected results."""
    rows, hidden, buckets = case["rows"], case["hidden"], case["buckets"]
    parts = np.split(numbers, np.cumsum([rows * hidden, hidden, buckets * 2 * hidden]))
    features, biases = parts[0].reshape(rows, hidden), parts[1]
    output_weights, output_biases = parts[2].reshape(buckets, 2, hidden), parts[3]
    total = 0
    for example in case["examples"]:
        own, other = example["rows"]
        bucket = min((len(own) - 1) * buckets // case["pieces"], buckets - 1)
        layers = np.stack([biases + features[view].sum(axis=0) for view in (own, other)])
        output = output_biases[bucket] + (output_weights[bucket] * clamped(layers) ** 2).sum()
        value = scaled(example, example["linear"] + OUTPUT_CENTIPAWNS * output)
        by_result = case["by_result"]
        by_score = sigmoid(example["score"] / case["scale"])
        target = by_result * example["result"] + (1 - by_result) * by_score
        total = total + (sigmoid(value / case["scale"]) - target) ** 2
    return total


def gradient(case):
    """The derivative of the loss by every number."""
    numbers = np.array(case["numbers"], dtype=complex)
    found = []
    for place in range(len(numbers)):
        numbers[place] += STEP * 1j
        found.append(loss(case, numbers).imag / STEP)
        numbers[place] = numbers[place].real
    return np.array(found)


def random_case():
    """A small net and some positions, in numbers that single precision has too."""
    random = np.random.default_rng(40)
    case = {"rows": 24, "hidden": 16, "buckets": 2, "pieces": 8, "scale": 512.0, "by_result": 0.25}
    hidden, buckets = case["hidden"], case["buckets"]
    counts = [case["rows"] * hidden, hidden, 2 * buckets * hidden, buckets]
    ranges = [(-0.25, 0.25), (0.25, 0.75), (-0.75, 0.75), (-0.25, 0.25)]
    numbers = [random.uniform(*bounds, count) for bounds, count in zip(ranges, counts)]
    case["numbers"] = (np.round(np.concatenate(numbers) * 1024) / 1024).tolist()
    case["examples"] = [
        {
            "rows": [sorted(random.choice(24, pieces, replace=False).tolist()) for _ in range(2)],
            "linear": float(random.integers(-600, 600)),
            "scaling": [round(200 * (step - 12) * float(share)) for step in range(25)],
            "white": bool(random.integers(2)),
            "score": float(random.integers(-900, 900)),
            "result": float(random.integers(3)) / 2,
        }
        for pieces, share in [(3, 1), (4, 0.75), (5, 0.5), (6, 1), (8, 0.875), (2, 1)]
    ]
    return case


class GradientTest(unittest.TestCase):
    def test_case_of_the_trainer_has_the_gradient_of_complex_steps(self):
        if os.environ.get("RUKH_BLESS"):
            case = random_case()
            case["loss"] = float(loss(case, np.array(case["numbers"])))
            case["gradient"] = [float(f"{one:.8g}") for one in gradient(case)]
            FILE.parent.mkdir(exist_ok=True)
            FILE.write_text(json.dumps(case) + "\n")
        case = json.loads(FILE.read_text())
        self.assertAlmostEqual(loss(case, np.array(case["numbers"])), case["loss"], places=9)
        found = gradient(case)
        self.assertGreater(np.count_nonzero(found), len(found) // 4)
        np.testing.assert_allclose(found, case["gradient"], rtol=1e-6, atol=1e-12)


if __name__ == "__main__":
    unittest.main()
