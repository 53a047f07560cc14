package basalt.bench.field.part;

/** How many ticks a particle has left. */
public final class Health extends Part {
    public int points;

    /** None. */
    public Health() {}

    public Health(int points) {
        this.points = points;
    }
}
