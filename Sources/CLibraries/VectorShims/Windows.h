// The first layers: windows over the picture and the largest of neighbouring features.

void NAME(convolve)(
    const int8_t *weights, const float *scales, const int8_t *image, int width, int height, int8_t *features) {
    // A window is three columns of three bytes and one that counts for nothing.
    enum { DEPTH = 12, VECTORS = 16 / LANES };
    int8_t packed[16 * DEPTH] __attribute__((aligned(64))) = {0};
    int32_t bias[16] __attribute__((aligned(64)));
    int8_t rows[16 * DEPTH] = {0};
    for (int row = 0; row < 16; ++row) {
        for (int column = 0; column < 3; ++column)
            memcpy(rows + row * DEPTH + column * 4, weights + row * 10 + column * 3, 3);
    }
    for (int block = 0; block < 16; block += LANES) {
        for (int k = 0; k < DEPTH; ++k) {
            for (int lane = 0; lane < LANES; ++lane)
                packed[block * DEPTH + (k / GROUP * LANES + lane) * GROUP + k % GROUP] = rows[(block + lane) * DEPTH + k];
        }
    }
    for (int row = 0; row < 16; ++row) bias[row] = weights[row * 10 + 9] * 127 + correction(rows + row * DEPTH, DEPTH);
    integers held[3 * VECTORS];
    int across = width / 3, down = height / 3, pitch = height + 2;
    activation *prepared = calloc((size_t)(pitch + 4) * 5, sizeof *prepared);
    if (prepared == NULL) {
        memset(features, 0, (size_t)across * (size_t)down * 16);
        return;
    }
    for (int x = 0; x < across; ++x) {
        for (int column = 0; column < 5; ++column)
            prepare(image + (ptrdiff_t)(x * 3 + column) * pitch, pitch, prepared + column * (pitch + 4));
        for (int y = 0; y < down; ++y) {
            for (int vector = 0; vector < VECTORS; ++vector) {
                integers start, most = (integers){0} - 1000000000;
                memcpy(&start, bias + vector * LANES, sizeof start);
#pragma clang loop unroll(full)
                for (int place = 0; place < 9; ++place) {
                    integers sum = start;
                    const int8_t *from = packed + vector * LANES * DEPTH;
#pragma clang loop unroll(full)
                    for (int column = 0; column < 3; ++column) {
                        const activation *input = prepared + (place / 3 + column) * (pitch + 4) + y * 3 + place % 3;
#pragma clang loop unroll(full)
                        for (int k = 0; k < 4; k += GROUP) {
                            sum = multiply(sum, unpack(from), widen(input + k));
                            from += LANES * GROUP;
                        }
                    }
                    integers choose = sum > most;
                    most = (sum & choose) | (most & ~choose);
                }
                held[vector] = most;
            }
            for (int vector = 0; vector < VECTORS; ++vector) {
                numbers sum = __builtin_convertvector(held[vector], numbers) * load(scales + vector * LANES);
                quantize(tanh_of(sum), features + ((ptrdiff_t)y * across + x) * 16 + vector * LANES);
            }
        }
    }
    free(prepared);
}
