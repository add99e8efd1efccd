#!/usr/bin/env python3
"""Draws artwork.svg, the static print of the reference ticket « Billet doux ».

One SVG unit is one millimetre, x to the right and y down from the ticket's top left corner. All text is turned into
paths, so the result needs no fonts. The same script and fonts give the same bytes: nothing is drawn at random, what
looks scattered comes from the golden ratio's multiples.

Needs fontTools and Debian's fonts-lobster and fonts-league-spartan:  python3 artwork.py
"""

import re
from math import atan2, cos, degrees, hypot, pi, sin
from pathlib import Path

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

HERE = Path(__file__).resolve().parent
SCRIPT = Path("/usr/share/fonts/opentype/lobster/lobster.otf")
TITLE = Path("/usr/share/fonts/opentype/league-spartan/LeagueSpartan-ExtraBold.otf")
SMALL = HERE / "fonts/IBMPlexSansCondensed-Medium.ttf"
SMALL_BOLD = HERE / "fonts/IBMPlexSansCondensed-Bold.ttf"

# Inks of the artwork.
WINE, CRIMSON, ROSE, PINK, BLUSH = "#4d0826", "#b00f3c", "#e62e67", "#ff86ab", "#ffdbe5"
CREAM, GOLD, OCHRE = "#fff5df", "#f8c63d", "#a86a12"
NIGHT, VIOLET, LILAC = "#260d40", "#5b1f7d", "#c9a4ea"
DEEP_TEAL, TEAL, SKY, LEAF, DARK_LEAF = "#06414f", "#0d8296", "#8fd6e2", "#2f9e57", "#11552f"

# The play areas. Whatever the press prints later lies inside these, 1.5 mm from their edges at least.
UPPER_CARD = (4.0, 32.3, 37.0, 18.2)
LOWER_CARD = (4.0, 57.0, 37.0, 22.8)
TARGET_CENTRE, TARGET_RADIUS = (70.4, 56.0), 27.0
LETTER = (5.0, 92.2, 43.0, 32.0)
HEARTS = ((67.0, 87.2), (81.0, 108.1))  # top of the lobes, on the axis
HEART_SIZE = (32.6, 29.4)


# ---------------------------------------------------------------- numbers and paths

def num(value):
    """The shortest decimal that is right to 0.01 mm."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def scatter(index, channel=0):
    """An evenly spread number in 0..1, as random as the eye asks for."""
    return (index * (0.6180339887, 0.7548776662, 0.5698402910, 0.8191725134)[channel] + 0.37 * channel + 0.11) % 1.0


def polygon(points, close=True):
    """Path data through the points, relative and so short."""
    data, last = [], None
    for x, y in points:
        x, y = round(x, 2), round(y, 2)
        data.append(f"M{num(x)} {num(y)}" if last is None else f"l{num(x - last[0])} {num(y - last[1])}")
        last = (x, y)
    return "".join(data).replace(" -", "-") + ("Z" if close else "")


def smooth(curve, start, end, count):
    """Path data of a parametric curve as `count` cubic pieces; `curve(t)` gives (x, y, dx/dt, dy/dt)."""
    step = (end - start) / count
    x, y, dx, dy = curve(start)
    data, last = [f"M{num(x)} {num(y)}"], (round(x, 2), round(y, 2))
    for i in range(1, count + 1):
        u, v, du, dv = curve(start + i * step)
        third = step / 3.0
        numbers = [x + dx * third, y + dy * third, u - du * third, v - dv * third, u, v]
        data.append("c" + " ".join(num(value - last[k % 2]) for k, value in enumerate(numbers)))
        last = (round(u, 2), round(v, 2))
        x, y, dx, dy = u, v, du, dv
    return "".join(data).replace(" -", "-")


def path(data, fill="none", **attributes):
    extra = "".join(f' {key.rstrip("_").replace("_", "-")}="{value}"' for key, value in attributes.items())
    return f'<path d="{data}" fill="{fill}"{extra}/>'


def line(data, stroke, width, **attributes):
    return path(data, stroke=stroke, stroke_width=num(width), **attributes)


def group(items, **attributes):
    extra = "".join(f' {key.rstrip("_").replace("_", "-")}="{value}"' for key, value in attributes.items())
    return f"<g{extra}>" + "\n".join(items) + "</g>"


def placed(items, x, y, scale=1.0, turn=0.0):
    return group(items, transform=f"translate({num(x)} {num(y)}) rotate({num(turn)}) scale({scale:.3f})")


# ---------------------------------------------------------------- text

class Face:
    """A font whose text is wanted as paths, scaled by the height of its capitals and kerned."""

    def __init__(self, file):
        if not file.exists():
            raise SystemExit(f"{file}: not there; install Debian's fonts-lobster and fonts-league-spartan")
        self.font = TTFont(file)
        self.glyphs, self.cmap = self.font.getGlyphSet(), self.font.getBestCmap()
        self.cap_height = self.font["OS/2"].sCapHeight
        self.pairs = list(self._pair_tables())

    def _pair_tables(self):
        if "GPOS" not in self.font:
            return
        table = self.font["GPOS"].table
        wanted = {i for f in table.FeatureList.FeatureRecord if f.FeatureTag == "kern" for i in f.Feature.LookupListIndex}
        for index in sorted(wanted):
            for sub in table.LookupList.Lookup[index].SubTable:
                sub = getattr(sub, "ExtSubTable", sub)
                if sub.LookupType == 2:
                    yield sub

    def kern(self, left, right):
        for sub in self.pairs:
            if left not in sub.Coverage.glyphs:
                continue
            if sub.Format == 1:
                for record in sub.PairSet[sub.Coverage.glyphs.index(left)].PairValueRecord:
                    if record.SecondGlyph == right:
                        return getattr(record.Value1, "XAdvance", 0) or 0
            else:
                first, second = sub.ClassDef1.classDefs.get(left, 0), sub.ClassDef2.classDefs.get(right, 0)
                value = sub.Class1Record[first].Class2Record[second].Value1
                return (getattr(value, "XAdvance", 0) or 0) if value else 0
        return 0

    def layout(self, text, cap_mm, tracking_mm):
        """Each glyph with the millimetres from the text's start to its origin, and the whole width."""
        scale, x, out, names = cap_mm / self.cap_height, 0.0, [], [self.cmap[ord(c)] for c in text]
        for i, name in enumerate(names):
            if i:
                x += self.kern(names[i - 1], name) * scale + tracking_mm
            out.append((name, x, self.glyphs[name].width * scale))
            x += self.glyphs[name].width * scale
        return out, x

    def outline(self, name, matrix):
        pen = SVGPathPen(self.glyphs, ntos=num)
        self.glyphs[name].draw(TransformPen(pen, matrix))
        return pen.getCommands()

    def straight(self, text, x, y, cap_mm, anchor=0.5, tracking_mm=0.0):
        """Path data of the text, baseline at y, the share `anchor` of its width left of x."""
        glyphs, width = self.layout(text, cap_mm, tracking_mm)
        scale = cap_mm / self.cap_height
        return "".join(self.outline(g, (scale, 0, 0, -scale, x - anchor * width + at, y)) for g, at, _ in glyphs)

    def arched(self, text, centre, radius, mid_deg, cap_mm, tracking_mm=0.0, inside=False):
        """Path data of the text along a circle: read from the centre (over the top) or from outside (`inside`)."""
        glyphs, width = self.layout(text, cap_mm, tracking_mm)
        scale, sign, data = cap_mm / self.cap_height, -1.0 if inside else 1.0, []
        for name, at, advance in glyphs:
            turn = mid_deg * pi / 180 + sign * (at + advance / 2 - width / 2) / radius
            x, y = centre[0] + radius * sin(turn), centre[1] - radius * cos(turn)
            lean = turn + (pi if inside else 0.0)
            c, s = cos(lean) * scale, sin(lean) * scale
            data.append(self.outline(name, (c, s, s, -c, x - c / scale * advance / 2, y - s / scale * advance / 2)))
        return "".join(data)


# ---------------------------------------------------------------- shapes of the play areas, as points

def card_points(x, y, w, h, bite=1.8, tilt_deg=0.0):
    """An invitation card: a rectangle whose corners are bitten off round."""
    points, cx, cy = [], x + w / 2, y + h / 2
    for px, py, start in ((x, y, 90), (x + w, y, 180), (x + w, y + h, 270), (x, y + h, 360)):
        for i in range(9):
            a = (start - i * 90 / 8) * pi / 180
            points.append((px + bite * cos(a), py + bite * sin(a)))
    c, s = cos(tilt_deg * pi / 180), sin(tilt_deg * pi / 180)
    turned = [(cx + (u - cx) * c - (v - cy) * s, cy + (u - cx) * s + (v - cy) * c) for u, v in points]
    return dense(turned)


def circle_points(centre, radius, count=220):
    return [(centre[0] + radius * cos(2 * pi * i / count), centre[1] + radius * sin(2 * pi * i / count))
            for i in range(count)]


def heart_points(x, y, w, h, count=48):
    """A heart with full lobes; (x, y) is on the axis at the height of the lobes' tops."""
    r, k = w / 2, h
    right = [((0, .145), (.1, .01), (.36, -.06), (.62, .02)), ((.62, .02), (.86, .09), (1.0, .24), (1.0, .4)),
             ((1.0, .4), (1.0, .64), (.5, .82), (0, 1.0))]
    points = []
    for a, b, c, d in right:
        for i in range(count // 3):
            t = i / (count // 3)
            m = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3
            points.append(tuple(sum(wt * p[axis] for wt, p in zip(m, (a, b, c, d))) for axis in (0, 1)))
    points.append((0, 1.0))
    points += [(-u, v) for u, v in reversed(points[1:-1])]
    return dense([(x + u * r, y + v * k) for u, v in points])


def dense(points, step=0.6):
    """The same closed outline with a point every `step` mm at least."""
    out = []
    for (x, y), (u, v) in zip(points, points[1:] + points[:1]):
        pieces = max(1, int(hypot(u - x, v - y) / step))
        out += [(x + (u - x) * i / pieces, y + (v - y) * i / pieces) for i in range(pieces)]
    return out


def grown(points, amount):
    """The outline moved outwards (clockwise outlines, y down) by amount(i) mm."""
    out, n = [], len(points)
    for i, (x, y) in enumerate(points):
        dx, dy = points[(i + 2) % n][0] - points[i - 2][0], points[(i + 2) % n][1] - points[i - 2][1]
        length = hypot(dx, dy) or 1.0
        by = amount(i) if callable(amount) else amount
        out.append((x + dy / length * by, y - dx / length * by))
    return out


# ---------------------------------------------------------------- play areas

RIM = 1.05  # the printed edge of the scratch layer lies this far outside the area's shape


def silver_rim(points, key):
    """What the coin left of the scratch layer: clean outside, ragged inside, just beyond the area's edge."""
    def bitten(i):
        slow = 0.5 + 0.34 * sin(i * 0.071 + 1.7 * key) + 0.3 * sin(i * 0.19 + key)
        return min(RIM, max(-0.05, slow + 0.16 * sin(i * 1.9 + key * key) + 0.34 * (scatter(i + 13 * key, 1) - 0.5)))
    outer, inner = grown(points, RIM), grown(points, bitten)
    flakes = []
    for i in range(0, len(points), 7):
        if scatter(i, 2) < 0.55:
            (x, y), size = inner[i], 0.12 + 0.16 * scatter(i, 3)
            flakes.append(f"M{num(x)} {num(y)}l{num(size)} {num(-size * scatter(i))}l{num(-size / 3)} {num(size * 1.3)}Z")
    return [path(polygon(outer) + polygon(inner[::-1]), "url(#silver)", fill_rule="evenodd"),
            path("".join(flakes), "#7d7e88"), line(polygon(inner), "#74737c", 0.08),
            line(polygon(outer), WINE, 0.16, stroke_opacity=0.55)]


def play_area(name, points, ground, pattern, key):
    """The scratched-off ground, its security pattern clipped to it, and the rim."""
    edge = polygon(grown(points, RIM))
    return [f'<clipPath id="{name}"><path d="{edge}"/></clipPath>', path(edge, ground),
            group(pattern, clip_path=f"url(#{name})"), *silver_rim(points, key)]


def waves(box, pitch, amplitude, length, lean, drift):
    """Guilloche band: lines whose phase drifts from one to the next, so that they knot and open."""
    x, y, w, h = box
    data = []
    for i in range(int(h / pitch) + 2):
        base, phase = y + i * pitch, i * drift
        k = 2 * pi / length

        def curve(t, base=base, phase=phase):
            return (t, base + lean * (t - x) + amplitude * sin(k * t + phase), 1.0, lean + amplitude * k * cos(k * t + phase))
        data.append(smooth(curve, x, x + w, max(4, int(w / length * 4))))
    return "".join(data)


def rosette(centre, radius, swing, petals, turns, spread):
    """Guilloche rosette: `turns` closed curves, each turned a little and drawn in by `spread` mm."""
    data = []
    for j in range(turns):
        base, phase = radius - j * spread, j * 2 * pi / turns

        def curve(t, base=base, phase=phase):
            r, dr = base + swing * sin(petals * t + phase), swing * petals * cos(petals * t + phase)
            return (centre[0] + r * cos(t), centre[1] + r * sin(t), dr * cos(t) - r * sin(t), dr * sin(t) + r * cos(t))
        data.append(smooth(curve, 0, 2 * pi, petals * 4))
    return "".join(data)


def rencontre():
    out = []
    for name, box, key, drift in (("card1", UPPER_CARD, 1, 0.42), ("card2", LOWER_CARD, 2, 0.55)):
        points = card_points(*box, tilt_deg=-0.6 if key == 1 else 0.5)
        x, y, w, h = box
        pattern = [line(waves((x - 1, y - 2, w + 2, h + 4), 0.85, 1.5, 9.5 + key, 0.0, drift), "#f3aac3", 0.14),
                   line(waves((x - 1, y - 2, w + 2, h + 4), 0.85, 1.5, 9.5 + key, 0.0, -drift), "#f6b9a6", 0.13)]
        out.append(path(polygon([(u + 0.9, v + 1.2) for u, v in grown(points, 0.9)]), WINE, opacity=0.45))
        out += play_area(name, points, "#fff6f3", pattern, key)
        inner = card_points(x + 0.8, y + 0.8, w - 1.6, h - 1.6, 1.7, -0.6 if key == 1 else 0.5)
        out.append(line(polygon(inner), "#c98a1c", 0.18))
        out += [placed(heart_mark("#e7a93a", "#a86a12", False), side, y + h / 2, 0.55, turn)
                for side, turn in ((x + 1.15, 90), (x + w - 1.15, -90))]
    out.append(placed(flourish(), 22.5, 58.8, 0.75))
    return out


def coup_de_foudre():
    c, r = TARGET_CENTRE, TARGET_RADIUS
    points = circle_points(c, r)
    rings = [path(polygon(circle_points(c, radius)), tint) for radius, tint in
             ((27.5, "#fdf3fb"), (22.6, "#efdcf3"), (17.8, "#fdf3fb"), (13.0, "#f3d9e8"), (8.2, "#fdf3fb"), (3.6, "#f6cbd9"))]
    edges = "".join(polygon(circle_points(c, radius)) for radius in (22.6, 17.8, 13.0, 8.2, 3.6))
    pattern = rings + [line(rosette(c, 24.6, 1.9, 36, 6, 0.0), "#cdb5ee", 0.14),
                       line(rosette(c, 15.4, 1.9, 22, 6, 0.0), "#c3bdf0", 0.14),
                       line(rosette(c, 20.2, 2.2, 30, 4, 0.0), "#f0aed0", 0.13),
                       line(rosette(c, 10.6, 2.2, 14, 5, 0.0), "#f0aed0", 0.13),
                       line(rosette(c, 5.9, 1.9, 9, 5, 0.0), "#cdb5ee", 0.13),
                       line(edges, "#e0b0dc", 0.2),
                       path("M.9-3.1L-1.5 .4H-.2L-.9 3.1L1.7-.7H.4L1.6-3.1Z", "#fff3f7", transform=f"translate({num(c[0])} {num(c[1])}) rotate(8)",
                            stroke="#f0a5c2", stroke_width=0.16)]
    shadow = path(polygon(circle_points((c[0] + 0.8, c[1] + 1.2), r + 1.1)), NIGHT, opacity=0.5)
    return [shadow] + play_area("target", points, "#fdf3fb", pattern, 3)


def declaration():
    x, y, w, h = LETTER
    points = dense([(x, y), (x + w, y), (x + w, y + h), (x, y + h)])
    pattern = [line("".join(f"M{num(x - 20 + i * 0.95)} {num(y + h)}l{num(h * 0.55)}-{num(h)}" for i in range(70)), "#b9dcf0", 0.13),
               line(rosette((26.5, 108.5), 10.5, 3.4, 11, 9, 0.0), "#a4c9ec", 0.14),
               line(rosette((26.5, 108.5), 19.5, 3.0, 23, 4, 0.0), "#b3c2f2", 0.14),
               line(rosette((26.5, 108.5), 4.0, 1.7, 7, 5, 0.0), "#b3c2f2", 0.13)]
    back = [path("M2.4 112L26.5 92L50.6 112V137H2.4Z", "#d9b98a"), path("M2.4 112L26.5 132L50.6 112V137H2.4Z", "#b88a52")]
    pocket = "M2 121.6L24.9 128.4Q26.5 128.9 28.1 128.4L51 121.6V136.4Q51 137.6 49.8 137.6H3.2Q2 137.6 2 136.4Z"
    front = [path(pocket, WINE, opacity=0.4, transform="translate(0.5 0.6)"), path(pocket, "url(#kraft)"),
             line("M2 121.6L24.9 128.4Q26.5 128.9 28.1 128.4L51 121.6", "#fff7e6", 0.3),
             line("M2.6 137.1L20 127.6M50.4 137.1L33 127.6", "#c39a5c", 0.2)]
    edge = "".join(f"M{num(3 + i * 3.2)} 136.4h1.6l-.5.8h-1.6Z" for i in range(15))
    front += [path(edge, CRIMSON), path(edge, TEAL, transform="translate(1.6 0)")]
    return back + play_area("letter", points, "#fbfdff", pattern, 4) + front


def vie_a_deux():
    out = []
    looks = (("heart1", "#fff4f1", "#f5ae9e", "#f6b2c4"), ("heart2", "#fdf2f8", "#dcb3e4", "#f2adc8"))
    for (name, ground, one, two), (x, y), key in zip(looks, HEARTS, (5, 6)):
        w, h = HEART_SIZE
        points = heart_points(x, y, w, h)
        box = (x - w / 2 - 1, y - 2, w + 2, h + 6)
        if key == 5:
            pattern = [line(waves((box[0], box[1] - 8, box[2], box[3] + 12), 0.8, 1.1, 7.0, 0.22, 0.5), one, 0.13),
                       line(waves((box[0], box[1], box[2], box[3] + 12), 0.8, 1.1, 7.0, -0.22, 0.5), two, 0.13)]
        else:
            pattern = [line("".join(polygon(heart_points(x, y + 1.4 * i * .45, w - 1.4 * i, h - 1.26 * i), True) for i in range(1, 20)), one, 0.14),
                       line(waves((box[0], box[1], box[2], box[3]), 0.9, 0.9, 5.2, 0.0, pi / 2), two, 0.13)]
        out.append(path(polygon([(u + 0.8, v + 1.1) for u, v in grown(points, 1.0)]), WINE, opacity=0.5))
        out += play_area(name, points, ground, pattern, key)
    return out


# ---------------------------------------------------------------- ornaments, drawn about (0, 0) at about 2 mm

def heart_mark(fill, edge=WINE, gleam=True):
    data = polygon([(round(x, 2), round(y, 2)) for x, y in heart_points(0, -1, 2.1, 2.0, 18)])
    out = [path(data, fill, stroke=edge, stroke_width=0.14, stroke_linejoin="round")]
    return out + ([path("M-.72-.55Q-.7-.85-.42-.82Q-.6-.6-.58-.3Z", CREAM)] if gleam else [])


def flourish(ink="#c98a1c"):
    return [*heart_mark("#e7a93a", ink, False)[:1],
            line("M1.4 .1C2.4-1.1 3.6-.8 3.5 0S2.4.6 2.6-.1M2.2-.5C4 .9 5.2.6 6.6-.3M-1.4 .1C-2.4-1.1-3.6-.8-3.5 0S-2.4.6-2.6-.1M-2.2-.5C-4 .9-5.2.6-6.6-.3",
                 ink, 0.2)]


def stamp():
    teeth = "".join(f"M{num(-2.5 + .5 * i)}-2.2a.2.2 0 0 0 .4 0ZM{num(-2.5 + .5 * i)} 2.2a.2.2 0 0 1 .4 0Z" for i in range(10))
    return [path("M-2.6-2.4H2.6V2.4H-2.6Z" , CREAM), path(teeth, "#c39a5c"), path("M-2-1.7H2V1.7H-2Z", TEAL),
            placed(heart_mark(ROSE), -0.1, 0.1, 1.25, 8), path("M-1.8 1.45H-.6V1.1H-1.8ZM1.1-1.4H1.7V-.6H1.1Z", CREAM)]


def postmark(ink="#8a5a3a"):
    ripples = "".join(f"M-9 {num(-1.2 + .8 * i)}q.75-.6 1.5 0t1.5 0t1.5 0t1.4 0" for i in range(4))
    return [line("M-2.5 0A2.5 2.5 0 1 1 2.5 0A2.5 2.5 0 1 1-2.5 0M-1.6 0A1.6 1.6 0 1 1 1.6 0A1.6 1.6 0 1 1-1.6 0M-1.1-.3H1.1M-1.1 .3H1.1", ink, 0.16),
            line(ripples, ink, 0.16)]


def rose(fill, dark, light):
    petals = []
    for ring, (count, r, size) in enumerate(((6, 0.95, 0.62), (5, 0.6, 0.5), (3, 0.28, 0.36))):
        for i in range(count):
            a = 2 * pi * (i + 0.37 * ring) / count + 0.2
            x, y = r * cos(a), r * sin(a)
            petals.append(f'<circle cx="{num(x)}" cy="{num(y)}" r="{size}" fill="{(fill, light, fill)[ring]}" '
                          f'stroke="{dark}" stroke-width=".1"/>')
    swirl = "M.02-.05C.2-.25.45.05.2.25C-.1.45-.45.15-.3-.15C-.1-.55.6-.5.6.1"
    return petals + [line(swirl, dark, 0.12)]


def leaf(fill=LEAF, dark=DARK_LEAF):
    return [path("M0 0C.5-.9 1.6-1 2.6-.2C1.7.6.6.7 0 0Z", fill, stroke=dark, stroke_width=0.12),
            line("M.1 0Q1.2-.25 2.3-.18M.9-.15L1.25-.55M1.3-.2L1.6.2", dark, 0.1)]


def pale_rose():
    return rose_with_leaves("#ff7fa6", WINE, "#ffdbe5")


def rose_with_leaves(fill=CRIMSON, dark=WINE, light=ROSE):
    return [placed(leaf(), 0.8, 0.3, 0.8, 25), placed(leaf("#46b96d"), -0.7, 0.5, 0.8, 165),
            placed(leaf(), 0.2, -0.9, 0.7, -70), *rose(fill, dark, light)]


def sparkle(fill=CREAM):
    return [path("M0-1.6L.22-.22L1.6 0L.22.22L0 1.6L-.22.22L-1.6 0L-.22-.22Z", fill)]


def bolt(fill=GOLD, edge=WINE):
    return [path("M.5-2L-1 .3H-.1L-.6 2L1.1-.5H.2L1.2-2Z", fill, stroke=edge, stroke_width=0.16, stroke_linejoin="round")]


def key_mark(fill=GOLD, edge=WINE):
    data = ("M-2.4-.7A.8.8 0 1 1-2.4.7A.8.8 0 0 1-1.5.22H1.3V.8H1.75V.22H2.1V1H2.55V-.22H-1.5A.8.8 0 0 1-2.4-.7Z"
            "M-2.75 0A.4.4 0 1 0-1.95 0A.4.4 0 1 0-2.75 0Z")
    return [path(data, fill, fill_rule="evenodd", stroke=edge, stroke_width=0.13)]


def lock_mark(fill=GOLD, edge=WINE):
    return [line("M-.6-.2V-.8A.6.6 0 0 1 .6-.8V-.2", edge, 0.5), line("M-.6-.2V-.8A.6.6 0 0 1 .6-.8V-.2", CREAM, 0.25),
            path("M-1.1-.3H1.1V1.3H-1.1Z", fill, stroke=edge, stroke_width=0.14),
            path("M0 1C-.5.6-.6.4-.55.2C-.4-.1-.1 0 0 .2C.1 0 .4-.1 .55.2C.6.4.5.6 0 1Z", WINE)]


def bow_tie(fill=ROSE, edge=WINE):
    return [path("M0 0L-1.7-.8Q-1.4 0-1.7.8ZM0 0L1.7-.8Q1.4 0 1.7.8Z", fill, stroke=edge, stroke_width=0.14, stroke_linejoin="round"),
            path("M-.3-.35H.3V.35H-.3Z", GOLD, stroke=edge, stroke_width=0.12)]


def cupid_arrow(length=14.0, head=ROSE, shaft=GOLD, edge=WINE):
    feathers = "".join(f"M{num(i * 0.75)} 0l-.7-1h.5l.75 1l-.75 1h-.5Z" for i in range(1, 5))
    return [line(f"M0 0H{num(length)}", edge, 0.8), line(f"M0 0H{num(length)}", shaft, 0.45),
            path(feathers, CREAM, stroke=edge, stroke_width=0.12),
            placed(heart_mark(head), length, 0, 1.2, -90)]


def confetti(index):
    fill = (GOLD, CREAM, PINK, SKY, "#ffffff", LILAC, "#ff5d73")[index % 7]
    shape = ("M-.5-.25H.5V.25H-.5Z", "M0-.5L.5.35L-.5.35Z", "M-.6 0Q-.3-.5 0 0T.6 0L.55.25Q.25.7-.05.2T-.6.25Z",
             "M0-.5L.4 0L0 .5L-.4 0Z", "M-.45 0A.45.45 0 1 1 .45 0Z")[(index * 3) % 5]
    return [path(shape, fill)]


# ---------------------------------------------------------------- ground, header, words, footer

def ground():
    out = ['<rect width="100" height="150" fill="url(#dusk)"/>', *bokeh()]
    c = TARGET_CENTRE
    rays = []
    for i in range(26):
        start = 2 * pi * (i + 0.35 * scatter(i)) / 26
        wide = 0.07 + 0.08 * scatter(i, 1)
        rays.append(f"M{num(c[0])} {num(c[1])}L{num(c[0] + 130 * cos(start))} {num(c[1] + 130 * sin(start))}"
                    f"L{num(c[0] + 130 * cos(start + wide))} {num(c[1] + 130 * sin(start + wide))}Z")
    out.append(path("".join(rays), "#ff9a6b", opacity=0.2))
    out.append(path("M0 90.5C8 84.4 24 86.6 34 87.8S50 88.4 51.6 96C53 106 50 112 51.5 120S52.6 132 50 140H0Z", "url(#lagoon)"))
    out.append(line("M0 90.5C8 84.4 24 86.6 34 87.8S50 88.4 51.6 96C53 106 50 112 51.5 120S52.6 132 50 140", GOLD, 0.5))
    return out


def velvet():
    """The curtain behind the title."""
    edge = "C88 26 74 18.5 58 21.5S22 28.5 0 22"
    out = [path(f"M0 0H100V19.5{edge}Z", "url(#velvet)")]
    beams = "".join(f"M41 12L{num(41 + 90 * cos(a))} {num(12 + 90 * sin(a))}L{num(41 + 90 * cos(a + d))} {num(12 + 90 * sin(a + d))}Z"
                    for a, d in ((2 * pi * (i + 0.4 * scatter(i, 2)) / 21, 0.06 + 0.1 * scatter(i, 1)) for i in range(21)))
    out += [f'<clipPath id="curtain"><path d="M0 0H100V19.5{edge}Z"/></clipPath>',
            path(beams, "#ff5a7e", opacity=0.22, clip_path="url(#curtain)")]
    return out + [line(f"M100 19.5{edge}", GOLD, 0.6), line(f"M100 20.7C88 27.2 74 19.7 58 22.7S22 29.7 0 23.2", CREAM, 0.25)]


def price_badge(small):
    star = polygon([(r * cos(pi * i / 16), r * sin(pi * i / 16))
                    for i, r in enumerate(6.9 if i % 2 else 8.3 + 0.5 * scatter(i, 2) for i in range(32))])
    return [path(star, WINE, transform="translate(.5 .7)", opacity=0.6), path(star, "url(#gold)", stroke=WINE, stroke_width=0.3),
            '<circle r="5.9" fill="#d3124a" stroke="#fff5df" stroke-width=".35"/>',
            path(small.straight("3 €", 0, 1.5, 4.6), CREAM, stroke=WINE, stroke_width=0.2),
            path(small.arched("PRIX DU TICKET", (0, 0), 4.9, 180, 0.85, 0.1, True), CREAM)]


def header():
    script, small = Face(SCRIPT), Face(SMALL_BOLD)
    title = script.straight("Billet doux", 0, 0, 10.6, 0.5)
    layers = [path(title, NIGHT, stroke=NIGHT, stroke_width=2.2, stroke_linejoin="round", transform="translate(0.7 0.9)"),
              path(title, WINE, stroke=WINE, stroke_width=1.9, stroke_linejoin="round"),
              path(title, GOLD, stroke=GOLD, stroke_width=1.0, stroke_linejoin="round"),
              path(title, "url(#glow)", stroke=WINE, stroke_width=0.22)]
    tails = "M24.5 22.4L18.6 23.2L20.4 25.2L19.4 27.4L25.6 26.6ZM61 19.4L67.4 16.9L66.4 19.4L68.2 21.4L61.6 23.6Z"
    banner = "M22.1 20.9Q38 23.9 63 18.4V23Q38 28.6 22.1 25.3Z"
    return [group(layers, transform="translate(41.5 15.6) rotate(-4)"), placed(price_badge(small), 88.4, 11.2, 1.0, 8),
            path(tails, OCHRE, stroke=WINE, stroke_width=0.25), path(banner, "url(#gold)", stroke=WINE, stroke_width=0.25),
            path(small.straight("Jusqu’à 30 000 € à gagner !", 0, 0, 2.1, 0.5, 0.06), WINE, transform="translate(42.5 24.3) rotate(-3.2)")]


def words():
    title, small, bold = Face(TITLE), Face(SMALL), Face(SMALL_BOLD)

    def heading(data):
        return [path(data, WINE, stroke=WINE, stroke_width=1.1, stroke_linejoin="round"), path(data, CREAM)]

    def told(data):
        return [path(data, WINE, stroke=WINE, stroke_width=0.6, stroke_opacity=0.55, stroke_linejoin="round"), path(data, CREAM)]

    out = heading(title.straight("LA RENCONTRE", 21.5, 30.4, 2.7, 0.5, 0.22))
    out += told(bold.straight("2 jours identiques : vous gagnez", 22.5, 83.0, 1.35) + bold.straight("la somme inscrite sur le carton.", 22.5, 85.0, 1.35))
    c = TARGET_CENTRE
    out += heading(title.arched("LE COUP DE FOUDRE", c, 28.9, 0, 2.7, 0.3))
    out += told(bold.arched("La flèche montre la somme gagnée, sauf « 0 € ».", c, 29.85, 181, 1.3, 0.14, True))
    out += heading(title.straight("LA DÉCLARATION", 26.5, 90.3, 2.7, 0.5, 0.22))
    ink = [bold.straight("Un mot gagnant ? La somme associée est à vous !", 26.5, 131.6, 1.25),
           bold.straight("cœur 3 € · aime 5 € · baisers 10 €", 26.5, 133.6, 1.35), bold.straight("magique 120 € · passion 10 000 €", 26.5, 135.6, 1.35)]
    out.append(path("".join(ink), WINE))
    out += heading(title.straight("LA VIE", 90.6, 92.0, 2.7, 0.5, 0.2)) + heading(title.straight("À DEUX", 90.6, 97.0, 2.7, 0.5, 0.2))
    out += told("".join(bold.straight(t, 91.0, 99.9 + 2 * i, 1.4) for i, t in enumerate(("2 symboles", "identiques :", "c’est gagné !"))))
    for i, (name, prize) in enumerate((("heart", "3 €"), ("daisy", "6 €"), ("champagne", "20 €"), ("gift", "120 €"), ("diamond", "10 000 €"))):
        y = 117.2 + 3.9 * i
        art = re.search(r"<svg[^>]*>(.*)</svg>", (HERE / f"symbols/{name}.svg").read_text(), re.S).group(1).strip()
        art = art.replace("#000", CREAM)
        out += [placed([art], 53.8, y - 2.2, 0.29), placed([art], 56.8, y - 2.2, 0.29), *told(bold.straight(prize, 60, y, 1.7, 0.0))]
    return out


SMALL_PRINT = (
    "Jeu de loterie instantanée. Grattez les 4 surfaces : elles sont indépendantes, leurs gains s’additionnent. La rencontre :",
    "2 jours identiques, vous gagnez la somme. Le coup de foudre : vous gagnez la somme que montre la flèche. La déclaration :",
    "chaque mot gagnant rapporte sa somme. La vie à deux : 2 symboles identiques, vous gagnez leur lot. Somme, transcription",
    "ou symbole absent, incomplet ou erroné : anomalie d’impression, ticket remboursé ou échangé. Blocs de 750 000 tickets.",
)


def footer():
    small, bold = Face(SMALL), Face(SMALL_BOLD)
    scallops = "M0 150V140.2" + "".join(f"q{num(1.6 + .5 * scatter(i))}-{num(1.7 + .8 * scatter(i, 1))} {num(3.333)} 0" for i in range(30)) + "H100V150Z"
    out = [path(scallops, WINE, transform="translate(0 -.5)"), path(scallops, CREAM)]
    out.append(path("".join(small.straight(t, 14.2, 142.2 + 1.75 * i, 1.0, 0.0) for i, t in enumerate(SMALL_PRINT)), WINE))
    out.append(path(bold.straight("JEU RÉSERVÉ AUX MAJEURS", 14.2, 149.2, 1.0, 0.0, 0.04)
                    + small.straight("Spécimen sans valeur – Imp. des Trois Colombes – réf. BD-0712/3-A", 88.0, 149.2, 0.95, 1.0), WINE))
    swatches = enumerate(("#00a0d2", "#d6006e", "#f7d417", "#2a2a2e", "#b9bac0", "#d3124a", "#6b2390"))
    out += [f'<rect x="{num(89.6 + 1.3 * i)}" y="148.4" width="1.3" height=".9" fill="{ink}"/>' for i, ink in swatches]
    out += ['<circle cx="7.6" cy="145.2" r="3.9" fill="#c4123f" stroke="#4d0826" stroke-width=".3"/>',
            '<circle cx="7.6" cy="145.2" r="3" fill="#fff5df"/>', path(bold.straight("18+", 7.5, 146.2, 2.0), WINE)]
    return out


PLACED = (  # ornament, x, y, scale, turn in degrees
    (pale_rose, 4.6, 4.7, 2.1, 20), (rose_with_leaves, 95.6, 26.6, 1.5, 130), (sparkle, 10.5, 3.2, 0.9, 10),
    (bolt, 76.6, 5.0, 1.5, 14), (sparkle, 80.5, 20.2, 1.1, 20), (sparkle, 63.5, 3.6, 0.8, 0), (key_mark, 70.6, 19.6, 1.0, -28),
    (heart_mark, 97.2, 3.0, 1.3, 24), (heart_mark, 3.0, 17.5, 1.3, -18), (lock_mark, 13.6, 21.0, 1.1, -14),
    (rose_with_leaves, 22.4, 53.9, 1.55, 0), (heart_mark, 12.6, 54.0, 1.0, -30), (heart_mark, 32.4, 53.6, 1.2, 22),
    (bolt, 46.0, 30.6, 1.6, -12), (bolt, 95.2, 79.8, 1.5, 30), (rose_with_leaves, 45.6, 80.6, 1.7, 60),
    (bow_tie, 95.2, 84.4, 1.1, -35), (key_mark, 87.6, 86.2, 0.9, 12), (sparkle, 43.2, 35.6, 0.7, 30), (lock_mark, 98.0, 69.6, 0.8, 12),
    (bow_tie, 3.2, 82.6, 0.9, 40), (heart_mark, 45.9, 85.4, 1.0, 14), (rose_with_leaves, 96.4, 134.6, 1.6, 200),
    (heart_mark, 97.4, 108.2, 0.9, -20), (sparkle, 84.6, 105.2, 0.8, 12), (bolt, 55.4, 111.8, 1.1, 18), (heart_mark, 51.9, 88.9, 1.0, -24),
    (pale_rose, 96.0, 143.6, 1.4, 75), (sparkle, 67.0, 134.4, 1.0, 22), (heart_mark, 88.6, 136.0, 1.1, 30), (lock_mark, 54.6, 86.4, 0.9, -20),
    (sparkle, 2.2, 100.6, 0.9, 12), (heart_mark, 26.5, 127.8, 1.35, 0), (stamp, 7.3, 126.9, 0.95, -9), (postmark, 46.4, 127.2, 0.9, -13), (sparkle, 47.6, 88.4, 0.7, 0), (bolt, 39.4, 53.7, 0.9, 20), (heart_mark, 43.0, 72.0, 0.9, 16), (sparkle, 2.0, 62.0, 1.0, 8),
    (bow_tie, 97.9, 127.2, 0.8, 70), (heart_mark, 2.0, 139.2, 0.8, -20), (bolt, 1.8, 72.6, 0.9, -8), (sparkle, 98.2, 42.0, 0.9, 18), (heart_mark, 1.9, 45.6, 0.8, 30),
    (rose_with_leaves, 2.4, 119.0, 0.95, 250), (sparkle, 98.0, 131.0, 0.8, 0), (heart_mark, 60.4, 135.6, 0.8, 18),
)


def decoration():
    out = [placed(mark(*((("#ff5d86",) if i % 2 else (CRIMSON,)) if mark is heart_mark else ())), x, y, scale, turn)
           for i, (mark, x, y, scale, turn) in enumerate(PLACED)]
    out += [placed(heart_mark(GOLD), x, y + 3.0, 0.75, turn) for (x, y), turn in zip(HEARTS, (-8, 8))]
    out.append(placed(cupid_arrow(), 98.6, 30.4, 0.8, 138))
    return out


# Where no confetti falls: left, top, right, bottom of what has to be legible.
QUIET = ((9, 3, 76, 20), (79, 2, 98, 21), (21, 18, 64, 27), (4, 26, 40, 33), (4, 80, 41, 87), (10, 86, 43, 92),
         (50.5, 113, 67, 137), (83, 88, 98.8, 106.5))


def is_quiet(x, y, reach):
    from_target = hypot(x - TARGET_CENTRE[0], y - TARGET_CENTRE[1])
    return (abs(x - TARGET_CENTRE[0]) < 24 and from_target < 32 + reach) or any(
        l - reach < x < r + reach and t - reach < y < b + reach for l, t, r, b in QUIET)


def sprinkles():
    """Confetti over the whole ticket but for the words; the play areas are drawn over it."""
    out = []
    for i in range(520):
        x, y, scale = 0.6 + 98.8 * scatter(i), 0.6 + 138 * scatter(i, 1), 0.8 + 0.9 * scatter(i, 2)
        if not is_quiet(x, y, 0.6 * scale):
            out.append(placed(confetti(i), x, y, scale, 360 * scatter(i, 3)))
    return out


def bokeh():
    """Soft lights behind everything."""
    return [f'<circle cx="{num(100 * scatter(i, 1))}" cy="{num(142 * scatter(i, 2))}" r="{num(1.5 + 5 * scatter(i, 3))}" '
            f'fill="#ffd2b8" opacity="{num(0.06 + 0.12 * scatter(i))}"/>' for i in range(34)]


def gradient(name, colours, coordinates='x1="0" y1="0" x2="0" y2="1"', kind="linearGradient"):
    stops = "".join(f'<stop offset="{num(i / (len(colours) - 1))}" stop-color="{c}"/>' for i, c in enumerate(colours))
    return f'<{kind} id="{name}" {coordinates}>{stops}</{kind}>'


def main():
    defs = [gradient("dusk", ("#c4123f", "#d81e5b", "#93207a", VIOLET, "#8a1f5e")),
            gradient("velvet", ("#5e0730", "#a10d40", "#cf1549")), gradient("lagoon", (TEAL, "#13a0ad", DEEP_TEAL)),
            gradient("gold", ("#fff0a8", GOLD, OCHRE)), gradient("glow", ("#ffffff", "#fff0d0", "#ffc9d4")),
            gradient("kraft", ("#f3dcae", "#e5c48a")), gradient("silver", ("#dcdde2", "#a9abb4", "#cfd0d6", "#9a9ca6"), 'x1="0" y1="0" x2="1" y2="1"')]
    body = ground() + velvet() + sprinkles() + header() + rencontre() + coup_de_foudre() + declaration() + vie_a_deux() + footer() + decoration() + words()
    svg = ('<svg xmlns="http://www.w3.org/2000/svg" width="100" height="150" viewBox="0 0 100 150">\n<defs>'
           + "".join(defs) + "</defs>\n" + "\n".join(body) + "\n</svg>\n")
    (HERE / "artwork.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
