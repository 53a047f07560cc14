package basalt.system;

import basalt.memory.frame.FrameArena;
import basalt.runtime.Worker;
import basalt.system.SystemNode.Piece;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.agrona.LangUtil;
import org.agrona.concurrent.ManyToManyConcurrentArrayQueue;

/**
 * The workers of a schedule: the world's thread, which is worker 0, and helpers that an executor runs.
 *
 * <p>Workers take the pieces of a stage one by one. The world's thread takes part, so a stage ends even
 * without helpers; it only waits for pieces that helpers have taken. A piece that only the world's thread may run is
 * the first that it takes. A helper that finds no piece keeps looking for a while, and ends when the tick is over. When
 * it has ended it checks once more whether it was called meanwhile, since the caller may have seen it as still running.
 */
final class WorkerPool implements AutoCloseable {
    /** The number of unsuccessful checks for work before a helper ends: some tens of microseconds. */
    private static final int MAX_IDLE_CHECKS = 4_000;

    private static final int YIELD_MASK = 63;

    private final Worker[] workers;
    private final WorkerTask[] helpers;

    /** The pieces that any thread can run. Replaced by a larger one while it is empty, before one is added. */
    private volatile ManyToManyConcurrentArrayQueue<Piece> ready = new ManyToManyConcurrentArrayQueue<>(16);

    /** The piece that only the world's thread may run: systems of that thread are ordered, so there is one at most. */
    private volatile Piece forWorldThread;

    private final AtomicInteger done = new AtomicInteger();
    private volatile boolean ticking;

    /** The greatest number of workers that are used now. */
    private int limit;

    /** The number of calls for helpers, so that a helper that is about to end sees a new call. */
    private final AtomicInteger calls = new AtomicInteger();

    private volatile boolean closed;
    private volatile StageRun stage;
    private volatile Throwable refusal;

    /** A pool with helpers of the executor; null for the threads that all schedules share. */
    WorkerPool(Worker[] workers, Executor executor) {
        this.workers = workers;
        this.helpers = new WorkerTask[workers.length - 1];
        this.limit = workers.length;
        for (int i = 0; i < helpers.length; i++) {
            helpers[i] = new WorkerTask(i + 1, executor == null ? WorkerThreads.SHARED : executor);
        }
    }

    int size() {
        return workers.length;
    }

    /** The greatest number of workers that are used now. */
    int limit() {
        return limit;
    }

    /** Sets how many workers are used; for the world's thread, between two ticks. */
    void limit(int newLimit) {
        limit = newLimit;
    }

    List<FrameArena> arenas() {
        return Arrays.stream(workers).map(Worker::frame).toList();
    }

    Worker[] workers() {
        return workers;
    }

    /** Runs all pieces of a stage, of that number, together with available helpers. */
    void run(StageRun newStage, int pieces) {
        stage = newStage;
        done.set(0);
        ready.clear(); // pieces of a run whose start failed
        forWorldThread = null;
        if (pieces > ready.capacity()) {
            ready = new ManyToManyConcurrentArrayQueue<>(2 * pieces);
        }
        call(newStage.startShared(this) - 1);
        Throwable failure = null;
        for (int turn = 1; done.get() < pieces; turn++) {
            Piece piece = take();
            if (piece != null) {
                try {
                    run(piece, 0);
                } catch (Throwable e) { // helpers use the world's memory until they have ended
                    failure = failure == null ? e : failure;
                }
                turn = 0;
            } else {
                pause(turn);
            }
        }
        if (failure != null) {
            LangUtil.rethrowUnchecked(failure);
        }
    }

    /** Adds a piece that any thread can run. */
    void add(Piece piece) {
        ready.offer(piece);
    }

    void addForWorldThread(Piece piece) {
        assert forWorldThread == null : forWorldThread;
        forWorldThread = piece;
    }

    /**
     * On the world's thread: takes the piece that only this thread may run, if there is one, and calls a helper for the
     * remaining pieces.
     */
    private Piece take() {
        Piece piece = forWorldThread;
        if (piece == null) {
            return ready.poll();
        }
        forWorldThread = null; // the next one comes when this one has ended
        if (!ready.isEmpty()) {
            call(1);
        }
        return piece;
    }

    /**
     * Calls as many helpers as can be used beside the caller. Called after pieces were added, so that no helper misses
     * them.
     */
    private void call(int helpersWanted) {
        if (helpersWanted <= 0) {
            return;
        }
        ticking = true;
        calls.incrementAndGet();
        int wanted = helpersWanted;
        for (int i = 0; i < limit - 1 && wanted > 0; i++) {
            wanted -= helpers[i].call() ? 1 : 0;
        }
    }

    /**
     * Ends the helpers at the end of the tick. Returns the exception that the executor has thrown in this tick instead
     * of taking a task; null if there was none.
     */
    Throwable dismiss() {
        ticking = false;
        Throwable refused = refusal;
        refusal = null;
        return refused;
    }

    private void run(Piece piece, int worker) {
        try {
            call(stage.runShared(piece, worker, this) - 1);
        } finally {
            done.incrementAndGet();
        }
    }

    /**
     * Waits for a moment, and yields now and then to a thread without a processor: the caller may wait for that thread.
     */
    private static void pause(int turn) {
        if ((turn & YIELD_MASK) == 0) {
            Thread.yield();
        } else {
            Thread.onSpinWait();
        }
    }

    /**
     * Promotes or frees the workers' allocations of the tick. For the world's thread, when no piece runs. Returns the
     * exceptions of promotion targets; null if there was none.
     */
    Throwable endTick() {
        Throwable failure = null;
        for (Worker worker : workers) {
            try {
                worker.endTick();
            } catch (Throwable e) { // of a promotion target: the other workers end their tick too
                failure = Internals.first(failure, e);
            }
        }
        return failure;
    }

    /** Waits until no helper runs, and gives the workers' memory back. A helper that starts later ends at once. */
    @Override
    public void close() {
        ticking = false;
        closed = true;
        for (WorkerTask helper : helpers) {
            helper.awaitEnd();
        }
        for (Worker worker : workers) {
            worker.close();
        }
    }

    /** A helper: a task that runs pieces until there are no more. */
    private final class WorkerTask implements Runnable {
        private static final int AWAY = 0;
        private static final int CALLED = 1;
        private static final int HERE = 2;

        private final int worker;
        private final Executor executor;
        private final AtomicInteger state = new AtomicInteger(AWAY);

        /** Whether it runs a piece, and so takes no other one now. */
        private volatile boolean isBusy;

        WorkerTask(int worker, Executor executor) {
            this.worker = worker;
            this.executor = executor;
        }

        /**
         * Gives it to the executor, unless it runs already or waits to run. Returns whether it will look for a piece
         * now.
         */
        boolean call() {
            if (!state.compareAndSet(AWAY, CALLED)) {
                return state.get() == HERE && !isBusy;
            }
            try {
                executor.execute(this);
                return true;
            } catch (Throwable e) { // the stage runs without this helper; the tick ends with the exception
                state.compareAndSet(CALLED, AWAY);
                refusal = e instanceof RejectedExecutionException ? rejected(e) : e;
                return false;
            }
        }

        private static IllegalStateException rejected(Throwable e) {
            return new IllegalStateException(
                    "the schedule's executor takes no more tasks; close the schedule before the executor, and give it"
                            + " room for as many tasks as there are workers",
                    e);
        }

        /** Runs once for each call, even if the executor runs the task more often. */
        @Override
        public void run() {
            if (state.compareAndSet(CALLED, HERE)) {
                int answered = calls.get();
                do {
                    try {
                        answered = work();
                    } finally {
                        state.set(AWAY);
                    }
                } while (calls.get() != answered && !closed && state.compareAndSet(AWAY, HERE));
            }
        }

        /**
         * Runs pieces until it has found none for a while, or the tick is over. Returns the last call that it has seen.
         */
        private int work() {
            int answered = calls.get();
            int checksLeft = closed ? 0 : MAX_IDLE_CHECKS;
            while (checksLeft > 0) {
                Piece piece = ready.poll();
                if (piece != null) {
                    isBusy = true;
                    try {
                        WorkerPool.this.run(piece, worker);
                    } finally {
                        isBusy = false;
                    }
                    answered = calls.get();
                    checksLeft = MAX_IDLE_CHECKS;
                } else {
                    checksLeft = ticking ? checksLeft - 1 : 0;
                    pause(checksLeft);
                }
            }
            return answered;
        }

        /** Waits until it has ended. If it still waits to run, it will end at once. */
        void awaitEnd() {
            for (int i = 1; state.get() == HERE; i++) {
                pause(i);
            }
        }
    }

    /**
     * The daemon threads that help the threads of worlds: one pool for all schedules of the process. There are as many
     * as are busy at the same time; a thread ends after ten idle seconds. The thread that was busy last is the first to
     * be used again. Using a thread makes no garbage.
     *
     * <p>The JDK's pools do not fit: a {@code ForkJoinPool} of JDK 17 does not wake a thread for each task, and the
     * queues of others make garbage. Thread-safe.
     */
    static final class WorkerThreads implements Executor {
        static final WorkerThreads SHARED = new WorkerThreads(10_000_000_000L);

        private final long keepAliveNanos;
        private final ArrayDeque<WorkerThread> idle = new ArrayDeque<>();
        private int started;

        /** The idle time after which a thread ends. */
        WorkerThreads(long keepAliveNanos) {
            this.keepAliveNanos = keepAliveNanos;
        }

        @Override
        public void execute(Runnable task) {
            WorkerThread thread;
            synchronized (this) {
                thread = idle.pollLast();
                if (thread == null) {
                    started++;
                }
            }
            if (thread == null) {
                new WorkerThread(task, started).start();
            } else {
                thread.give(task);
            }
        }

        /** Threads that wait for a task. */
        synchronized int idle() {
            return idle.size();
        }

        private synchronized void add(WorkerThread thread) {
            idle.addLast(thread);
        }

        private synchronized boolean remove(WorkerThread thread) {
            return idle.remove(thread);
        }

        private final class WorkerThread extends Thread {
            private volatile Runnable task;

            WorkerThread(Runnable first, int number) {
                super(null, null, "basalt-worker-" + number, 0, false);
                task = first;
                setDaemon(true);
                setContextClassLoader(ClassLoader.getSystemClassLoader());
            }

            void give(Runnable next) {
                task = next;
                LockSupport.unpark(this);
            }

            @Override
            public void run() {
                do {
                    task.run();
                    task = null;
                    Thread.interrupted(); // an interrupt of one schedule's system must not reach the next schedule
                    WorkerThreads.this.add(this);
                } while (isGivenAnother());
            }

            /** Waits for another task. Returns false when the idle time is over. */
            private boolean isGivenAnother() {
                long start = System.nanoTime();
                while (task == null) {
                    long left = keepAliveNanos - (System.nanoTime() - start);
                    if (left > 0) {
                        LockSupport.parkNanos(WorkerThreads.this, left);
                    } else if (remove(this)) {
                        return false;
                    }
                }
                return true;
            }
        }
    }
}
