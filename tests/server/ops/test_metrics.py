"""Metrics: what was counted can be read."""

from prometheus_client.parser import text_string_to_metric_families

from bigpoints.server.ops.metrics import CONTENT_TYPE, Metrics


def numbers(metrics: Metrics) -> dict[str, float]:
    """Every sample by its name and the values of its labels."""
    families = text_string_to_metric_families(metrics.text().decode())
    samples = (sample for family in families for sample in family.samples)
    return {" ".join([sample.name, *sample.labels.values()]): sample.value for sample in samples}


def test_how_many_there_are_now_is_told() -> None:
    metrics = Metrics()
    metrics.tables(loaded=3, stored=40)
    metrics.tables(loaded=2, stored=40)
    metrics.clients(7)
    metrics.bots(waiting=5, busy=1)
    told = numbers(metrics)
    assert (told["bigpoints_tables_awake"], told["bigpoints_tables_kept"], told["bigpoints_clients"]) == (2, 40, 7)
    assert (told["bigpoints_bots_waiting"], told["bigpoints_bots_busy"]) == (5, 1)


def test_connections_are_counted_when_metrics_are_read() -> None:
    metrics, connections = Metrics(), [1, 2]
    metrics.watch_connections(connections)
    connections.append(3)
    assert numbers(metrics)["bigpoints_connections"] == 3


def test_what_happens_is_counted_by_its_kind() -> None:
    metrics = Metrics()
    for mover in ("person", "bot", "person"):
        metrics.moved(mover)
    metrics.refused("stale")
    metrics.requested("/api/tables/{code}", 200)
    metrics.requested("/api/tables/{code}", 404)
    told = numbers(metrics)
    assert (told["bigpoints_moves_total person"], told["bigpoints_moves_total bot"]) == (2, 1)
    assert told["bigpoints_refusals_total stale"] == 1
    assert told["bigpoints_requests_total /api/tables/{code} 200"] == 1
    assert told["bigpoints_requests_total /api/tables/{code} 404"] == 1


def test_how_long_and_how_many_is_told_as_a_distribution() -> None:
    metrics = Metrics()
    metrics.answered(0.003)
    metrics.answered(0.3)
    metrics.bot_answered("level3", 1.5)
    told = numbers(metrics)
    assert [told[f"bigpoints_command_seconds_bucket {le}"] for le in ("0.002", "0.005", "+Inf")] == [0, 1, 2]
    assert told["bigpoints_bot_seconds_sum level3"] == 1.5


def test_two_servers_count_apart() -> None:
    first, second = Metrics(), Metrics()
    first.clients(1)
    assert numbers(second)["bigpoints_clients"] == 0


def test_the_type_is_text_that_prometheus_knows() -> None:
    assert CONTENT_TYPE.startswith("text/plain; version=")
