package basalt.bench.field;

/** The values that all scenes start from. */
public final class Start {
    /** Change of the first coordinate. */
    public static final float DX = 1;
    /** Change of the second coordinate. */
    public static final float DY = -1;
    /** Change of the third coordinate. */
    public static final float DZ = 0.5f;
    /** How many kinds the fragmented scene has. */
    public static final int FRAGMENT_KINDS = 26;
    /** How many kinds the swapped scene has: AB, ABC, ABCD, ABCE. */
    public static final int SWAPPED_KINDS = 4;
    /** How often the heavy scene inverts each matrix. */
    public static final int INVERSIONS = 100;
    /** The angle of its matrices. */
    public static final double RADIANS = 1.2;
    /** The lifetime of each particle, which nothing reads. */
    public static final int LIFETIME = 1000;
    /** How many components each of the four kinds of the swapped scene has: AB, ABC, ABCD, ABCE. */
    private static final int[] SWAPPED = {2, 3, 4, 4};

    private static final int HEALTHS = 100;
    private static final int PLACES = 1024;
    private static final int PERCENT = 100;

    private Start() {}

    /**
     * Returns where an entity is at first.
     *
     * @param entity its number
     * @return first coordinate
     */
    public static float x(int entity) {
        return entity;
    }

    /**
     * Returns where an entity is at first.
     *
     * @param entity its number
     * @return second coordinate
     */
    public static float y(int entity) {
        return entity + 0.5f;
    }

    /**
     * Returns where an entity is at first.
     *
     * @param entity its number
     * @return third coordinate
     */
    public static float z(int entity) {
        return -entity;
    }

    /**
     * Draws at random, but always the same, which entities have a velocity.
     *
     * @param entity its number
     * @param movingPercent how many in a hundred have one
     * @return whether this one has
     */
    public static boolean moves(int entity, int movingPercent) {
        long mixed = (entity + 1L) * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return Math.floorMod(mixed ^ mixed >>> 31, PERCENT) < movingPercent;
    }

    /**
     * Returns how many components an entity of the swapped scene has.
     *
     * @param kind 0 to 3: AB, ABC, ABCD, ABCE
     * @return 2 to 4
     */
    public static int swapped(int kind) {
        return SWAPPED[kind];
    }

    /**
     * Returns the first value of a component of the swapped scene.
     *
     * @param entity the entity's number
     * @param component which of its components
     * @return a value that no other component has
     */
    public static float letter(int entity, int component) {
        return 4 * entity + component;
    }

    /**
     * Returns the health with which a particle is born.
     *
     * @param birth its number among all births
     * @return 1 to 100
     */
    public static int health(int birth) {
        return 1 + birth % HEALTHS;
    }

    /**
     * Returns where a particle is born; its other coordinates are zero.
     *
     * @param birth its number among all births
     * @return first coordinate
     */
    public static float birthplace(int birth) {
        return birth & PLACES - 1;
    }
}
