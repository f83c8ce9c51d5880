"""Any position of Kami-sama: what follows where it is silent, and what cannot be."""
