"""What a call is about."""

TURN = "turn"  # it is your turn
HALF = "half"  # half of your time is gone
TENTH = "tenth"  # a tenth is left
OVER = "over"  # the game is over
TEST = "test"  # somebody tries whether calls arrive

# What may be said of one turn, in this order; each at most once.
STAGES = (TURN, HALF, TENTH, OVER)
