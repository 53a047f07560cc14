package basalt.storage.change;

import basalt.component.Entity;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * The scope of a change that calls {@link Hooks}: a structural change or a write. Scopes are nested if a change
 * consists of smaller ones; the outermost scope handles exceptions.
 *
 * <p>If a hook throws, the change is still made and all other hooks are called. At the end of the outermost scope the
 * first exception is thrown, with the others suppressed. A structural change inside a hook throws {@link
 * IllegalStateException}. For the store's thread only.
 */
public final class HookScope {
    /** Greatest depth of hooks that call each other by writing. */
    static final int MAX_CALLS = 256;

    private final Runnable whenSettled;
    private final Consumer<OutOfMemoryError> whenBroken;
    private Runnable afterwards = () -> {};
    private int depth;
    private int calls;
    private boolean hasCalled;
    private boolean isSettling;
    private Throwable thrown;

    /**
     * A scope that is not open.
     *
     * @param whenSettled runs after an outermost scope in which hooks were called has ended
     * @param whenBroken is called when the Java heap was full in the midst of a change
     */
    HookScope(Runnable whenSettled, Consumer<OutOfMemoryError> whenBroken) {
        this.whenSettled = whenSettled;
        this.whenBroken = whenBroken;
    }

    /**
     * Sets a task that runs at the end of an outermost scope in which hooks were called. The task may change the
     * structure. It is not run again for its own changes, so it must loop until nothing is left to do.
     */
    public void afterwards(Runnable task) {
        afterwards = task;
    }

    public boolean isCalling() {
        return calls > 0;
    }

    /** Throws inside of a hook. */
    public void requireOutside() {
        if (calls > 0) {
            throw new IllegalStateException("an observer changed the world's structure; record the change in"
                    + " world.observers().commands(), which are applied after the observed change");
        }
    }

    /** Opens a scope for a structural change. */
    public void begin() {
        requireOutside();
        depth++;
    }

    /** Opens a scope for a write, which may be made inside of a hook. */
    void beginWrite() {
        depth++;
    }

    /** Closes a scope. The outermost scope throws the exceptions of hooks. */
    public void end() {
        Throwable failure = leave();
        if (failure != null) {
            throw HookScope.<RuntimeException>unchecked(failure);
        }
    }

    /** Closes a scope after its change has failed. */
    public void endAfter(Throwable cause) {
        if (cause instanceof OutOfMemoryError error) {
            whenBroken.accept(error);
        }
        Throwable failure = leave();
        if (failure != null && failure != cause) {
            cause.addSuppressed(failure);
        }
    }

    /** Calls hooks, in order. A hook that writes may call other hooks, up to a limit. */
    public void call(LongConsumer[] hooks, long entity) {
        if (calls == MAX_CALLS) {
            throw new IllegalStateException("observers have called each other " + MAX_CALLS
                    + " deep, as each writes what the next one observes; let them write only changed values: entity="
                    + Entity.toString(entity));
        }
        for (LongConsumer hook : hooks) {
            hasCalled = true;
            calls++;
            try {
                hook.accept(entity);
            } catch (Throwable e) { // thrown at the end of the outermost scope
                thrown = withSuppressed(thrown, e);
            } finally {
                calls--;
            }
        }
    }

    /** Leaves a scope; returns the exception to throw if it was the outermost. */
    private Throwable leave() {
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
            } catch (Throwable e) { // added to the earlier exceptions
                failure = withSuppressed(failure, e);
            } finally {
                isSettling = false;
                hasCalled = false;
            }
            whenSettled.run();
        }
        return failure;
    }

    private static Throwable withSuppressed(Throwable first, Throwable next) {
        if (first == null) {
            return next;
        }
        if (first != next) {
            first.addSuppressed(next);
        }
        return first;
    }

    @SuppressWarnings("unchecked") // rethrows any exception of a hook unchanged
    private static <T extends Throwable> T unchecked(Throwable failure) throws T {
        throw (T) failure;
    }
}
