"""How often bootstrap intervals of τ-b hold the population's τ-b: percentile, widened to the estimate, and BCa.

Prints for each population the shares of samples whose nominal 95 % interval holds it, and the shares whose
interval excludes its own estimate. Needs numpy and scipy; takes about four minutes.
"""

import numpy as np
from scipy.special import ndtr, ndtri

SYSTEMS, SAMPLES, RESAMPLES = 14, 200, 600
PAIRS = np.triu_indices(SYSTEMS, 1)
Z = ndtri(0.975)
ROUNDING = 1e-12


def tau_b(x, y):
    dx, dy = (np.sign(of[..., PAIRS[0]] - of[..., PAIRS[1]]) for of in (x, y))
    return (dx * dy).sum(-1) / np.sqrt((dx != 0).sum(-1) * (dy != 0).sum(-1))


def bca_shares(estimate, resampled, x, y):
    """The shares of resamples below the two ends, as scipy's bootstrap has them."""
    below = ((resampled < estimate).mean() + (resampled <= estimate).mean()) / 2
    z0 = ndtri(np.clip(below, 0.5 / RESAMPLES, 1 - 0.5 / RESAMPLES))
    left_out = tau_b((x.sum(0) - x) / (len(x) - 1), (y.sum(0) - y) / (len(y) - 1))
    moved = left_out.mean() - left_out
    spread = (moved**2).sum()
    a = (moved**3).sum() / 6 / spread**1.5 if spread > 0 else 0.0
    return [ndtr(z0 + (z0 + z) / (1 - a * (z0 + z))) for z in (-Z, Z)]


def holds(interval, value):
    return interval[0] - ROUNDING <= value <= interval[1] + ROUNDING


def population(random, spread, correlation, n):
    held, excluding = np.zeros(2), np.zeros(2)
    for _ in range(SAMPLES):
        means = random.normal(0, spread, SYSTEMS)
        others = correlation * means + np.sqrt(1 - correlation**2) * random.normal(0, spread, SYSTEMS)
        hardness, noise = random.normal(0, 1, (n, 1)), random.normal(0, 0.6, (n, SYSTEMS))
        x = means + hardness + noise
        y = others + hardness + 0.7 * noise + 0.7 * random.normal(0, 0.6, (n, SYSTEMS))
        estimate = tau_b(x.mean(0), y.mean(0))
        draws = random.multinomial(n, np.ones(n) / n, RESAMPLES) / n
        resampled = tau_b(draws @ x, draws @ y)
        percentile = np.percentile(resampled, [2.5, 97.5])
        widened = min(percentile[0], estimate), max(percentile[1], estimate)
        bca = np.percentile(resampled, [100 * share for share in bca_shares(estimate, resampled, x, y)])
        truth = tau_b(means, others)
        held += [holds(widened, truth), holds(bca, truth)]
        excluding += [not holds(percentile, estimate), not holds(bca, estimate)]
    return held / SAMPLES, excluding / SAMPLES


def main():
    random = np.random.default_rng(1)
    print("spread  correlation  queries  widened    BCa  without the estimate: percentile    BCa")
    for spread in (0.05, 0.15, 0.5):
        for correlation in (0.5, 0.9, 1.0):
            for n in (60, 400):
                (widened, bca), (out, bca_out) = population(random, spread, correlation, n)
                print(f"{spread:6} {correlation:12} {n:8} {widened:8.3f} {bca:6.3f} {out:32.3f} {bca_out:6.3f}")


main()
