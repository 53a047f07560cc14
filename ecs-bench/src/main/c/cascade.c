/*
 * What basalt.bench.cascade is compared with, as functions of a library: the world matrices of a scene, each from its
 * local matrix and that of its parent. Compiled at run time with -O3 -march=native. An array for each field was slower
 * than arrays of structures, above all in random order.
 */
#include <stdint.h>

/* (x, y) becomes (xx * x + xy * y + dx, yx * x + yy * y + dy). */
struct affine {
    float xx, xy, yx, yy, dx, dy;
};

static inline struct affine product(struct affine p, struct affine l) {
    struct affine result = {
        p.xx * l.xx + p.xy * l.yx, p.xx * l.xy + p.xy * l.yy,
        p.yx * l.xx + p.yy * l.yx, p.yx * l.xy + p.yy * l.yy,
        p.xx * l.dx + p.xy * l.dy + p.dx, p.yx * l.dx + p.yy * l.dy + p.dy,
    };
    return result;
}

/* Parents come before their children; the first node is the root. */
void in_order(
        const struct affine *restrict local, struct affine *restrict global, const int32_t *restrict parents,
        int32_t n) {
    global[0] = local[0];
    for (int32_t i = 1; i < n; i++) {
        global[i] = product(global[parents[i]], local[i]);
    }
}

/* Nodes are in any rows; the list of the rows has parents before their children, and the row of each one's parent. */
void by_rows(
        const struct affine *restrict local, struct affine *restrict global, const int32_t *restrict rows,
        const int32_t *restrict parents, int32_t n) {
    global[rows[0]] = local[rows[0]];
    for (int32_t k = 1; k < n; k++) {
        global[rows[k]] = product(global[parents[k]], local[rows[k]]);
    }
}
