// Weights as the kernels read them, and the kernels of each kind of processor.
#ifndef WEIGHTS_H
#define WEIGHTS_H

#include "VectorShims.h"

struct papertray_weights {
    enum papertray_vector_kind kind;
    int units;
    int inputs;
    /// Inputs with those that are always zero.
    int padded;
    /// [unit block][group of inputs][matrix][unit][input of the group]
    int8_t *packed;
    /// [unit block][matrix][unit]
    int32_t *bias;
    float *scales;
};

#define DECLARE(kind)                                                                                            \
    bool kind##_lstm(const papertray_weights *, const struct papertray_sequence *, int, bool);                   \
    bool kind##_lstm_down(const papertray_weights *, const int8_t *, int, int, int8_t *);                        \
    bool kind##_classify(                                                                                        \
        const papertray_weights *, const int8_t *, int, int, int, float, struct papertray_frame *);              \
    void kind##_convolve(const int8_t *, const float *, const int8_t *, int, int, int8_t *)

DECLARE(portable);
DECLARE(avx2);
DECLARE(avx512);

#endif
