package basalt.runtime;

import basalt.memory.frame.FrameArena;
import basalt.storage.access.WorkerAccess;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The workers of a world that are not closed, and which of them lends its frame arena to the world's thread. For that
 * thread.
 */
public final class Workers {
    private final List<Worker> open = new ArrayList<>();
    private Worker lender;

    Workers() {}

    /**
     * The access of workers, for the store that is lent to them.
     *
     * @param workers the workers
     * @return one for each, in the same order
     */
    public static WorkerAccess[] access(Worker[] workers) {
        return Arrays.stream(workers).map(Worker::access).toArray(WorkerAccess[]::new);
    }

    Worker add(Worker worker) {
        open.add(worker);
        return worker;
    }

    void remove(Worker worker) {
        open.remove(worker);
    }

    /** The world's thread uses that worker's frame arena from now on; its own again if that is null. */
    void borrowFrom(Worker worker) {
        lender = worker;
    }

    /** What is borrowed, or else the world's own. */
    FrameArena arenaOr(FrameArena own) {
        return lender == null ? own : lender.frame();
    }

    /**
     * What the workers hold of native memory.
     *
     * @return bytes that they have reserved for frame and tick arenas, and commands
     */
    public long reservedBytes() {
        long bytes = 0;
        for (Worker worker : open) {
            bytes += worker.reservedBytes();
        }
        return bytes;
    }
}
