"""What is printed on the cards, written down once more by hand: a second opinion on `cards/`.

The tests beside this file play with the cards and compare what happens with these tables.
"""

from __future__ import annotations

# Fi field, Fo forest, Hu hut, St stilt house, Te temple. Row 1 is at the hub. [KS-DES-02]
MAPS = {
    "FA": "-- Fo Hu -- / Fi Hu Te St / Fi Fi -- Fo / Hu Fi St Fo",
    "WE": "-- Hu Fi Hu / St Te -- Fo / Fi Hu St Hu / Fo St Fi --",
    "FI": "Fo Fi Hu Fo / Te St Hu St / Fo -- -- -- / Fi St Hu St",
    "HO": "Fo -- St Fi / St Fo Fo Hu / Fi Te Hu Fo / -- St Fi --",
}
CODES = {"Fi": "field", "Fo": "forest", "Hu": "hut", "St": "stilt", "Te": "temple"}

# Copies, twice the end-of-game VP, and the claim. [KS-DRF-09]
VILLAGERS = """
FA-peasant      3  1  gain F1 N1
FA-farmer       2  4  gain N2
FA-planter      2  2  add field x1 N1
FA-oxdriver     2  4  move current anywhere
FA-miller       2  4  gain F1 N1
FA-granary      1  2  token card
FA-herbalist    1  2  gain N3
FA-headman      1  6  gain F1
FA-landholder   1  8  nothing
WE-peasant      3  1  gain F1 N1
WE-artisan      2  4  gain F2
WE-carpenter    2  2  add hut x1 F1
WE-dancer       2  4  gain F2 or N2
WE-teamaster    1  4  gain F1 N1
WE-merchant     1  2  token card
WE-broker       1  2  token choose
WE-taxcollector 1  6  gain N1
WE-moneylender  1  6  nothing
WE-noble        1  8  nothing
FI-peasant      3  1  gain F1 N1
FI-fisher       2  4  gain F1 N1
FI-ferryman     2  4  move other anywhere
FI-netmender    2  2  add stilt x1 N1
FI-saltmaker    1  4  gain F2
FI-pearldiver   1  2  gain F3
FI-stormwatcher 1  4  gain F2 or N2
FI-boatbuilder  1  2  add hut/stilt x2
FI-harborwarden 1  2  token card
FI-captain      1  8  nothing
HO-peasant      3  1  gain F1 N1
HO-monk         2  4  gain N2
HO-miko         2  2  add forest x1 F1
HO-pilgrim      2  4  move any temple/forest/field
HO-bellringer   1  4  gain F2 or N2
HO-gardener     1  4  gain F1 N1
HO-ascetic      1  2  gain N3
HO-shrinewright 1  2  add anywhere x2
HO-abbot        1  2  token card
HO-highpriest   1  8  nothing
"""

# Of the first year or later, in which editions, and what it asks for. [KS-DES-29]
GOALS = """
G01 first both pattern a1 b1 c1
G02 first both pattern a1 a2 b2
G03 first both set     2 hut 1 field | 2 stilt 1 field
G04 first both set     1 field 1 forest 1 hut | 1 field 1 forest 1 stilt
G05 later both set     2 hut 1 field | 2 hut 1 forest
G06 later both set     1 field 1 forest 1 hut 1 stilt
G07 later both pattern a1 b1 c1 d1
G08 later both pattern a1 b1 a2 b2
G09 later both pattern a1 a2 a3 b3
G10 later both pattern a1 b2 c3
G11 later both set     1 temple 2 hut | 1 temple 2 stilt | 1 temple 1 hut 1 stilt
G12 later both set     2 forest 1 hut | 2 forest 1 stilt
G13 later both chain   5
G14 later both pattern a1 b1 c1 b2
G15 later both set     2 field 2 forest
G16 later full pattern a1 b1 b2 c2
G17 later full chain   4 temple
G18 later full set     2 hut 2 stilt
G19 later full pattern a1 c1 b2
"""

# Editions, then each square: cell, + add, - remove, * replace, how often, arrows. [KS-KIT-02]
KITSUNE = """
K01 both a1-2<> d3+2^<
K02 both b2+3>v c4-1<>
K03 both c1*2v> a4+1>^
K04 both d1-1v< b3+3<^
K05 both a2+2>^ d4*1<^
K06 both b1*1v< c3+2^>
K07 both a1+2>v d2+1<v b4-1>^
K08 both c2+2<> b4*1^>
K09 both c1-1<v a3*2>^
K10 both d1+2<v a3+1v>
K11 both d2*1<^ b4+2<>
K12 both a2-1>v c4*2^<
K13 both c1+1>v b2-1<v d4+2^<
K14 both a1*2v> c3-1<>
K15 both a3+2^> c3*1>^
K16 both d2-1^< a4+3>^
K17 both b1+1<> b3*2^v
K18 both d1+3v< a4-1^>
K19 both c2*1^> c4+2><
K20 both b1-1v> d3+3v<
K21 full d1*3<v
K22 full a2+2v> d2+2^<
K23 full b2-2^> a4*2^>
K24 full b2+1^< c2-1>v d4*1^<
"""

# Each ability on a small board: whose shrines stand where (B's after the bar), what lies there,
# then the cubes it costs, what it gains besides yields, and how many shrines are added (+), pieces
# removed (-), shrines moved (>), rearranged (~) and Seeds put (*), if all is done that may be.
ABILITIES = """
yue    1 |  ;;                                      1 N1 +1
yue    2 HO.c3 |  ;;                                1 F1 >1
yue    3 | FA.b1 FA.c1 FA.d2 ;;                     2 -1 +2
kodama 1 |  ; seeds WE.b1 ;                         1 F2/N1 -1 +1
kodama 2 | FA.a2 FA.b1 FA.c2 ; seeds FA.b2 ;        1 N2 -3
kodama 3 | HO.a1 HO.c2 ;;                           2 -1 *1
inari  1 |  ;;                                      1 F1 N1 +1
inari  2 FA.a2 FA.a3 FA.b3 FA.b4 |  ;;              1 F3
inari  2 FA.a2 FA.a3 |  ;;                          1 F2
inari  3 | FA.c1 ;;                                 2 -1 +2
ryujin 1 | FA.b2 ;;                                 1 F1 >1
ryujin 2 FA.b2 WE.b1 |  ;;                          1 +1
ryujin 3 | FA.a2 FA.a3 FA.d2 FA.b4 ;;               2 F3 -3
fujin  1 | FA.b1 ;;                                 1 F1/N1 >2
fujin  2 |  ;;                                      1 F1/N1 +1 >1
fujin  3 | FA.a2 FA.b2 FA.c1 ;;                     2 F1/N1 >2 +1
raijin 1 | HO.a1 HO.c2 ;;                           1 N1 -1
raijin 2 | FA.b1 ;;                                 1 F2 +1
raijin 3 FA.b2 | FA.b1 FA.a2 FA.c2 ;;               2 -3 +1
nue    1 FA.b2 | FA.b1 FA.a2 ; fear FA.b2 ;         1 F1 N1 -1
nue    2 |  ;;                                      1 F1 +1
nue    3 | FA.b1 FA.b2 FA.a2 FA.c2 ;;               2 -2 +1
tanuki 1 FA.a2 | FA.b3 ;;                           1 F1 ~1
tanuki 2 | FA.b1 ;;                                 1 +1 ~1
tanuki 3 FA.a2 | FA.b3 ;;                           2 ~2 +1
"""

# What a kami has besides its shrines. [KS-CMP-10] [KS-SET-06]
KAMI_TOKENS = {"yue": {"moon": 4}, "kodama": {"seed": 4}, "raijin": {"rage": 1}, "nue": {"fear": 1}}


def lines(table: str) -> list[list[str]]:
    """The words of each line."""
    return [line.split() for line in table.strip().splitlines()]


def spaces_of(*villages: str, kinds: str = "anywhere") -> list[str]:
    """The spaces of villages in canonical order, all or of some kinds."""
    wanted = kinds.split("/") if kinds != "anywhere" else list(CODES.values())
    return [
        f"{village}.{'abcd'[column]}{row}"
        for village in villages
        for row, codes in enumerate(MAPS[village].split("/"), 1)
        for column, code in enumerate(codes.split())
        if CODES.get(code) in wanted
    ]


def kind_of(space: str) -> str:
    row = MAPS[space[:2]].split("/")[int(space[4]) - 1]
    return CODES[row.split()["abcd".index(space[3])]]


def gains_of(words: list[str]) -> tuple[int, int]:
    """Favor and Nature of words like "F1 N2"."""
    amounts = {word[0]: int(word[1:]) for word in words if word[0] in "FN"}
    return amounts.get("F", 0), amounts.get("N", 0)
