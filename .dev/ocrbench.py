"""The comparison of `papertray ocr` with OCRmyPDF, for .dev/bench: time, memory, and the errors in the output PDFs.

Needs PyPI ocrmypdf, pymupdf, pypdfium2, pdfminer.six and pillow beside the Python that runs it, and poppler-utils.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import unicodedata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SPEED_SETS = ["eng", "mixed"]
CONDITIONS = ["noisy", "skewed", "shadowed", "low", "columns", "table"]
ACCURACY_SETS = ["eng", "mixed", "chi_tra"] + [f"{script}-{condition}" for condition in CONDITIONS for script in ("eng", "mixed")]
LANGUAGES = {"eng": ["eng"], "mixed": ["chi_sim", "eng"], "chi_tra": ["chi_tra"]}
HAN = r"[\u2e80-\u312f\u3190-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]"


def languages(name):
    return LANGUAGES[name.partition("-")[0]]


# Time and memory.


def descendants(pid):
    found, waiting = [], [pid]
    while waiting:
        pid = waiting.pop()
        found.append(pid)
        try:
            for thread in os.scandir(f"/proc/{pid}/task"):
                waiting += [int(child) for child in Path(thread.path, "children").read_text().split()]
        except OSError:
            pass
    return found


def resident_megabytes(pid):
    total = 0
    for one in descendants(pid):
        try:
            total += int(Path(f"/proc/{one}/statm").read_text().split()[1]) * 4096
        except (OSError, IndexError):
            pass
    return total / 1e6


class Measured:
    """One run of a program: wall and processor seconds, and the most memory of all its processes together."""

    def __init__(self, words, environment=None):
        start = time.monotonic()
        process = subprocess.Popen([str(word) for word in words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment)
        self.megabytes, ended = 0, threading.Event()

        def watch():
            while not ended.wait(0.1):
                self.megabytes = max(self.megabytes, resident_megabytes(process.pid))

        watcher = threading.Thread(target=watch)
        watcher.start()
        complaint = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.wall = time.monotonic() - start
        ended.set()
        watcher.join()
        self.processor = usage.ru_utime + usage.ru_stime
        if process.returncode != 0:
            raise SystemExit(f"{words[0]} failed: {complaint.decode()}")


def ours(bin, scan, target, languages):
    return Measured([bin / "papertray", "ocr", "--languages", ",".join(languages), scan, "-o", target])


def theirs(scan, target, languages):
    words = [sys.executable, "-m", "ocrmypdf", "--output-type", "pdf", "-O0", "-j2", "-l", "+".join(languages), scan, target]
    return Measured(words)


# Errors.


def by_poppler(pdf):
    return subprocess.run(["pdftotext", pdf, "-"], check=True, capture_output=True, text=True).stdout.split("\f")


def by_pdfium(pdf):
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    return [document[number].get_textpage().get_text_range() for number in range(len(document))]


def by_mupdf(pdf):
    import pymupdf

    with pymupdf.open(pdf) as document:
        return [page.get_text() for page in document]


def by_pdfminer(pdf):
    from pdfminer.high_level import extract_text

    return extract_text(pdf).split("\f")


EXTRACTORS = {"poppler": by_poppler, "pdfium": by_pdfium, "mupdf": by_mupdf, "pdfminer": by_pdfminer}


def comparable(text):
    """Compatible forms; a line's end is a space between Latin words and nothing beside Han; other spaces count."""
    text = unicodedata.normalize("NFKC", re.sub(r"[\r\n\v]+", "\n", text)).strip()
    text = re.sub(f"(?<={HAN})[ \t]*\n\\s*|[ \t]*\n\\s*(?={HAN})", "", text)
    return re.sub(r"\s+", " ", text)


def distance(a, b):
    """Levenshtein's distance with a column in one large number (Hyyrö 2003)."""
    if not a:
        return len(b)
    places, mask, last = {}, (1 << len(a)) - 1, 1 << (len(a) - 1)
    for index, character in enumerate(a):
        places[character] = places.get(character, 0) | 1 << index
    rising, falling, score = mask, 0, len(a)
    for character in b:
        equal = places.get(character, 0)
        zero = (((equal & rising) + rising) ^ rising) | equal | falling
        up, down = falling | ~(zero | rising) & mask, rising & zero
        score += (up & last != 0) - (down & last != 0)
        up, down = (up << 1 | 1) & mask, (down << 1) & mask
        rising, falling = (down | ~(zero | up)) & mask, up & zero
    return score


def error_rates(pdf, truth):
    """Share of wrong characters by extractor, spaces included, and without any spaces."""
    pages = truth.read_text(encoding="utf-8").split("\f")
    rates = {}
    for name, extract in EXTRACTORS.items():
        wrong, bare, total = 0, 0, 0
        read = extract(str(pdf))
        for number, page in enumerate(pages):
            a, b = comparable(page), comparable(read[number] if number < len(read) else "")
            wrong += distance(a, b)
            bare += distance(a.replace(" ", ""), b.replace(" ", ""))
            total += len(a)
        rates[name] = (wrong / total, bare / total)
    return rates


# The comparison.


def speed(bin, place, name, pages, turns):
    scan = place / f"{name}-{pages}.pdf"
    subprocess.run([sys.executable, ROOT / ".dev/scans.py", scan, name, str(pages)], check=True)
    runs = {"ours": [], "theirs": []}
    for turn in range(turns):
        runs["ours"].append(ours(bin, scan, place / f"ours-{name}-{turn}.pdf", languages(name)))
        runs["theirs"].append(theirs(scan, place / f"theirs-{name}-{turn}.pdf", languages(name)))
    best = {who: {key: min(getattr(run, key) for run in all) for key in ("wall", "processor", "megabytes")} for who, all in runs.items()}
    a, b = best["ours"], best["theirs"]
    print(
        f"{name} {pages} pages: wall {a['wall']:.1f} s against {b['wall']:.1f} s, ratio {a['wall'] / b['wall']:.2f}; "
        f"processor {a['processor']:.1f} s against {b['processor']:.1f} s, ratio {a['processor'] / b['processor']:.2f}; "
        f"memory {a['megabytes']:.0f} MB against {b['megabytes']:.0f} MB",
        flush=True,
    )


def accuracy(bin, place, name, pages):
    scan = place / f"{name}.pdf"
    subprocess.run([sys.executable, ROOT / ".dev/scans.py", scan, name, str(pages)], check=True)
    results = {"ours": place / f"{name}-ours.pdf", "ocrmypdf": place / f"{name}-theirs.pdf"}
    ours(bin, scan, results["ours"], languages(name))
    theirs(scan, results["ocrmypdf"], languages(name))
    for who, pdf in results.items():
        rates = error_rates(pdf, scan.with_suffix(".txt"))
        columns = "  ".join(f"{100 * rates[key][0]:6.2f} ({100 * rates[key][1]:5.2f})" for key in EXTRACTORS)
        print(f"{name:16}{who:9}{columns}", flush=True)


def compare(bin, pages, sets):
    place = Path(tempfile.mkdtemp(prefix="papertray-bench-"))
    for name in [name for name in SPEED_SETS if not sets or f"{name}-speed" in sets]:
        speed(bin, place, name, pages, turns=2)
    chosen = [name for name in ACCURACY_SETS if not sets or name in sets]
    if chosen:
        print("wrong characters in per cent, without spaces in brackets: " + ", ".join(EXTRACTORS))
    for name in chosen:
        accuracy(bin, place, name, pages=2)
    shutil.rmtree(place)
