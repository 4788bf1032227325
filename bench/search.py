"""Speed of the tree search, its delay after a stop, and how well it keeps its time.

Machines are noisy: compare medians, and run it on an idle machine. The targets: an answer at most 50 ms after the stop,
and times kept within a tenth.
"""

import argparse
import statistics
from collections.abc import Iterator
from random import Random
from threading import Event, Thread
from time import perf_counter, sleep

from bigpoints.bots.bot import Bot, BotSettings, Budget
from bigpoints.bots.registry import make_bot
from bigpoints.position import Position
from bigpoints.rules import legal_moves, play, start

POSITIONS = 5
STOPS = 20
TIMES = (0.05, 0.2, 1.0)
PLIES = 12


def middles(players: int) -> Iterator[Position]:
    """Random standard games after some plies."""
    for seed in range(POSITIONS):
        rng = Random(1000 + seed)
        position = start(players, rng)
        for _ in range(PLIES):
            position = play(position, rng.choice(legal_moves(position)))
        yield position


def print_speed(name: str, bot: Bot, seconds: float) -> None:
    """Print nodes per second for each number of players; for `uct` these are playouts."""
    for players in range(2, 6):
        choices = [bot.choose(position, Budget(seconds=seconds)) for position in middles(players)]
        speeds = [choice.nodes / choice.seconds for choice in choices]
        depth = statistics.median(choice.depth for choice in choices)
        print(f"{name:>6}  {players:>7}  {statistics.median(speeds):>10,.0f}  {depth:>5.0f}", flush=True)


def seconds_to_stop(bot: Bot, position: Position, after: float) -> float:
    """Seconds from a stop, `after` seconds into a search, to the answer."""
    stop, stopped_at = Event(), [0.0]

    def set_stop() -> None:
        sleep(after)
        stopped_at[0] = perf_counter()
        stop.set()

    timer = Thread(target=set_stop)
    timer.start()
    bot.choose(position, Budget(seconds=60.0, stop=stop))
    answered_at = perf_counter()
    timer.join()
    return answered_at - stopped_at[0]


def print_stops(name: str, bot: Bot) -> None:
    """Print the delays after a stop."""
    rng, positions = Random(1), [*middles(2), *middles(4)]
    took = [
        seconds_to_stop(bot, position, rng.uniform(0.01, 0.3)) * 1e3
        for position in positions
        for _ in range(STOPS // len(positions))
    ]
    print(f"{name:>6}  {statistics.median(took):>7.1f}  {max(took):>7.1f}", flush=True)


def print_times(name: str, bot: Bot) -> None:
    """Print the seconds used beside those asked for, measured from outside."""
    for seconds in TIMES:
        used = []
        for position in middles(2):
            began = perf_counter()
            bot.choose(position, Budget(seconds=seconds))
            used.append(perf_counter() - began)
        print(f"{name:>6}  {seconds:>6.2f}  {statistics.median(used):>7.4f}  {max(used):>7.4f}", flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each position")
    parser.add_argument("--threads", type=int, default=1, help="of the strongest bot")
    arguments = parser.parse_args()
    bots = {name: make_bot(name, BotSettings(threads=arguments.threads)) for name in ("level6", "uct")}
    for bot in bots.values():
        bot.choose(next(middles(2)), Budget(nodes=1))  # What has to be compiled is compiled here.
    print(f"Nodes a second, median of {POSITIONS} positions; of uct, playouts\n   bot  players     nodes/s  depth")
    for name, bot in bots.items():
        print_speed(name, bot, arguments.seconds)
    print(f"\nMilliseconds to stop, {STOPS} times\n   bot   median      max")
    for name, bot in bots.items():
        print_stops(name, bot)
    print("\nSeconds asked for and used\n   bot   asked   median      max")
    for name, bot in bots.items():
        print_times(name, bot)


if __name__ == "__main__":
    main()
