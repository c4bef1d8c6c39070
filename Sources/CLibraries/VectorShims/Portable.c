// The kernels for any processor.
#include <stdint.h>

#define NAME(word) portable_##word
#define LANES 4
#define TILE 2
#define MATRICES 4
#define GROUP 1
typedef int16_t activation;
typedef int32_t spread __attribute__((vector_size(16)));
typedef int32_t factor __attribute__((vector_size(16)));
typedef int32_t sum4 __attribute__((vector_size(16)));
typedef int8_t byte4 __attribute__((vector_size(4)));

static inline spread widen(const int16_t *from) { return (spread){*from, *from, *from, *from}; }

static inline factor unpack(const int8_t *weights) {
    byte4 four;
    __builtin_memcpy(&four, weights, sizeof four);
    return __builtin_convertvector(four, factor);
}

static inline sum4 multiply(sum4 sum, factor weights, spread input) { return sum + weights * input; }

static inline void prepare(const int8_t *from, int count, int16_t *to) {
    for (int index = 0; index < count; ++index) to[index] = from[index];
}

static inline int32_t correction(const int8_t *weights, int count) {
    (void)weights;
    (void)count;
    return 0;
}

#include "Kernels.h"
