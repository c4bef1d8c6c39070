#!/usr/bin/env python3
"""Makes scans with known text: .dev/scans.py OUT.pdf SET PAGES [DPI]

SET is a script (eng, chi_sim, chi_tra, or mixed: simplified Chinese with Latin words) and how it reached the scanner:
alone for a clean page, or -noisy, -skewed, -shadowed, -low (100 dpi), -columns, -table. A4 pages at 300 dpi, slightly
skewed, with soft edges and grain, as gray JPEG in a PDF; the truth goes to OUT.txt, a form feed between pages. The
same arguments make the same file. Needs fonts-dejavu-core, fonts-noto-cjk and PyPI pillow.
"""
import io
import random
import sys

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

LATIN = "/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf"
CHINESE = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"
ENGLISH_WORDS = """the harbour opens early and every boat carries fresh bread from the village while seven lamps along
the wall show which gate is free letters are sorted by colour before noon parcels wait on wooden shelves until the
evening train arrives a careful reader compares each invoice with the order number and notes the date garden paths are
swept twice in autumn when leaves cover the steps nobody enters the archive without a paper label""".split()
SIMPLIFIED = """图书馆每天上午开放，读者可以借阅五本图书。请把雨伞放在门口的架子上。合同一式两份，双方各执一份。
货物到达后应当及时检查数量和质量。会议室需要提前一天预约，使用后请关灯。本公司保留最终解释权。花园里的小路在秋天要打扫两次。
发票号码写在右上角，日期写在下面。温度保持在四度，湿度不要超过六成。""".replace("\n", "")
TRADITIONAL = """圖書館每天上午開放，讀者可以借閱五本圖書。請把雨傘放在門口的架子上。合約一式兩份，雙方各執一份。
貨物到達後應當及時檢查數量和品質。會議室需要提前一天預約，使用後請關燈。本公司保留最終解釋權。花園裡的小路在秋天要打掃兩次。
發票號碼寫在右上角，日期寫在下面。溫度保持在四度，濕度不要超過六成。""".replace("\n", "")
PAPER, INK = 250, 25


def english_line(chance, width, font):
    words = []
    while font.getlength(" ".join(words + ["harbour"])) < width:
        word = chance.choice(ENGLISH_WORDS)
        if chance.random() < 0.06:
            word = str(chance.randint(10, 9999))
        words.append(word)
    return " ".join(words)


def chinese_line(chance, width, font, text, mixed):
    line = ""
    while True:
        start = chance.randrange(len(text))
        piece = text[start : start + chance.randint(4, 12)].lstrip("，。")
        if mixed and chance.random() < 0.25:
            piece += f" {chance.choice(['PDF', 'Linux', 'A4', 'ISO 9001', 'USB', str(chance.randint(10, 9999))])} "
        if font.getlength(line + piece) > width:
            return line.strip()
        line += piece


class Sheet:
    """An A4 page that is being printed, and the text on it."""

    def __init__(self, chance, script, dpi):
        self.chance, self.script, self.dpi = chance, script, dpi
        self.width, self.height = round(8.27 * dpi), round(11.69 * dpi)
        self.margin, self.size = round(0.9 * dpi), round(11.5 / 72 * dpi)
        self.picture = Image.new("L", (self.width, self.height), PAPER)
        self.pen = ImageDraw.Draw(self.picture)
        index = 3 if script == "chi_tra" else 2
        self.font = ImageFont.truetype(LATIN, self.size) if script == "eng" else ImageFont.truetype(CHINESE, self.size, index=index)
        self.lines = []

    def line(self, width):
        if self.script == "eng":
            return english_line(self.chance, width, self.font)
        text = TRADITIONAL if self.script == "chi_tra" else SIMPLIFIED
        return " ".join(chinese_line(self.chance, width, self.font, text, self.script == "mixed").split())

    def write(self, x, y, line):
        self.pen.text((x, y), line, fill=INK, font=self.font)

    def column(self, left, width, leading=1.65):
        y = self.margin
        while y < self.height - self.margin - self.size:
            line = self.line(width)
            self.write(left, y, line)
            self.lines.append(line)
            y += round(self.size * leading)
            if self.chance.random() < 0.12:
                y += self.size

    def columns(self):
        gutter = round(0.4 * self.dpi)
        width = (self.width - 2 * self.margin - gutter) // 2
        for number in range(2):
            self.column(self.margin + number * (width + gutter), width, leading=1.35)

    def table(self):
        """Ruled, three cells in a row; the truth goes row by row."""
        width, row = (self.width - 2 * self.margin) // 3, round(self.size * 2.2)
        rows, pad = (self.height - 2 * self.margin) // row, round(0.08 * self.dpi)
        for number in range(rows + 1):
            y = self.margin + number * row
            self.pen.line((self.margin, y, self.margin + 3 * width, y), fill=INK, width=max(1, self.dpi // 100))
        for number in range(4):
            x = self.margin + number * width
            self.pen.line((x, self.margin, x, self.margin + rows * row), fill=INK, width=max(1, self.dpi // 100))
        for number in range(rows):
            cells = [self.line(width - 2 * pad - self.size) for _ in range(2)]
            cells.append(f"{self.chance.randint(1, 9999)}.{self.chance.randint(10, 99)}")
            for column, cell in enumerate(cells):
                self.write(self.margin + column * width + pad, self.margin + number * row + round(self.size * 0.4), cell)
            self.lines.append(" ".join(cell for cell in cells if cell))


def shadow(size):
    """Light falls off to one side, and a hand's shadow lies over a corner."""
    width, height = size
    slope = Image.linear_gradient("L").resize((height, width)).rotate(90, expand=True).resize(size)
    light = slope.point(lambda level: 120 + level * 135 // 255)
    blot = Image.new("L", size, 255)
    ImageDraw.Draw(blot).ellipse((-width // 3, height // 2, width // 2, height * 5 // 4), fill=120)
    small = blot.resize((width // 16, height // 16)).filter(ImageFilter.GaussianBlur(5))
    return ImageChops.multiply(light, small.resize(size))


def scanned(sheet, condition):
    chance, dpi = sheet.chance, sheet.dpi
    angle = chance.choice([-1, 1]) * chance.uniform(1.5, 3) if condition == "skewed" else chance.uniform(-0.3, 0.3)
    picture = sheet.picture.rotate(angle, Image.Resampling.BICUBIC, fillcolor=PAPER)
    picture = picture.filter(ImageFilter.GaussianBlur(dpi / 450))
    if condition == "shadowed":
        picture = ImageChops.multiply(picture, shadow(picture.size))
    grain = Image.effect_noise(picture.size, 60 if condition == "noisy" else 14)
    picture = Image.blend(picture, grain, 0.25 if condition == "noisy" else 0.04)
    if condition == "noisy":
        pen = ImageDraw.Draw(picture)
        for _ in range(1500):
            x, y, size = chance.randrange(picture.width), chance.randrange(picture.height), chance.randint(1, 3)
            pen.ellipse((x, y, x + size, y + size), fill=chance.choice([40, 240]))
    return picture


def main():
    target, name, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    script, _, condition = name.partition("-")
    dpi = int(sys.argv[4]) if len(sys.argv) > 4 else 100 if condition == "low" else 300
    chance = random.Random(f"{name}-{count}-{dpi}")
    pages, truths = [], []
    for _ in range(count):
        sheet = Sheet(chance, script, dpi)
        if condition in ("columns", "table"):
            getattr(sheet, condition)()
        else:
            sheet.column(sheet.margin, sheet.width - 2 * sheet.margin)
        buffer = io.BytesIO()
        scanned(sheet, condition).save(buffer, "JPEG", quality=85, dpi=(dpi, dpi))
        pages.append(Image.open(buffer))
        truths.append("\n".join(sheet.lines))
    pages[0].save(target, "PDF", save_all=True, append_images=pages[1:], resolution=dpi, quality=85)
    with open(target.removesuffix(".pdf") + ".txt", "w", encoding="utf-8") as file:
        file.write("\f".join(truths))


main()
