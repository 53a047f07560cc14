package basalt.world;

import basalt.command.Commands;
import basalt.command.queue.CommandQueue;
import basalt.command.queue.Playback;
import basalt.component.Component;
import basalt.friend.Friend;
import basalt.storage.access.Store;
import basalt.storage.change.Hooks;
import basalt.storage.change.Hooks.Moment;

/**
 * What is told at once of single entities that change: {@code world.observers().onRemove(Collider.TYPE, grid::forget)}.
 * For cold code; what looks at many entities is better off with a query that looks for {@linkplain
 * basalt.query.QueryBuilder#changed changes}, or with {@link RemovedComponents}.
 *
 * <p><b>When.</b> After a component was added, with its values, and after it was written by {@code world.set} or by
 * commands; before one is removed and before an entity is destroyed, while all can still be read. An entity that dies
 * is told of by the observers of deaths first, then by those of the removal of each of its components, in the order of
 * their ids. One that is born is told of when it is complete, after the initialiser of its template, by those of the
 * adding of each component, in the order of ids. Changes of many entities tell of them in ascending order. Observers of
 * one thing are called in the order of their registration. What kernels and rows write is not told, nor is enabling and
 * disabling. What a system writes directly is told when its commands are applied, even if the system has failed by
 * then; if there is no memory to remember it, the write throws {@link basalt.memory.NativeMemoryException}, and that
 * one is not told.
 *
 * <p><b>What an observer may do.</b> Read and write components, run queries, register and close observers: whether that
 * holds for the rest of the change that is under way is not defined, for later ones it does. It may not change
 * structure: that is an {@link IllegalStateException}. Such changes it records in {@link #commands()}, which are
 * applied when the change that it observes has ended, the whole of it where it is a bulk change or the playback of
 * commands.
 *
 * <p><b>Without end.</b> Observers that go on making each other record commands are stopped after 10,000 rounds: what
 * was recorded last is dropped, and an {@link IllegalStateException} names it. Observers of writes that write what they
 * observe are stopped 256 calls deep. What was changed before stays.
 *
 * <p><b>What it throws</b> stops nothing: the change is made, the other observers are called, the commands are applied.
 * Then it is thrown to the caller that made the change, the first with the others suppressed.
 *
 * <p>For the world's thread only; on another one, after the world was closed, and while a schedule runs systems, every
 * method throws {@link IllegalStateException}. A null component or observer is an {@link IllegalArgumentException}.
 */
public final class Observers {
    private static final Friend<Commands, CommandQueue> COMMANDS = Friend.of(Commands.class, CommandQueue.class);

    private final Store store;
    private final Hooks hooks;
    private final CommandQueue queue;
    private final Commands commands;
    private final Playback playback;

    Observers(Store store, CommandQueue queue, Playback playback) {
        this.store = store;
        this.hooks = store.hooks();
        this.queue = queue;
        this.commands = COMMANDS.outside(queue);
        this.playback = playback;
        store.hookScope().afterwards(this::applyCommands);
    }

    /**
     * Observes that entities gain a component.
     *
     * @param component the component
     * @param observer called after it was added
     * @return closes the observer
     */
    public Subscription onAdd(Component<?> component, EntityObserver observer) {
        return register(Moment.ADDED, component, observer);
    }

    /**
     * Observes that entities lose a component, or die with it.
     *
     * @param component the component
     * @param observer called before it is removed
     * @return closes the observer
     */
    public Subscription onRemove(Component<?> component, EntityObserver observer) {
        return register(Moment.REMOVING, component, observer);
    }

    /**
     * Observes that a component of an entity is written, by {@code world.set} or by commands.
     *
     * @param component the component
     * @param observer called after it was written
     * @return closes the observer
     */
    public Subscription onSet(Component<?> component, EntityObserver observer) {
        return register(Moment.WRITTEN, component, observer);
    }

    /**
     * Observes that entities die.
     *
     * @param observer called before one is destroyed
     * @return closes the observer
     */
    public Subscription onDestroy(EntityObserver observer) {
        Subscription subscription = subscription(observer);
        hooks.registerDeath(subscription.hook());
        subscription.registered(() -> hooks.unregisterDeath(subscription.hook()));
        return subscription;
    }

    /**
     * Records the structural changes that observers want to make.
     *
     * @return always the same recorder; what it records is applied when the outermost change that is observed has ended
     */
    public Commands commands() {
        checkOwner("observers.commands()", "use world.commands()");
        return commands;
    }

    private Subscription register(Moment moment, Component<?> component, EntityObserver observer) {
        Store.requireComponent(component);
        Subscription subscription = subscription(observer);
        int id = component.id();
        hooks.register(moment, id, subscription.hook());
        subscription.registered(() -> hooks.unregister(moment, id, subscription.hook()));
        return subscription;
    }

    private Subscription subscription(EntityObserver observer) {
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

    /** A change that was observed has ended. What its commands cause to be recorded, they are followed by. */
    private void applyCommands() {
        if (queue.count() > 0) {
            playback.add(queue, 0, queue.position(), 0);
            playback.run();
        }
    }

    long commandBytes() {
        return queue.reservedBytes();
    }

    void close() {
        queue.close();
    }
}
