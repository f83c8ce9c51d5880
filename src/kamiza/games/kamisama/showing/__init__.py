"""What only a screen wants: who leads in which village and who would decide a tie, where one shrine
would complete the goal, what a move yields, which abilities can be used and why not."""
