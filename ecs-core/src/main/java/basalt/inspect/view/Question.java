package basalt.inspect.view;

import basalt.internal.JsonWriter;
import java.util.concurrent.locks.LockSupport;

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
public abstract class Question {
    private static final long POLL_NANOS = 200_000;

    /** Whether the question belongs to the world's thread. It publishes all other fields. */
    private volatile boolean isAsked;

    /** Whether the asker has lost its interest. */
    private volatile boolean isDropped;

    private boolean hasBegun;
    private Throwable failure;

    /** A question that was not asked yet. */
    protected Question() {}

    /** Begins to answer. For the world's thread. */
    protected abstract void begin(InspectedWorld inspected);

    /** Continues to answer. For the world's thread. */
    protected abstract boolean proceed(InspectedWorld inspected, long deadlineNanos);

    /** Writes the answer. For the asker's thread, after {@link #await}. */
    public abstract void write(JsonWriter json);

    /** The asker gives the question to the world's thread. */
    void asked() {
        failure = null;
        hasBegun = false;
        isDropped = false;
        isAsked = true;
    }

    /** The question comes back to the asker without an answer: there is no room for it. */
    void refused() {
        isAsked = false;
    }

    /** Answers for a while. For the world's thread. */
    boolean answer(InspectedWorld inspected, long deadlineNanos) {
        try {
            if (!isDropped) {
                if (!hasBegun) {
                    hasBegun = true;
                    begin(inspected);
                }
                if (!proceed(inspected, deadlineNanos)) {
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

    /** {@return whether the world's thread has the question} */
    public final boolean isAsked() {
        return isAsked;
    }

    /** Waits for the answer. If this takes too long, the world's thread keeps the question until it finds the time. */
    public final boolean await(long nanos) {
        long start = System.nanoTime();
        while (isAsked) {
            if (System.nanoTime() - start > nanos || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(this, POLL_NANOS);
        }
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
    public final void drop() {
        isDropped = true;
    }
}
