package basalt.bench.field.part;

/** How an entity is turned; nothing reads it, as in ecs_bench_suite. */
public final class Turn extends Part {
    public float x;
    public float y;
    public float z;

    /** Not at all. */
    public Turn() {}

    public Turn(float x, float y, float z) {
        this.x = x;
        this.y = y;
        this.z = z;
    }
}
