"""`python -m bigpoints` is the command `bigpoints`."""

import sys

from bigpoints.terminal.app import main

sys.exit(main())
