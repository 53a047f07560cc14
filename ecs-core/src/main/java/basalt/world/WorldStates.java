package basalt.world;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ReferenceColumn;
import basalt.component.layout.ComponentAreas;
import basalt.internal.Friend;
import basalt.runtime.StateHash;
import basalt.runtime.StateRing;
import basalt.runtime.WorldRuntime;
import basalt.save.Snapshots;
import basalt.storage.change.Events;
import java.util.HashSet;
import java.util.Set;

/** Makes the snapshots of one world, and checks that they can contain all of it. */
final class WorldStates {
    private static final Friend<Snapshots, StateRing> SNAPSHOTS = Friend.of(Snapshots.class, StateRing.class);

    private final WorldRuntime runtime;
    private final Time time;
    private final Resources resources;
    private final Observers observers;

    /** The ring that was made last; null if there was none. */
    private StateRing ring;

    private final StateHash hash;

    WorldStates(WorldRuntime runtime, Time time, Resources resources, Observers observers) {
        this.runtime = runtime;
        this.hash = runtime.stateHash();
        this.time = time;
        this.resources = resources;
        this.observers = observers;
    }

    Snapshots newRing(int capacity, Class<?>[] excludedTypes) {
        runtime.requireIdle("world.snapshots(...)");
        if (capacity < 1 || capacity > Snapshots.MAX_CAPACITY) {
            throw new IllegalArgumentException(
                    "capacity must be from 1 to " + Snapshots.MAX_CAPACITY + ": capacity=" + capacity);
        }
        if (ring != null && !ring.isClosed()) {
            throw new IllegalStateException("the world has snapshots already; close them first, or use them");
        }
        requireState("world.snapshots(...)");
        Set<Class<?>> excluded = setOf(excludedTypes);
        requireExcludable(excluded);
        requireCapturable(excluded);
        resources.exclude(excluded);
        ring = new StateRing(
                runtime,
                hash.changes(),
                runtime.store().blockPool().source(),
                capacity,
                time::tick,
                excluded,
                () -> requireCapturable(excluded));
        return SNAPSHOTS.exported(ring);
    }

    private static Set<Class<?>> setOf(Class<?>[] types) {
        Set<Class<?>> set = new HashSet<>();
        for (Class<?> type : types == null ? new Class<?>[] {null} : types) {
            if (type == null) {
                throw new IllegalArgumentException("an excluded type must not be null");
            }
            set.add(type);
        }
        return set;
    }

    /** Throws if the user has named a component that is in the states nevertheless. */
    private void requireExcludable(Set<Class<?>> excluded) {
        for (int id = 0; id < ComponentAreas.process().count(); id++) {
            Component<?> component = runtime.store().pools().component(id);
            if (component != null
                    && !component.hasReferences()
                    && excluded.contains(component.type())
                    && !resources.contains(component.type())) {
                throw new IllegalArgumentException("component " + component.name() + " has no managed columns, and"
                        + " native columns cannot be excluded; exclude resources, and components and events with"
                        + " managed columns");
            }
        }
    }

    private void requireCapturable(Set<Class<?>> excluded) {
        for (int id = 0; id < ComponentAreas.process().count(); id++) {
            if (runtime.store().pools().hasReferences(id)) {
                requireCodecs("component ", runtime.store().pools().component(id), excluded);
            }
        }
        Events events = runtime.store().events();
        for (int i = 0; i < events.typeCount(); i++) {
            requireCodecs("event type ", events.type(i), excluded);
        }
        resources.requireCapturable(excluded);
        requireNoPendingCommands("snapshots");
    }

    private void requireNoPendingCommands(String what) {
        if (observers.pendingCommands() > 0) {
            throw new IllegalStateException("commands that were recorded outside of an observer wait for the next call"
                    + " of one, and " + what + " cannot contain them; record them in world.commands(): commands="
                    + observers.pendingCommands());
        }
    }

    /** Throws unless the world can be saved to a file at this moment. */
    void requireIdle(String call) {
        runtime.requireIdle(call);
        requireState(call);
        runtime.requireNoCommands(call);
        requireNoPendingCommands("files");
    }

    /** Throws if objects of a type cannot be kept or saved. */
    static void requireCodecs(String kind, Component<?> type, Set<Class<?>> excluded, String where, String exclusion) {
        if (type.hasReferences() && !excluded.contains(type.type())) {
            for (Column column : type.columns()) {
                if (column instanceof ReferenceColumn<?> reference && !reference.hasCodec()) {
                    throw new IllegalStateException(kind + type.name() + " has managed columns without a codec, whose"
                            + " objects " + where + " cannot contain: field " + column.field() + "; declare one at the"
                            + " field, by @WithCodec(...), or exclude the references with " + exclusion
                            + type.type().getSimpleName() + ".class)");
                }
            }
        }
    }

    private static void requireCodecs(String kind, Component<?> type, Set<Class<?>> excluded) {
        requireCodecs(kind, type, excluded, "snapshots", "world.snapshots(capacity, ");
    }

    /** Throws during a capture or a restoration. */
    void requireNotBusy(String call) {
        if (ring != null) {
            ring.requireNotBusy(call);
        }
    }

    /** Throws during a capture or a restoration, and if a restoration has failed in its middle. */
    private void requireState(String call) {
        requireNotBusy(call);
        if (ring != null) {
            ring.requireWhole();
        }
    }

    /** The hash of the world's rows and of its time. */
    long hash() {
        update("world.stateHash()");
        return hash.sum() + time.hash();
    }

    /** The hash of one component. */
    long hash(Component<?> component) {
        update("world.stateHash(...)");
        return hash.sum(component.id());
    }

    private void update(String call) {
        runtime.requireIdle(call);
        requireState(call);
        hash.update();
    }

    long reservedBytes() {
        return (ring == null ? 0 : ring.reservedBytes()) + hash.reservedBytes();
    }

    void close() {
        try {
            if (ring != null) {
                ring.free();
            }
        } finally {
            hash.close();
        }
    }
}
