package basalt.examples.showcase.tour;

import basalt.examples.framework.program.Closing;
import basalt.examples.showcase.tour.GameMemory.CloseStack;
import basalt.memory.MemorySource;
import basalt.memory.frame.FrameArena;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A few threads for background jobs. Each thread has a job arena for the temporary memory of a job, which is freed when
 * the job ends.
 */
final class Jobs implements AutoCloseable {
    /** A task that runs in a background thread. */
    @FunctionalInterface
    interface Job {
        void run(FrameArena scratch);
    }

    private record Worker(ExecutorService thread, FrameArena arena) implements AutoCloseable {
        /** Creates the arena in the worker's thread, as an arena belongs to the thread that creates it. */
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
    private final CloseStack open = new CloseStack();
    private int next;

    /**
     * Starts the threads.
     *
     * @param memory memory source of the arenas; thread-safe
     * @param count number of threads
     * @param capBytes largest memory of a job
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
     * Starts a job on the next thread in turn, after the jobs already queued there.
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

    /** Ends the threads after all queued jobs. Further calls do nothing. */
    @Override
    public void close() {
        workers.clear();
        open.close();
    }
}
