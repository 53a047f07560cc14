package basalt.examples.framework.program;

/** A simulation that a program runs tick by tick, and can restart. Not thread-safe. */
public interface Experiment {
    /**
     * Starts, or restarts.
     *
     * @param seed equal seeds produce bit-identical worlds after equal numbers of ticks
     */
    void start(long seed);

    /** Runs one tick. */
    void tick();

    /**
     * The current number of simulated entities.
     *
     * @return entities
     */
    int population();
}
