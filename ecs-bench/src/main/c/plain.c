/*
 * The bodies of basalt.bench.vectorising.PlainBody as functions of a library, over the columns of Basalt's own blocks
 * and words of match bits. Compiled at run time with -O3 -march=native and flags under which results are those of Java,
 * and called by the benchmark, which checks them.
 *
 * Words whose rows all match are a loop over rows without a test. In other words NAME_bits goes from one set bit to the
 * next, NAME_masks tests the bit of each row, which the compiler makes a mask of a vector.
 */
#include <math.h>
#include <stdint.h>

enum { WORDS = 256, WORD_ROWS = 64, COLUMNS = 6 };

struct block {
    const uint64_t *words;
    void *columns[COLUMNS];
};

#define FULL UINT64_MAX

#define FULL_WORDS(BODY) \
    int32_t end = w + 1; \
    while (end < WORDS && words[end] == FULL) { \
        end++; \
    } \
    for (int32_t i = w * WORD_ROWS; i < end * WORD_ROWS; i++) { \
        BODY \
    } \
    w = end;

#define LOOPS(NAME, PARAMETERS, ARGUMENTS, BODY) \
    __attribute__((noinline)) static void NAME##_bits_of(const uint64_t *restrict words, float dt, PARAMETERS) { \
        for (int32_t w = 0; w < WORDS;) { \
            if (words[w] == FULL) { \
                FULL_WORDS(BODY) \
            } else { \
                for (uint64_t bits = words[w]; bits != 0; bits &= bits - 1) { \
                    int32_t i = w * WORD_ROWS + __builtin_ctzll(bits); \
                    BODY \
                } \
                w++; \
            } \
        } \
    } \
    __attribute__((noinline)) static void NAME##_masks_of(const uint64_t *restrict words, float dt, PARAMETERS) { \
        for (int32_t w = 0; w < WORDS;) { \
            uint64_t bits = words[w]; \
            if (bits == FULL) { \
                FULL_WORDS(BODY) \
            } else { \
                for (int32_t k = 0; bits != 0 && k < WORD_ROWS; k++) { \
                    int32_t i = w * WORD_ROWS + k; \
                    if (bits >> k & 1) { \
                        BODY \
                    } \
                } \
                w++; \
            } \
        } \
    } \
    void NAME##_bits(const struct block *blocks, int32_t count, float dt) { \
        for (const struct block *b = blocks; b < blocks + count; b++) { \
            NAME##_bits_of(b->words, dt, ARGUMENTS); \
        } \
    } \
    void NAME##_masks(const struct block *blocks, int32_t count, float dt) { \
        for (const struct block *b = blocks; b < blocks + count; b++) { \
            NAME##_masks_of(b->words, dt, ARGUMENTS); \
        } \
    }

/* So that a list is one argument of LOOPS. */
#define LIST(...) __VA_ARGS__

static inline float clamp(float v, float low, float high) {
    return v < low ? low : v > high ? high : v;
}

static inline int32_t scrambled(int32_t seed) {
    uint32_t s = (uint32_t) seed;
    s ^= s << 13;
    s ^= s >> 17;
    return (int32_t) (s ^ s << 5);
}

static inline int32_t below(int32_t random, int32_t n) {
    return (int32_t) (((uint32_t) random >> 16) * (uint32_t) n >> 16);
}

LOOPS(
        move,
        LIST(float *restrict x, float *restrict y, const float *restrict dx, const float *restrict dy),
        LIST(b->columns[0], b->columns[1], b->columns[2], b->columns[3]),
        {
            x[i] += dx[i] * dt;
            y[i] += dy[i] * dt;
        })

LOOPS(
        bounce,
        LIST(float *restrict x, float *restrict y, float *restrict dx, float *restrict dy),
        LIST(b->columns[0], b->columns[1], b->columns[2], b->columns[3]),
        {
            float toX = x[i] + dx[i] * dt;
            float toY = y[i] + dy[i] * dt;
            if (toX < 0 || toX > 100) {
                dx[i] = -dx[i];
                toX = clamp(toX, 0, 100);
            }
            if (toY < 0 || toY > 100) {
                dy[i] = -dy[i];
                toY = clamp(toY, 0, 100);
            }
            x[i] = toX;
            y[i] = toY;
        })

LOOPS(
        damage,
        LIST(
                int32_t *restrict hp, const int32_t *restrict attack, const int8_t *restrict defence,
                int8_t *restrict state),
        LIST(b->columns[0], b->columns[1], b->columns[2], b->columns[3]),
        {
            int32_t left = hp[i];
            if (left > 0) {
                int32_t damage = attack[i] - defence[i];
                left -= damage > 0 ? damage : 0;
                hp[i] = left;
                if (left <= 0) {
                    state[i] = 2;
                }
            }
        })

LOOPS(
        cooldown,
        LIST(float *restrict left, const float *restrict period, int8_t *restrict fired),
        LIST(b->columns[0], b->columns[1], b->columns[2]),
        {
            float t = left[i] - dt;
            if (t <= 0) {
                t += period[i];
                fired[i] = 1;
            }
            left[i] = t;
        })

LOOPS(
        remainders,
        LIST(
                const int32_t *restrict thingy, int32_t *restrict seed, const float *restrict x,
                const float *restrict y, float *restrict dx, float *restrict dy),
        LIST(b->columns[0], b->columns[1], b->columns[2], b->columns[3], b->columns[4], b->columns[5]),
        {
            if (thingy[i] % 10 == 0) {
                int32_t first = scrambled(seed[i]);
                int32_t second = first * 31;
                if (x[i] > y[i]) {
                    dx[i] = (float) (below(first, 16) - 7);
                    dy[i] = (float) below(second, 10);
                } else {
                    dx[i] = (float) below(first, 10);
                    dy[i] = (float) (below(second, 16) - 7);
                }
                seed[i] = first;
            }
        })

LOOPS(
        normalise,
        LIST(float *restrict dx, float *restrict dy),
        LIST(b->columns[0], b->columns[1]),
        {
            float length = sqrtf(dx[i] * dx[i] + dy[i] * dy[i]);
            if (length > 0) {
                dx[i] /= length;
                dy[i] /= length;
            }
        })

LOOPS(
        ramp,
        LIST(const float *restrict heat, int8_t *restrict red, int8_t *restrict green, int8_t *restrict blue),
        LIST(b->columns[0], b->columns[1], b->columns[2], b->columns[3]),
        {
            float t = clamp((heat[i] - 20) / 80, 0, 1);
            float r = t < 0.5f ? 0 : (t - 0.5f) * 2;
            float g = t < 0.5f ? t * 2 : (1 - t) * 2;
            float l = t < 0.25f ? 1 : t < 0.5f ? 2 - t * 4 : 0;
            red[i] = (int8_t) (int32_t) (255 * r);
            green[i] = (int8_t) (int32_t) (255 * g);
            blue[i] = (int8_t) (int32_t) (255 * l);
        })

LOOPS(
        counter,
        LIST(int32_t *restrict count, int8_t *restrict up),
        LIST(b->columns[0], b->columns[1]),
        {
            int32_t n = count[i];
            if (up[i]) {
                n++;
                if (n >= 100) {
                    n = 100;
                    up[i] = 0;
                }
            } else {
                n--;
                if (n <= 0) {
                    n = 0;
                    up[i] = 1;
                }
            }
            count[i] = n;
        })

LOOPS(
        data,
        LIST(int32_t *restrict thingy, double *restrict dingy, int8_t *restrict mingy, int32_t *restrict numgy),
        LIST(b->columns[0], b->columns[1], b->columns[2], b->columns[3]),
        {
            int32_t next = (thingy[i] + 1) % 1000000;
            thingy[i] = next;
            dingy[i] += 0.0001 * dt;
            mingy[i] = !mingy[i];
            numgy[i] = scrambled(numgy[i]) + (next & 7);
        })
