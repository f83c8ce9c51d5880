"""Examples of the rules and laws that every game obeys: reading, playing, comparing."""
