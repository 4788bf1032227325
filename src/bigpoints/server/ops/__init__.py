"""Running a server: logs, metrics, data folder, listening, limits, watches of the clock and the store.

Imports table's refusals, the settings and the contract.
"""
