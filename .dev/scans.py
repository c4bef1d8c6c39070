#!/usr/bin/env python3
"""Makes scans with known text: .dev/scans.py OUT.pdf {eng,chi_sim,chi_tra,mixed} PAGES [DPI]

A4 pages at 300 dpi, slightly skewed, with soft edges and noise, as gray JPEG in a PDF; the truth goes to OUT.txt, a form
feed between pages. The same arguments make the same file. Needs fonts-dejavu-core, fonts-noto-cjk and PyPI pillow.
"""
import io
import random
import sys

from PIL import Image, ImageDraw, ImageFilter, ImageFont

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


def page(chance, kind, dpi):
    width, height = round(8.27 * dpi), round(11.69 * dpi)
    size = round(11.5 / 72 * dpi)
    margin = round(0.9 * dpi)
    picture = Image.new("L", (width, height), 250)
    draw = ImageDraw.Draw(picture)
    index = 3 if kind == "chi_tra" else 2
    font = ImageFont.truetype(LATIN, size) if kind == "eng" else ImageFont.truetype(CHINESE, size, index=index)
    lines, y = [], margin
    while y < height - margin - size:
        if kind == "eng":
            line = english_line(chance, width - 2 * margin, font)
        else:
            text = TRADITIONAL if kind == "chi_tra" else SIMPLIFIED
            line = chinese_line(chance, width - 2 * margin, font, text, kind == "mixed")
        draw.text((margin, y), line, fill=25, font=font)
        lines.append(line)
        y += round(size * 1.65)
        if chance.random() < 0.12:
            y += size
    picture = picture.rotate(chance.uniform(-0.3, 0.3), Image.Resampling.BICUBIC, fillcolor=250)
    picture = picture.filter(ImageFilter.GaussianBlur(dpi / 450))
    noise = Image.effect_noise((width, height), 14)
    return Image.blend(picture, noise, 0.04), lines


def main():
    target, kind, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    dpi = int(sys.argv[4]) if len(sys.argv) > 4 else 300
    chance = random.Random(f"{kind}-{count}-{dpi}")
    pages, truths = [], []
    for _ in range(count):
        picture, lines = page(chance, kind, dpi)
        buffer = io.BytesIO()
        picture.save(buffer, "JPEG", quality=85, dpi=(dpi, dpi))
        pages.append(Image.open(buffer))
        truths.append("\n".join(lines))
    pages[0].save(target, "PDF", save_all=True, append_images=pages[1:], resolution=dpi)
    with open(target.removesuffix(".pdf") + ".txt", "w", encoding="utf-8") as file:
        file.write("\f".join(truths))


main()
