package basalt.examples.flock;

import java.util.Locale;

/** The order of the birds' rows in memory. All birds are spawned at random places. */
enum Order {
    /** That of spawning, so two neighbours have rows anywhere. */
    RANDOM,

    /** Along a curve through the cells of the grid, see {@link Sky#ARRANGE_TICKS}: most neighbours have rows nearby. */
    ARRANGED;

    /** The name in lower case, as on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
