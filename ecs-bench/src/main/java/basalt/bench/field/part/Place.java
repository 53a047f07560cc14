package basalt.bench.field.part;

/** The position of an entity. */
public final class Place extends Part {
    public float x;
    public float y;
    public float z;

    /** At the origin. */
    public Place() {}

    public Place(float x, float y, float z) {
        this.x = x;
        this.y = y;
        this.z = z;
    }
}
