"""How the processes of a house talk to each other: a table has one owner, every door leads to it.

`wire` is the line between two processes, `listening` the end that is called, `passing` the end that
calls for somebody who came to the wrong process, `thinking` questions to processes that only think.
"""
