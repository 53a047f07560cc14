/*
 * The systems of basalt.bench.seven as a function of a library, over an array for each field. Compiled at run time with
 * -O3 -march=native and flags under which results are those of Java, and called by the benchmark, which checks them.
 */
#include <stdint.h>

enum { NPC, MONSTER, HERO };
enum { SPAWN, DEAD, ALIVE };
enum { WIDTH = 320, HEIGHT = 240 };

/* Entities from one, inclusive, to another, exclusive: of a list, or all if there is none. */
struct run {
    const int32_t *list;
    int64_t from, to;
};

struct system {
    int64_t count;
    const struct run *runs;
};

struct game {
    float *x, *y, *dx, *dy;
    int32_t *thingy;
    double *dingy;
    int8_t *mingy;
    int32_t *numgy, *seed;
    int8_t *kind;
    int32_t *hp, *most;
    int8_t *status;
    int32_t *attack, *defence;
    int8_t *character;
    int8_t *screen;
    struct system systems[7];
};

/* So that a list is one argument. */
#define LIST(...) __VA_ARGS__

#define SYSTEM(NAME, PARAMETERS, ARGUMENTS, BODY) \
    __attribute__((noinline)) static void NAME##_all(int64_t from, int64_t to, float dt, PARAMETERS) { \
        for (int64_t i = from; i < to; i++) { \
            BODY \
        } \
    } \
    __attribute__((noinline)) static void NAME##_some( \
            const int32_t *restrict list, int64_t to, float dt, PARAMETERS) { \
        for (int64_t k = 0; k < to; k++) { \
            int64_t i = list[k]; \
            BODY \
        } \
    } \
    static void NAME(const struct game *g, const struct system *system, float dt) { \
        for (const struct run *run = system->runs; run < system->runs + system->count; run++) { \
            if (run->list) { \
                NAME##_some(run->list, run->to, dt, ARGUMENTS); \
            } else { \
                NAME##_all(run->from, run->to, dt, ARGUMENTS); \
            } \
        } \
    }

static inline int32_t next(int32_t state) {
    uint32_t s = (uint32_t) state;
    s ^= s << 13;
    s ^= s >> 17;
    return (int32_t) (s ^ s << 5);
}

static inline int32_t below(int32_t state, uint32_t bound) {
    return (int32_t) (((uint32_t) state >> 16) * bound >> 16);
}

static inline float steep(int32_t state) {
    return (float) (below(state, 17) - 7);
}

static inline float flat(int32_t state) {
    return (float) below(state, 6);
}

SYSTEM(
        move,
        LIST(float *restrict x, float *restrict y, const float *restrict dx, const float *restrict dy),
        LIST(g->x, g->y, g->dx, g->dy),
        {
            x[i] += dx[i] * dt;
            y[i] += dy[i] * dt;
        })

SYSTEM(
        data,
        LIST(
                int32_t *restrict thingy, double *restrict dingy, int8_t *restrict mingy, int32_t *restrict numgy,
                int32_t *restrict seed),
        LIST(g->thingy, g->dingy, g->mingy, g->numgy, g->seed),
        {
            thingy[i] = (thingy[i] + 1) % 1000000;
            dingy[i] += 0.0001 * dt;
            mingy[i] = !mingy[i];
            seed[i] = next(seed[i]);
            numgy[i] = (int32_t) ((uint32_t) seed[i] * 0x9E3779BBu);
        })

SYSTEM(
        turn,
        LIST(
                const float *restrict x, const float *restrict y, float *restrict dx, float *restrict dy,
                const int32_t *restrict thingy, int32_t *restrict seed),
        LIST(g->x, g->y, g->dx, g->dy, g->thingy, g->seed),
        {
            if (thingy[i] % 10 == 0) {
                int32_t first = next(seed[i]);
                int32_t second = next(first);
                if (x[i] > y[i]) {
                    dx[i] = steep(first);
                    dy[i] = flat(second);
                } else {
                    dx[i] = flat(first);
                    dy[i] = steep(second);
                }
                seed[i] = second;
            }
        })

SYSTEM(
        live,
        LIST(int32_t *restrict hp, const int32_t *restrict most, int8_t *restrict status),
        LIST(g->hp, g->most, g->status),
        {
            if (hp[i] <= 0 && status[i] != DEAD) {
                hp[i] = 0;
                status[i] = DEAD;
            } else if (status[i] == DEAD && hp[i] == 0) {
                hp[i] = most[i];
                status[i] = SPAWN;
            } else if (hp[i] >= most[i] && status[i] != ALIVE) {
                hp[i] = most[i];
                status[i] = ALIVE;
            } else {
                status[i] = ALIVE;
            }
        })

SYSTEM(
        damage,
        LIST(int32_t *restrict hp, const int32_t *restrict attack, const int32_t *restrict defence),
        LIST(g->hp, g->attack, g->defence),
        {
            int32_t points = attack[i] - defence[i];
            if (hp[i] > 0 && points > 0) {
                int32_t left = hp[i] - points;
                hp[i] = left > 0 ? left : 0;
            }
        })

SYSTEM(
        sprite,
        LIST(int8_t *restrict character, const int8_t *restrict kind, const int8_t *restrict status),
        LIST(g->character, g->kind, g->status),
        {
            int8_t alive = kind[i] == HERO ? '@' : kind[i] == MONSTER ? 'k' : 'h';
            character[i] = status[i] == ALIVE ? alive : status[i] == DEAD ? '|' : '_';
        })

SYSTEM(
        render,
        LIST(
                const float *restrict x, const float *restrict y, const int8_t *restrict character,
                int8_t *restrict screen),
        LIST(g->x, g->y, g->character, g->screen),
        {
            int32_t column = (int32_t) x[i];
            int32_t line = (int32_t) y[i];
            if (line >= 0 && line < HEIGHT && column >= 0 && column < WIDTH) {
                screen[column + line * WIDTH] = character[i];
            }
        })

void tick(const struct game *g, float dt) {
    move(g, &g->systems[0], dt);
    data(g, &g->systems[1], dt);
    turn(g, &g->systems[2], dt);
    live(g, &g->systems[3], dt);
    damage(g, &g->systems[4], dt);
    sprite(g, &g->systems[5], dt);
    render(g, &g->systems[6], dt);
}
