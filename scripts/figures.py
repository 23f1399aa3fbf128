#!/usr/bin/env python3
"""Numbers in the text of documents that are those of rows of the record.

    scripts/figures.py [--check] docs/validation.md FILE...

In FILE a number, with its interval or without, that stands before a comment with the name of a row is that row's:

    81 [79, 83]<!--003-05-->        of the row itself
    2.8 %<!--003-07b %-->           in percent
    −5.6<!--000-19--> m/s²          a minus sign as printed

It is written anew from the tables "Rows: ..." of the page, to as many digits as it has, and told where it changed. With --check nothing is
written, and the status is 1 when anything would change."""
import math
import re
import sys

NUMBER = r"[-−]?\d+(?:\.\d+)?(?:e-?\d+)?"
FIGURE = re.compile(rf"({NUMBER})( \[{NUMBER}, {NUMBER}\])?( ?%)?<!--(\S+?)( %)? ?-->")


def rows_of(page):
    """Numbers of each row: one, or three with an interval."""
    with open(page, encoding="utf-8") as file:
        text = file.read()
    rows = {}
    for line in text[text.index("\n### Rows: "):].splitlines():
        cells = [cell.strip() for cell in line.split(" | ")]
        if line.startswith("| ") and len(cells) > 5:
            rows[cells[0].lstrip("| ")] = [float(n) for n in re.findall(NUMBER, cells[4])]
    return rows


def digits_of(text):
    """How many digits a number is given to; of one without a point, zeros behind do not count."""
    mantissa = text.strip("-−").split("e")[0]
    if "." in mantissa:
        return len(mantissa.replace(".", "").lstrip("0"))
    return max(len(mantissa.rstrip("0")), min(len(mantissa), 2))


def place_of(value, digits):
    """Decimals that leave a number as many digits."""
    return digits - 1 - math.floor(math.log10(abs(value))) if value else digits - 1


def shown(value, decimals, minus):
    text = f"{round(value, decimals):.{max(decimals, 0)}f}"
    return text.replace("-", minus)


def exponent(value, digits):
    mantissa, power = f"{value:.{digits - 1}e}".split("e")
    return f"{mantissa}e{int(power)}"


def figure(match, row):
    """The figure as the row has it."""
    number, interval, percent, name, factor = match.groups()
    values = [v * (100 if factor else 1) for v in row]
    minus = "−" if "−" in match.group(0) or "-" not in match.group(0).split("<")[0] else "-"
    digits = digits_of(number)
    if "e" in number:
        text = exponent(values[0], digits)
    else:
        decimals = place_of(values[0], digits)
        text = shown(values[0], decimals, minus)
        if interval and len(values) == 3:
            low, high = (shown(v, decimals, minus) for v in values[1:])
            text += f" [{low}, {high}]"
    gap = " " if name.endswith("-") else ""  # a comment may not end in ---
    return f"{text}{percent or ''}<!--{name}{factor or ''}{gap}-->"


def renew(path, rows, check):
    """Writes one file anew; returns whether anything in it changes."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    changed = False
    for i, line in enumerate(lines):
        def replace(match, at=i + 1):
            nonlocal changed
            row = rows.get(match.group(4))
            if not row:
                sys.exit(f"{path}:{at}: there is no number of a row {match.group(4)} on record")
            new = figure(match, row)
            if new != match.group(0):
                changed = True
                print(f"  {path}:{at}: {match.group(0)} -> {new.split('<')[0]}")
            return new
        lines[i] = FIGURE.sub(replace, line)
    if changed and not check:
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(lines))
    return changed


def main():
    names = [a for a in sys.argv[1:] if a != "--check"]
    if len(names) < 2:
        sys.exit(__doc__)
    rows = rows_of(names[0])
    changed = [renew(path, rows, "--check" in sys.argv) for path in names[1:]]
    if "--check" in sys.argv and any(changed):
        sys.exit(1)


if __name__ == "__main__":
    main()
