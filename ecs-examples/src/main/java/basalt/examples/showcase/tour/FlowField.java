package basalt.examples.showcase.tour;

import basalt.memory.Slice;
import basalt.memory.allocator.ScratchArena;

/**
 * The distance of each cell to a goal. A crowd that always steps to a smaller distance meets at the goal. The field is
 * built over several frames and used for many; then the scratch arena is reset for the next one.
 */
final class FlowField {
    /** Size of the arena: a distance per cell, and a queue that contains each cell once. */
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

    /** Discards the field, and begins a field for another goal. */
    void begin(Level newLevel, int goal) {
        forget();
        level = newLevel;
        distances = pool.allocate(Level.CELLS * 4L, 64);
        distances.fill((byte) -1); // -1: not reached yet
        queue = pool.allocate(Level.CELLS * 4L, 64);
        reach(goal, 0);
    }

    /** Processes so many cells. Returns true if this has completed the field. */
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

    /** Frees the memory. */
    void forget() {
        pool.reset();
        head = 0;
        tail = 0;
    }

    /** Number of steps to the goal; -1 if there is no way. */
    int distance(int cell) {
        return distances.getInt(cell * 4L);
    }

    /** The next cell on the way to the goal, or the cell itself if it is the goal. */
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
