// The kernels for processors with AVX2: weights and activations of 16 bits, two inputs per multiplication, which
// cannot overflow.
#if defined(__x86_64__)
#include <immintrin.h>
#include <stdint.h>

#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)

#define NAME(word) avx2_##word
#define LANES 8
#define TILE 6
#define MATRICES 2
#define GROUP 2
typedef int16_t activation;
typedef __m256i spread;
typedef __m256i factor;
typedef int32_t sum8 __attribute__((vector_size(32)));

static inline __attribute__((always_inline)) spread widen(const int16_t *from) {
    int32_t pair;
    __builtin_memcpy(&pair, from, sizeof pair);
    return _mm256_set1_epi32(pair);
}

static inline __attribute__((always_inline)) factor unpack(const int8_t *weights) {
    return _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)weights));
}

static inline __attribute__((always_inline)) sum8 multiply(sum8 sum, factor weights, spread input) {
    return sum + (sum8)_mm256_madd_epi16(weights, input);
}

static inline void prepare(const int8_t *from, int count, int16_t *to) {
    for (int index = 0; index < count; ++index) to[index] = from[index];
}

static inline int32_t correction(const int8_t *weights, int count) {
    (void)weights;
    (void)count;
    return 0;
}

#include "Kernels.h"

#pragma clang attribute pop
#endif
