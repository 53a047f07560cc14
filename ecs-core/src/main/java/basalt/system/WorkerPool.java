package basalt.system;

import basalt.memory.frame.FrameArena;
import basalt.runtime.Worker;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.agrona.LangUtil;

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
    private final ReadyQueue queue = new ReadyQueue();
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

    /** Runs all pieces of a stage, together with available helpers. */
    void run(StageRun newStage) {
        stage = newStage;
        int pieces = newStage.pieces();
        done.set(0);
        queue.clear(pieces);
        call(newStage.startShared(queue) - 1);
        Throwable failure = null;
        for (int turn = 1; done.get() < pieces; turn++) {
            int piece = take();
            if (piece >= 0) {
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

    /**
     * On the world's thread: takes the piece that only this thread may run, if there is one, and calls a helper for the
     * remaining pieces.
     */
    private int take() {
        int piece = queue.takeForWorldThread();
        if (piece < 0) {
            return queue.take();
        }
        if (queue.hasPieces()) {
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
            try {
                if (helpers[i].call()) {
                    wanted--;
                }
            } catch (Throwable e) {
                refusal = e; // the stage runs without helpers; the tick ends with this exception
            }
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

    private void run(int piece, int worker) {
        try {
            call(stage.runShared(piece, worker, queue) - 1);
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
                if (failure == null) {
                    failure = e;
                } else if (failure != e) {
                    failure.addSuppressed(e);
                }
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
            boolean accepted = false;
            try {
                executor.execute(this);
                accepted = true;
            } catch (RejectedExecutionException e) {
                throw new IllegalStateException(
                        "the schedule's executor takes no more tasks; close the schedule before the executor, and"
                                + " give it"
                                + " room for as many tasks as there are workers",
                        e);
            } finally {
                if (!accepted) {
                    state.compareAndSet(CALLED, AWAY);
                }
            }
            return true;
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
                int piece = queue.take();
                if (piece >= 0) {
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

    /**
     * The pieces of a stage that are ready to run, first in, first out. Any thread may add and take. One more place
     * holds the piece that only the world's thread may run: systems of that thread are ordered, so there is never more
     * than one.
     *
     * <pre>
     *   state   added: 32 bits | taken: 32 bits
     * </pre>
     *
     * <p>Taking a piece is a compare-and-set of the whole state, so all writes before the piece was added are visible
     * to the thread that takes it. A late thread of an earlier stage either takes nothing or takes a piece of this
     * stage.
     */
    static final class ReadyQueue {
        private static final long TAKEN_MASK = 0xFFFF_FFFFL;
        private static final int NONE = -1;

        private final AtomicLong state = new AtomicLong();
        private volatile int worldThreadPiece = NONE;

        /** Replaced while no piece is in the queue, before one is added. */
        private int[] pieces = new int[16];

        /** Empties the queue, for that many pieces in all. No piece may be under way. */
        void clear(int capacity) {
            state.set(0);
            worldThreadPiece = NONE;
            if (capacity > pieces.length) {
                pieces = new int[Math.max(capacity, 2 * pieces.length)];
            }
        }

        /** Adds pieces, from one to another. */
        synchronized void add(int first, int end) {
            int at = (int) (state.get() >>> Integer.SIZE); // only this method changes it
            for (int piece = first; piece < end; piece++) {
                pieces[at++] = piece;
            }
            state.getAndAdd((long) (end - first) << Integer.SIZE);
        }

        /** Adds a piece for the world's thread; the one before it has ended. */
        void addForWorldThread(int piece) {
            assert worldThreadPiece == NONE : worldThreadPiece;
            worldThreadPiece = piece;
        }

        /** Takes the piece that is for the world's thread, which calls this; -1 if there is none. */
        int takeForWorldThread() {
            int piece = worldThreadPiece;
            if (piece != NONE) {
                worldThreadPiece = NONE; // the next one comes when this one has ended
            }
            return piece;
        }

        /** Whether there is a piece that any thread can take. */
        boolean hasPieces() {
            long now = state.get();
            return (now & TAKEN_MASK) < now >>> Integer.SIZE;
        }

        /** Takes the oldest piece; -1 if there is none. */
        int take() {
            while (true) {
                long now = state.get();
                if ((now & TAKEN_MASK) >= now >>> Integer.SIZE) {
                    return NONE;
                }
                if (state.compareAndSet(now, now + 1)) {
                    return pieces[(int) (now & TAKEN_MASK)];
                }
            }
        }
    }
}
