package basalt.bench.field.part;

/** The velocity of an entity. */
public final class Motion extends Part {
    public float dx;
    public float dy;
    public float dz;

    /** At rest. */
    public Motion() {}

    public Motion(float dx, float dy, float dz) {
        this.dx = dx;
        this.dy = dy;
        this.dz = dz;
    }
}
