/*
 * The scenes of basalt.bench.engine as loops over arrays, as functions of a library: a bound for the speed of the
 * machine. Compiled at run time with -O3 -march=native, and called by the benchmarks, which check the results.
 */
#include <stdint.h>

void move_all(
        float *restrict x, float *restrict y, float *restrict z,
        const float *restrict dx, const float *restrict dy, const float *restrict dz, int32_t n) {
    for (int32_t i = 0; i < n; i++) {
        x[i] += dx[i];
        y[i] += dy[i];
        z[i] += dz[i];
    }
}

void move_some(
        float *restrict x, float *restrict y, float *restrict z,
        const float *restrict dx, const float *restrict dy, const float *restrict dz,
        const int32_t *restrict rows, int32_t n) {
    for (int32_t k = 0; k < n; k++) {
        int32_t i = rows[k];
        x[i] += dx[i];
        y[i] += dy[i];
        z[i] += dz[i];
    }
}

/* fragmented_iter: the common component of all kinds is one array. */
void twice(float *values, int32_t n) {
    for (int32_t i = 0; i < n; i++) {
        values[i] *= 2;
    }
}
