package basalt.bench.engine;

/** The initial values of all scenes. */
public final class Start {
    /** Change of the first coordinate. */
    public static final float DX = 1;
    /** Change of the second coordinate. */
    public static final float DY = -1;
    /** Change of the third coordinate. */
    public static final float DZ = 0.5f;
    /** Number of kinds in the fragmented scene. */
    public static final int FRAGMENT_KINDS = 26;
    /** Number of kinds in the swapped scene: AB, ABC, ABCD, ABCE. */
    public static final int SWAPPED_KINDS = 4;
    /** Number of steps for each entity in the heavy scene. */
    private static final int STEPS = 1000;
    /** Number of components of each of the four kinds of the swapped scene: AB, ABC, ABCD, ABCE. */
    private static final int[] SWAPPED = {2, 3, 4, 4};

    private static final int HEALTHS = 100;
    private static final int PLACES = 1024;
    private static final int PERCENT = 100;

    private Start() {}

    public static float x(int entity) {
        return entity;
    }

    public static float y(int entity) {
        return entity + 0.5f;
    }

    public static float z(int entity) {
        return -entity;
    }

    /** Selects that percentage of the entities, pseudo-randomly but always the same. */
    public static boolean moves(int entity, int percent) {
        long mixed = (entity + 1L) * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return Math.floorMod(mixed ^ mixed >>> 31, PERCENT) < percent;
    }

    /** The number of components of an entity of the swapped scene, by its kind. */
    public static int swapped(int kind) {
        return SWAPPED[kind];
    }

    /** The initial value of a component of the swapped scene; each is another one. */
    public static float letter(int entity, int component) {
        return 4 * entity + component;
    }

    /** The initial health of a particle, by its number among all that were spawned. */
    public static int health(int number) {
        return 1 + number % HEALTHS;
    }

    /** The first coordinate of a particle at first, by its number among all that were spawned; the others are 0. */
    public static float spawnX(int number) {
        return number & PLACES - 1;
    }

    /** The initial value of an entity of the heavy scene: between 0 and 1. */
    public static float fraction(int entity) {
        return (1 + entity % PLACES) / (PLACES + 1f);
    }

    /** The work of the heavy scene: many steps, each of which needs the one before; the result is between 0 and 1. */
    public static float compute(float fraction) {
        float x = fraction;
        for (int i = 0; i < STEPS; i++) {
            x = 3.99f * x * (1 - x);
        }
        return x;
    }
}
