"""How the curves of a page are drawn."""

STRIPS, DUAL, PHASE = "strips", "dual", "phase"
RECIPES, SEEDS = "recipes", "seeds"
FORMS = {
    RECIPES: "Recipes", SEEDS: "Seeds", STRIPS: "Stacked", DUAL: "Dual axis", PHASE: "Accuracy vs length"
}  # fmt: skip
"""How curves are drawn, and what the page calls it."""
