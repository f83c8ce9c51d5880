"""Laws of Kodama."""

from kamiza.core.playthrough import Laws

LAWS = Laws()
