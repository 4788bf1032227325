"""Attacks on a server of our own on loopback, a file for each part of it; `bench/attack.py` runs them."""
