// TIFF frames through libtiff: bilevel frames as packed bits, all others through the RGBA interface in bands, so that
// every compression and photometric interpretation that libtiff knows becomes gray or RGB.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

#include "PictureShims.h"

struct papertray_tiff {
    TIFF *file;
    struct papertray_tiff_frame frame;
    bool inverted;
};

static _Thread_local char last_error[PAPERTRAY_SENTENCE];

static void keep_error(const char *module, const char *format, va_list arguments) {
    (void)module;
    if (last_error[0] == 0) vsnprintf(last_error, sizeof last_error, format, arguments);
}

static void report(char *sentence, const char *otherwise) {
    snprintf(sentence, PAPERTRAY_SENTENCE, "%s", last_error[0] ? last_error : otherwise);
}

static enum papertray_picture_outcome failure(char *sentence, const char *otherwise) {
    report(sentence, otherwise);
    bool short_read = strstr(sentence, "ead error") || strstr(sentence, "EOF") || strstr(sentence, "ot enough data")
                      || strstr(sentence, "beyond end of file") || strstr(sentence, "Seek error")
                      || strstr(sentence, "past end of file");
    return short_read ? PAPERTRAY_PICTURE_INCOMPLETE : PAPERTRAY_PICTURE_DAMAGED;
}

papertray_tiff *papertray_tiff_open(const char *path, char *sentence) {
    TIFFSetErrorHandler(keep_error);
    TIFFSetWarningHandler(NULL);
    last_error[0] = 0;
    // "m" off: a mapped file that shrinks kills the process; "D" would switch strip chopping off.
    TIFF *file = TIFFOpen(path, "rm");
    papertray_tiff *tiff = file ? calloc(1, sizeof *tiff) : NULL;
    if (!tiff) {
        report(sentence, "it has no readable directory");
        if (file) TIFFClose(file);
        return NULL;
    }
    tiff->file = file;
    return tiff;
}

void papertray_tiff_close(papertray_tiff *tiff) {
    TIFFClose(tiff->file);
    free(tiff);
}

int papertray_tiff_count(papertray_tiff *tiff, int limit) {
    int count = 0;
    last_error[0] = 0;
    if (!TIFFSetDirectory(tiff->file, 0)) return 0;
    do { ++count; } while (count <= limit && TIFFReadDirectory(tiff->file));
    return count;
}

static double dots_per_inch(TIFF *file, uint32_t tag, double per_unit) {
    float value = 0;
    if (!TIFFGetField(file, tag, &value)) return 0;
    return value > 0 && value < 1e7f ? value * per_unit : 0;
}

static bool is_gray(TIFF *file, uint16_t photometric, uint16_t samples) {
    if (photometric == PHOTOMETRIC_MINISBLACK || photometric == PHOTOMETRIC_MINISWHITE) return samples <= 2;
    if (photometric != PHOTOMETRIC_PALETTE) return false;
    uint16_t bits = 1, *red, *green, *blue;
    TIFFGetFieldDefaulted(file, TIFFTAG_BITSPERSAMPLE, &bits);
    if (bits > 8 || !TIFFGetField(file, TIFFTAG_COLORMAP, &red, &green, &blue)) return false;
    for (int index = 0; index < 1 << bits; ++index)
        if (red[index] != green[index] || green[index] != blue[index]) return false;
    return true;
}

enum papertray_picture_outcome papertray_tiff_select(
    papertray_tiff *tiff, int index, struct papertray_tiff_frame *frame, char *sentence) {
    TIFF *file = tiff->file;
    last_error[0] = 0;
    if (!TIFFSetDirectory(file, (tdir_t)index)) return failure(sentence, "a directory cannot be read");
    uint16_t bits = 1, samples = 1, photometric = 0, orientation = 1, unit = RESUNIT_INCH, compression = 1;
    memset(&tiff->frame, 0, sizeof tiff->frame);
    TIFFGetField(file, TIFFTAG_IMAGEWIDTH, &tiff->frame.width);
    TIFFGetField(file, TIFFTAG_IMAGELENGTH, &tiff->frame.height);
    TIFFGetFieldDefaulted(file, TIFFTAG_BITSPERSAMPLE, &bits);
    TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLESPERPIXEL, &samples);
    TIFFGetFieldDefaulted(file, TIFFTAG_RESOLUTIONUNIT, &unit);
    TIFFGetFieldDefaulted(file, TIFFTAG_ORIENTATION, &orientation);
    TIFFGetFieldDefaulted(file, TIFFTAG_COMPRESSION, &compression);
    if (!TIFFGetField(file, TIFFTAG_PHOTOMETRIC, &photometric)) photometric = PHOTOMETRIC_MINISWHITE;
    if (tiff->frame.width == 0 || tiff->frame.height == 0) return failure(sentence, "a frame has no size");
    double per_unit = unit == RESUNIT_CENTIMETER ? 2.54 : unit == RESUNIT_INCH ? 1 : 0;
    tiff->frame.horizontal_dpi = dots_per_inch(file, TIFFTAG_XRESOLUTION, per_unit);
    tiff->frame.vertical_dpi = dots_per_inch(file, TIFFTAG_YRESOLUTION, per_unit);
    tiff->frame.orientation = orientation >= 1 && orientation <= 8 ? orientation : 1;
    bool bilevel = bits == 1 && samples == 1 && !TIFFIsTiled(file)
                   && (photometric == PHOTOMETRIC_MINISBLACK || photometric == PHOTOMETRIC_MINISWHITE);
    tiff->inverted = photometric == PHOTOMETRIC_MINISWHITE;
    tiff->frame.bits = bilevel ? 1 : 8;
    tiff->frame.is_fax = bilevel && compression >= COMPRESSION_CCITTRLE && compression <= COMPRESSION_CCITTFAX4;
    tiff->frame.channels = is_gray(file, photometric, samples) ? 1 : 3;
    bool is_plain = (photometric == PHOTOMETRIC_YCBCR && samples == 3)
                    || (photometric == PHOTOMETRIC_MINISBLACK && samples == 1);
    tiff->frame.is_jpeg = compression == COMPRESSION_JPEG && bits == 8 && is_plain && !TIFFIsTiled(file)
                          && TIFFNumberOfStrips(file) == 1;
    *frame = tiff->frame;
    return PAPERTRAY_PICTURE_OK;
}

enum papertray_picture_outcome papertray_tiff_check(papertray_tiff *tiff, uint64_t file_bytes, char *sentence) {
    last_error[0] = 0;
    uint32_t count = TIFFIsTiled(tiff->file) ? TIFFNumberOfTiles(tiff->file) : TIFFNumberOfStrips(tiff->file);
    for (uint32_t index = 0; index < count; ++index) {
        uint64_t offset = TIFFGetStrileOffset(tiff->file, index), bytes = TIFFGetStrileByteCount(tiff->file, index);
        if (bytes == 0 || (offset <= file_bytes && bytes <= file_bytes - offset)) continue;
        snprintf(sentence, PAPERTRAY_SENTENCE, "strip %u of %u lies behind the end of the file", index + 1, count);
        return PAPERTRAY_PICTURE_INCOMPLETE;
    }
    return PAPERTRAY_PICTURE_OK;
}

uint8_t *papertray_tiff_jpeg(papertray_tiff *tiff, size_t *count) {
    uint32_t table_bytes = 0;
    uint8_t *tables = NULL;
    uint64_t strip_bytes = TIFFGetStrileByteCount(tiff->file, 0);
    if (!TIFFGetField(tiff->file, TIFFTAG_JPEGTABLES, &table_bytes, &tables) || table_bytes < 4) table_bytes = 2;
    if (strip_bytes < 4 || strip_bytes > UINT32_MAX) return NULL;
    // The tables stand between their own SOI and EOI; those markers go, and so does the strip's SOI.
    size_t kept = table_bytes - 2;
    uint8_t *bytes = malloc(kept + strip_bytes + 2);
    uint8_t *strip = bytes ? bytes + kept : NULL;
    if (!bytes || TIFFReadRawStrip(tiff->file, 0, strip, (tmsize_t)strip_bytes) != (tmsize_t)strip_bytes
        || strip[0] != 0xFF || strip[1] != 0xD8) {
        free(bytes);
        return NULL;
    }
    if (kept) {
        memmove(strip, strip + 2, (size_t)strip_bytes - 2);
        memcpy(bytes, tables, kept);
        strip_bytes -= 2;
    }
    *count = kept + (size_t)strip_bytes;
    return bytes;
}

static enum papertray_picture_outcome read_bilevel(
    papertray_tiff *tiff, papertray_take_rows take, void *context, char *sentence) {
    size_t stride = (size_t)TIFFScanlineSize(tiff->file), needed = (tiff->frame.width + 7) / 8;
    if (stride < needed) return failure(sentence, "a row is too short");
    uint8_t *row = malloc(stride);
    if (!row) return failure(sentence, "there is no memory for a row");
    enum papertray_picture_outcome outcome = PAPERTRAY_PICTURE_OK;
    for (uint32_t y = 0; y < tiff->frame.height && outcome == PAPERTRAY_PICTURE_OK; ++y) {
        if (TIFFReadScanline(tiff->file, row, y, 0) < 0) outcome = failure(sentence, "a row cannot be decoded");
        else if (tiff->inverted)
            for (size_t index = 0; index < stride; ++index) row[index] = (uint8_t)~row[index];
        if (outcome == PAPERTRAY_PICTURE_OK && !take(context, row, 1, needed)) outcome = PAPERTRAY_PICTURE_STOPPED;
    }
    free(row);
    return outcome;
}

/// One band of RGBA pixels, premultiplied, onto white.
static void blend(const uint32_t *pixels, uint8_t *bytes, size_t count, int channels) {
    for (size_t index = 0; index < count; ++index) {
        uint32_t pixel = pixels[index];
        unsigned paper = 255 - TIFFGetA(pixel);
        unsigned values[3] = {TIFFGetR(pixel) + paper, TIFFGetG(pixel) + paper, TIFFGetB(pixel) + paper};
        for (int channel = 0; channel < channels; ++channel)
            bytes[index * (size_t)channels + (size_t)channel] = (uint8_t)(values[channel] > 255 ? 255 : values[channel]);
    }
}

static uint32_t rows_per_band(TIFF *file, uint32_t height) {
    uint32_t rows = 0;
    TIFFGetFieldDefaulted(file, TIFFIsTiled(file) ? TIFFTAG_TILELENGTH : TIFFTAG_ROWSPERSTRIP, &rows);
    if (rows == 0 || rows > height) rows = height;
    while (rows < 64 && rows < height) rows *= 2;
    return rows < height ? rows : height;
}

static enum papertray_picture_outcome read_colour(
    papertray_tiff *tiff, papertray_take_rows take, void *context, char *sentence) {
    TIFFRGBAImage image;
    char reason[1024] = "";
    if (!TIFFRGBAImageOK(tiff->file, reason) || !TIFFRGBAImageBegin(&image, tiff->file, 1, reason)) {
        snprintf(sentence, PAPERTRAY_SENTENCE, "%s", reason);
        return PAPERTRAY_PICTURE_UNSUPPORTED;
    }
    // The page's matrix turns the picture; here rows stay as stored.
    image.orientation = image.req_orientation = ORIENTATION_TOPLEFT;
    uint32_t width = tiff->frame.width, height = tiff->frame.height, band = rows_per_band(tiff->file, height);
    size_t stride = (size_t)width * (size_t)tiff->frame.channels;
    uint32_t *pixels = malloc((size_t)width * band * 4);
    uint8_t *bytes = malloc(stride * band);
    enum papertray_picture_outcome outcome =
        pixels && bytes ? PAPERTRAY_PICTURE_OK : failure(sentence, "there is no memory for a band");
    for (uint32_t y = 0; y < height && outcome == PAPERTRAY_PICTURE_OK; y += band) {
        uint32_t rows = height - y < band ? height - y : band;
        image.row_offset = (int)y;
        image.col_offset = 0;
        if (!TIFFRGBAImageGet(&image, pixels, width, rows)) outcome = failure(sentence, "rows cannot be decoded");
        if (outcome != PAPERTRAY_PICTURE_OK) break;
        blend(pixels, bytes, (size_t)width * rows, tiff->frame.channels);
        if (!take(context, bytes, (int)rows, stride)) outcome = PAPERTRAY_PICTURE_STOPPED;
    }
    free(pixels);
    free(bytes);
    TIFFRGBAImageEnd(&image);
    return outcome;
}

enum papertray_picture_outcome papertray_tiff_read(
    papertray_tiff *tiff, papertray_take_rows take, void *context, char *sentence) {
    last_error[0] = 0;
    return tiff->frame.bits == 1 ? read_bilevel(tiff, take, context, sentence)
                                 : read_colour(tiff, take, context, sentence);
}
