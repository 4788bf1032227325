"""Running a server: logs, metrics, data folder, listening, rate limits.

Imports table's refusals, the settings and the contract.
"""
