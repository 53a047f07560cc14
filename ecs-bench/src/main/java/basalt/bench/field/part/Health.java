package basalt.bench.field.part;

/** Remaining ticks of a particle. */
public final class Health extends Part {
    public int points;

    /** None. */
    public Health() {}

    public Health(int points) {
        this.points = points;
    }
}
