"""Table of RoPE: the example by dimension."""

from dashboard.views.rope import facts
from dashboard.views.tables import Table

TABLES = {"columns": Table(facts.example_table)}
