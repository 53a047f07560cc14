package basalt.storage.change;

import basalt.component.Entity;
import basalt.component.layout.ById;
import basalt.component.layout.ComponentAreas;
import basalt.storage.Entities;
import basalt.storage.Pools;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import org.agrona.collections.ArrayUtil;

/**
 * Callbacks for changes of single entities: after a component was added or written, before it is removed, before an
 * entity is destroyed, and when it begins or ceases to match. Called in the order of registration, and in ascending
 * order of the rows of a change.
 *
 * <p>Hooks may write, and may register and unregister hooks, which takes effect at the next change. See {@link
 * HookScope} for exceptions and structural changes. For the store's thread only.
 */
public final class Hooks {
    /** The moment at which a hook of a component is called. */
    public enum Moment {
        ADDED("onAdd"),
        REMOVING("onRemove"),
        WRITTEN("onSet");

        private final String call;

        Moment(String call) {
            this.call = call;
        }
    }

    private static final LongConsumer[] NONE = {};
    private static final int NO_ID = -1;

    /** What an entity matches by its components. */
    public interface RowMatch {
        /** The rows of a word that match, if some rows had lost a component. */
        long wordWithout(long base, int word, int lostId, long lost);

        /** Whether an entity with exactly these components, in ascending order, matches. */
        boolean matchesKind(int[] ids);
    }

    /** A callback for rows that begin, or cease, to match. */
    public static final class MatchHook {
        private final RowMatch match;
        private final boolean isEntering;
        private final LongConsumer[] hooks;
        private final String text;
        private long before;

        public MatchHook(RowMatch match, boolean isEntering, LongConsumer hook, String text) {
            this.match = match;
            this.isEntering = isEntering;
            this.hooks = new LongConsumer[] {hook};
            this.text = text;
        }
    }

    private final HookScope scope;
    private final ById<LongConsumer[]> added = new ById<>(NONE);
    private final ById<LongConsumer[]> removing = new ById<>(NONE);
    private final ById<LongConsumer[]> written = new ById<>(NONE);
    private LongConsumer[] destroying = NONE;
    private MatchHook[] matches = {};

    /** Those that know which rows matched before the current change. */
    private MatchHook[] ready = matches;

    /** The components with a hook before removal, ascending. */
    private int[] removingIds = {};

    private final Runnable whenHooksChange;
    private int count;
    private int writtenCount;

    Hooks(HookScope scope, Runnable whenHooksChange) {
        this.scope = scope;
        this.whenHooksChange = whenHooksChange;
    }

    public void register(Moment moment, int id, LongConsumer hook) {
        ById<LongConsumer[]> hooks = hooks(moment);
        hooks.set(id, ArrayUtil.add(hooks.get(id), hook));
        updated(1, moment);
    }

    public void unregister(Moment moment, int id, LongConsumer hook) {
        ById<LongConsumer[]> hooks = hooks(moment);
        hooks.set(id, ArrayUtil.remove(hooks.get(id), hook));
        updated(-1, moment);
    }

    public void registerDestroy(LongConsumer hook) {
        destroying = ArrayUtil.add(destroying, hook);
        updated(1, null);
    }

    public void unregisterDestroy(LongConsumer hook) {
        destroying = ArrayUtil.remove(destroying, hook);
        updated(-1, null);
    }

    public void register(MatchHook hook) {
        matches = ArrayUtil.add(matches, hook);
        updated(1, null);
    }

    public void unregister(MatchHook hook) {
        matches = ArrayUtil.remove(matches, hook);
        updated(-1, null);
    }

    public boolean isActive() {
        return count > 0;
    }

    public boolean observesWrites(int id) {
        return written.get(id).length > 0;
    }

    public void written(int id, long entity) {
        if (written.get(id).length > 0) {
            scope.beginWrite();
            try {
                scope.call(written.get(id), entity);
            } catch (Throwable e) { // the stack has overflowed
                scope.endAfter(e);
                throw e;
            }
            scope.end();
        }
    }

    boolean observesWrites() {
        return writtenCount > 0;
    }

    void added(int id, long base, int word, long rows) {
        call(added.get(id), base, word, rows);
    }

    public List<String> observed(IntFunction<String> nameOf) {
        List<String> observed = new ArrayList<>();
        for (int id = 0; id < ComponentAreas.process().count(); id++) {
            for (Moment moment : Moment.values()) {
                if (hooks(moment).get(id).length > 0) {
                    observed.add(moment.call + "(" + nameOf.apply(id) + ")");
                }
            }
        }
        if (destroying.length > 0) {
            observed.add("onDestroy");
        }
        for (MatchHook hook : matches) {
            observed.add(hook.text);
        }
        return observed;
    }

    void removing(int id, long base, int word, long rows) {
        call(removing.get(id), base, word, rows);
        for (MatchHook hook : ready) {
            if (!hook.isEntering) {
                call(hook.hooks, base, word, hook.before & rows & ~hook.match.wordWithout(base, word, id, rows));
            }
        }
    }

    /** Called before components of rows change: notes which match. */
    void changing(long base, int word) {
        ready = matches;
        for (MatchHook hook : ready) {
            hook.before = hook.match.wordWithout(base, word, NO_ID, 0);
        }
    }

    /** Called after {@link #changing}, and after components were added, disabled or enabled. */
    void changed(long base, int word, long rows) {
        for (MatchHook hook : ready) {
            long now = hook.match.wordWithout(base, word, NO_ID, 0);
            call(hook.hooks, base, word, rows & (hook.isEntering ? now & ~hook.before : hook.before & ~now));
        }
    }

    /** As {@link #changed}, after a component was removed, of which {@link #removing} has been called. */
    void removed(long base, int word, long rows) {
        for (MatchHook hook : ready) {
            if (hook.isEntering) {
                call(hook.hooks, base, word, rows & ~hook.before & hook.match.wordWithout(base, word, NO_ID, 0));
            }
        }
    }

    /**
     * Calls the hooks of new entities, by ascending component id; components that were removed meanwhile are skipped.
     */
    void spawned(int[] ids, long base, int word, long rows) {
        if (count > 0) {
            for (long rest = rows; rest != 0; rest &= rest - 1) {
                callForEach(added, ids, base, (word << 6) + Long.numberOfTrailingZeros(rest));
            }
            for (MatchHook hook : matches) {
                if (hook.isEntering && hook.match.matchesKind(ids)) { // else changed() was called when it did
                    call(hook.hooks, base, word, rows & hook.match.wordWithout(base, word, NO_ID, 0));
                }
            }
        }
    }

    void destroying(long base, int word, long rows) {
        if (count > 0) {
            for (long rest = rows; rest != 0; rest &= rest - 1) {
                int row = (word << 6) + Long.numberOfTrailingZeros(rest);
                scope.call(destroying, Entities.handle(base, row));
                callForEach(removing, removingIds, base, row);
            }
            for (MatchHook hook : matches) {
                if (!hook.isEntering) {
                    call(hook.hooks, base, word, rows & hook.match.wordWithout(base, word, NO_ID, 0));
                }
            }
        }
    }

    private void callForEach(ById<LongConsumer[]> hooks, int[] ids, long base, int row) {
        for (int id : ids) {
            if (hooks.get(id).length > 0 && Pools.has(base, row, id)) {
                scope.call(hooks.get(id), Entities.handle(base, row));
            }
        }
    }

    private void call(LongConsumer[] hooks, long base, int word, long rows) {
        if (hooks.length > 0) {
            for (long rest = rows; rest != 0; rest &= rest - 1) {
                scope.call(hooks, Entities.handle(base, (word << 6) + Long.numberOfTrailingZeros(rest)));
            }
        }
    }

    private ById<LongConsumer[]> hooks(Moment moment) {
        return moment == Moment.ADDED ? added : moment == Moment.REMOVING ? removing : written;
    }

    private void updated(int more, Moment moment) {
        count += more;
        if (moment == Moment.WRITTEN) {
            writtenCount += more;
        } else if (moment == Moment.REMOVING) {
            int[] ids = new int[removing.end()];
            int length = 0;
            for (int id = 0; id < removing.end(); id++) {
                if (removing.get(id).length > 0) {
                    ids[length++] = id;
                }
            }
            removingIds = Arrays.copyOf(ids, length);
        }
        whenHooksChange.run();
    }

    /**
     * The scope of a change that calls {@link Hooks}: a structural change or a write. Scopes are nested if a change
     * consists of smaller ones; the outermost scope handles exceptions.
     *
     * <p>If a hook throws, the change is still made and all other hooks are called. At the end of the outermost scope
     * the first exception is thrown, with the others suppressed. A structural change inside a hook throws {@link
     * IllegalStateException}. For the store's thread only.
     */
    public static final class HookScope {
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

        public void requireOutside() {
            if (calls > 0) {
                throw new IllegalStateException("an observer changed the world's structure; record the change in"
                        + " world.observers().commands(), which are applied after the observed change");
            }
        }

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

        /** Makes a change in a scope. */
        public void run(Runnable change) {
            begin();
            try {
                change.run();
            } catch (Throwable e) {
                endAfter(e);
                throw e;
            }
            end();
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
                        + " deep, as each writes what the next one observes; let them write only changed values:"
                        + " entity=" + Entity.toString(entity));
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
}
