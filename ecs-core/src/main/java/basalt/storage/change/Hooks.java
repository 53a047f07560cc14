package basalt.storage.change;

import static basalt.component.BlockLayout.MAX_COMPONENTS;

import basalt.storage.Entities;
import basalt.storage.Pools;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;

/**
 * What is called for single entities as they change, in the order of registration: after a component was added or
 * written, before one is removed, and before an entity is destroyed. Rows of one change come in ascending order.
 *
 * <p>Hooks may register and end others, which holds for the changes after, and may write. What else they may do, and
 * what becomes of what they throw, is said by {@link HookScope}. For the store's thread only.
 */
public final class Hooks {
    /** When a hook of a component is called. */
    public enum Moment {
        /** After it was added, with its values, or spawned with. */
        ADDED("onAdd"),
        /** Before it is removed, be it by death. */
        REMOVING("onRemove"),
        /** After it was written, exactly. */
        WRITTEN("onSet");

        private final String call;

        Moment(String call) {
            this.call = call;
        }
    }

    private static final LongConsumer[] NONE = {};

    private final HookScope scope;
    private final LongConsumer[][] added = new LongConsumer[MAX_COMPONENTS][];
    private final LongConsumer[][] removing = new LongConsumer[MAX_COMPONENTS][];
    private final LongConsumer[][] written = new LongConsumer[MAX_COMPONENTS][];
    private LongConsumer[] destroying = NONE;

    /** The components with a hook before removal, ascending. */
    private int[] removingIds = {};

    private final Runnable whenHooksChange;
    private int count;
    private int writtenCount;

    Hooks(HookScope scope, Runnable whenHooksChange) {
        this.scope = scope;
        this.whenHooksChange = whenHooksChange;
        Arrays.fill(added, NONE);
        Arrays.fill(removing, NONE);
        Arrays.fill(written, NONE);
    }

    /**
     * Registers a hook of a component.
     *
     * @param moment when it is called
     * @param id the component
     * @param hook takes the entity's handle
     */
    public void register(Moment moment, int id, LongConsumer hook) {
        LongConsumer[][] hooks = hooks(moment);
        hooks[id] = plus(hooks[id], hook);
        updated(1, moment);
    }

    /**
     * Ends a hook of a component.
     *
     * @param moment when it was called
     * @param id the component
     * @param hook the hook, which is registered once
     */
    public void unregister(Moment moment, int id, LongConsumer hook) {
        LongConsumer[][] hooks = hooks(moment);
        hooks[id] = minus(hooks[id], hook);
        updated(-1, moment);
    }

    /**
     * Registers a hook of all entities, called before one is destroyed.
     *
     * @param hook takes the entity's handle
     */
    public void registerDeath(LongConsumer hook) {
        destroying = plus(destroying, hook);
        updated(1, null);
    }

    /**
     * Ends a hook of all entities.
     *
     * @param hook the hook, which is registered once
     */
    public void unregisterDeath(LongConsumer hook) {
        destroying = minus(destroying, hook);
        updated(-1, null);
    }

    /**
     * Whether there is any hook.
     *
     * @return true if changes must be told
     */
    public boolean isActive() {
        return count > 0;
    }

    /**
     * Whether a component's writes have a hook.
     *
     * @param id the component
     * @return true if there is one
     */
    public boolean observesWrites(int id) {
        return written[id].length > 0;
    }

    /**
     * A component of a living entity has been written.
     *
     * @param id the component
     * @param entity the entity
     */
    public void written(int id, long entity) {
        if (written[id].length > 0) {
            scope.beginWrite();
            try {
                scope.call(written[id], entity);
            } catch (Throwable e) { // the stack has overflowed in the midst of it
                scope.endAfter(e);
                throw e;
            }
            scope.end();
        }
    }

    /** Whether the writes of any component have a hook. */
    boolean observesWrites() {
        return writtenCount > 0;
    }

    /** Rows have gained a component, and have its values. */
    void added(int id, long base, int word, long rows) {
        call(added[id], base, word, rows);
    }

    /**
     * What is observed now, for messages.
     *
     * @param nameOf the name of the component with an id
     * @return the calls that have registered the hooks, such as {@code onAdd(Burning)}
     */
    public List<String> observed(IntFunction<String> nameOf) {
        List<String> observed = new ArrayList<>();
        for (int id = 0; id < MAX_COMPONENTS; id++) {
            for (Moment moment : Moment.values()) {
                if (hooks(moment)[id].length > 0) {
                    observed.add(moment.call + "(" + nameOf.apply(id) + ")");
                }
            }
        }
        if (destroying.length > 0) {
            observed.add("onDestroy");
        }
        return observed;
    }

    /** Living rows are about to lose a component. */
    void removing(int id, long base, int word, long rows) {
        call(removing[id], base, word, rows);
    }

    /** Entities were spawned with components, ascending, and are complete; what a row has lost since is left out. */
    void spawned(int[] ids, long base, int word, long rows) {
        if (count > 0) {
            for (long rest = rows; rest != 0; rest &= rest - 1) {
                callForEach(added, ids, base, (word << 6) + Long.numberOfTrailingZeros(rest));
            }
        }
    }

    /** Living rows are about to die. */
    void destroying(long base, int word, long rows) {
        if (count > 0) {
            for (long rest = rows; rest != 0; rest &= rest - 1) {
                int row = (word << 6) + Long.numberOfTrailingZeros(rest);
                scope.call(destroying, Entities.handle(base, row));
                callForEach(removing, removingIds, base, row);
            }
        }
    }

    private void callForEach(LongConsumer[][] hooks, int[] ids, long base, int row) {
        for (int id : ids) {
            if (hooks[id].length > 0 && Pools.has(base, row, id)) {
                scope.call(hooks[id], Entities.handle(base, row));
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

    private LongConsumer[][] hooks(Moment moment) {
        return moment == Moment.ADDED ? added : moment == Moment.REMOVING ? removing : written;
    }

    private void updated(int more, Moment moment) {
        count += more;
        if (moment == Moment.WRITTEN) {
            writtenCount += more;
        } else if (moment == Moment.REMOVING) {
            int[] ids = new int[MAX_COMPONENTS];
            int length = 0;
            for (int id = 0; id < MAX_COMPONENTS; id++) {
                if (removing[id].length > 0) {
                    ids[length++] = id;
                }
            }
            removingIds = Arrays.copyOf(ids, length);
        }
        whenHooksChange.run();
    }

    private static LongConsumer[] plus(LongConsumer[] some, LongConsumer one) {
        LongConsumer[] more = Arrays.copyOf(some, some.length + 1);
        more[some.length] = one;
        return more;
    }

    private static LongConsumer[] minus(LongConsumer[] some, LongConsumer one) {
        if (some.length == 1) {
            return NONE;
        }
        int index = Arrays.asList(some).indexOf(one);
        LongConsumer[] fewer = Arrays.copyOf(some, some.length - 1);
        System.arraycopy(some, index + 1, fewer, index, fewer.length - index);
        return fewer;
    }
}
