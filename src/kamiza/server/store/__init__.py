"""What is kept, behind one face: tables, seats, hashed tokens, and the journal of every table.

`face` is what the server knows of it; `sqlite` keeps everything in one file, `postgres` in a
database that many processes share.
"""

from kamiza.server.store.face import (
    BOTS,
    HOST,
    INVITE,
    OWN,
    SEAT,
    SERVER,
    USED,
    VOID,
    WATCHER,
    CannotRead,
    Elsewhere,
    Neighbour,
    Pass,
    SeatTaken,
    Step,
    Store,
    TableRow,
    Unmet,
    branch_entries,
    token_hash,
)

__all__ = [
    "BOTS",
    "HOST",
    "INVITE",
    "OWN",
    "SEAT",
    "SERVER",
    "USED",
    "VOID",
    "WATCHER",
    "CannotRead",
    "Elsewhere",
    "Neighbour",
    "Pass",
    "SeatTaken",
    "Step",
    "Store",
    "TableRow",
    "Unmet",
    "branch_entries",
    "token_hash",
]
