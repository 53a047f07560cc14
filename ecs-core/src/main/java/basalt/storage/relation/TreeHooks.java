package basalt.storage.relation;

import basalt.storage.change.Hooks;
import basalt.storage.change.Hooks.Moment;
import basalt.storage.change.Structure;
import java.util.function.LongConsumer;

/**
 * Callbacks for children that are attached and detached. The first parent, and the last one, are additions and removals
 * of {@link basalt.component.ChildOf}; a change from one parent to another is called here. For the store's thread.
 */
public final class TreeHooks {
    private static final LongConsumer[] NONE = {};

    private final Structure structure;
    private final int childOfId;
    private LongConsumer[] attached = NONE;
    private LongConsumer[] detaching = NONE;

    TreeHooks(Structure structure, int childOfId) {
        this.structure = structure;
        this.childOfId = childOfId;
    }

    /** Registers a hook that is called after an entity has got a parent. */
    public void registerAttached(LongConsumer hook) {
        hooks().register(Moment.ADDED, childOfId, hook);
        attached = Hooks.plus(attached, hook);
    }

    public void unregisterAttached(LongConsumer hook) {
        hooks().unregister(Moment.ADDED, childOfId, hook);
        attached = Hooks.minus(attached, hook);
    }

    /** Registers a hook that is called before an entity loses its parent. */
    public void registerDetaching(LongConsumer hook) {
        hooks().register(Moment.REMOVING, childOfId, hook);
        detaching = Hooks.plus(detaching, hook);
    }

    public void unregisterDetaching(LongConsumer hook) {
        hooks().unregister(Moment.REMOVING, childOfId, hook);
        detaching = Hooks.minus(detaching, hook);
    }

    private Hooks hooks() {
        return structure.hooks();
    }

    /** Called after an entity has got another parent. */
    void attached(long child) {
        structure.hookScope().call(attached, child);
    }

    /** Called before an entity gets another parent. */
    void detaching(long child) {
        structure.hookScope().call(detaching, child);
    }
}
