package basalt.world;

import basalt.command.CommandQueue;
import basalt.command.Playback;
import basalt.component.Component;
import basalt.component.TreeType;
import basalt.internal.Friend;
import basalt.match.Filter;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.runtime.RowQuery;
import basalt.runtime.WorldRuntime;
import basalt.storage.access.Store;
import basalt.storage.change.Hooks;
import basalt.storage.change.Hooks.MatchHook;
import basalt.storage.change.Hooks.Moment;
import basalt.storage.relation.Tree.TreeHooks;
import java.util.function.LongConsumer;

/**
 * Callbacks that run at once when an entity changes: {@code world.observers().onRemove(Collider.class, grid::forget)}.
 * For cold code. To look at many entities, use a query for {@linkplain basalt.query.QueryBuilder#changed changes}, or
 * {@link RemovedComponents}.
 *
 * <p><b>Times.</b> Observers run after a component was added, with its values, and after it was written by {@code
 * world.set} or by commands. They run before a component is removed and before an entity is destroyed, while all data
 * can still be read. When an entity is destroyed, observers of destroys run first, then those of the removal of each of
 * its components, in the order of ids. When an entity is spawned, observers run when it is complete, after the
 * initialiser of its template: those of each added component, in the order of ids. Changes of many entities run
 * observers in ascending order of rows, and destructions of linked entities for children before their parents in each
 * tree, and for sources before their targets in each relation with another policy than KEEP; if they form a circle over
 * several of these, in some order that depends on the links only. Observers of the same change run in the order of
 * their registration.
 *
 * <p>Writes by kernels and rows do not run observers. Enabling and disabling run only those of {@linkplain #onEnter
 * queries}. Direct writes of a system run observers when its commands are applied, even if the system has thrown. If
 * there is no memory to record such a write, it throws {@link basalt.memory.NativeMemoryException}, and its observers
 * do not run.
 *
 * <p><b>Rights.</b> An observer may read and write components, run queries, register and close observers. Whether a
 * registration affects the rest of the current change is not defined; it affects later changes. An observer may not
 * change structure, which throws {@link IllegalStateException}. It records such changes in {@link #commands()}. They
 * are applied when the observed change has ended, which may be a whole bulk change, spawn, merge, show of a mirror, or
 * the commands of one system.
 *
 * <p><b>Limits.</b> Observers that make each other record commands without end are stopped after 10,000 rounds: the
 * last commands are dropped, and an {@link IllegalStateException} names them. Observers of writes that write what they
 * observe are stopped 256 calls deep. Earlier changes stay.
 *
 * <p><b>Exceptions</b> of an observer stop nothing: the change is made, the other observers run, the commands are
 * applied. Then the first exception is thrown to the caller that made the change, with the others suppressed.
 *
 * <p>For the world's thread only. On another thread, after the world was closed, and while a schedule runs systems,
 * every method throws {@link IllegalStateException}. A null component or observer is an {@link
 * IllegalArgumentException}.
 */
public final class Observers {
    private static final Friend<Commands, CommandQueue> COMMANDS = Friend.of(Commands.class, CommandQueue.class);
    private static final Friend<Query, RowQuery> QUERIES = Friend.of(Query.class, RowQuery.class);

    private final Store store;
    private final Hooks hooks;
    private final CommandQueue queue;
    private final Commands commands;
    private final Playback playback;

    Observers(WorldRuntime runtime) {
        store = runtime.store();
        hooks = store.hooks();
        queue = runtime.observed();
        commands = COMMANDS.exported(queue);
        playback = runtime.playback();
        store.hookScope().afterwards(this::applyCommands);
    }

    /**
     * Observes that entities gain a component.
     *
     * @param observer called after it was added
     */
    public Subscription onAdd(Component<?> component, LongConsumer observer) {
        return register(Moment.ADDED, component, observer);
    }

    /** As {@link #onAdd(Component, LongConsumer)}, by the record's class. */
    public Subscription onAdd(Class<? extends Record> type, LongConsumer observer) {
        return onAdd(Component.of(type), observer);
    }

    /**
     * Observes that entities lose a component, because it is removed or the entity destroyed.
     *
     * @param observer called before it is removed
     */
    public Subscription onRemove(Component<?> component, LongConsumer observer) {
        return register(Moment.REMOVING, component, observer);
    }

    /** As {@link #onRemove(Component, LongConsumer)}, by the record's class. */
    public Subscription onRemove(Class<? extends Record> type, LongConsumer observer) {
        return onRemove(Component.of(type), observer);
    }

    /**
     * Observes that a component of an entity is written, by {@code world.set} or by commands.
     *
     * @param observer called after it was written
     */
    public Subscription onSet(Component<?> component, LongConsumer observer) {
        return register(Moment.WRITTEN, component, observer);
    }

    /** As {@link #onSet(Component, LongConsumer)}, by the record's class. */
    public Subscription onSet(Class<? extends Record> type, LongConsumer observer) {
        return onSet(Component.of(type), observer);
    }

    /**
     * Observes that entities are destroyed.
     *
     * @param observer called before an entity is destroyed
     */
    public Subscription onDestroy(LongConsumer observer) {
        Subscription subscription = subscription(observer);
        hooks.registerDestroy(subscription.hook());
        subscription.registered(() -> hooks.unregisterDestroy(subscription.hook()));
        return subscription;
    }

    /**
     * Observes that entities begin to match a query: because they are spawned, gain, lose, disable or enable a
     * component, or are enabled or disabled themselves.
     *
     * <p>For conditions on values and changes, and to look at many entities, use {@link Query#entered()}.
     *
     * <p>What an initialiser of a template adds, removes, disables or enables is told at once, and that a new entity
     * matches when it is complete: one that has left meanwhile and matches again is told twice.
     *
     * @param query without such conditions; it can be closed meanwhile
     * @param observer called after the change, and after the observers of its component; of a spawn, after those of all
     *     components
     * @throws IllegalArgumentException if the query is null, of another world, or has conditions on values or changes
     */
    public Subscription onEnter(Query query, LongConsumer observer) {
        return register(query, true, "onEnter(", observer);
    }

    /**
     * Observes that entities cease to match a query. The counterpart of {@link #onEnter}.
     *
     * @param observer called before a component is removed or the entity destroyed, after the observers of that; and
     *     after a component was added or disabled, or the entity disabled
     */
    public Subscription onLeave(Query query, LongConsumer observer) {
        return register(query, false, "onLeave(", observer);
    }

    private Subscription register(Query query, boolean isEntering, String call, LongConsumer observer) {
        Subscription subscription = subscription(observer);
        if (query == null) {
            throw new IllegalArgumentException("query must not be null: build one with world.query()");
        }
        RowQuery rows = QUERIES.internal(query);
        if (rows.store() != store) {
            throw new IllegalArgumentException("the query is of another world: " + query);
        }
        Filter filter = rows.filter();
        if (filter.changeFilter() != null || filter.values() != null) {
            throw new IllegalArgumentException("observers do not see values and earlier changes, and the query has"
                    + " conditions on them: use query.entered() or query.left(): " + query);
        }
        MatchHook hook = new MatchHook(filter, isEntering, subscription.hook(), call + query + ")");
        hooks.register(hook);
        subscription.registered(() -> hooks.unregister(hook));
        return subscription;
    }

    /**
     * Observes that entities get a parent: their first one, or another one.
     *
     * @param type the type of the tree
     * @param observer called after the child was attached, when all links are those of the new parent
     */
    public Subscription onAttach(TreeType type, LongConsumer observer) {
        return register(Moment.ADDED, type, observer);
    }

    /**
     * Observes that entities lose their parent: they are detached, get another one, or are destroyed.
     *
     * @param type the type of the tree
     * @param observer called before the child is detached, when all links are those of the old parent
     */
    public Subscription onDetach(TreeType type, LongConsumer observer) {
        return register(Moment.REMOVING, type, observer);
    }

    /**
     * The commands for structural changes of observers.
     *
     * @return the same object each time; its commands are applied when the outermost observed change has ended
     */
    public Commands commands() {
        checkOwner("observers.commands()", "use world.commands()");
        return commands;
    }

    private Subscription register(Moment moment, Component<?> component, LongConsumer observer) {
        Store.requireComponent(component);
        Subscription subscription = subscription(observer);
        int id = component.id();
        hooks.register(moment, id, subscription.hook());
        subscription.registered(() -> hooks.unregister(moment, id, subscription.hook()));
        return subscription;
    }

    private Subscription register(Moment moment, TreeType type, LongConsumer observer) {
        Subscription subscription = subscription(observer);
        TreeHooks treeHooks = store.trees().of(type).hooks();
        treeHooks.register(moment, subscription.hook());
        subscription.registered(() -> treeHooks.unregister(moment, subscription.hook()));
        return subscription;
    }

    private Subscription subscription(LongConsumer observer) {
        checkOwner("an observer's registration", "register it before the tick");
        if (observer == null) {
            throw new IllegalArgumentException("observer must not be null: give what to call for each entity");
        }
        return new Subscription(observer, this);
    }

    void checkOwner(String call, String remedy) {
        store.checkOwner(call, remedy);
    }

    boolean isClosed() {
        return store.isClosed();
    }

    /**
     * Applies the commands of observers when an observed change has ended. Commands that are recorded meanwhile follow.
     */
    private void applyCommands() {
        if (queue.count() > 0) {
            playback.add(queue, 0, queue.position(), 0);
            playback.run();
        }
    }
}
