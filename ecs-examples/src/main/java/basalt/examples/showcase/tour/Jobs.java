package basalt.examples.showcase.tour;

import basalt.examples.framework.program.Closing;
import basalt.memory.MemorySource;
import basalt.memory.frame.FrameArena;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A few threads for work on the side. Each has a job arena: what a job needs meanwhile lies there, and goes when the
 * job ends.
 */
final class Jobs implements AutoCloseable {
    /** Something to do in a thread that is not the caller's. */
    @FunctionalInterface
    interface Job {
        void run(FrameArena scratch);
    }

    private record Worker(ExecutorService thread, FrameArena arena) implements AutoCloseable {
        /** An arena belongs to the thread that makes it. */
        static Worker of(MemorySource memory, long capBytes, String name) {
            ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
                Thread made = new Thread(task, name);
                made.setDaemon(true);
                return made;
            });
            try {
                return new Worker(
                        thread,
                        CompletableFuture.supplyAsync(() -> new FrameArena(memory, capBytes), thread)
                                .join());
            } catch (Throwable e) {
                thread.shutdown();
                throw e;
            }
        }

        @Override
        public void close() {
            CompletableFuture<Void> last = CompletableFuture.runAsync(arena::close, thread);
            thread.shutdown();
            last.join();
        }
    }

    private final List<Worker> workers = new ArrayList<>();
    private final Belongings open = new Belongings();
    private int next;

    /**
     * Starts the threads.
     *
     * @param memory what the arenas take their memory from; thread-safe
     * @param count how many threads there are
     * @param capBytes how much a job may need
     */
    Jobs(MemorySource memory, int count, long capBytes) {
        try {
            for (int i = 0; i < count; i++) {
                workers.add(open.add(Worker.of(memory, capBytes, "job worker " + i)));
            }
        } catch (Throwable e) {
            Closing.after(e, open);
            throw e;
        }
    }

    /**
     * Sets off to do a job, after those that this thread's turn has brought it before.
     *
     * @throws IllegalStateException if this is closed
     */
    CompletableFuture<Void> start(Job job) {
        if (workers.isEmpty()) {
            throw new IllegalStateException("jobs are closed: create new ones");
        }
        Worker worker = workers.get(next);
        next = (next + 1) % workers.size();
        return CompletableFuture.runAsync(() -> run(worker.arena, job), worker.thread);
    }

    /** The arenas, for reports. */
    List<FrameArena> arenas() {
        return workers.stream().map(Worker::arena).toList();
    }

    private static void run(FrameArena arena, Job job) {
        Closing.all(() -> job.run(arena), arena::reset);
    }

    /** Ends the threads, after all that was set off. Further calls do nothing. */
    @Override
    public void close() {
        workers.clear();
        open.close();
    }
}
