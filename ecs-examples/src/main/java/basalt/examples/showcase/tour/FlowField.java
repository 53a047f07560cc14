package basalt.examples.showcase.tour;

import basalt.memory.Slice;
import basalt.memory.region.ScratchArena;

/**
 * How far it is from each cell to one place: a crowd that walks down it all meets there. Built over several frames, and
 * used for many; then the pool is reset by hand for the next one.
 */
final class FlowField {
    /** What the pool holds: a distance for each cell, and a queue in which each cell stands once. */
    static final long SCRATCH_BYTES = Level.CELLS * 4L * 2;

    private final ScratchArena pool;
    private Level level;
    private Slice distances;
    private Slice queue;
    private int head;
    private int tail;

    FlowField(ScratchArena pool) {
        this.pool = pool;
    }

    /** Forgets what was, and begins with the way to another place. */
    void begin(Level newLevel, int goal) {
        forget();
        level = newLevel;
        distances = pool.allocate(Level.CELLS * 4L, 64);
        distances.fill((byte) -1); // nothing is reached yet
        queue = pool.allocate(Level.CELLS * 4L, 64);
        reach(goal, 0);
    }

    /** Goes on for so many cells; true if it has become ready by that. */
    boolean advance(int cells) {
        int end = head + cells;
        while (head < Math.min(end, tail)) {
            int cell = queue.getInt(head++ * 4L);
            for (int direction = 0; direction < 4; direction++) {
                int next = Level.neighbour(cell, direction);
                if (level.isOpen(next) && distance(next) < 0) {
                    reach(next, distance(cell) + 1);
                }
            }
        }
        return head == tail && head > end - cells;
    }

    /** Frees it all. */
    void forget() {
        pool.reset();
        head = 0;
        tail = 0;
    }

    /** How many steps it is to the goal; -1 if there is no way. */
    int distance(int cell) {
        return distances.getInt(cell * 4L);
    }

    /** The next cell on the way, or the cell itself if it is the goal. */
    int next(int cell) {
        int nearer = distance(cell) - 1;
        for (int direction = 0; nearer >= 0 && direction < 4; direction++) {
            if (distance(Level.neighbour(cell, direction)) == nearer) {
                return Level.neighbour(cell, direction);
            }
        }
        return cell;
    }

    private void reach(int cell, int distance) {
        distances.putInt(cell * 4L, distance);
        queue.putInt(tail++ * 4L, cell);
    }
}
