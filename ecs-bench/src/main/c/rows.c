/*
 * What basalt.bench.arrange is compared with: a table from handles to rows, as a function of a library. Compiled at run
 * time with -O3 -march=native, and called by the benchmark.
 */
#include <stdint.h>

struct slot {
    uint32_t generation;
    uint32_t row;
};

/* The sum of the values of entities by handle: generation << 32 | index of the slot. */
int64_t read_slots(const uint64_t *handles, const struct slot *slots, const float *x, int32_t n) {
    int64_t sum = 0;
    for (int32_t i = 0; i < n; i++) {
        const struct slot *slot = &slots[(uint32_t) handles[i]];
        if (slot->generation == handles[i] >> 32) {
            sum += (int64_t) x[slot->row];
        }
    }
    return sum;
}
