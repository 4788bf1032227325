"""What every request passes on its way in and out, one check a file; `stack` puts them in order.

Imports the errors of http, ops, the settings and table's refusals; never the routes.
"""
