/*
 * What basalt.bench.hierarchy is compared with: trees as lists of siblings, by index, in arrays that follow one
 * another. Index 0 is no entity. Compiled at run time with -O3 -march=native, and called by the benchmarks.
 */
#include <stdint.h>

enum { PARENT, DEPTH, FIRST, LAST, NEXT, PREVIOUS, COUNT, GENERATION, FREE, LINKS };

static inline int32_t *link(int32_t *links, int64_t stride, int number) {
    return links + number * stride;
}

#define AT(number, index) link(links, stride, number)[index]

static inline void leave(int32_t *links, int64_t stride, int32_t child) {
    int32_t parent = AT(PARENT, child);
    int32_t previous = AT(PREVIOUS, child);
    int32_t next = AT(NEXT, child);
    if (previous) AT(NEXT, previous) = next; else AT(FIRST, parent) = next;
    if (next) AT(PREVIOUS, next) = previous; else AT(LAST, parent) = previous;
    AT(COUNT, parent)--;
}

/* Makes each child the last one of its parent; it leaves the one that it had. */
void attach(int32_t *links, int64_t stride, const int32_t *children, const int32_t *parents, int32_t n) {
    for (int32_t i = 0; i < n; i++) {
        int32_t child = children[i];
        int32_t parent = parents[i];
        if (AT(PARENT, child)) {
            leave(links, stride, child);
        }
        int32_t last = AT(LAST, parent);
        if (last) AT(NEXT, last) = child; else AT(FIRST, parent) = child;
        AT(LAST, parent) = child;
        AT(PREVIOUS, child) = last;
        AT(NEXT, child) = 0;
        AT(PARENT, child) = parent;
        AT(DEPTH, child) = AT(DEPTH, parent) + 1;
        AT(COUNT, parent)++;
    }
}

/* Frees an entity without a parent and all that is below it: a list of them, level by level; returns their number. */
int32_t destroy(int32_t *links, int64_t stride, int32_t root, int32_t *list) {
    int32_t count = 1;
    list[0] = root;
    for (int32_t i = 0; i < count; i++) {
        for (int32_t child = AT(FIRST, list[i]); child; child = AT(NEXT, child)) {
            list[count++] = child;
        }
    }
    for (int32_t i = count - 1; i >= 0; i--) {
        int32_t index = list[i];
        AT(GENERATION, index)++;
        AT(FREE, index) = AT(FREE, 0);
        AT(FREE, 0) = index;
        AT(PARENT, index) = 0;
        AT(FIRST, index) = 0;
        AT(LAST, index) = 0;
        AT(COUNT, index) = 0;
    }
    return count;
}
