"""Checks of every request on its way in and out, one a file; `stack` puts them in order.

Imports ops, the settings, the refusals and the context.
"""
