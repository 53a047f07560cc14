package basalt.system;

import basalt.memory.frame.FrameArena;
import basalt.runtime.Worker;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.LangUtil;

/**
 * The workers of a schedule: the world's thread, which is worker 0, and helpers that an executor runs.
 *
 * <p>The pieces of a stage are taken one by one by the workers that are there. The world's thread takes part, so a stage ends even
 * if no helper comes; it waits only for pieces that were taken. A piece that no other thread may run is the first that it takes. A
 * helper that finds nothing to do stays for a while, because there may soon be more, and goes when the tick is over. When it has gone
 * it looks once more whether it was called meanwhile, since the caller may have taken it to be still there.
 */
final class WorkerPool implements AutoCloseable {
    /** How often a helper looks for work in vain before it goes: some tens of microseconds. */
    private static final int PATIENCE = 4_000;

    private static final int YIELD_MASK = 63;

    private final Worker[] workers;
    private final Participation[] helpers;
    private final ReadyQueue queue = new ReadyQueue();
    private final AtomicInteger done = new AtomicInteger();
    private volatile boolean ticking;

    /** How often helpers were called, so that one which is about to go knows whether it is wanted again. */
    private final AtomicInteger calls = new AtomicInteger();

    private volatile boolean closed;
    private volatile StageRun stage;
    private volatile Throwable refusal;

    /** A pool whose helpers the executor runs; without one, the threads that all schedules share. */
    WorkerPool(Worker[] workers, Executor executor) {
        this.workers = workers;
        this.helpers = new Participation[workers.length - 1];
        for (int i = 0; i < helpers.length; i++) {
            helpers[i] = new Participation(i + 1, executor == null ? WorkerThreads.SHARED : executor);
        }
    }

    int size() {
        return workers.length;
    }

    List<FrameArena> arenas() {
        return Arrays.stream(workers).map(Worker::arena).toList();
    }

    Worker[] workers() {
        return workers;
    }

    /** Runs all pieces of a stage, with the helpers that come. */
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
                } catch (Throwable e) { // the helpers work in the world's memory until they have ended
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

    /** On the world's thread: takes the piece that no other may run, if it is there; a helper comes in its place for what is left. */
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

    /** Asks for helpers, as many as can be used beside the caller; now that there is work, so that none goes in spite of it. */
    private void call(int helpersWanted) {
        if (helpersWanted <= 0) {
            return;
        }
        ticking = true;
        calls.incrementAndGet();
        int wanted = helpersWanted;
        for (int i = 0; i < helpers.length && wanted > 0; i++) {
            try {
                if (helpers[i].call()) {
                    wanted--;
                }
            } catch (Throwable e) {
                refusal = e; // the stage is done without it; the tick ends with it
            }
        }
    }

    /**
     * The tick is over: helpers go.
     *
     * @return what the executor has thrown in this tick instead of taking a task; null if it has taken all
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

    /** Waits for a moment, and now and then gives way to a thread that has no processor: it may be the one that is waited for. */
    private static void pause(int turn) {
        if ((turn & YIELD_MASK) == 0) {
            Thread.yield();
        } else {
            Thread.onSpinWait();
        }
    }

    /**
     * The tick has ended: what the workers have in memory for it is promoted or goes. For the world's thread, when no piece is under
     * way. Answers what targets of promotions have thrown; null if nothing.
     */
    Throwable endTick() {
        Throwable failure = null;
        for (Worker worker : workers) {
            try {
                worker.endTick();
            } catch (Throwable e) { // of a promotion's target: the other workers have a tick to end, too
                if (failure == null) {
                    failure = e;
                } else if (failure != e) {
                    failure.addSuppressed(e);
                }
            }
        }
        return failure;
    }

    /** Waits until no helper runs any more, and gives the workers' memory back. One that comes later goes at once. */
    @Override
    public void close() {
        ticking = false;
        closed = true;
        for (Participation helper : helpers) {
            helper.awaitGone();
        }
        for (Worker worker : workers) {
            worker.close();
        }
    }

    /** A task that takes part in stages until there is no more to do. */
    private final class Participation implements Runnable {
        private static final int AWAY = 0;
        private static final int CALLED = 1;
        private static final int HERE = 2;

        private final int worker;
        private final Executor executor;
        private final AtomicInteger state = new AtomicInteger(AWAY);

        /** Whether it runs a piece: then it takes no other one for now. */
        private volatile boolean isBusy;

        Participation(int worker, Executor executor) {
            this.worker = worker;
            this.executor = executor;
        }

        /** Has the executor run it, unless it is here already, or still called; whether it will look for a piece now. */
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
                        "the schedule's executor takes no more tasks; close the schedule before the executor, and give it"
                                + " room for as many tasks as there are workers",
                        e);
            } finally {
                if (!accepted) {
                    state.compareAndSet(CALLED, AWAY);
                }
            }
            return true;
        }

        /** Does nothing unless it was called, and that once: an executor may do what it likes. */
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

        /** Takes part until there has been nothing to do for a while, or the tick is over; answers the last call that it knows of. */
        private int work() {
            int answered = calls.get();
            int patience = closed ? 0 : PATIENCE;
            while (patience > 0) {
                int piece = queue.take();
                if (piece >= 0) {
                    isBusy = true;
                    try {
                        WorkerPool.this.run(piece, worker);
                    } finally {
                        isBusy = false;
                    }
                    answered = calls.get();
                    patience = PATIENCE;
                } else {
                    patience = ticking ? patience - 1 : 0;
                    pause(patience);
                }
            }
            return answered;
        }

        /** Waits until it is gone. If it is still called it will come, and go at once. */
        void awaitGone() {
            for (int i = 1; state.get() == HERE; i++) {
                pause(i);
            }
        }
    }
}
