"""Links: codes stand in the fragment, which browsers send to no server."""

from urllib.parse import urlsplit

from bigpoints.server.http.links import Links


def test_the_code_of_a_table_or_a_seat_is_in_the_fragment_alone() -> None:
    links = Links("https://games.example")
    for link, fragment in ((links.table("ABCD2345"), "/table/ABCD2345"), (links.seat("WXYZ6789"), "/seat/WXYZ6789")):
        parts = urlsplit(link)
        assert (parts.scheme, parts.netloc, parts.path, parts.query) == ("https", "games.example", "/", "")
        assert parts.fragment == fragment
