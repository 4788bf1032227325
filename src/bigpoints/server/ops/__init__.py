"""Running a server: logs, metrics, data folder, listening, connections, open files, rate limits.

Imports table's refusals, the settings and the contract.
"""
