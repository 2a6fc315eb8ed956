"""`tablectl view --schema`: what a view holds, for whoever draws one."""

from importlib.resources import files


def test_the_schema_that_is_delivered_is_the_one_of_this_view(said):
    """Else write it anew: `tablectl view --schema >tablectl/view/schema.json`."""
    assert said("view", "--schema")[1] == files("tablectl.view").joinpath(
        "schema.json"
    ).read_text().rstrip("\n")
