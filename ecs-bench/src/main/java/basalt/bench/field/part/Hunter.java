package basalt.bench.field.part;

/** What a predator hunts. */
public final class Hunter extends Part {
    /** The number of the prey. */
    public int number;

    /** The prey; undefined if the number is that of none. */
    public int prey;
}
