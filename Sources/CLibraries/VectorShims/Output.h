// The output layer: logits, softmax and the likeliest codes.

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
