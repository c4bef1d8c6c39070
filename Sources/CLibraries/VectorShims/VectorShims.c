// Which kernels run, and the arrangement of weights for them.
#include "VectorShims.h"

#include <stdlib.h>

#include "Weights.h"

#if !defined(__x86_64__)
#define avx2_lstm portable_lstm
#define avx2_lstm_down portable_lstm_down
#define avx2_classify portable_classify
#define avx2_convolve portable_convolve
#define avx512_lstm portable_lstm
#define avx512_lstm_down portable_lstm_down
#define avx512_classify portable_classify
#define avx512_convolve portable_convolve
#endif

#define CHOOSE(kind, word) \
    ((kind) == PAPERTRAY_VECTOR_AVX512_VNNI ? avx512_##word : (kind) == PAPERTRAY_VECTOR_AVX2 ? avx2_##word : portable_##word)

bool papertray_vector_has(enum papertray_vector_kind kind) {
    switch (kind) {
        case PAPERTRAY_VECTOR_PORTABLE: return true;
#if defined(__x86_64__)
        case PAPERTRAY_VECTOR_AVX2: return __builtin_cpu_supports("avx2");
        case PAPERTRAY_VECTOR_AVX512_VNNI:
            return __builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512bw")
                && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#endif
        default: return false;
    }
}

static void arrange(papertray_weights *target, const int8_t *weights, const float *scales) {
    int lanes = target->kind == PAPERTRAY_VECTOR_AVX512_VNNI ? 16 : target->kind == PAPERTRAY_VECTOR_AVX2 ? 8 : 4;
    int group = lanes / 4, units = target->units;
    size_t row = (size_t)target->inputs + 1;
    for (int unit = 0; unit < units; ++unit) {
        int block = unit / lanes, lane = unit % lanes;
        for (int matrix = 0; matrix < 4; ++matrix) {
            const int8_t *from = weights + ((size_t)matrix * (size_t)units + (size_t)unit) * row;
            int8_t *to = target->packed + (size_t)block * 4 * (size_t)lanes * (size_t)target->padded;
            int32_t sum = 0;
            for (int k = 0; k < target->inputs; ++k) {
                to[((k / group * 4 + matrix) * lanes + lane) * group + k % group] = from[k];
                sum += from[k];
            }
            size_t place = ((size_t)block * 4 + (size_t)matrix) * (size_t)lanes + (size_t)lane;
            target->bias[place] = from[target->inputs] * 127 - (lanes == 16 ? 128 * sum : 0);
            target->scales[place] = scales[(size_t)matrix * (size_t)units + (size_t)unit];
        }
    }
}

papertray_weights *papertray_weights_create(
    enum papertray_vector_kind kind, int units, int inputs, const int8_t *weights, const float *scales) {
    if (units <= 0 || units % 16 != 0 || units > 4096 || inputs <= 0 || inputs > 1024 || !papertray_vector_has(kind))
        return NULL;
    papertray_weights *made = calloc(1, sizeof *made);
    if (made == NULL) return NULL;
    int padded = (inputs + 3) / 4 * 4;
    size_t rows = 4 * (size_t)units;
    *made = (papertray_weights){kind, units, inputs, padded, NULL, NULL, NULL};
    // aligned_alloc wants whole lines: 4 x units rows of at least 4 bytes are.
    made->packed = aligned_alloc(64, rows * (size_t)padded);
    made->bias = aligned_alloc(64, rows * sizeof(int32_t));
    made->scales = aligned_alloc(64, rows * sizeof(float));
    if (made->packed == NULL || made->bias == NULL || made->scales == NULL) {
        papertray_weights_free(made);
        return NULL;
    }
    for (size_t index = 0; index < rows * (size_t)padded; ++index) made->packed[index] = 0;
    arrange(made, weights, scales);
    return made;
}

void papertray_weights_free(papertray_weights *weights) {
    if (weights == NULL) return;
    free(weights->packed);
    free(weights->bias);
    free(weights->scales);
    free(weights);
}

void papertray_convolve(
    enum papertray_vector_kind kind, const int8_t *weights, const float *scales, const int8_t *image, int width,
    int height, int8_t *features) {
    CHOOSE(kind, convolve)(weights, scales, image, width, height, features);
}

bool papertray_lstm(
    const papertray_weights *weights, const struct papertray_sequence *sequences, int count, bool reversed) {
    return CHOOSE(weights->kind, lstm)(weights, sequences, count, reversed);
}

bool papertray_lstm_down(
    const papertray_weights *weights, const int8_t *inputs, int rows, int columns, int8_t *outputs) {
    return CHOOSE(weights->kind, lstm_down)(weights, inputs, rows, columns, outputs);
}

bool papertray_classify(
    const papertray_weights *weights, const int8_t *inputs, int steps, int classes, int blank, float least,
    struct papertray_frame *frames) {
    return CHOOSE(weights->kind, classify)(weights, inputs, steps, classes, blank, least, frames);
}
