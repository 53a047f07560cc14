package basalt.examples.showcase.tour;

import java.util.ArrayDeque;
import java.util.Arrays;

/** A breadth-first search, as the reference for distances. */
final class BreadthFirst {
    private BreadthFirst() {}

    /** The number of steps to each cell; -1 if unreachable. */
    static int[] distances(Level level, int from) {
        int[] distances = new int[Level.CELLS];
        Arrays.fill(distances, -1);
        distances[from] = 0;
        ArrayDeque<Integer> queue = new ArrayDeque<>();
        queue.add(from);
        while (!queue.isEmpty()) {
            int cell = queue.remove();
            for (int next : new int[] {cell - Level.SIZE, cell - 1, cell + 1, cell + Level.SIZE}) {
                if (level.isOpen(next) && distances[next] < 0) {
                    distances[next] = distances[cell] + 1;
                    queue.add(next);
                }
            }
        }
        return distances;
    }

    /** The first open cell that is unreachable; -1 if there is none. */
    static int pocket(Level level, int[] distances) {
        for (int cell = 0; cell < Level.CELLS; cell++) {
            if (level.isOpen(cell) && distances[cell] < 0) {
                return cell;
            }
        }
        return -1;
    }
}
