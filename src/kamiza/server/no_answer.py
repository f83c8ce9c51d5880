"""Why a table sometimes has to help itself."""


class NoAnswer(Exception):
    """The bots could not answer."""
