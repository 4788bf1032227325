"""The least that a server could do: take a message from one of two sockets, send the same kilobyte to both.

It stores nothing, checks nothing and knows no rules. What it reaches is what the machine, uvicorn and Python leave to
the real one: `bench/tables.py` measures both in one run.
"""

import socket
from collections import defaultdict

import uvicorn
from starlette.types import Receive, Scope, Send

PADDING = "x" * 1200
rooms: dict[str, list[Send]] = defaultdict(list)
versions: dict[str, int] = defaultdict(lambda: 1)


def frame(version: int) -> str:
    """Looks to the driver like a view in which the other seat is to move."""
    turn = version % 2 + 1
    return f'{{"view":{{"version":{version},"padding":"{PADDING}","turn":{turn},"moves":["move":"R+"],"last":0}}}}'


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    """Echo to all who are in the same room."""
    if scope["type"] != "websocket":
        return
    room = scope["path"]
    await receive()
    await send({"type": "websocket.accept"})
    rooms[room].append(send)
    if len(rooms[room]) == 2:
        await tell(room)
    while (await receive())["type"] != "websocket.disconnect":
        versions[room] += 1
        await tell(room)
    rooms[room].remove(send)


async def tell(room: str) -> None:
    """Send the same to both."""
    text = frame(versions[room])
    for send in rooms[room]:
        await send({"type": "websocket.send", "text": text})


if __name__ == "__main__":
    listening = socket.create_server(("127.0.0.1", 0))
    print(f"http://127.0.0.1:{listening.getsockname()[1]}", flush=True)
    config = uvicorn.Config(
        app, ws="websockets-sansio", ws_per_message_deflate=False, lifespan="off", log_level="error"
    )
    uvicorn.Server(config).run(sockets=[listening])
