// The arithmetic of a line-recognition network on 8-bit weights and activations, in vectors. One body of code is
// compiled for several kinds of processor; all kinds give the same results. Activations are 127 for 1.0.
#ifndef VECTOR_SHIMS_H
#define VECTOR_SHIMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum papertray_vector_kind {
    PAPERTRAY_VECTOR_PORTABLE = 0,
    PAPERTRAY_VECTOR_AVX2 = 1,
    PAPERTRAY_VECTOR_AVX512_VNNI = 2,
};

/// Whether this processor has what a kind needs.
bool papertray_vector_has(enum papertray_vector_kind kind);

/// Four weight matrices of the same shape, such as the gates of an LSTM layer, arranged for one kind of processor.
typedef struct papertray_weights papertray_weights;

/// `weights` holds four matrices of `units` rows, each row `inputs` weights and the bias; `scales` 4 x `units` factors,
/// each for one row. NULL without memory.
papertray_weights *papertray_weights_create(
    enum papertray_vector_kind kind, int units, int inputs, const int8_t *weights, const float *scales);
void papertray_weights_free(papertray_weights *weights);

/// The first layers: 3 x 3 windows to 16 features, of which each 3 x 3 keep the largest, then tanh.
/// `weights` has 16 rows of 9 weights (a window goes column by column, each from top to bottom) and the bias.
/// `image` holds `width` + 2 columns of `height` + 2 bytes, with a rim of one around the picture.
/// `features` takes [height / 3][width / 3][16].
void papertray_convolve(
    enum papertray_vector_kind kind, const int8_t *weights, const float *scales, const int8_t *image, int width,
    int height, int8_t *features);

/// One sequence of an LSTM layer: `steps` x inputs in, `steps` x units out.
struct papertray_sequence {
    const int8_t *inputs;
    int8_t *outputs;
    int steps;
};

/// An LSTM layer over sequences ordered from the longest to the shortest; `reversed` runs from the last step to the
/// first. The gates are cell input, input gate, forget gate, output gate. False without memory.
bool papertray_lstm(
    const papertray_weights *weights, const struct papertray_sequence *sequences, int count, bool reversed);

/// An LSTM layer down each column of `rows` x `columns` x inputs; `outputs` takes the last outputs, `columns` x units.
bool papertray_lstm_down(
    const papertray_weights *weights, const int8_t *inputs, int rows, int columns, int8_t *outputs);

enum { PAPERTRAY_CANDIDATES = 6 };

/// The likely codes of one time step, the likeliest first, and the probability of the blank.
struct papertray_frame {
    float blank;
    int32_t count;
    int32_t codes[PAPERTRAY_CANDIDATES];
    float probabilities[PAPERTRAY_CANDIDATES];
};

/// The output layer: four matrices in a row make `classes` logits, then softmax. Codes below `least` are left out.
bool papertray_classify(
    const papertray_weights *weights, const int8_t *inputs, int steps, int classes, int blank, float least,
    struct papertray_frame *frames);

#ifdef __cplusplus
}
#endif

#endif
