"""How Kami-sama speaks: labels, effects, refusals, events and the log, from `words.toml`."""

from kamiza.games.kamisama.speech.sentences import KamisamaSpeech as KamisamaSpeech
