package basalt.examples.framework.program;

/** What a program runs tick by tick, and can begin anew. For one thread. */
public interface Experiment {
    /**
     * Begins, or begins again.
     *
     * @param seed the same one gives the same world, bit for bit, at the same ticks after a first start
     */
    void start(long seed);

    /** Lets a tick pass. */
    void tick();

    /**
     * How many entities there are now, of the kind that matters.
     *
     * @return entities
     */
    int population();
}
