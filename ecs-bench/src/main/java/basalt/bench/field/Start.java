package basalt.bench.field;

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
    /** Number of inversions of each matrix in the heavy scene. */
    public static final int INVERSIONS = 100;
    /** The angle of its matrices. */
    public static final double RADIANS = 1.2;
    /** The lifetime of each particle; nothing reads it. */
    public static final int LIFETIME = 1000;
    /** Number of components of each of the four kinds of the swapped scene: AB, ABC, ABCD, ABCE. */
    private static final int[] SWAPPED = {2, 3, 4, 4};

    private static final int HEALTHS = 100;
    private static final int PLACES = 1024;
    private static final int PERCENT = 100;

    private Start() {}

    /**
     * Returns a coordinate of an entity's initial position.
     *
     * @param entity its number
     * @return first coordinate
     */
    public static float x(int entity) {
        return entity;
    }

    /**
     * Returns a coordinate of an entity's initial position.
     *
     * @param entity its number
     * @return second coordinate
     */
    public static float y(int entity) {
        return entity + 0.5f;
    }

    /**
     * Returns a coordinate of an entity's initial position.
     *
     * @param entity its number
     * @return third coordinate
     */
    public static float z(int entity) {
        return -entity;
    }

    /**
     * Selects the entities with a velocity, pseudo-randomly but always the same.
     *
     * @param entity its number
     * @param movingPercent percentage of entities with a velocity
     * @return whether this entity has one
     */
    public static boolean moves(int entity, int movingPercent) {
        long mixed = (entity + 1L) * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return Math.floorMod(mixed ^ mixed >>> 31, PERCENT) < movingPercent;
    }

    /**
     * Returns the number of components of an entity of the swapped scene.
     *
     * @param kind 0 to 3: AB, ABC, ABCD, ABCE
     * @return 2 to 4
     */
    public static int swapped(int kind) {
        return SWAPPED[kind];
    }

    /**
     * Returns the initial value of a component of the swapped scene.
     *
     * @param entity the entity's number
     * @param component which of its components
     * @return a value that no other component has
     */
    public static float letter(int entity, int component) {
        return 4 * entity + component;
    }

    /**
     * Returns the initial health of a particle.
     *
     * @param number its number among all spawned particles
     * @return 1 to 100
     */
    public static int health(int number) {
        return 1 + number % HEALTHS;
    }

    /**
     * Returns the initial position of a particle; its other coordinates are zero.
     *
     * @param number its number among all spawned particles
     * @return first coordinate
     */
    public static float spawnX(int number) {
        return number & PLACES - 1;
    }
}
