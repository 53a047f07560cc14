/*
 * What basalt.bench.arrange is compared with, as functions of a library: loops over packed arrays, a copy, and a table
 * from handles to rows. Compiled at run time with -O3 -march=native, and called by the benchmarks.
 */
#include <stdint.h>
#include <string.h>

#define NOINLINE __attribute__((noinline))

static NOINLINE void add2(
        float *restrict x, float *restrict y, const float *restrict dx, const float *restrict dy, float dt, int32_t n) {
    for (int32_t i = 0; i < n; i++) {
        x[i] += dx[i] * dt;
        y[i] += dy[i] * dt;
    }
}

static NOINLINE void add3(
        float *restrict x, float *restrict y, float *restrict z,
        const float *restrict dx, const float *restrict dy, const float *restrict dz, float dt, int32_t n) {
    for (int32_t i = 0; i < n; i++) {
        x[i] += dx[i] * dt;
        y[i] += dy[i] * dt;
        z[i] += dz[i] * dt;
    }
}

static float *array(char *arrays, int64_t stride, int number) {
    return (float *) (arrays + number * stride);
}

/* {x, y} += {dx, dy} * dt; the arrays follow one another, stride bytes apart. */
void move2(char *arrays, int64_t stride, float dt, int32_t n) {
    add2(array(arrays, stride, 0), array(arrays, stride, 1), array(arrays, stride, 2), array(arrays, stride, 3), dt, n);
}

/* {x, y, z} += {dx, dy, dz} * dt. */
void move3(char *arrays, int64_t stride, float dt, int32_t n) {
    add3(array(arrays, stride, 0), array(arrays, stride, 1), array(arrays, stride, 2), array(arrays, stride, 3),
         array(arrays, stride, 4), array(arrays, stride, 5), dt, n);
}

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

void copy(char *to, const char *from, int64_t bytes) {
    memcpy(to, from, (size_t) bytes);
}

static NOINLINE void move_array(float *a, const int32_t *from, const int32_t *to, int32_t n) {
    for (int32_t i = 0; i < n; i++) {
        a[to[i]] = a[from[i]];
    }
}

/* Moves rows of six arrays, and of the tables from rows to indices and back. */
void move_rows(char *arrays, int64_t stride, const int32_t *from, const int32_t *to, int32_t *indices, int32_t *rows,
        int32_t n) {
    for (int number = 0; number < 6; number++) {
        move_array(array(arrays, stride, number), from, to, n);
    }
    for (int32_t i = 0; i < n; i++) {
        int32_t index = indices[from[i]];
        indices[to[i]] = index;
        rows[index] = to[i];
    }
}
