"""Records reviewed: what each decision cost on what the seat knew, what with open cards, and what was luck."""

from __future__ import annotations

from manni.review.grades import GRADES, Grade, Thresholds
from manni.review.review import HandReview, Review, review
from manni.review.totals import Totals
from manni.review.verdict import Known, Open, Verdict

__all__ = ["GRADES", "Grade", "HandReview", "Known", "Open", "Review", "Thresholds", "Totals", "Verdict", "review"]
