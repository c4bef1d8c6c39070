// Vectors of LANES numbers, the functions of neurons on them, and sums of products for several columns at once.

typedef float numbers __attribute__((vector_size(LANES * 4)));
typedef int32_t integers __attribute__((vector_size(LANES * 4)));
typedef int8_t bytes __attribute__((vector_size(LANES)));

#define INLINE static inline __attribute__((always_inline))
#define MOST_INPUTS 1024
#define COLUMNS_AT_ONCE 24

INLINE numbers all(float value) { return value - (numbers){0}; }

INLINE numbers load(const float *from) {
    numbers value;
    memcpy(&value, from, sizeof value);
    return value;
}

INLINE void store(numbers value, float *to) { memcpy(to, &value, sizeof value); }

INLINE numbers larger(numbers a, numbers b) {
    integers choose = a > b;
    return (numbers)(((integers)a & choose) | ((integers)b & ~choose));
}

INLINE numbers smaller(numbers a, numbers b) {
    integers choose = a < b;
    return (numbers)(((integers)a & choose) | ((integers)b & ~choose));
}

// Adding this makes a number of less than 2^22 lose its fraction.
#define ROUNDING 12582912.0f

INLINE numbers exponential(numbers x) {
    numbers count = x * all(1.44269504f) + all(ROUNDING);
    integers power = (integers)count << 23;
    count -= all(ROUNDING);
    x = x - count * all(0.693359375f) - count * all(-2.12194440e-4f);
    numbers sum = all(1.9875691500e-4f);
    sum = sum * x + all(1.3981999507e-3f);
    sum = sum * x + all(8.3334519073e-3f);
    sum = sum * x + all(4.1665795894e-2f);
    sum = sum * x + all(1.6666665459e-1f);
    sum = sum * x + all(5.0000001201e-1f);
    sum = sum * x * x + x + all(1.0f);
    return (numbers)((integers)sum + power);
}

INLINE numbers within(numbers x, float limit) { return smaller(larger(x, all(-limit)), all(limit)); }

INLINE numbers tanh_of(numbers x) {
    numbers power = exponential(within(x, 20) * all(2));
    return (power - all(1)) / (power + all(1));
}

INLINE void quantize(numbers x, int8_t *to) {
    numbers rounded = within(x, 1) * all(127) + all(ROUNDING);
    bytes value = __builtin_convertvector((integers)rounded - (integers)all(ROUNDING), bytes);
    memcpy(to, &value, sizeof value);
}

/// The sums of the rows of MATRICES matrices from `matrix` on, for `columns` columns and LANES units.
INLINE void sums(
    const int8_t *weights, const int32_t *bias, int padded, const activation *const *inputs, int columns, int matrix,
    integers result[TILE][4]) {
    integers held[TILE][MATRICES];
#pragma clang loop unroll(full)
    for (int column = 0; column < columns; ++column) {
#pragma clang loop unroll(full)
        for (int gate = 0; gate < MATRICES; ++gate)
            memcpy(&held[column][gate], bias + (matrix + gate) * LANES, sizeof held[0][0]);
    }
    weights += matrix * LANES * GROUP;
    for (int k = 0; k < padded; k += GROUP) {
        factor factors[MATRICES];
#pragma clang loop unroll(full)
        for (int gate = 0; gate < MATRICES; ++gate) factors[gate] = unpack(weights + gate * LANES * GROUP);
#pragma clang loop unroll(full)
        for (int column = 0; column < columns; ++column) {
            spread input = widen(inputs[column] + k);
#pragma clang loop unroll(full)
            for (int gate = 0; gate < MATRICES; ++gate)
                held[column][gate] = multiply(held[column][gate], factors[gate], input);
        }
        weights += 4 * LANES * GROUP;
    }
#pragma clang loop unroll(full)
    for (int column = 0; column < columns; ++column) {
#pragma clang loop unroll(full)
        for (int gate = 0; gate < MATRICES; ++gate) result[column][matrix + gate] = held[column][gate];
    }
}

INLINE void some_sums(
    const int8_t *weights, const int32_t *bias, int padded, const activation *const *inputs, int columns,
    integers result[TILE][4]) {
    for (int matrix = 0; matrix < 4; matrix += MATRICES) {
        switch (columns) {
            case 1: sums(weights, bias, padded, inputs, 1, matrix, result); break;
            case 2: sums(weights, bias, padded, inputs, 2, matrix, result); break;
#if TILE > 2
            case 3: sums(weights, bias, padded, inputs, 3, matrix, result); break;
            case 4: sums(weights, bias, padded, inputs, 4, matrix, result); break;
            case 5: sums(weights, bias, padded, inputs, 5, matrix, result); break;
            case 6: sums(weights, bias, padded, inputs, 6, matrix, result); break;
#endif
            default: break;
        }
    }
}
