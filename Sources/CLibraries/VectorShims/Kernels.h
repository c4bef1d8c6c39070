// The kernels, written once in vectors of LANES numbers. A file that includes this defines before it:
// NAME(word), LANES, TILE (columns in registers at once), GROUP (inputs per multiplication), `activation` (the widened
// form of an activation), widen() and multiply(). Sums are of integers and floating-point work is never contracted, so
// that every kind of processor gives the same results.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "Weights.h"

#pragma STDC FP_CONTRACT OFF

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

/// The sums of four matrices' rows for `columns` columns and LANES units.
INLINE void sums(
    const int8_t *weights, const int32_t *bias, int padded, const activation *const *inputs, int columns,
    integers result[TILE][4]) {
    integers held[TILE][4];
#pragma clang loop unroll(full)
    for (int column = 0; column < columns; ++column) {
#pragma clang loop unroll(full)
        for (int gate = 0; gate < 4; ++gate) memcpy(&held[column][gate], bias + gate * LANES, sizeof held[0][0]);
    }
    for (int k = 0; k < padded; k += GROUP) {
#pragma clang loop unroll(full)
        for (int column = 0; column < columns; ++column) {
            spread input = widen(inputs[column] + k);
#pragma clang loop unroll(full)
            for (int gate = 0; gate < 4; ++gate)
                held[column][gate] = multiply(held[column][gate], weights + gate * LANES * GROUP, input);
        }
        weights += 4 * LANES * GROUP;
    }
#pragma clang loop unroll(full)
    for (int column = 0; column < columns; ++column) {
#pragma clang loop unroll(full)
        for (int gate = 0; gate < 4; ++gate) result[column][gate] = held[column][gate];
    }
}

INLINE void some_sums(
    const int8_t *weights, const int32_t *bias, int padded, const activation *const *inputs, int columns,
    integers result[TILE][4]) {
    switch (columns) {
        case 1: sums(weights, bias, padded, inputs, 1, result); return;
        case 2: sums(weights, bias, padded, inputs, 2, result); return;
#if TILE > 2
        case 3: sums(weights, bias, padded, inputs, 3, result); return;
#endif
#if TILE > 3
        case 4: sums(weights, bias, padded, inputs, 4, result); return;
        case 5: sums(weights, bias, padded, inputs, 5, result); return;
        case 6: sums(weights, bias, padded, inputs, 6, result); return;
#endif
        default: return;
    }
}

/// The gates' work on one column and LANES units.
INLINE void advance(const integers gates[4], const float *scales, float *state, int8_t *output) {
    numbers sum[4];
#pragma clang loop unroll(full)
    for (int gate = 0; gate < 4; ++gate)
        sum[gate] = __builtin_convertvector(gates[gate], numbers) * load(scales + gate * LANES);
    numbers candidate = exponential(within(sum[0], 20) * all(2));
    numbers admitted = (candidate - all(1)) / ((candidate + all(1)) * (all(1) + exponential(-within(sum[1], 40))));
    numbers kept = load(state) / (all(1) + exponential(-within(sum[2], 40)));
    numbers next = within(kept + admitted, 100);
    store(next, state);
    numbers power = exponential(within(next, 20) * all(2));
    quantize((power - all(1)) / ((power + all(1)) * (all(1) + exponential(-within(sum[3], 40)))), output);
}

struct column {
    const int8_t *input;
    const int8_t *previous;
    int8_t *output;
    float *state;
};

/// One time step of up to COLUMNS_AT_ONCE columns.
static void step(const papertray_weights *weights, const struct column *columns, int count) {
    activation widened[COLUMNS_AT_ONCE][MOST_INPUTS] __attribute__((aligned(64)));
    const activation *inputs[COLUMNS_AT_ONCE];
    int own = weights->inputs - weights->units;
    for (int index = 0; index < count; ++index) {
        prepare(columns[index].input, own, widened[index]);
        prepare(columns[index].previous, weights->units, widened[index] + own);
        inputs[index] = widened[index];
    }
    const int8_t *matrix = weights->packed;
    const int32_t *bias = weights->bias;
    const float *scales = weights->scales;
    for (int unit = 0; unit < weights->units; unit += LANES) {
        for (int first = 0; first < count; first += TILE) {
            int width = count - first < TILE ? count - first : TILE;
            integers gates[TILE][4];
            some_sums(matrix, bias, weights->padded, inputs + first, width, gates);
            for (int index = 0; index < width; ++index) {
                const struct column *column = columns + first + index;
                advance(gates[index], scales, column->state + unit, column->output + unit);
            }
        }
        matrix += 4 * LANES * weights->padded;
        bias += 4 * LANES;
        scales += 4 * LANES;
    }
}

bool NAME(lstm)(
    const papertray_weights *weights, const struct papertray_sequence *sequences, int count, bool reversed) {
    int units = weights->units, own = weights->inputs - units;
    float *states = calloc((size_t)units * COLUMNS_AT_ONCE, sizeof *states);
    int8_t *nothing = calloc((size_t)units, 1);
    struct column columns[COLUMNS_AT_ONCE];
    bool done = states != NULL && nothing != NULL;
    for (int first = 0; done && first < count; first += COLUMNS_AT_ONCE) {
        int width = count - first < COLUMNS_AT_ONCE ? count - first : COLUMNS_AT_ONCE;
        const struct papertray_sequence *some = sequences + first;
        memset(states, 0, (size_t)units * COLUMNS_AT_ONCE * sizeof *states);
        for (int time = 0; time < some[0].steps; ++time) {
            while (some[width - 1].steps <= time) --width;
            for (int index = 0; index < width; ++index) {
                ptrdiff_t now = reversed ? some[index].steps - 1 - time : time, before = reversed ? now + 1 : now - 1;
                columns[index].input = some[index].inputs + now * own;
                columns[index].previous = time == 0 ? nothing : some[index].outputs + before * units;
                columns[index].output = some[index].outputs + now * units;
                columns[index].state = states + (ptrdiff_t)index * units;
            }
            step(weights, columns, width);
        }
    }
    free(states);
    free(nothing);
    return done;
}

bool NAME(lstm_down)(const papertray_weights *weights, const int8_t *inputs, int rows, int columns, int8_t *outputs) {
    int units = weights->units, own = weights->inputs - units;
    float *states = calloc((size_t)units * COLUMNS_AT_ONCE, sizeof *states);
    int8_t *last = calloc((size_t)units * COLUMNS_AT_ONCE * 2, 1);
    struct column some[COLUMNS_AT_ONCE];
    bool done = states != NULL && last != NULL;
    for (int first = 0; done && first < columns; first += COLUMNS_AT_ONCE) {
        int width = columns - first < COLUMNS_AT_ONCE ? columns - first : COLUMNS_AT_ONCE;
        memset(states, 0, (size_t)units * COLUMNS_AT_ONCE * sizeof *states);
        memset(last, 0, (size_t)units * COLUMNS_AT_ONCE * 2);
        for (int row = 0; row < rows; ++row) {
            // Two buffers take turns, since a step reads what the one before it wrote.
            int8_t *from = last + (row & 1) * (ptrdiff_t)units * COLUMNS_AT_ONCE;
            int8_t *to = last + (~row & 1) * (ptrdiff_t)units * COLUMNS_AT_ONCE;
            for (int index = 0; index < width; ++index) {
                some[index].input = inputs + ((ptrdiff_t)row * columns + first + index) * own;
                some[index].previous = from + (ptrdiff_t)index * units;
                some[index].output = row + 1 == rows ? outputs + (ptrdiff_t)(first + index) * units
                                                     : to + (ptrdiff_t)index * units;
                some[index].state = states + (ptrdiff_t)index * units;
            }
            step(weights, some, width);
        }
    }
    free(states);
    free(last);
    return done;
}

/// Keeps a code among the likeliest, in falling order.
static void propose(struct papertray_frame *frame, int code, float probability) {
    int place = frame->count;
    if (place == PAPERTRAY_CANDIDATES) {
        if (frame->probabilities[--place] >= probability) return;
    } else {
        ++frame->count;
    }
    for (; place > 0 && frame->probabilities[place - 1] < probability; --place) {
        frame->probabilities[place] = frame->probabilities[place - 1];
        frame->codes[place] = frame->codes[place - 1];
    }
    frame->probabilities[place] = probability;
    frame->codes[place] = code;
}

/// Softmax of the logits, and the likeliest of them. Logits from `classes` on are padding.
static void choose(float *logits, int classes, int blank, float least, struct papertray_frame *frame) {
    int padded = (classes + LANES - 1) / LANES * LANES;
    for (int index = classes; index < padded; ++index) logits[index] = -1000;
    float top = logits[0];
    for (int index = 1; index < classes; ++index) top = logits[index] > top ? logits[index] : top;
    // The order of this sum is the same for all kinds: sixteen running sums, joined one by one.
    float partial[16] = {0};
    for (int index = 0; index < padded; index += LANES) {
        numbers power = exponential(larger(load(logits + index) - all(top), all(-80)));
        store(power, logits + index);
        store(load(partial + index % 16) + power, partial + index % 16);
    }
    float total = 0;
    for (int index = 0; index < 16; ++index) total += partial[index];
    memset(frame, 0, sizeof *frame);
    frame->blank = logits[blank] / total;
    for (int index = 0; index < classes; ++index) {
        if (logits[index] >= least * total && index != blank) propose(frame, index, logits[index] / total);
    }
}

bool NAME(classify)(
    const papertray_weights *weights, const int8_t *inputs, int steps, int classes, int blank, float least,
    struct papertray_frame *frames) {
    activation widened[TILE][MOST_INPUTS] __attribute__((aligned(64)));
    const activation *some[TILE];
    int units = weights->units;
    float *logits = malloc((size_t)units * 4 * TILE * sizeof *logits);
    for (int first = 0; logits != NULL && first < steps; first += TILE) {
        int width = steps - first < TILE ? steps - first : TILE;
        for (int index = 0; index < width; ++index) {
            prepare(inputs + (ptrdiff_t)(first + index) * weights->inputs, weights->inputs, widened[index]);
            some[index] = widened[index];
        }
        for (int unit = 0; unit < units; unit += LANES) {
            integers result[TILE][4];
            ptrdiff_t block = (ptrdiff_t)unit * 4;
            some_sums(
                weights->packed + block * weights->padded, weights->bias + block, weights->padded, some, width, result);
            for (int index = 0; index < width; ++index) {
                for (int gate = 0; gate < 4; ++gate)
                    store(
                        __builtin_convertvector(result[index][gate], numbers)
                            * load(weights->scales + block + gate * LANES),
                        logits + (ptrdiff_t)index * units * 4 + gate * units + unit);
            }
        }
        for (int index = 0; index < width; ++index)
            choose(logits + (ptrdiff_t)index * units * 4, classes, blank, least, frames + first + index);
    }
    free(logits);
    return logits != NULL;
}

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
                            sum = multiply(sum, from, widen(input + k));
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
