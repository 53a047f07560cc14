package basalt.examples.showcase.tour;

import basalt.memory.MemoryScope;
import basalt.memory.Slice;
import basalt.memory.frame.FrameArena;
import basalt.memory.frame.FramePromotions;
import basalt.memory.pool.SizeClassAllocator;
import basalt.memory.region.StackAllocator;

/**
 * Finds shortest ways by A*. What it needs meanwhile lies on the stack; the path it finds lies in the frame arena, and
 * is promoted into a block of its own when the frame ends, which the actor that walks it frees at last.
 *
 * <pre>
 *   path    +-------+--------+--------+-----+----------+
 *           | cells | cell 0 | cell 1 | ... | the goal |    ints; cell 0 is the first one after the start
 *           +-------+--------+--------+-----+----------+
 * </pre>
 *
 * <p>Each step costs one, and leads one nearer to the goal or one away, as the crow flies. So the length of the whole
 * way at best stays as it is, or grows by two, and two lists are enough for what is still to be looked at: they need no
 * order.
 */
final class PathSearch {
    /** Each cell is reached once from each side at most. */
    private static final long LIST_BYTES = Level.CELLS * 4L * 4;

    private static final long COST_BYTES = Level.CELLS * 4L;

    /** What the stack holds at most. */
    static final long SCRATCH_BYTES = COST_BYTES + 2 * LIST_BYTES;

    private final StackAllocator stack;
    private final FrameArena frame;
    private final SizeClassAllocator paths;
    private int searches;

    PathSearch(StackAllocator stack, FrameArena frame, SizeClassAllocator paths) {
        this.stack = stack;
        this.frame = frame;
        this.paths = paths;
    }

    /**
     * Finds a shortest path between two open cells.
     *
     * @return a ticket for {@link #path}; 0 if there is no way, or no memory for the path just now
     */
    long find(Level level, int from, int to) {
        searches++;
        try (MemoryScope scratch = stack.open()) {
            Slice costs = scratch.allocate(COST_BYTES, 64);
            costs.fill((byte) -1); // nothing is reached yet
            return search(level, scratch, costs, from, to) ? promote(costs, to) : 0;
        }
    }

    /** The path that was found in the frame that has just ended; 0 if there is no memory for it. */
    long path(long ticket) {
        FramePromotions promotions = frame.promotions();
        return promotions.isPromoted(ticket) ? promotions.handle(ticket) : 0;
    }

    /** How many cells a path has. */
    int length(long path) {
        return paths.slice(path).getInt(0);
    }

    /** A cell of a path. */
    int cell(long path, int step) {
        return paths.slice(path).getInt(4 + step * 4L);
    }

    void free(long path) {
        paths.free(path);
    }

    /** How often a path was asked for. */
    int searches() {
        return searches;
    }

    private static boolean search(Level level, MemoryScope scratch, Slice costs, int from, int to) {
        Slice now = scratch.allocate(LIST_BYTES, 64); // the best ways that there can still be
        Slice later = scratch.allocate(LIST_BYTES, 64); // those that are two longer
        int nowCount = 0;
        int laterCount = 0;
        costs.putInt(from * 4L, 0);
        now.putInt(nowCount++ * 4L, from);
        while (nowCount > 0) {
            int cell = now.getInt(--nowCount * 4L);
            if (cell == to) {
                return true;
            }
            int cost = costs.getInt(cell * 4L) + 1;
            for (int direction = 0; direction < 4; direction++) {
                int next = Level.neighbour(cell, direction);
                if (level.isOpen(next) && Integer.compareUnsigned(cost, costs.getInt(next * 4L)) < 0) {
                    costs.putInt(next * 4L, cost);
                    if (Level.distance(next, to) < Level.distance(cell, to)) {
                        now.putInt(nowCount++ * 4L, next);
                    } else {
                        later.putInt(laterCount++ * 4L, next);
                    }
                }
            }
            if (nowCount == 0) {
                Slice empty = now;
                now = later;
                later = empty;
                nowCount = laterCount;
                laterCount = 0;
            }
        }
        return false;
    }

    /** The costs fall by one with each step from the goal back to the start. */
    private long promote(Slice costs, int to) {
        int length = costs.getInt(to * 4L);
        Slice cells = frame.tryAllocate(4 + length * 4L, 16);
        if (cells == null) {
            return 0;
        }
        cells.putInt(0, length);
        int cell = to;
        for (int step = length - 1; step >= 0; step--) {
            cells.putInt(4 + step * 4L, cell);
            cell = previous(costs, cell, step);
        }
        return frame.promotions().promote(cells, paths);
    }

    private static int previous(Slice costs, int cell, int cost) {
        int direction = 0;
        while (costs.getInt(Level.neighbour(cell, direction) * 4L) != cost) {
            direction++;
        }
        return Level.neighbour(cell, direction);
    }
}
