// LSTM layers, along sequences and down columns.

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
