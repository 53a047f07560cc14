/*
 * The scenes of basalt.bench.field as loops over arrays in C: a bound for the speed of the machine.
 *
 *     field WORKLOAD ENTITIES [PERCENT]
 *
 * Prints the nanoseconds of one operation, in each batch. Exit code 1: a result is wrong; 2: the arguments are invalid.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BATCHES 15
#define WARMUP_NANOS 500e6
#define BATCH_NANOS 50e6
#define CHECKED_RUNS 3
#define FIELDS 6
#define INVERSIONS 100
#define RADIANS 1.2
/* Offsets the arrays, as arrays that all begin at multiples of 4096 alias each other. */
#define STAGGER_BYTES 320

#define NOINLINE __attribute__((noinline))

static const float DX = 1, DY = -1, DZ = 0.5f;

static int entities;
static int percent = 100;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e9 + time.tv_nsec;
}

static void *allocate(size_t bytes) {
    void *memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (memory == NULL) {
        fprintf(stderr, "field: no memory\n");
        exit(2);
    }
    return memory;
}

static void require(int holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "field: wrong answer: %s\n", what);
        exit(1);
    }
}

/* The same draw as basalt.bench.field.Start.moves. */
static int moves(int entity) {
    uint64_t mixed = (uint64_t) (entity + 1LL) * 0x9E3779B97F4A7C15ULL;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9ULL;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBULL;
    int64_t rest = (int64_t) (mixed ^ mixed >> 31) % 100;
    return (rest < 0 ? rest + 100 : rest) < percent;
}

/* ---- bodies: position and velocity ---- */

static float *field[FIELDS];
static char *block;
static int *movers;
static int moving;

static void open_bodies(void) {
    size_t stride = ((size_t) entities * sizeof(float) + 63) / 64 * 64 + STAGGER_BYTES;
    block = allocate(stride * FIELDS);
    for (int f = 0; f < FIELDS; f++) {
        field[f] = (float *) (block + stride * f);
    }
}

static NOINLINE void fill(
        float *restrict x, float *restrict y, float *restrict z,
        float *restrict dx, float *restrict dy, float *restrict dz, int n) {
    for (int i = 0; i < n; i++) {
        x[i] = (float) i;
        y[i] = (float) i + 0.5f;
        z[i] = (float) -i;
        dx[i] = DX;
        dy[i] = DY;
        dz[i] = DZ;
    }
}

static void fill_bodies(void) {
    fill(field[0], field[1], field[2], field[3], field[4], field[5], entities);
}

static NOINLINE void move_all(
        float *restrict x, float *restrict y, float *restrict z,
        const float *restrict dx, const float *restrict dy, const float *restrict dz, int n) {
    for (int i = 0; i < n; i++) {
        x[i] += dx[i];
        y[i] += dy[i];
        z[i] += dz[i];
    }
}

static NOINLINE void move_some(
        float *restrict x, float *restrict y, float *restrict z,
        const float *restrict dx, const float *restrict dy, const float *restrict dz,
        const int *restrict rows, int n) {
    for (int k = 0; k < n; k++) {
        int i = rows[k];
        x[i] += dx[i];
        y[i] += dy[i];
        z[i] += dz[i];
    }
}

static void build_bodies(void) {
    open_bodies();
    fill_bodies();
    movers = allocate((size_t) entities * sizeof(int));
    for (int i = 0; i < entities; i++) {
        if (moves(i)) {
            movers[moving++] = i;
        }
    }
}

static void move(void) {
    if (moving == entities) {
        move_all(field[0], field[1], field[2], field[3], field[4], field[5], entities);
    } else {
        move_some(field[0], field[1], field[2], field[3], field[4], field[5], movers, moving);
    }
}

static void check_moves(void) {
    fill_bodies();
    for (int run = 0; run < CHECKED_RUNS; run++) {
        move();
    }
    for (int i = 0; i < entities; i++) {
        float x = (float) i, y = (float) i + 0.5f, z = (float) -i;
        for (int run = 0; run < CHECKED_RUNS && moves(i); run++) {
            x += DX;
            y += DY;
            z += DZ;
        }
        require(field[0][i] == x && field[1][i] == y && field[2][i] == z, "position");
    }
}

static void create(void) {
    free(block);
    open_bodies();
    fill_bodies();
}

static void check_create(void) {
    for (int i = 0; i < entities; i++) {
        require(field[0][i] == (float) i && field[2][i] == (float) -i && field[5][i] == DZ, "created values");
    }
}

/* ---- simple_insert: 25 new arrays ---- */

#define INSERTED 25

static float *inserted[INSERTED];

static float first_value(int f) {
    return f < 16 ? f % 5 == 0 : (f - 16) % 3 == 0;
}

static NOINLINE void fill_one(float *restrict values, float value, int n) {
    for (int i = 0; i < n; i++) {
        values[i] = value;
    }
}

static void insert(void) {
    for (int f = 0; f < INSERTED; f++) {
        free(inserted[f]);
    }
    for (int f = 0; f < INSERTED; f++) {
        inserted[f] = allocate((size_t) entities * sizeof(float));
        fill_one(inserted[f], first_value(f), entities);
    }
}

static void check_insert(void) {
    for (int f = 0; f < INSERTED; f++) {
        for (int i = 0; i < entities; i++) {
            require(inserted[f][i] == first_value(f), "inserted values");
        }
    }
}

/* ---- serialize: memcpy of 25 arrays to a buffer, and back ---- */

static char *saved;

static void build_serialize(void) {
    insert();
    saved = allocate((size_t) INSERTED * entities * sizeof(float));
}

static void serialize(void) {
    size_t bytes = (size_t) entities * sizeof(float);
    for (int f = 0; f < INSERTED; f++) {
        memcpy(saved + f * bytes, inserted[f], bytes);
    }
    __asm__ volatile("" ::: "memory");
    for (int f = 0; f < INSERTED; f++) {
        memcpy(inserted[f], saved + f * bytes, bytes);
    }
}

static void check_serialize(void) {
    serialize();
    check_insert();
    require(memcmp(saved, inserted[0], (size_t) entities * sizeof(float)) == 0, "saved bytes");
}

/* ---- fragmented_iter: the common component of 26 kinds is one array ---- */

static float *data;
static int data_count;

static NOINLINE void twice(float *values, int n) {
    for (int i = 0; i < n; i++) {
        values[i] *= 2;
    }
}

static void build_fragments(void) {
    data_count = 26 * entities;
    data = allocate((size_t) data_count * sizeof(float));
    fill_one(data, 1, data_count);
}

static void fragments(void) {
    twice(data, data_count);
}

static void check_fragments(void) {
    fill_one(data, 1, data_count);
    fragments();
    fragments();
    for (int i = 0; i < data_count; i++) {
        require(data[i] == 4, "doubled values");
    }
}

/* ---- schedule: AB, ABC, ABCD, ABCE ---- */

static float *a, *b, *c, *d, *e;

static NOINLINE void swap(float *restrict one, float *restrict other, int n) {
    for (int i = 0; i < n; i++) {
        float value = one[i];
        one[i] = other[i];
        other[i] = value;
    }
}

static void reset_swaps(void) {
    for (int i = 0; i < 4 * entities; i++) {
        a[i] = 4 * i;
        b[i] = 4 * i + 1;
        if (i >= entities) {
            c[i - entities] = 4 * i + 2;
        }
        if (i >= 2 * entities) {
            (i < 3 * entities ? d : e)[i % entities] = 4 * i + 3;
        }
    }
}

static void build_swaps(void) {
    size_t bytes = (size_t) entities * sizeof(float);
    a = allocate(4 * bytes);
    b = allocate(4 * bytes);
    c = allocate(3 * bytes);
    d = allocate(bytes);
    e = allocate(bytes);
    reset_swaps();
}

static void swaps(void) {
    swap(a, b, 4 * entities);
    swap(c + entities, d, entities);
    swap(c + 2 * entities, e, entities);
}

static void check_swaps(void) {
    reset_swaps();
    swaps();
    for (int i = 0; i < 4 * entities; i++) {
        require(a[i] == 4 * i + 1 && b[i] == 4 * i, "swapped A and B");
        if (i >= entities && i < 2 * entities) {
            require(c[i - entities] == 4 * i + 2, "C that stays");
        } else if (i >= 2 * entities) {
            require(c[i - entities] == 4 * i + 3, "swapped C");
            require((i < 3 * entities ? d : e)[i % entities] == 4 * i + 2, "swapped D and E");
        }
    }
}

/* ---- heavy_compute ---- */

static float (*matrices)[16];

static void invert(float *m) {
    float s0 = m[0] * m[5] - m[1] * m[4], s1 = m[0] * m[6] - m[2] * m[4], s2 = m[0] * m[7] - m[3] * m[4];
    float s3 = m[1] * m[6] - m[2] * m[5], s4 = m[1] * m[7] - m[3] * m[5], s5 = m[2] * m[7] - m[3] * m[6];
    float c0 = m[8] * m[13] - m[9] * m[12], c1 = m[8] * m[14] - m[10] * m[12], c2 = m[8] * m[15] - m[11] * m[12];
    float c3 = m[9] * m[14] - m[10] * m[13], c4 = m[9] * m[15] - m[11] * m[13], c5 = m[10] * m[15] - m[11] * m[14];
    float r = 1 / (s0 * c5 - s1 * c4 + s2 * c3 + s3 * c2 - s4 * c1 + s5 * c0);
    float n[16] = {
        (m[5] * c5 - m[6] * c4 + m[7] * c3) * r,     (m[2] * c4 - m[1] * c5 - m[3] * c3) * r,
        (m[13] * s5 - m[14] * s4 + m[15] * s3) * r,  (m[10] * s4 - m[9] * s5 - m[11] * s3) * r,
        (m[6] * c2 - m[4] * c5 - m[7] * c1) * r,     (m[0] * c5 - m[2] * c2 + m[3] * c1) * r,
        (m[14] * s2 - m[12] * s5 - m[15] * s1) * r,  (m[8] * s5 - m[10] * s2 + m[11] * s1) * r,
        (m[4] * c4 - m[5] * c2 + m[7] * c0) * r,     (m[1] * c2 - m[0] * c4 - m[3] * c0) * r,
        (m[12] * s4 - m[13] * s2 + m[15] * s0) * r,  (m[9] * s2 - m[8] * s4 - m[11] * s0) * r,
        (m[5] * c1 - m[4] * c3 - m[6] * c0) * r,     (m[0] * c3 - m[1] * c1 + m[2] * c0) * r,
        (m[13] * s1 - m[12] * s3 - m[14] * s0) * r,  (m[8] * s3 - m[9] * s1 + m[10] * s0) * r,
    };
    memcpy(m, n, sizeof n);
}

static void reset_heavy(void) {
    for (int i = 0; i < entities; i++) {
        for (int k = 0; k < 16; k++) {
            matrices[i][k] = k % 5 == 0;
        }
        matrices[i][5] = matrices[i][10] = (float) cos(RADIANS);
        matrices[i][9] = (float) sin(RADIANS);
        matrices[i][6] = -matrices[i][9];
    }
    fill_bodies();
}

static void build_heavy(void) {
    open_bodies();
    matrices = allocate((size_t) entities * sizeof *matrices);
    reset_heavy();
}

static void heavy(void) {
    float *x = field[0], *y = field[1], *z = field[2];
    for (int i = 0; i < entities; i++) {
        float *m = matrices[i];
        for (int k = 0; k < INVERSIONS; k++) {
            invert(m);
        }
        float px = x[i], py = y[i], pz = z[i];
        x[i] = m[0] * px + m[1] * py + m[2] * pz;
        y[i] = m[4] * px + m[5] * py + m[6] * pz;
        z[i] = m[8] * px + m[9] * py + m[10] * pz;
    }
}

static void check_heavy(void) {
    reset_heavy();
    heavy();
    for (int i = 0; i < entities; i++) {
        double y = i + 0.5, z = -i, tolerance = 1e-3 * (i + 1);
        require(fabs(field[0][i] - i) < tolerance, "x of a turn around x");
        require(fabs(field[1][i] - (cos(RADIANS) * y - sin(RADIANS) * z)) < tolerance, "turned y");
        require(fabs(field[2][i] - (sin(RADIANS) * y + cos(RADIANS) * z)) < tolerance, "turned z");
    }
}

/* ---- particles ---- */

static int *health, *lifetime;
static int particle_count, spawned;

static void spawn(int number) {
    for (int k = 0; k < number; k++) {
        int i = particle_count++;
        field[0][i] = (float) (spawned & 1023);
        field[1][i] = 0;
        field[2][i] = 0;
        field[3][i] = DX;
        field[4][i] = DY;
        field[5][i] = DZ;
        lifetime[i] = 1000;
        health[i] = 1 + spawned % 100;
        spawned++;
    }
}

static void reset_particles(void) {
    particle_count = spawned = 0;
    spawn(entities);
}

static void build_particles(void) {
    open_bodies();
    health = allocate((size_t) entities * sizeof(int));
    lifetime = allocate((size_t) entities * sizeof(int));
    reset_particles();
}

static NOINLINE void hurt(int *points, int n) {
    for (int i = 0; i < n; i++) {
        points[i] -= 1;
    }
}

static void particles(void) {
    int before = particle_count;
    move_all(field[0], field[1], field[2], field[3], field[4], field[5], before);
    hurt(health, before);
    for (int i = before - 1; i >= 0; i--) {
        if (health[i] <= 0) {
            int last = --particle_count;
            for (int f = 0; f < FIELDS; f++) {
                field[f][i] = field[f][last];
            }
            lifetime[i] = lifetime[last];
            health[i] = health[last];
        }
    }
    spawn(before - particle_count);
}

static void check_particles(void) {
    reset_particles();
    for (int tick = 0; tick < 250; tick++) {
        particles();
        require(particle_count == entities, "number of particles");
    }
    for (int i = 0; i < entities; i++) {
        /* Each tick of its life subtracted one from y and added half to z. */
        require(field[2][i] == -field[1][i] / 2 && health[i] > 0 && health[i] <= 100, "particle");
        require(-field[1][i] + health[i] <= 100, "age and health");
    }
}

/* ---- hunt: basalt.bench.field.Hunt; predators come first ---- */

#define NONE (-1)

static int predators, *target, *catchers;
static uint32_t draw;
static long catches;

static uint32_t next_draw(void) {
    draw ^= draw << 13;
    draw ^= draw >> 17;
    draw ^= draw << 5;
    return draw;
}

static float coordinate(float size) {
    return (float) (next_draw() >> 8) * (1.0f / (1 << 24)) * size;
}

static void place_prey(int number) {
    int at = predators + number;
    field[0][at] = coordinate(20);
    field[1][at] = coordinate(20);
    field[3][at] = field[4][at] = 0;
}

static void reset_hunt(void) {
    draw = 0x5EED5EED;
    catches = 0;
    for (int i = 0; i < predators; i++) {
        field[0][i] = coordinate(2);
        field[1][i] = coordinate(2);
        field[3][i] = field[4][i] = 0.05f;
        target[i] = NONE;
    }
    for (int number = 0; number < entities; number++) {
        place_prey(number);
    }
}

static void build_hunt(void) {
    int prey = entities;
    predators = prey < 4 ? 1 : prey / 4;
    entities = predators + prey;
    open_bodies();
    entities = prey;
    target = allocate((size_t) predators * sizeof(int));
    catchers = allocate((size_t) predators * sizeof(int));
    reset_hunt();
}

static NOINLINE void move_flat(
        float *restrict x, float *restrict y, const float *restrict dx, const float *restrict dy, int n) {
    for (int i = 0; i < n; i++) {
        x[i] += dx[i];
        y[i] += dy[i];
    }
}

static NOINLINE int pursue(
        const float *restrict x, const float *restrict y, float *restrict dx, float *restrict dy,
        const int *restrict prey, int *restrict caught) {
    int count = 0;
    for (int i = 0; i < predators; i++) {
        int at = predators + prey[i];
        float to_x = x[at] - x[i];
        float to_y = y[at] - y[i];
        float square = to_x * to_x + to_y * to_y;
        float distance = sqrtf(square);
        if (distance > 1e-4f) {
            dx[i] = to_x / distance * 0.1f;
            dy[i] = to_y / distance * 0.1f;
        }
        if (square <= 0.25f) {
            caught[count++] = i;
        }
    }
    return count;
}

static NOINLINE void release(int *restrict prey, int number) {
    for (int i = 0; i < predators; i++) {
        prey[i] = prey[i] == number ? NONE : prey[i];
    }
}

static void hunt(void) {
    move_flat(field[0], field[1], field[3], field[4], predators + entities);
    for (int i = 0; i < predators; i++) {
        if (target[i] == NONE) {
            target[i] = (int) ((next_draw() >> 1) % (uint32_t) entities);
        }
    }
    int caught = pursue(field[0], field[1], field[3], field[4], target, catchers);
    for (int k = 0; k < caught; k++) {
        int number = target[catchers[k]];
        if (number != NONE) {
            release(target, number);
            place_prey(number);
            catches++;
        }
    }
}

static void check_hunt(void) {
    reset_hunt();
    for (int tick = 0; tick < 600; tick++) {
        hunt();
    }
    require(catches > 0, "nothing was caught");
    for (int i = 0; i < predators; i++) {
        float speed = sqrtf(field[3][i] * field[3][i] + field[4][i] * field[4][i]);
        require(fabsf(speed - 0.1f) < 1e-4f && target[i] >= NONE && target[i] < entities, "predator");
    }
    for (int i = predators; i < predators + entities; i++) {
        require(field[0][i] >= 0 && field[0][i] < 20 && field[3][i] == 0, "prey");
    }
}

/* ---- measuring ---- */

static const struct workload {
    const char *name;
    void (*build)(void);
    void (*run)(void);
    void (*check)(void);
} WORKLOADS[] = {
    {"move", build_bodies, move, check_moves},
    {"create", open_bodies, create, check_create},
    {"insert", insert, insert, check_insert},
    {"serialize", build_serialize, serialize, check_serialize},
    {"fragments", build_fragments, fragments, check_fragments},
    {"swaps", build_swaps, swaps, check_swaps},
    {"heavy", build_heavy, heavy, check_heavy},
    {"particles", build_particles, particles, check_particles},
    {"hunt", build_hunt, hunt, check_hunt},
};

static double batch(void (*run)(void), long runs) {
    double start = now();
    for (long i = 0; i < runs; i++) {
        run();
        __asm__ volatile("" ::: "memory");
    }
    return now() - start;
}

static void measure(void (*run)(void), double *each) {
    long runs = 1;
    double nanos = batch(run, runs);
    for (double spent = nanos; spent < WARMUP_NANOS; spent += nanos) {
        if (nanos < BATCH_NANOS) {
            runs *= 2;
        }
        nanos = batch(run, runs);
    }
    for (int i = 0; i < BATCHES; i++) {
        each[i] = batch(run, runs) / runs;
    }
}

int main(int count, char **arguments) {
    if (count == 3 || count == 4) {
        entities = atoi(arguments[2]);
        percent = count == 4 ? atoi(arguments[3]) : 100;
        for (size_t i = 0; i < sizeof WORKLOADS / sizeof *WORKLOADS; i++) {
            const struct workload *workload = &WORKLOADS[i];
            if (strcmp(workload->name, arguments[1]) == 0 && entities > 0 && percent > 0 && percent <= 100) {
                workload->build();
                double each[BATCHES];
                measure(workload->run, each);
                workload->check();
                for (int batch = 0; batch < BATCHES; batch++) {
                    printf(batch == 0 ? "%.3f" : " %.3f", each[batch]);
                }
                printf("\n");
                return 0;
            }
        }
    }
    fprintf(stderr, "usage: field move|create|insert|serialize|fragments|swaps|heavy|particles|hunt ENTITIES"
                    " [PERCENT]\n");
    return 2;
}
