// The kernels for processors with AVX-512 VNNI: four inputs per multiplication. The instruction takes activations
// without a sign, so they are moved up by 128 and the bias makes good for that.
#if defined(__x86_64__)
#include <immintrin.h>
#include <stdint.h>

#pragma clang attribute push(                                                                                    \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vnni"))), apply_to = function)

#define NAME(word) avx512_##word
#define LANES 16
#define TILE 6
#define MATRICES 4
#define GROUP 4
typedef uint8_t activation;
typedef __m512i spread;
typedef __m512i factor;
typedef int32_t sum16 __attribute__((vector_size(64)));

static inline __attribute__((always_inline)) spread widen(const uint8_t *from) {
    int32_t four;
    __builtin_memcpy(&four, from, sizeof four);
    return _mm512_set1_epi32(four);
}

static inline __attribute__((always_inline)) factor unpack(const int8_t *weights) {
    return _mm512_loadu_si512(weights);
}

static inline __attribute__((always_inline)) sum16 multiply(sum16 sum, factor weights, spread input) {
    return (sum16)_mm512_dpbusd_epi32((__m512i)sum, input, weights);
}

static inline void prepare(const int8_t *from, int count, uint8_t *to) {
    for (int index = 0; index < count; ++index) to[index] = (uint8_t)from[index] ^ 0x80;
}

static inline int32_t correction(const int8_t *weights, int count) {
    int32_t sum = 0;
    for (int index = 0; index < count; ++index) sum += weights[index];
    return -128 * sum;
}

#include "Kernels.h"

#pragma clang attribute pop
#endif
