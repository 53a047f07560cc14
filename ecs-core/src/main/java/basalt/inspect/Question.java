package basalt.inspect;

import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;

/**
 * A question about the world. Another thread asks it; the world's thread answers it between two ticks, in several steps
 * if it takes long, and copies what it finds; then the asker writes the copy as JSON. An answered question can be asked
 * again, and uses the same memory then, so that the world's thread makes no garbage.
 *
 * <pre>
 *   asker          ask        await ........................ write, ask again
 *   world's thread      begin, proceed, proceed, ... answered
 * </pre>
 */
abstract class Question implements View {
    private static final long POLL_NANOS = 1_000_000;

    final Inspection inspected;

    /** Whether the question belongs to the world's thread. It publishes all other fields. */
    private volatile boolean isAsked;

    /** Whether the asker has lost its interest. */
    private volatile boolean isDropped;

    /** Whether the asker has asked and has not got the answer. For its thread. */
    private boolean isAwaited;

    private boolean hasBegun;
    private Throwable failure;

    Question(Inspection inspected) {
        this.inspected = inspected;
    }

    void begin() {}

    /** Continues to answer; returns whether it is answered. For the world's thread. */
    boolean proceed(long deadlineNanos) {
        return true;
    }

    /** Asks, unless an answer is still awaited. For the asker's thread. */
    @Override
    public void ask() {
        if (!isAwaited && !inspected.questions.ask(this)) {
            throw new ApiException(503, "too many questions wait for the world, whose thread does not answer");
        }
        isAwaited = true;
    }

    /** Asks, unless this was done, and waits for the answer. For the asker's thread. */
    @Override
    public boolean update(long nanos) {
        ask();
        return await(nanos);
    }

    /** Answers for a while; returns whether it is answered. For the world's thread. */
    boolean answer(long deadlineNanos) {
        try {
            if (!isDropped) {
                if (!hasBegun) {
                    hasBegun = true;
                    begin();
                }
                if (!proceed(deadlineNanos)) {
                    return false;
                }
            }
        } catch (Throwable e) { // it reaches the asker, and not the game
            failure = e;
        }
        isAsked = false;
        return true;
    }

    /** Ends the question without an answer. For the world's thread. */
    void fail(Throwable cause) {
        failure = cause;
        isAsked = false;
    }

    /** Waits for the answer. If this takes too long, the world's thread keeps the question until it finds the time. */
    boolean await(long nanos) {
        long start = System.nanoTime();
        while (isAsked) {
            if (System.nanoTime() - start > nanos || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(this, POLL_NANOS);
        }
        isAwaited = false;
        Throwable thrown = failure;
        failure = null;
        if (thrown instanceof RuntimeException known) {
            throw known;
        }
        if (thrown != null) {
            throw new IllegalStateException("the world could not answer: " + thrown, thrown);
        }
        return true;
    }

    /** Tells the world's thread that no answer is wanted any more. The question must not be asked again. */
    @Override
    public void close() {
        isDropped = true;
    }

    /** What waits for the world's thread. Any thread asks. */
    static class Queue<Q extends Question> {
        static final int CAPACITY = 256;

        final ManyToOneConcurrentArrayQueue<Q> waiting = new ManyToOneConcurrentArrayQueue<>(CAPACITY);
        private final String whenClosed;
        private volatile boolean isClosed;

        /** The question that is being answered; null for none. */
        private Q current;

        private boolean isAnswering;

        /** A queue in which things can be "asked" or "changed". */
        Queue(String done) {
            whenClosed = "the schedule is closed, so nothing can be " + done + " any more";
        }

        /** Asks; returns false if too many wait. For any thread. */
        boolean ask(Q question) {
            if (isClosed) {
                throw new IllegalStateException(whenClosed);
            }
            Question asked = question;
            asked.failure = null;
            asked.hasBegun = false;
            asked.isDropped = false;
            asked.isAsked = true;
            if (waiting.offer(question)) {
                if (isClosed) {
                    failAll(new IllegalStateException(whenClosed));
                }
                return true;
            }
            asked.isAsked = false;
            return false;
        }

        /** Answers questions for a while. For the world's thread. */
        void answer(long budgetNanos) {
            if (isAnswering || current == null && waiting.isEmpty()) { // an object's toString() may tick
                return;
            }
            isAnswering = true;
            try {
                long deadline = System.nanoTime() + budgetNanos;
                do {
                    if (current == null) {
                        current = waiting.poll();
                    }
                    if (current == null || !current.answer(deadline)) {
                        return;
                    }
                    if (current == null || current.inspected.runtime.isClosed()) { // its toString() has closed them
                        current = null;
                        return;
                    }
                    current = null;
                } while (System.nanoTime() - deadline < 0);
            } finally {
                isAnswering = false;
            }
        }

        /** Fails all, now and later. For the world's thread. */
        void close() {
            isClosed = true;
            if (current != null) {
                current.fail(new IllegalStateException(whenClosed));
                current = null;
            }
            failAll(new IllegalStateException(whenClosed));
        }

        synchronized void failAll(IllegalStateException cause) {
            for (Q left = waiting.poll(); left != null; left = waiting.poll()) {
                left.fail(cause);
            }
        }
    }
}
