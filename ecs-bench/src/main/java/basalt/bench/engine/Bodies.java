package basalt.bench.engine;

/**
 * Entities with a position and some with a velocity, three floats each; {@link #run} moves them. Entities are numbered
 * in the order of their creation. When a method returns, the engine's systems see its changes.
 */
public interface Bodies extends Scene {
    /** Creates all entities, with all their values, in the empty scene. Returns their number. */
    int create();

    /** Destroys all entities. Returns the number of those that are left. */
    int destroy();

    /** Reads a coordinate of an entity by its handle. */
    float x(int number);

    /** Writes a coordinate of an entity by its handle. */
    void x(int number, float value);

    /** The bytes in use outside the heap. */
    default long nativeBytes() {
        return 0;
    }

    /** The bytes of address space reserved outside the heap. */
    default long reservedBytes() {
        return 0;
    }
}
