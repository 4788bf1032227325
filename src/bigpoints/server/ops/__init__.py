"""Running a server: logs, metrics, data folder, listening, rate limits, watches of the clock and the store.

Imports table's refusals, the settings and the contract.
"""
