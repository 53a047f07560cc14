package basalt.examples.flock;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;

/** The order in which birds are spawned, which is the order of their rows in memory. */
enum Order {
    /** Places are random, so two neighbours have rows anywhere. */
    RANDOM {
        @Override
        void arrange(Bird[] birds) {}
    },

    /** Along a Morton curve through the cells of the grid: most neighbours have rows nearby. */
    CURVE {
        @Override
        void arrange(Bird[] birds) {
            Arrays.sort(
                    birds,
                    Comparator.comparingInt(bird -> place((int) bird.x() / Grid.CELL, (int) bird.y() / Grid.CELL)));
        }
    };

    /** Arranges birds before they are spawned. */
    abstract void arrange(Bird[] birds);

    /** The name in lower case, as on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The place of a cell on the curve: the bits of its column and of its row in turn. */
    static int place(int column, int row) {
        return spread(column) | spread(row) << 1;
    }

    /** Moves the 16 low bits to the even places. */
    private static int spread(int bits) {
        int pairs = (bits | bits << 8) & 0x00ff00ff;
        pairs = (pairs | pairs << 4) & 0x0f0f0f0f;
        pairs = (pairs | pairs << 2) & 0x33333333;
        return (pairs | pairs << 1) & 0x55555555;
    }
}
