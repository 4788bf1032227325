"""The lower bound of a server's work: receive a message from one of two sockets, send the same kilobyte to both.

It stores nothing, checks nothing and knows no rules. Its speed is the limit that the machine, uvicorn and Python set
to the real server: `bench/tables.py` measures both in one run.
"""

import socket
from collections import defaultdict

import uvicorn
from starlette.types import Receive, Scope, Send

PADDING = "x" * 1200
rooms: dict[str, list[Send]] = defaultdict(list)
versions: dict[str, int] = defaultdict(lambda: 1)


def frame(version: int) -> str:
    """A frame that the driver reads as a view in which the other seat is to move."""
    turn = version % 2 + 1
    position = f"R R R R {turn} m"
    return f'{{"view":{{"version":{version},"padding":"{PADDING}","position":"{position}","moves":["R+"],"last":0}}}}'


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    """Echo every message to both sockets of a room."""
    if scope["type"] != "websocket":
        return
    room = scope["path"]
    await receive()
    await send({"type": "websocket.accept"})
    rooms[room].append(send)
    if len(rooms[room]) == 2:
        await broadcast(room)
    while (await receive())["type"] != "websocket.disconnect":
        versions[room] += 1
        await broadcast(room)
    rooms[room].remove(send)


async def broadcast(room: str) -> None:
    """Send the frame of the present version to both sockets."""
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
