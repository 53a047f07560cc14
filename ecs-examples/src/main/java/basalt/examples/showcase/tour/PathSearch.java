package basalt.examples.showcase.tour;

import basalt.memory.MemoryScope;
import basalt.memory.Slice;
import basalt.memory.allocator.ScratchArena;
import basalt.memory.allocator.SizeClassAllocator;
import basalt.memory.frame.FrameArena;
import basalt.memory.frame.FramePromotions;

/**
 * Finds shortest paths by A*. Temporary memory lies on the stack. The resulting path lies in the frame arena, and is
 * promoted into its own block when the frame ends; the actor that walks the path frees the block.
 *
 * <pre>
 *   path    +-------+--------+--------+-----+----------+
 *           | cells | cell 0 | cell 1 | ... | the goal |    ints; cell 0 is the first one after the start
 *           +-------+--------+--------+-----+----------+
 * </pre>
 *
 * <p>Each step costs one, and changes the Manhattan distance to the goal by one, up or down. So the estimated length of
 * the path stays the same or grows by two. Two unordered lists of open cells therefore replace a priority queue.
 */
final class PathSearch {
    /** Each cell is entered at most once from each side. */
    private static final long LIST_BYTES = Level.CELLS * 4L * 4;

    private static final long COST_BYTES = Level.CELLS * 4L;

    /** Maximum memory on the stack. */
    static final long SCRATCH_BYTES = COST_BYTES + 2 * LIST_BYTES;

    private final ScratchArena stack;
    private final FrameArena frame;
    private final SizeClassAllocator paths;
    private int searches;

    PathSearch(ScratchArena stack, FrameArena frame, SizeClassAllocator paths) {
        this.stack = stack;
        this.frame = frame;
        this.paths = paths;
    }

    /**
     * Finds a shortest path between two open cells.
     *
     * @return a ticket for {@link #path}; 0 if there is no path, or no memory for it now
     */
    long find(Level level, int from, int to) {
        searches++;
        try (MemoryScope scratch = stack.open()) {
            Slice costs = scratch.allocate(COST_BYTES, 64);
            costs.fill((byte) -1); // -1: not reached yet
            return search(level, scratch, costs, from, to) ? promote(costs, to) : 0;
        }
    }

    /** The path of a ticket, after the frame of the search has ended; 0 if there is no memory for it. */
    long path(long ticket) {
        FramePromotions promotions = frame.promotions();
        return promotions.isPromoted(ticket) ? promotions.handle(ticket) : 0;
    }

    /** Number of cells in a path. */
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

    /** Number of searches. */
    int searches() {
        return searches;
    }

    private static boolean search(Level level, MemoryScope scratch, Slice costs, int from, int to) {
        Slice now = scratch.allocate(LIST_BYTES, 64); // cells with the smallest estimate
        Slice later = scratch.allocate(LIST_BYTES, 64); // cells with an estimate that is larger by two
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

    /** Follows the costs, which decrease by one per step, from the goal back to the start. */
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
