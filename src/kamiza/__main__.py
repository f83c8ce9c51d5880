"""`python -m kamiza` is the command line."""

import sys

from kamiza.terminal.main import main

sys.exit(main())
