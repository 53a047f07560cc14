package basalt.system;

import basalt.query.Worker;
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
 * next wave may come soon, and goes when the tick is over.
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
    private final Executor executor;
    private final ForkJoinPool ownPool;
    private final Hand[] hands;
    private final AtomicLong state = new AtomicLong();
    private final AtomicInteger done = new AtomicInteger();
    private volatile boolean ticking;
    private volatile boolean closed;
    private volatile WaveRun wave;
    private long epoch;

    /** A crew whose hands the executor runs; without one it has a pool of its own, if it needs any. */
    Crew(Worker[] workers, Executor executor) {
        this.workers = workers;
        this.ownPool = executor == null && workers.length > 1 ? new ForkJoinPool(workers.length - 1) : null;
        this.executor = executor == null ? ownPool : executor;
        this.hands = new Hand[workers.length - 1];
        for (int i = 0; i < hands.length; i++) {
            hands[i] = new Hand(i + 1);
        }
    }

    int size() {
        return workers.length;
    }

    Worker[] workers() {
        return workers;
    }

    /** Asks for hands, as many as the pieces can use. */
    void summon(int pieces) {
        ticking = true;
        for (int i = 0; i < Math.min(hands.length, pieces - 1); i++) {
            if (!hands[i].isHere) {
                hands[i].isHere = true;
                boolean accepted = false;
                try {
                    if (executor instanceof ForkJoinPool pool) {
                        pool.execute((ForkJoinTask<?>) hands[i]);
                    } else {
                        executor.execute(hands[i]);
                    }
                    accepted = true;
                } catch (RejectedExecutionException e) {
                    throw new IllegalStateException(
                            "the schedule's executor takes no more tasks; close the schedule before the executor, and give it"
                                    + " room for as many tasks as there are workers",
                            e);
                } finally {
                    if (!accepted) {
                        hands[i].isHere = false;
                    }
                }
            }
        }
    }

    /** Runs all pieces of a wave, with whoever helps. */
    void run(WaveRun newWave) {
        wave = newWave;
        int pieces = newWave.pieces();
        done.set(0);
        epoch++;
        state.set(epoch << 2 * PIECE_BITS | (long) pieces << PIECE_BITS);
        for (int piece = claim(); piece >= 0; piece = claim()) {
            runPiece(piece, 0);
        }
        for (int i = 1; done.get() < pieces; i++) {
            pause(i);
        }
    }

    /** The tick is over: hands go. */
    void dismiss() {
        ticking = false;
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
            for (int i = 1; hand.isRunning; i++) {
                pause(i);
            }
        }
        if (ownPool != null) {
            ownPool.shutdown();
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

        private final transient int worker;

        /** Whether the task is with the executor or runs. */
        private transient volatile boolean isHere;

        private transient volatile boolean isRunning;

        Hand(int worker) {
            this.worker = worker;
        }

        @Override
        public void run() {
            isRunning = true;
            try {
                int patience = closed ? 0 : PATIENCE;
                while (patience > 0) {
                    int piece = claim();
                    if (piece >= 0) {
                        runPiece(piece, worker);
                        patience = PATIENCE;
                    } else {
                        patience = ticking ? patience - 1 : 0;
                        pause(patience);
                    }
                }
            } finally {
                isHere = false;
                isRunning = false;
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
