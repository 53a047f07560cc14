package basalt.world;

import basalt.component.Component;
import basalt.component.layout.ComponentAreas;
import basalt.friend.Friend;
import basalt.runtime.StateRing;
import basalt.runtime.WorldRuntime;
import basalt.save.Snapshots;
import java.util.HashSet;
import java.util.Set;

/** Makes the snapshots of one world, and checks that they can contain all of it. */
final class WorldStates {
    private static final int MOST = 4096;
    private static final Friend<Snapshots, StateRing> SNAPSHOTS = Friend.of(Snapshots.class, StateRing.class);

    private final WorldRuntime runtime;
    private final Time time;
    private final Resources resources;
    private final Observers observers;

    /** The ring that was made last; null if there was none. */
    private StateRing ring;

    WorldStates(WorldRuntime runtime, Time time, Resources resources, Observers observers) {
        this.runtime = runtime;
        this.time = time;
        this.resources = resources;
        this.observers = observers;
    }

    Snapshots newRing(int capacity, Class<?>[] excludedTypes) {
        runtime.requireIdle("world.snapshots(...)");
        if (capacity < 1 || capacity > MOST) {
            throw new IllegalArgumentException("capacity must be from 1 to " + MOST + ": capacity=" + capacity);
        }
        if (ring != null && !ring.isClosed()) {
            throw new IllegalStateException("the world has snapshots already; close them first, or use them");
        }
        Set<Class<?>> excluded = setOf(excludedTypes);
        requireCapturable(excluded);
        resources.exclude(excluded);
        ring = new StateRing(
                runtime, runtime.store().blockPool().source(), capacity, time::tick, () -> requireCapturable(excluded));
        return SNAPSHOTS.exported(ring);
    }

    private static Set<Class<?>> setOf(Class<?>[] types) {
        Set<Class<?>> set = new HashSet<>();
        for (Class<?> type : types == null ? new Class<?>[] {null} : types) {
            if (type == null) {
                throw new IllegalArgumentException("the type of an excluded resource must not be null");
            }
            set.add(type);
        }
        return set;
    }

    private void requireCapturable(Set<Class<?>> excluded) {
        for (int id = 0; id < ComponentAreas.process().count(); id++) {
            Component<?> component = runtime.store().pools().component(id);
            if (component != null && runtime.store().pools().hasReferences(id)) {
                throw managed("component " + component.name());
            }
        }
        String event = runtime.store().events().typeWithReferences();
        if (event != null) {
            throw managed("event type " + event);
        }
        resources.requireCapturable(excluded);
        if (observers.pendingCommands() > 0) {
            throw new IllegalStateException("commands that were recorded outside of an observer wait for the next call"
                    + " of one, and snapshots cannot contain them; record them in world.commands(): commands="
                    + observers.pendingCommands());
        }
    }

    private static IllegalStateException managed(String what) {
        return new IllegalStateException(what + " has managed columns, whose objects snapshots cannot contain; keep the"
                + " objects in a list, and their places in an int column");
    }

    long reservedBytes() {
        return ring == null ? 0 : ring.reservedBytes();
    }

    void close() {
        if (ring != null) {
            ring.free();
        }
    }
}
