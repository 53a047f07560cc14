package basalt.system;

import basalt.runtime.Worker;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The workers of a schedule: the world's thread, which is worker 0, and hands that an executor runs.
 *
 * <p>The pieces of a wave are claimed one by one by whoever is there. The world's thread takes part, so a wave ends even if no
 * hand comes; it waits only for pieces that were claimed. A hand that finds nothing to do stays for a while, because the
 * next wave may come soon, and goes when the tick is over. When it has gone it looks once more whether it was called meanwhile,
 * since who called it may have taken it to be still there.
 *
 * <pre>
 *   state   epoch: 22 bits | pieces: 21 bits | next piece: 21 bits
 * </pre>
 *
 * <p>A claim is a compare-and-set of the whole state, so it can only succeed for the wave that runs now; what the world's thread
 * wrote before it set the state is visible to whoever claims.
 */
final class Crew implements AutoCloseable {
    private static final int PIECE_BITS = 21;
    private static final long PIECE_MASK = (1L << PIECE_BITS) - 1;

    /** How often a hand looks for work in vain before it goes: some tens of microseconds. */
    private static final int PATIENCE = 4_000;

    private static final int YIELD_MASK = 63;

    private final Worker[] workers;
    private final Hand[] hands;
    private final AtomicLong state = new AtomicLong();
    private final AtomicInteger done = new AtomicInteger();
    private volatile boolean ticking;

    /** How often hands were called, so that one which is about to go knows whether it is wanted again. Written by one thread. */
    private volatile int calls;

    private volatile boolean closed;
    private volatile WaveRun wave;
    private long epoch;
    private Throwable refusal;

    /**
     * A crew whose hands the executor runs. Without one each hand has a pool of its own: where they share one, that of JDK 17 does
     * not wake another thread for each of them.
     */
    Crew(Worker[] workers, Executor executor) {
        this.workers = workers;
        this.hands = new Hand[workers.length - 1];
        for (int i = 0; i < hands.length; i++) {
            hands[i] = new Hand(i + 1, executor);
        }
    }

    int size() {
        return workers.length;
    }

    Worker[] workers() {
        return workers;
    }

    /** Runs all pieces of a wave, with whoever helps. */
    void run(WaveRun newWave) {
        wave = newWave;
        int pieces = newWave.pieces();
        done.set(0);
        epoch++;
        state.set(epoch << 2 * PIECE_BITS | (long) pieces << PIECE_BITS);
        summon(pieces);
        for (int piece = claim(); piece >= 0; piece = claim()) {
            runPiece(piece, 0);
        }
        for (int i = 1; done.get() < pieces; i++) {
            pause(i);
        }
    }

    /** Asks for hands, as many as the pieces can use; now that there is work, so that none goes in spite of it. */
    private void summon(int pieces) {
        ticking = true;
        calls++;
        for (int i = 0; i < Math.min(hands.length, pieces - 1); i++) {
            try {
                hands[i].summon();
            } catch (Throwable e) {
                refusal = e; // the wave is done without it; the tick ends with it
            }
        }
    }

    /**
     * The tick is over: hands go.
     *
     * @return what the executor has thrown in this tick instead of taking a task; null if it has taken all
     */
    Throwable dismiss() {
        ticking = false;
        Throwable refused = refusal;
        refusal = null;
        return refused;
    }

    private int claim() {
        while (true) {
            long now = state.get();
            long next = now & PIECE_MASK;
            if (next >= (now >>> PIECE_BITS & PIECE_MASK)) {
                return -1;
            }
            if (state.compareAndSet(now, now + 1)) {
                return (int) next;
            }
        }
    }

    private void runPiece(int piece, int worker) {
        try {
            wave.run(piece, worker);
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

    /** Waits until no hand runs any more, and gives the workers' memory back. One that comes later goes at once. */
    @Override
    public void close() {
        ticking = false;
        closed = true;
        for (Hand hand : hands) {
            hand.close();
        }
        for (Worker worker : workers) {
            worker.close();
        }
    }

    /**
     * A task that takes part in waves until there is no more to do. It never counts as completed, so that the pool can be given the
     * same object again.
     */
    private final class Hand extends ForkJoinTask<Void> implements Runnable {
        private static final long serialVersionUID = 1L;

        private static final int AWAY = 0;
        private static final int CALLED = 1;
        private static final int HERE = 2;

        private final transient int worker;
        private final transient ForkJoinPool ownPool;
        private final transient Executor executor;
        private final transient AtomicInteger state = new AtomicInteger(AWAY);

        Hand(int worker, Executor given) {
            this.worker = worker;
            this.ownPool = given == null ? new ForkJoinPool(1) : null;
            this.executor = given == null ? ownPool : given;
        }

        /** Has the executor run it, unless it is here already, or still called. */
        void summon() {
            if (!state.compareAndSet(AWAY, CALLED)) {
                return;
            }
            boolean accepted = false;
            try {
                if (executor instanceof ForkJoinPool pool) {
                    pool.execute((ForkJoinTask<?>) this);
                } else {
                    executor.execute(this);
                }
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
        }

        /** Does nothing unless it was called, and that once: an executor may do what it likes. */
        @Override
        public void run() {
            if (state.compareAndSet(CALLED, HERE)) {
                int answered = calls;
                do {
                    try {
                        answered = work();
                    } finally {
                        state.set(AWAY);
                    }
                } while (calls != answered && !closed && state.compareAndSet(AWAY, HERE));
            }
        }

        /** Takes part until there has been nothing to do for a while, or the tick is over; answers the last call that it knows of. */
        private int work() {
            int answered = calls;
            int patience = closed ? 0 : PATIENCE;
            while (patience > 0) {
                int piece = claim();
                if (piece >= 0) {
                    runPiece(piece, worker);
                    answered = calls;
                    patience = PATIENCE;
                } else {
                    patience = ticking ? patience - 1 : 0;
                    pause(patience);
                }
            }
            return answered;
        }

        /** Waits until it is gone. If it is still called it will come, and go at once. */
        void close() {
            for (int i = 1; state.get() == HERE; i++) {
                pause(i);
            }
            if (ownPool != null) {
                ownPool.shutdown();
            }
        }

        @Override
        protected boolean exec() {
            run();
            return false;
        }

        @Override
        public Void getRawResult() {
            return null;
        }

        @Override
        protected void setRawResult(Void value) {}
    }
}
