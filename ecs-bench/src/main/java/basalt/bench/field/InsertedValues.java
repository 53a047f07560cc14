package basalt.bench.field;

import basalt.bench.field.part.Matrix;
import basalt.bench.field.part.Motion;
import basalt.bench.field.part.Place;
import basalt.bench.field.part.Turn;
import basalt.bench.heavy.Matrix4;

/** Collects the values of the entities of the inserted scene. */
public final class InsertedValues {
    private static final int FIELDS = Matrix4.LENGTH + 9;

    private final float[] values;
    private int next;

    /**
     * Allocates space.
     *
     * @param entities number of entities to be added
     */
    public InsertedValues(int entities) {
        values = new float[FIELDS * entities];
    }

    /**
     * Adds all values of an entity.
     *
     * @param matrix its matrix
     * @param place its position
     * @param turn its rotation
     * @param motion its velocity
     */
    public void add(Matrix matrix, Place place, Turn turn, Motion motion) {
        add(matrix.m);
        add(place.x, place.y, place.z, turn.x, turn.y, turn.z, motion.dx, motion.dy, motion.dz);
    }

    /**
     * Adds values of an entity.
     *
     * @param some values in order
     */
    public void add(float... some) {
        System.arraycopy(some, 0, values, next, some.length);
        next += some.length;
    }

    /**
     * Returns all values in the order in which they were added; zeros for missing entities.
     *
     * @return the values
     */
    public float[] all() {
        return values;
    }
}
