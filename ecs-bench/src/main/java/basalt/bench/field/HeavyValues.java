package basalt.bench.field;

import basalt.bench.field.part.Matrix;
import basalt.bench.field.part.Place;
import basalt.bench.heavy.Matrix4;

/** The operations of the heavy scene on matrices and positions that are objects, and the collected values. */
public final class HeavyValues {
    private static final int FIELDS = Matrix4.LENGTH + 3;

    private final float[] values;
    private int next;

    /**
     * Allocates space.
     *
     * @param entities number of entities to be added
     */
    public HeavyValues(int entities) {
        values = new float[FIELDS * entities];
    }

    /**
     * The work: inverts the matrix a hundred times, and rotates the position by it.
     *
     * @param matrix an entity's matrix
     * @param place its position
     */
    public static void compute(Matrix matrix, Place place) {
        float[] m = matrix.m;
        Matrix4.invert(m, Start.INVERSIONS);
        float x = place.x;
        float y = place.y;
        float z = place.z;
        place.x = Matrix4.turn(m, 0, x, y, z);
        place.y = Matrix4.turn(m, 1, x, y, z);
        place.z = Matrix4.turn(m, 2, x, y, z);
    }

    /**
     * Sets matrix and position to their initial values.
     *
     * @param matrix an entity's matrix
     * @param place its position
     * @param entity its number
     */
    public static void reset(Matrix matrix, Place place, int entity) {
        Matrix4.rotateX(matrix.m, Start.RADIANS);
        place.x = Start.x(entity);
        place.y = Start.y(entity);
        place.z = Start.z(entity);
    }

    /**
     * Adds the values of an entity.
     *
     * @param matrix its matrix
     * @param place its position
     */
    public void add(Matrix matrix, Place place) {
        add(matrix.m, place.x, place.y, place.z);
    }

    /**
     * Adds the values of an entity.
     *
     * @param m its matrix
     * @param x first coordinate
     * @param y second coordinate
     * @param z third coordinate
     */
    public void add(float[] m, float x, float y, float z) {
        System.arraycopy(m, 0, values, next, Matrix4.LENGTH);
        values[next + Matrix4.LENGTH] = x;
        values[next + Matrix4.LENGTH + 1] = y;
        values[next + Matrix4.LENGTH + 2] = z;
        next += FIELDS;
    }

    /**
     * Returns all values in the order in which they were added.
     *
     * @return the values
     */
    public float[] all() {
        return values;
    }
}
