package basalt.component;

/**
 * The parts of an entity handle. A handle is a primitive {@code long}:
 *
 * <pre>
 *  63            32 31             0
 *  +---------------+---------------+
 *  |  generation   |     index     |     until rows move: index &gt;&gt;&gt; 14 = block, index &amp; 16383 = row in it
 *  +---------------+---------------+
 * </pre>
 *
 * <p>The index is the number of the entity's row in the world, until {@code world.rows().compact()} or {@code
 * world.rows().arrange(query)} move it to another row; the handle stays as it is. The generation of an index is
 * incremented when an entity with it is spawned or destroyed, so it shows whether the handle's entity is still alive.
 * Generations of alive entities are odd (1, 3, 5, ...). An index without an entity has an even generation, so no handle
 * matches it. Both parts are unsigned.
 *
 * <p>Stateless and safe for all threads; nothing here allocates except {@link #toString(long)}.
 */
public final class Entity {
    /** The handle of no entity. It is never alive. */
    public static final long NULL = 0L;

    /**
     * The last generation of an alive entity (unsigned). After this entity is destroyed the index is not used again.
     */
    public static final int LAST_GENERATION = 0xFFFFFFFF;

    private static final long INDEX_MASK = 0xFFFF_FFFFL;

    private Entity() {}

    /** The index part of a handle, unsigned. */
    public static int index(long entity) {
        return (int) entity;
    }

    /** The generation part of a handle, unsigned; odd for every handle of an entity. */
    public static int generation(long entity) {
        return (int) (entity >>> Integer.SIZE);
    }

    /** Makes a handle from its parts, both unsigned. For tools and tests. */
    public static long of(int index, int generation) {
        return (long) generation << Integer.SIZE | index & INDEX_MASK;
    }

    /** The handle as text, for messages: for example {@code "12v3"}, or {@code "NULL"} for {@link #NULL}. */
    public static String toString(long entity) {
        if (entity == NULL) {
            return "NULL";
        }
        return Integer.toUnsignedString(index(entity)) + "v" + Integer.toUnsignedString(generation(entity));
    }
}
