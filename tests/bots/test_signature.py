"""The signature of the tree search."""

from bigpoints.bots.signature import fixed_tree_search

SIGNATURE = 104_024


def test_a_fixed_tree_search_visits_a_fixed_number_of_nodes_on_every_machine() -> None:
    """It changes when the search or its network does; then SIGNATURE is updated here and stated in the commit."""
    found = fixed_tree_search()
    assert found == SIGNATURE, (
        f"the tree search has changed: its signature was {SIGNATURE} and is {found}. If the search or network.npz was"
        " changed on purpose, write the new number here and into the commit; otherwise something is wrong"
    )
    assert fixed_tree_search() == found
