package basalt.bench.field.part;

/** The rotation of an entity; nothing reads it, as in ecs_bench_suite. */
public final class Turn extends Part {
    public float x;
    public float y;
    public float z;

    /** No rotation. */
    public Turn() {}

    public Turn(float x, float y, float z) {
        this.x = x;
        this.y = y;
        this.z = z;
    }
}
