#!/usr/bin/env python3
"""Make the test documents of Papertray in this folder.

Debian: fonts-dejavu-core fonts-noto-cjk openssl (poppler-utils, qpdf, tesseract-ocr to check)
PyPI:   pillow pillow-heif pikepdf reportlab pyhanko

Run `python3 make.py`. The text of the three big scans is read from *-scan.txt. With the
same library versions every file comes out the same, except encrypted.pdf, restricted.pdf
and signed.pdf, which hold random keys; those are only made when missing. See README.md.
"""
import io
import random
import re
import subprocess
import tempfile
import zlib
from pathlib import Path

import pikepdf
import pillow_heif
from pikepdf import Array, Dictionary, Name
from PIL import Image, ImageDraw, ImageFilter, ImageFont, TiffImagePlugin
from PIL.TiffImagePlugin import AppendingTiffWriter
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign import fields, signers
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

HERE = Path(__file__).resolve().parent
FONTS = "/usr/share/fonts/"
SANS, SERIF = [(f"{FONTS}truetype/dejavu/DejaVu{name}.ttf", 0) for name in ("Sans", "Serif")]
SIMPLIFIED, TRADITIONAL = [(f"{FONTS}opentype/noto/NotoSansCJK-Regular.ttc", index) for index in (2, 3)]
A5, A6 = (1165, 1654), (1165, 827)  # pixels at 200 dpi; A6 lies on its long side

FILLER = """\
The workshop keeps wooden boxes on the lower shelf
and small metal parts in drawers along the wall.
Every drawer carries a white label with a number.
Used brushes are washed before the evening bell.
Long boards lean against the north side of the room.
The floor is swept twice a day during the summer.
A spare key hangs behind the door to the courtyard.""".splitlines()


COLUMNS = """\
圖書館每天上午開放，讀者可以
借閱五本圖書。請把雨傘放在門
口的架子上。貨物到達後應當及
時檢查數量。會議室需要提前一
天預約，使用後請關燈。""".splitlines()


# --- Raster pages -----------------------------------------------------------------
def clean(lines, size=A6, face=SANS, px=31, ink=25, paper=255):
    """Dark lines of text on a plain page, gray."""
    page, font = Image.new("L", size, paper), ImageFont.truetype(face[0], px, index=face[1])
    draw, margin, y = ImageDraw.Draw(page), px * 5 // 2, px * 5 // 2
    for line in lines:
        draw.text((margin, y), line, fill=ink, font=font)
        y += px * 9 // 5
    return page


def scan(lines, size=A6, face=SANS, px=31):
    """The same as a scanner sees it: off-white paper, soft edges, a little noise and skew."""
    page = clean(lines, size, face, px, ink=35, paper=244)
    page = page.rotate(0.25, Image.Resampling.BICUBIC, fillcolor=244)
    page = page.filter(ImageFilter.GaussianBlur(0.6))
    noise = random.Random(lines[0]).randbytes(size[0] * size[1])
    return Image.blend(page, Image.frombytes("L", size, noise), 0.03)


def bitonal(page):
    """A 1-bit scan with a few specks of dust."""
    page, dust = page.point(lambda v: 255 * (v > 140)).convert("1"), random.Random(7)
    for _ in range(60):
        page.putpixel((dust.randrange(page.width), dust.randrange(page.height)), 0)
    return page


def note(first, rows=7):
    """A small 1-bit scan: its own first line, then the filler."""
    return bitonal(scan([first] + FILLER[:rows]))


def transparent(page):
    """Black ink on a transparent background."""
    return Image.merge("LA", (Image.new("L", page.size, 0), page.point(lambda v: 255 - v)))


def oriented(orientation):
    exif = Image.Exif()
    exif[0x0112] = orientation
    return exif.tobytes()


def save(image, name, **options):
    image.save(HERE / name, **({"dpi": (200, 200)} | options))


def write(name, data):
    (HERE / name).write_bytes(data)


# --- PDF --------------------------------------------------------------------------
def image_object(pdf, image):
    """An image XObject: CCITT G4 for 1-bit images, JPEG for all others."""
    file, bits = io.BytesIO(), 1 if image.mode == "1" else 8
    stream = pdf.make_stream(b"", Type=Name.XObject, Subtype=Name.Image, Width=image.width, Height=image.height,
                             ColorSpace=Name.DeviceGray, BitsPerComponent=bits)
    if bits == 1:
        image.save(file, "TIFF", compression="group4", strip_size=1 << 24, tiffinfo={262: 0})
        tags = Image.open(file).tag_v2
        stream.write(file.getvalue()[tags[273][0]:][:tags[279][0]], filter=Name.CCITTFaxDecode,
                     decode_parms=Dictionary(K=-1, Columns=image.width, Rows=image.height))
    else:
        image.save(file, "JPEG", quality=42)
        stream.write(file.getvalue(), filter=Name.DCTDecode)
    return stream


def add_scan(pdf, image, before="q", after="Q", origin=(0, 0), unit=1, **keys):
    """Append a page filled by a 200 dpi image."""
    (x, y), w, h = origin, image.width * 0.36 / unit, image.height * 0.36 / unit
    page = pdf.add_blank_page()
    page.MediaBox = Array([x, y, round(x + w, 2), round(y + h, 2)])
    helvetica = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
    page.Resources = Dictionary(XObject=Dictionary(Im0=image_object(pdf, image)), Font=Dictionary(F1=helvetica))
    page.Contents = pdf.make_stream(f"{before} {w:.2f} 0 0 {h:.2f} {x} {y} cm /Im0 Do {after}".encode())
    for key, value in keys.items():
        page[Name("/" + key)] = value


def scan_pdf(name, *images, encryption=False, **page):
    pdf = pikepdf.new()
    for image in images:
        add_scan(pdf, image, **page)
    pdf.save(HERE / name, encryption=encryption, deterministic_id=not encryption)


def digital(*pages, links=False, field=None):
    """A5 pages of real text in an embedded subset font, as the bytes of a PDF."""
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(419.5, 595.3), invariant=1)
    canvas.setTitle(pages[0][0])
    for number, lines in enumerate(pages, 1):
        canvas.setFont("Serif", 11)
        for row, line in enumerate(lines):
            canvas.drawString(36, 540 - 18 * row, line)
        if links:
            canvas.bookmarkPage(f"page{number}")
            canvas.addOutlineEntry(lines[0], f"page{number}")
        if links and number == 1:
            canvas.linkURL("https://example.org/", (36, 518, 300, 534))
            canvas.linkRect("", "page2", (36, 500, 300, 516))
        if field:
            canvas.acroForm.textfield(name=field, x=36, y=440, width=240, height=24, value="unchanged")
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def plain_pdf(*objects):
    """A PDF written by hand: object 1 is the catalog, object 2 the page tree."""
    out, offsets = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"), []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body if isinstance(body, bytes) else body.encode())
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    return bytes(out) + b"xref\n0 %d\n0000000000 65535 f \n%s" % (len(objects) + 1, table) + (
        b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(out)))


def stream(data, keys=""):
    return b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(data), keys.encode(), data)


def page_object(keys):
    return "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 595] " + keys + " >>"


CATALOG, ONE_PAGE = "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>"
XDP = """<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><config xmlns="http://www.xfa.org/schema/xci/3.0/">
<acrobat><acrobat7><dynamicRender>%s</dynamicRender></acrobat7></acrobat></config>
<template xmlns="http://www.xfa.org/schema/xfa-template/3.0/"><subform name="form" layout="%s" locale="en_US">
<pageSet><pageArea name="page"><contentArea w="400pt" h="500pt"/><medium stock="a5" short="148mm" long="210mm"/>
</pageArea></pageSet><field name="note" w="240pt" h="24pt" x="36pt" y="110pt"><ui><textEdit/></ui></field>
</subform></template></xdp:xdp>"""


def xfa_pdf(text, dynamic):
    xdp = XDP % (("required", "tb") if dynamic else ("forbidden", "position"))
    needs, field = ("/NeedsRendering true", "") if dynamic else ("", "8 0 R")
    return plain_pdf(
        f"<< /Type /Catalog /Pages 2 0 R /AcroForm 6 0 R {needs} >>", ONE_PAGE,
        page_object(f"/Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> /Annots [{field}]"),
        stream(b"BT /F1 11 Tf 36 540 Td (%s) Tj ET" % text), "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        f"<< /Fields [{field}] /DR << /Font << /F1 5 0 R >> >> /XFA 7 0 R >>", stream(xdp.encode()),
        "<< /Type /Annot /Subtype /Widget /FT /Tx /T (note) /Rect [36 440 276 464] /P 3 0 R /DA (/F1 11 Tf 0 g) >>")


def bomb():
    """About 1 GB of harmless operators, deflated twice."""
    outer, inner = zlib.compressobj(9), zlib.compressobj(9)
    data = b"".join(outer.compress(inner.compress(b"q Q\n" * (1 << 18))) for _ in range(1000))
    data += outer.compress(inner.flush()) + outer.flush()
    return plain_pdf(CATALOG, ONE_PAGE, page_object("/Contents 4 0 R /Resources << >>"),
                     stream(data, "/Filter [/FlateDecode /FlateDecode]"))


def throwaway_signer():
    with tempfile.TemporaryDirectory() as folder:
        key, certificate = folder + "/key.pem", folder + "/certificate.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "10000",
                        "-subj", "/CN=Papertray test fixture", "-addext", "keyUsage=digitalSignature,nonRepudiation",
                        "-keyout", key, "-out", certificate], check=True, capture_output=True)
        return signers.SimpleSigner.load(key, certificate)


# --- The files --------------------------------------------------------------------
def scans():
    def pages(language):
        text = (HERE / f"{language}-scan.txt").read_text(encoding="utf-8")
        return [page.splitlines() for page in text.split("\f")]

    first, second = pages("english")
    scan_pdf("english-scan.pdf", scan(first, A5), bitonal(scan(second, A5, SERIF)))
    first, second = pages("chinese")
    scan_pdf("chinese-scan.pdf", scan(first, A5, SIMPLIFIED, 33), bitonal(scan(second, A5, SIMPLIFIED, 33)))
    scan_pdf("traditional-scan.pdf", scan(pages("traditional")[0], A5, TRADITIONAL, 33))
    angles = {90: "ninety", 180: "one hundred eighty", 270: "two hundred seventy"}
    scan_pdf("rotated-scan.pdf", *[note(f"This sheet was turned by {word} degrees.").rotate(-angle, expand=True)
                                   for angle, word in angles.items()])
    scan_pdf("rotate-flag.pdf", note("The flag of this page makes it upright.").rotate(90, expand=True), Rotate=90)
    scan_pdf("offset-scan.pdf", note("The origin of this sheet lies far away."),
             origin=(100, 440), CropBox=Array([110, 452, 509, 728]))
    scan_pdf("userunit-scan.pdf", note("One unit of this sheet is two points."), unit=2, UserUnit=2)
    scan_pdf("unbalanced-scan.pdf", note("This sheet forgets to close its state."),
             before="q 0.5 0 0 0.5 0 0 cm q 2 0 0 2 0 0 cm", after="Q")
    lines, layer = ["The hidden words of this page can be found."] + FILLER, "Q BT 3 Tr /F1 11.16 Tf"
    font = ImageFont.truetype(SANS[0], 31)
    for row, line in enumerate(lines):
        stretch = 100 * font.getlength(line) * 0.36 / pdfmetrics.stringWidth(line, "Helvetica", 11.16)
        layer += f" {stretch:.1f} Tz 1 0 0 1 27.72 {(827 - 77 - 29 - 55 * row) * 0.36:.2f} Tm ({line}) Tj"
    scan_pdf("ocred.pdf", bitonal(scan(lines)), after=layer + " ET")


def documents():
    write("digital.pdf", digital(
        ["Orchard Notes", "Visit the example site for the full list.", "Continue on the second page.",
         "Apples are stored in a cool and dark cellar."],
        ["Second Chapter", "Pears should be picked before they are soft."], links=True))
    write("form.pdf", digital(["Please fill in the field below."], field="remark"))
    mixed = pikepdf.open(io.BytesIO(digital(["Mixed Bundle", "This first page was typed and not scanned."])))
    add_scan(mixed, note("The second page came from a scanner.", 3))
    mixed.add_blank_page(page_size=(419.4, 297.72))
    add_scan(mixed, note("The fourth page carries a small stamp.", 3),
             after="Q BT /F1 7 Tf 340 20 Td (Received 3) Tj ET")
    mixed.save(HERE / "mixed.pdf", deterministic_id=True)
    write("dynamic-xfa.pdf", xfa_pdf(b"Please wait... If this message stays, use another viewer.", True))
    write("static-xfa.pdf", xfa_pdf(b"This form is drawn in the ordinary way.", False))


def protected():
    if not (HERE / "encrypted.pdf").exists():
        pdf = pikepdf.open(io.BytesIO(digital(["The locked drawer holds seven letters."])))
        pdf.save(HERE / "encrypted.pdf", encryption=pikepdf.Encryption(user="test", owner="test-owner", R=6))
    if not (HERE / "restricted.pdf").exists():
        denied = dict.fromkeys(["modify_annotation", "modify_assembly", "modify_form", "modify_other"], False)
        scan_pdf("restricted.pdf", note("Anyone may read but not change this sheet."),
                 encryption=pikepdf.Encryption(user="", owner="owner", R=6, allow=pikepdf.Permissions(**denied)))
    if not (HERE / "signed.pdf").exists():
        writer = IncrementalPdfFileWriter(io.BytesIO(digital(["The seal on this page must stay unbroken."])))
        field = fields.SigFieldSpec("Signature", box=(36, 400, 236, 450))
        signer = signers.PdfSigner(signers.PdfSignatureMetadata("Signature"), throwaway_signer(), new_field_spec=field)
        write("signed.pdf", signer.sign_pdf(writer).getvalue())


def pictures():
    save(scan(["A plain picture of a printed note."] + FILLER), "scan.jpg", quality=42)
    save(transparent(clean(["Black letters float on clear glass."] + FILLER[:4])).convert("RGBA"), "scan.png")
    page = scan(["The camera was held on its side."] + FILLER)
    save(page.rotate(90, expand=True), "exif-turned.jpg", quality=42, exif=oriented(6))
    page = scan(["The mirror shows these words reversed."] + FILLER)
    save(page.transpose(Image.Transpose.TRANSPOSE), "exif-mirrored.jpg", quality=42, exif=oriented(5))

    page = clean(["A telephone took this picture at noon."] + FILLER, ink=45, paper=225).rotate(1, fillcolor=225)
    page = Image.merge("RGB", [page.point(lambda v: v * part // 25) for part in (25, 24, 21)])
    shade = Image.linear_gradient("L").resize(A6).point(lambda v: 255 - v // 4)
    page = Image.composite(page, Image.new("RGB", A6, (40, 35, 30)), shade).filter(ImageFilter.GaussianBlur(0.7))
    pillow_heif.register_heif_opener()
    save(page.rotate(90, expand=True).resize((826, 1164)), "phone.heic", quality=45, exif=oriented(6))

    with AppendingTiffWriter(HERE / "frames.tiff", new=True) as tiff:
        frame = transparent(clean(["The first frame is see-through."], (1050, 300), px=50)).convert("RGBA")
        frame.save(tiff, "TIFF", compression="tiff_adobe_deflate", dpi=(300, 300))
        tiff.newFrame()
        frame = bitonal(clean(["The second frame is black and white."], (827, 240)))
        frame.save(tiff, "TIFF", compression="group4", dpi=(200, 200), tiffinfo={262: 0})
        tiff.newFrame()
        frame = clean(["The third frame has many shades of gray."], (800, 200), px=25, ink=60, paper=230)
        frame.save(tiff, "TIFF", compression="tiff_lzw", dpi=(150, 150))
    small = (827, 300)
    clean(["Nobody knows how large this sheet is."], small).save(HERE / "odd-dpi.tiff", compression="tiff_lzw")
    save(clean(["This picture claims to be enormous."], small), "absurd-dpi.png", dpi=(1, 1))
    save(clean(["This picture claims to be a speck."], small), "absurd-high-dpi.png", dpi=(100000, 100000))
    save(transparent(clean(["Gray letters with a clear background."], small)), "gray-alpha.png")
    deep = clean(["Sixteen bits are kept for every dot."], small).convert("I").point(lambda v: v * 257 + 0)
    ramp = Image.linear_gradient("L").rotate(90).resize((827, 60)).convert("I").point(lambda v: v * 200 + 77)
    deep.paste(ramp, (0, 240))
    save(deep.convert("I;16"), "sixteen-bit.png")

    palette = Image.new("P", small, 0)  # 0 is transparent, 1 ink, 2 to 5 the boxes
    palette.putpalette([255, 0, 255, 0, 0, 0, 220, 30, 30, 20, 150, 60, 30, 60, 200, 250, 220, 40])
    palette.paste(1, mask=clean(["Four colours and one clear background."], small).point(lambda v: 255 * (v < 140)))
    black = clean(["Four inks were printed on this card."], small).point(lambda v: 255 - v)
    cmyk = Image.merge("CMYK", [Image.new("L", small, 0)] * 3 + [black])
    for index, ink in enumerate([(0, 255, 255, 0), (255, 0, 255, 0), (255, 255, 0, 0), (0, 0, 255, 0)]):
        box = (77 + 160 * index, 170, 197 + 160 * index, 270)
        palette.paste(index + 2, box)
        cmyk.paste(ink, box)
    save(palette, "palette.png", transparency=0)
    save(cmyk, "cmyk.jpg", quality=80)
    save(Image.new("1", (20000, 20000), 1), "huge-pixels.png")


def fax(bits, compression, options):
    """The only strip of a TIFF file, and whether its 1 stands for white."""
    file, tags = io.BytesIO(), TiffImagePlugin.ImageFileDirectory_v2()
    tags[278] = bits.height
    if options is not None:
        tags[292] = options
    bits.save(file, "TIFF", compression=compression, tiffinfo=tags)
    file.seek(0)
    tags = Image.open(file).tag_v2
    (offset,), (count,) = tags[273], tags[279]
    return file.getvalue()[offset:offset + count], tags[262] == 1


def vertical():
    """Columns from right to left, as books are printed: upright characters, stops in the upper right of their cells."""
    page, font = Image.new("L", A6, 250), ImageFont.truetype(TRADITIONAL[0], 34, index=TRADITIONAL[1])
    draw, x = ImageDraw.Draw(page), A6[0] - 150
    for column in COLUMNS:
        for row, character in enumerate(column):
            draw.text((x, 100 + 42 * row), {"，": "︐", "。": "︒"}.get(character, character), fill=25, font=font)
        x -= 80
    scan_pdf("vertical-scan.pdf", page)


def codings():
    """One note a page: CCITT Group 3 in one and two dimensions and Group 4, either polarity; JPEG 2000 in gray and RGB."""
    pdf, page = pikepdf.new(), clean(["A plain picture of a printed note."], (1240, 400), px=52)
    size = {"/Width": page.width, "/Height": page.height}

    def add(data, keys):
        image = pikepdf.Stream(pdf, data, Dictionary({"/Type": Name.XObject, "/Subtype": Name.Image} | size | keys))
        box = (page.width * 0.36, page.height * 0.36)
        pdf.add_blank_page(page_size=box)
        pdf.pages[-1].Resources = Dictionary(XObject=Dictionary(Scan=pdf.make_indirect(image)))
        pdf.pages[-1].Contents = pdf.make_stream(b"q %.2f 0 0 %.2f 0 0 cm /Scan Do Q" % box)

    for compression, options, k in (("group3", 0, 0), ("group3", 1, 4), ("group4", None, -1)):
        data, is_white_one = fax(bitonal(page), compression, options)
        for black in (False, True):
            parameters = Dictionary(K=k, Columns=page.width, Rows=page.height, BlackIs1=black)
            add(data, {"/ColorSpace": Name.DeviceGray, "/BitsPerComponent": 1, "/Filter": Name.CCITTFaxDecode,
                       "/DecodeParms": parameters} | ({"/Decode": Array([1, 0])} if is_white_one != black else {}))
    for mode in ("L", "RGB"):
        file = io.BytesIO()
        page.convert(mode).save(file, "JPEG2000", irreversible=True, quality_mode="rates", quality_layers=[120])
        add(file.getvalue(), {"/Filter": Name.JPXDecode})
    pdf.save(HERE / "codings.pdf", deterministic_id=True)


def broken():
    write("damaged.pdf", b"%PDF-1.7\n" + random.Random(1).randbytes(3000) + b"\nstartxref\n1234\n%%EOF\n")
    scan_pdf("broken-xref.pdf", note("The table of this file points nowhere."))
    good = (HERE / "broken-xref.pdf").read_bytes()
    write("broken-xref.pdf", re.sub(rb"\d{10} 00000 n", lambda at: b"%010d 00000 n" % (int(at[0][:10]) + 37), good))
    page = clean(["The lower half of this picture is lost."] + FILLER[:4], (1165, 500)).convert("1")
    save(page, "truncated.tiff")  # uncompressed: the directory comes first, then the pixels
    for name, source in {"truncated.pdf": "english-scan.pdf", "truncated.jpg": "scan.jpg",
                         "truncated.png": "scan.png", "truncated.tiff": "truncated.tiff"}.items():
        data = (HERE / source).read_bytes()
        write(name, data[:len(data) * 6 // 10])
    write("zero.pdf", b"")
    write("no-pages.pdf", plain_pdf(CATALOG, "<< /Type /Pages /Kids [] /Count 0 >>"))
    write("text-named.pdf", b"This is a plain text file that only has the wrong name.\n")
    write("pdf-named.jpg", (HERE / "digital.pdf").read_bytes())
    write("png-named.pdf", (HERE / "scan.png").read_bytes())
    mail = (b"Received: from scanner.example.org\r\nSubject: Scanned document\r\nTo: office@example.org\r\n"
            b"MIME-Version: 1.0\r\nContent-Type: application/pdf\r\nX-Padding: ")
    write("junk-before.pdf", mail.ljust(196, b"-") + b"\r\n\r\n"
          + digital(["A letter was glued in front of this page."]))
    write("loop.pdf", plain_pdf(
        CATALOG, "<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>", page_object("/Resources << >>"),
        "<< /Type /Pages /Parent 2 0 R /Kids [2 0 R] /Count 1 >>"))
    write("bomb.pdf", bomb())


if __name__ == "__main__":
    pdfmetrics.registerFont(TTFont("Serif", SERIF[0]))
    TiffImagePlugin.WRITE_LIBTIFF = True
    for step in (scans, documents, protected, pictures, codings, vertical, broken):
        step()
