// CCITT by libtiff: a TIFF file of one strip is written into memory. For coding the strip's bytes are the stream; for
// decoding the stream's bytes become the strip.
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

#include "PictureShims.h"

struct papertray_fax {
    TIFF *file;
    uint8_t *bytes;
    uint64_t count;
    uint64_t room;
    uint64_t place;
    uint8_t *row;
    size_t row_bytes;
    uint32_t next;
};

// libtiff makes white rows of damaged ones and only says so.
static bool is_damaged;

static void note_damage(const char *module, const char *format, va_list arguments) {
    (void)module;
    (void)format;
    (void)arguments;
    is_damaged = true;
}

static tmsize_t read_bytes(thandle_t handle, void *target, tmsize_t count) {
    papertray_fax *fax = handle;
    if (fax->place >= fax->count) return 0;
    uint64_t left = fax->count - fax->place, wanted = (uint64_t)count < left ? (uint64_t)count : left;
    memcpy(target, fax->bytes + fax->place, wanted);
    fax->place += wanted;
    return (tmsize_t)wanted;
}

static tmsize_t write_bytes(thandle_t handle, void *source, tmsize_t count) {
    papertray_fax *fax = handle;
    uint64_t end = fax->place + (uint64_t)count;
    if (end > fax->room) {
        uint64_t room = end * 2 + 4096;
        uint8_t *grown = realloc(fax->bytes, room);
        if (!grown) return 0;
        memset(grown + fax->room, 0, room - fax->room);
        fax->bytes = grown;
        fax->room = room;
    }
    memcpy(fax->bytes + fax->place, source, (size_t)count);
    fax->place = end;
    if (end > fax->count) fax->count = end;
    return count;
}

static toff_t seek(thandle_t handle, toff_t offset, int origin) {
    papertray_fax *fax = handle;
    fax->place = origin == SEEK_SET ? offset : origin == SEEK_CUR ? fax->place + offset : fax->count + offset;
    return fax->place;
}

static int close_nothing(thandle_t handle) {
    (void)handle;
    return 0;
}

static toff_t size(thandle_t handle) { return ((papertray_fax *)handle)->count; }

static bool open_memory(papertray_fax *fax, const char *mode) {
    fax->file = TIFFClientOpen("memory", mode, fax, read_bytes, write_bytes, seek, close_nothing, size, NULL, NULL);
    return fax->file != NULL;
}

static papertray_fax *new_fax(int width, int height, int compression) {
    papertray_fax *fax = calloc(1, sizeof *fax);
    if (!fax) return NULL;
    TIFFSetErrorHandler(NULL);
    TIFFSetWarningHandler(NULL);
    fax->row_bytes = ((size_t)width + 7) / 8;
    fax->row = malloc(fax->row_bytes);
    if (!fax->row || !open_memory(fax, "wm")) {
        papertray_fax_free(fax);
        return NULL;
    }
    TIFFSetField(fax->file, TIFFTAG_IMAGEWIDTH, (uint32_t)width);
    TIFFSetField(fax->file, TIFFTAG_IMAGELENGTH, (uint32_t)height);
    TIFFSetField(fax->file, TIFFTAG_BITSPERSAMPLE, 1);
    TIFFSetField(fax->file, TIFFTAG_SAMPLESPERPIXEL, 1);
    TIFFSetField(fax->file, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISWHITE);
    TIFFSetField(fax->file, TIFFTAG_FILLORDER, FILLORDER_MSB2LSB);
    TIFFSetField(fax->file, TIFFTAG_COMPRESSION, compression);
    TIFFSetField(fax->file, TIFFTAG_ROWSPERSTRIP, (uint32_t)height);
    return fax;
}

papertray_fax *papertray_fax_new(int width, int height) {
    return new_fax(width, height, COMPRESSION_CCITTFAX4);
}

uint8_t *papertray_fax_decode(const uint8_t *bytes, size_t count, int k, int width, int height) {
    if (width <= 0 || height <= 0) return NULL;
    papertray_fax *fax = new_fax(width, height, k < 0 ? COMPRESSION_CCITTFAX4 : COMPRESSION_CCITTFAX3);
    if (!fax) return NULL;
    if (k > 0) TIFFSetField(fax->file, TIFFTAG_GROUP3OPTIONS, (uint32_t)GROUP3OPT_2DENCODING);
    bool is_ready = TIFFWriteRawStrip(fax->file, 0, (void *)bytes, (tmsize_t)count) == (tmsize_t)count
                    && TIFFWriteDirectory(fax->file);
    TIFFClose(fax->file);
    fax->file = NULL;
    fax->place = 0;
    tmsize_t wanted = (tmsize_t)(fax->row_bytes * (size_t)height);
    uint8_t *rows = NULL;
    if (is_ready && open_memory(fax, "rm")) {
        rows = malloc((size_t)wanted);
        is_damaged = false;
        TIFFSetErrorHandler(note_damage);
        TIFFSetWarningHandler(note_damage);
        bool is_read = rows && TIFFReadEncodedStrip(fax->file, 0, rows, wanted) == wanted;
        TIFFSetErrorHandler(NULL);
        TIFFSetWarningHandler(NULL);
        if (!is_read || is_damaged) {
            free(rows);
            rows = NULL;
        }
    }
    papertray_fax_free(fax);
    return rows;
}

bool papertray_fax_add(papertray_fax *fax, const uint8_t *rows, int count, size_t stride) {
    for (int row = 0; row < count; ++row) {
        const uint8_t *bytes = rows + (size_t)row * stride;
        for (size_t index = 0; index < fax->row_bytes; ++index) fax->row[index] = (uint8_t)~bytes[index];
        if (TIFFWriteScanline(fax->file, fax->row, fax->next++, 0) < 0) return false;
    }
    return true;
}

const uint8_t *papertray_fax_finish(papertray_fax *fax, size_t *count) {
    if (!TIFFFlushData(fax->file)) return NULL;
    uint64_t offset = TIFFGetStrileOffset(fax->file, 0), bytes = TIFFGetStrileByteCount(fax->file, 0);
    if (bytes == 0 || offset + bytes > fax->count) return NULL;
    *count = (size_t)bytes;
    return fax->bytes + offset;
}

void papertray_fax_free(papertray_fax *fax) {
    if (fax->file) TIFFClose(fax->file);
    free(fax->bytes);
    free(fax->row);
    free(fax);
}
