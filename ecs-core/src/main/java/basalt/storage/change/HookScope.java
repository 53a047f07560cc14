package basalt.storage.change;

import basalt.component.Entity;
import java.util.function.LongConsumer;

/**
 * Stands around the changes that {@link Hooks} are told of, structural ones and writes. One may be made of many smaller
 * ones: {@link #begin} and {@link #end} stand around each, and the outermost pair counts.
 *
 * <p>A hook that throws stops nothing: the change is carried out, all other hooks are called, and what was thrown is
 * thrown again at the end of the outermost scope, the first with the others suppressed. A structural change inside a
 * hook is an {@link IllegalStateException}. For the store's thread only.
 */
public final class HookScope {
    /** How deep hooks may call each other by what they write. */
    static final int MAX_CALLS = 256;

    private final Runnable whenSettled;
    private Runnable afterwards = () -> {};
    private int depth;
    private int calls;
    private boolean hasCalled;
    private boolean isSettling;
    private Throwable thrown;

    /** No change is under way. The task runs when an outermost one has ended, because hooks may have ended with it. */
    HookScope(Runnable whenSettled) {
        this.whenSettled = whenSettled;
    }

    /**
     * Sets what runs when an outermost scope of which a hook was told has ended. It may change structure, and is not
     * run again for that; so it goes on until it has nothing left to do.
     *
     * @param task what to run
     */
    public void afterwards(Runnable task) {
        afterwards = task;
    }

    /**
     * Whether a hook is being called.
     *
     * @return true inside of one
     */
    public boolean isCalling() {
        return calls > 0;
    }

    /**
     * Throws inside of a hook.
     *
     * @throws IllegalStateException if one is being called
     */
    public void requireOutside() {
        if (calls > 0) {
            throw new IllegalStateException("an observer changed the world's structure; record the change in"
                    + " world.observers().commands(), which are applied when the change that it observes has ended");
        }
    }

    /**
     * A structural change begins.
     *
     * @throws IllegalStateException inside of a hook
     */
    public void begin() {
        requireOutside();
        depth++;
    }

    /** A write begins, perhaps inside of a hook. */
    void beginWrite() {
        depth++;
    }

    /** A change has ended. The outermost throws what hooks have thrown. */
    public void end() {
        Throwable failure = depart();
        if (failure != null) {
            throw HookScope.<RuntimeException>unchecked(failure);
        }
    }

    /**
     * A change has failed.
     *
     * @param cause what it has thrown; what hooks have thrown is added to it
     */
    public void endAfter(Throwable cause) {
        Throwable failure = depart();
        if (failure != null && failure != cause) {
            cause.addSuppressed(failure);
        }
    }

    /** Calls hooks, in order. A hook that writes may call others, but not without end. */
    void call(LongConsumer[] hooks, long entity) {
        if (calls == MAX_CALLS) {
            throw new IllegalStateException("observers have called each other " + MAX_CALLS
                    + " deep, as what one writes the next one observes; let them write only what differs: entity="
                    + Entity.toString(entity));
        }
        for (LongConsumer hook : hooks) {
            hasCalled = true;
            calls++;
            try {
                hook.accept(entity);
            } catch (Throwable e) { // the contract above: thrown again at the end
                thrown = joined(thrown, e);
            } finally {
                calls--;
            }
        }
    }

    /** Goes out of a change; out of the outermost with what is to be thrown. */
    private Throwable depart() {
        depth--;
        if (depth > 0) {
            return null;
        }
        Throwable failure = thrown;
        thrown = null;
        if (hasCalled && !isSettling) {
            isSettling = true;
            try {
                afterwards.run();
            } catch (Throwable e) { // goes with what was thrown before
                failure = joined(failure, e);
            } finally {
                isSettling = false;
                hasCalled = false;
            }
            whenSettled.run();
        }
        return failure;
    }

    private static Throwable joined(Throwable first, Throwable next) {
        if (first == null) {
            return next;
        }
        if (first != next) {
            first.addSuppressed(next);
        }
        return first;
    }

    @SuppressWarnings("unchecked") // what a hook has thrown is thrown as it is
    private static <T extends Throwable> T unchecked(Throwable failure) throws T {
        throw (T) failure;
    }
}
