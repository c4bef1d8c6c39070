// zlib streams in pieces: rows in, with PNG's Paeth filter where it helps, and a counting inflater.
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "PictureShims.h"

enum { PIECE = 1 << 16, PAETH = 4 };

struct papertray_deflater {
    z_stream stream;
    size_t row_bytes;
    size_t distance;
    uint8_t *previous;
    uint8_t *filtered;
    papertray_take_bytes take;
    void *context;
    uint8_t piece[PIECE];
};

papertray_deflater *papertray_deflater_new(
    size_t row_bytes, int predictor_distance, papertray_take_bytes take, void *context) {
    papertray_deflater *deflater = calloc(1, sizeof *deflater);
    if (!deflater) return NULL;
    deflater->row_bytes = row_bytes;
    deflater->distance = (size_t)predictor_distance;
    deflater->take = take;
    deflater->context = context;
    deflater->previous = calloc(1, row_bytes + 1);
    deflater->filtered = malloc(row_bytes + 1);
    if (!deflater->previous || !deflater->filtered || deflateInit(&deflater->stream, 6) != Z_OK) {
        free(deflater->previous);
        free(deflater->filtered);
        free(deflater);
        return NULL;
    }
    return deflater;
}

static bool run(papertray_deflater *deflater, const uint8_t *bytes, size_t count, int flush) {
    deflater->stream.next_in = (Bytef *)bytes;
    deflater->stream.avail_in = (uInt)count;
    do {
        deflater->stream.next_out = deflater->piece;
        deflater->stream.avail_out = PIECE;
        if (deflate(&deflater->stream, flush) == Z_STREAM_ERROR) return false;
        size_t made = PIECE - deflater->stream.avail_out;
        if (made && !deflater->take(deflater->context, deflater->piece, made)) return false;
    } while (deflater->stream.avail_out == 0);
    return true;
}

static uint8_t paeth(int left, int above, int corner) {
    int estimate = left + above - corner;
    int to_left = abs(estimate - left), to_above = abs(estimate - above), to_corner = abs(estimate - corner);
    if (to_left <= to_above && to_left <= to_corner) return (uint8_t)left;
    return (uint8_t)(to_above <= to_corner ? above : corner);
}

static bool add_filtered(papertray_deflater *deflater, const uint8_t *row) {
    size_t distance = deflater->distance;
    deflater->filtered[0] = PAETH;
    for (size_t index = 0; index < deflater->row_bytes; ++index) {
        int left = index >= distance ? row[index - distance] : 0;
        int corner = index >= distance ? deflater->previous[index - distance] : 0;
        deflater->filtered[index + 1] = (uint8_t)(row[index] - paeth(left, deflater->previous[index], corner));
    }
    memcpy(deflater->previous, row, deflater->row_bytes);
    return run(deflater, deflater->filtered, deflater->row_bytes + 1, Z_NO_FLUSH);
}

bool papertray_deflater_add(papertray_deflater *deflater, const uint8_t *rows, int count, size_t stride) {
    for (int row = 0; row < count; ++row) {
        const uint8_t *bytes = rows + (size_t)row * stride;
        if (deflater->distance ? !add_filtered(deflater, bytes) : !run(deflater, bytes, deflater->row_bytes, Z_NO_FLUSH))
            return false;
    }
    return true;
}

bool papertray_deflater_finish(papertray_deflater *deflater) { return run(deflater, NULL, 0, Z_FINISH); }

void papertray_deflater_free(papertray_deflater *deflater) {
    deflateEnd(&deflater->stream);
    free(deflater->previous);
    free(deflater->filtered);
    free(deflater);
}

struct papertray_inflater {
    z_stream stream;
    uint64_t count;
    bool ended;
    uint8_t piece[PIECE];
};

papertray_inflater *papertray_inflater_new(void) {
    papertray_inflater *inflater = calloc(1, sizeof *inflater);
    if (inflater && inflateInit(&inflater->stream) == Z_OK) return inflater;
    free(inflater);
    return NULL;
}

bool papertray_inflater_add(papertray_inflater *inflater, const uint8_t *bytes, size_t count, uint64_t limit) {
    inflater->stream.next_in = (Bytef *)bytes;
    inflater->stream.avail_in = (uInt)count;
    while (!inflater->ended) {
        inflater->stream.next_out = inflater->piece;
        inflater->stream.avail_out = PIECE;
        int status = inflate(&inflater->stream, Z_NO_FLUSH);
        inflater->count += PIECE - inflater->stream.avail_out;
        if (status == Z_STREAM_END) inflater->ended = true;
        else if (status == Z_BUF_ERROR || (status == Z_OK && inflater->stream.avail_out != 0)) break;
        else if (status != Z_OK) return false;
        if (inflater->count > limit) break;
    }
    return true;
}

uint64_t papertray_inflater_count(const papertray_inflater *inflater, bool *ended) {
    *ended = inflater->ended;
    return inflater->count;
}

void papertray_inflater_free(papertray_inflater *inflater) {
    inflateEnd(&inflater->stream);
    free(inflater);
}

void papertray_free(void *memory) { free(memory); }

uint8_t *papertray_inflate(const uint8_t *bytes, size_t count, size_t limit, size_t *made) {
    z_stream stream = {.next_in = (Bytef *)bytes, .avail_in = (uInt)count};
    if (inflateInit(&stream) != Z_OK) return NULL;
    size_t room = count * 4 + 1024 < limit ? count * 4 + 1024 : limit;
    uint8_t *result = malloc(room);
    int status = Z_OK;
    while (result && status == Z_OK) {
        if (stream.total_out == room) {
            size_t more = room * 2 < limit ? room * 2 : limit;
            uint8_t *grown = more > room ? realloc(result, more) : NULL;
            if (!grown) break;
            result = grown;
            room = more;
        }
        stream.next_out = result + stream.total_out;
        stream.avail_out = (uInt)(room - stream.total_out);
        status = inflate(&stream, Z_NO_FLUSH);
    }
    *made = stream.total_out;
    inflateEnd(&stream);
    if (status == Z_STREAM_END) return result;
    free(result);
    return NULL;
}
