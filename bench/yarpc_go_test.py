#!/usr/bin/env python3
"""How bench/yarpc_go.py compares times round by round: against binomial tables, and with ties."""
import unittest

import yarpc_go


class Compare(unittest.TestCase):
    def compare(self, *ratios):
        return yarpc_go.compare([1000 * ratio for ratio in ratios], [1000] * len(ratios))

    def test_a_table_of_the_binomial_distribution(self):
        # P(at most 5 of 20) = 0.0207, P(at most 6) = 0.0577: both tails.
        self.assertAlmostEqual(yarpc_go.both_tails(5, 20), 0.0414, places=4)
        self.assertAlmostEqual(yarpc_go.both_tails(6, 20), 0.1153, places=4)

    def test_the_interval_leaves_out_as_many_as_it_may(self):
        ratios = [0.80 + place / 100 for place in range(20)]
        median, low, high, p = self.compare(*reversed(ratios))
        self.assertAlmostEqual(median, 0.895)
        self.assertAlmostEqual(low, 0.85)  # the sixth smallest: both_tails(5, 20) is below 0.05
        self.assertAlmostEqual(high, 0.94)
        self.assertLess(p, 0.0001)

    def test_one_is_within_the_interval_where_p_is_above_its_limit(self):
        for faster in range(21):
            _, low, high, p = self.compare(*[0.9] * faster, *[1.1] * (20 - faster))
            self.assertEqual(low < 1 < high, p > yarpc_go.SIGNIFICANT_P, faster)

    def test_rounds_without_a_difference_count_for_nothing(self):
        self.assertEqual(self.compare(*[1] * 40)[3], 1)
        tied, without = self.compare(*[1] * 20, *[0.9] * 14, *[1.1] * 6), 0.1153
        self.assertAlmostEqual(tied[3], without, places=4)

    def test_six_rounds_can_be_significant_and_five_cannot(self):
        self.assertLess(self.compare(*[0.9] * 6)[3], yarpc_go.SIGNIFICANT_P)
        with self.assertRaises(ValueError):
            self.compare(*[0.9] * 5)


if __name__ == "__main__":
    unittest.main()
