import sys
import time

import numpy as np

sys.path.insert(0, "/work/main/fitting")
from training import *

from bigpoints.kernel.evaluating import empty_network


def flat_network(vector, shapes):
    parts, at_ = [], 0
    for shape in shapes:
        size = int(np.prod(shape))
        parts.append(vector[at_ : at_ + size].reshape(shape))
        at_ += size
    return Network(*parts)


def shapes():
    return [a.shape for a in empty_network()]


def load(files):
    d = [np.load(f) for f in files]
    return Games(*(np.concatenate([x[k] for x in d]) for k in ("rows", "shares", "scores")))


def fit(games, epochs=8, batch=512, rate=3e-3, seed=1, init=None):
    sh = shapes()
    size = sum(int(np.prod(s)) for s in sh)
    rng = np.random.default_rng(seed)
    vec = np.zeros(size, np.float32)
    net = flat_network(vec, sh)
    if init is None:
        net.colours[:] = rng.normal(0, 0.1, sh[0])
        net.seats[:] = rng.normal(0, 0.1, sh[1])
        net.own[:] = rng.normal(0, 0.25, sh[2])
        net.others[:] = rng.normal(0, 0.25, sh[3])
        net.share[:] = rng.normal(0, 0.25, sh[4])
        net.score[:] = rng.normal(0, 0.1, sh[5])
    else:
        vec[:] = init
    g = np.zeros(size, np.float32)
    grad = flat_network(g, sh)
    m = np.zeros(size)
    v = np.zeros(size)
    room = new_room()
    n = len(games.rows)
    cut = int(n * 0.95)
    val = np.arange(cut, n)
    steps = epochs * (cut // batch)
    step = 0
    null = flat_network(np.zeros(size, np.float32), sh)
    for e in range(epochs):
        order = rng.permutation(cut)
        t = time.time()
        tot = 0
        err = 0
        for b in range(cut // batch):
            g[:] = 0
            l, er = losses(net, games, order[b * batch : (b + 1) * batch], grad, room)
            tot += l
            err += er
            step += 1
            gr = g / batch + 1e-5 * vec
            m = 0.9 * m + 0.1 * gr
            v = 0.999 * v + 0.001 * gr * gr
            lr = rate * 0.5 * (1 + np.cos(np.pi * step / steps))
            vec -= (lr * (m / (1 - 0.9**step)) / (np.sqrt(v / (1 - 0.999**step)) + 1e-8)).astype(np.float32)
        vl, ve = losses(net, games, val, null, room)
        print(
            e,
            round(tot / (b + 1) / batch, 4),
            "val",
            round(vl / len(val), 4),
            "score rmse",
            round((ve / len(val)) ** 0.5, 3),
            round(time.time() - t, 1),
            "s",
            flush=True,
        )
    return vec


if __name__ == "__main__":
    out = sys.argv[1]
    games = load(sys.argv[3:])
    print(len(games.rows))
    np.save(out, fit(games, int(sys.argv[2])))
