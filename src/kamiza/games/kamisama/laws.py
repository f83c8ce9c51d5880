"""Laws of Kami-sama: rules that can be checked by watching any game, one function per rule ID."""

from __future__ import annotations

from kamiza.core.playthrough import Laws

LAWS = Laws()
