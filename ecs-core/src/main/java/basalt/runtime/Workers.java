package basalt.runtime;

import basalt.memory.frame.FrameArena;
import basalt.storage.access.WorkerAccess;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The open workers of a world, and the worker that lends its frame arena to the world's thread. For that thread. */
public final class Workers {
    private final List<Worker> open = new ArrayList<>();
    private Worker lender;

    Workers() {}

    /** The access objects of workers, for the store. */
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

    /** Sets the new address of a block in rows that bodies have kept, so that these never refer to freed memory. */
    void notifyMoved(int block, long from, long to) {
        for (Worker worker : open) {
            worker.notifyMoved(block, from, to);
        }
    }

    /** The world's thread uses the worker's frame arena from now on; if {@code worker} is null, its own again. */
    void borrowFrom(Worker worker) {
        lender = worker;
    }

    /** The borrowed arena, or {@code own} if none is borrowed. */
    FrameArena arenaOr(FrameArena own) {
        return lender == null ? own : lender.frame();
    }

    /** Native memory of the workers. Returns bytes reserved for frame arenas, tick arenas and commands. */
    public long reservedBytes() {
        long bytes = 0;
        for (int i = 0; i < open.size(); i++) {
            bytes += open.get(i).reservedBytes();
        }
        return bytes;
    }
}
