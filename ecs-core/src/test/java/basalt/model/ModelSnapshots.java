package basalt.model;

import basalt.component.ChildOf;
import basalt.component.Entity;
import basalt.component.EventType;
import basalt.query.Query;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.world.EventChannel;
import basalt.world.EventReader;
import basalt.world.RemovedComponents;
import basalt.world.StateHashes;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The snapshots of a world, copies of its model for each, and readers whose places are in the snapshots. Readers have
 * no model: after each restoration they must find what they found after the capture.
 */
final class ModelSnapshots {
    private static final int CAPACITY = 3;

    /** An event, with a reference. */
    record Note(int number, String text) {
        static final EventType<Note> TYPE = EventType.of(Note.class);
    }

    private record State(
            long tick, ModelWorld.State model, List<Object> found, Map<QuerySpec, Set<Long>> entered, long hash) {}

    private final World world;
    private final Query changed;
    private final Query added;
    private final Query moved;
    private final RemovedComponents detached;
    private final RemovedComponents removed;
    private final EventChannel<Note> channel;
    private final EventReader<Note> events;
    private final Snapshots ring;
    private final List<State> states = new ArrayList<>();
    private int current = -1;

    ModelSnapshots(World world) {
        this.world = world;
        changed = world.query().changed(Part.Place.TYPE).includeDisabled().build();
        added = world.query().added(Part.Mixed.TYPE).build();
        removed = world.removed(Part.Rare.TYPE);
        moved = world.query().changed(ChildOf.TYPE).includeDisabled().build();
        detached = world.removed(ChildOf.TYPE);
        channel = world.events(Note.TYPE);
        events = channel.readerFromStart();
        ring = Saves.snapshots(world, CAPACITY);
    }

    int count() {
        return states.size();
    }

    long capture() {
        return ring.capture();
    }

    void restore(int which) {
        ring.restore(states.get(which % states.size()).tick());
    }

    /** Captures the world and the model. */
    void captureBoth(ModelPair pair) {
        world.time().advance(1);
        long tick = pair.withRetry(ring::capture);
        states.subList(current + 1, states.size()).clear();
        List<Object> found = read(pair);
        states.add(new State(tick, pair.model().capture(), found, pair.entered().capture(), hash(pair)));
        if (states.size() > CAPACITY) {
            states.remove(0);
        }
        current = states.size() - 1;
        Check.same(states.size(), ring.count(), () -> "states");
        Check.same(List.of(), read(pair), () -> "what is found twice");
        restoreBoth(pair, current);
    }

    /** Restores the world and the model, and checks all handles that were ever given out. */
    void restoreBoth(ModelPair pair, int which) {
        current = which % states.size();
        State state = states.get(current);
        restore(pair, state);
        Check.same(state.found(), read(pair), () -> "what readers find after a restoration");
        restore(pair, state);
        Check.same(state.tick(), world.time().tick(), () -> "tick");
        Check.same(state.hash(), hash(pair), () -> "hash of the state");
        for (int i = 0; i < pair.issued().size(); i++) {
            long handle = pair.issued().getLong(i);
            Check.that(
                    world.isAlive(handle) == pair.model().isAlive(handle),
                    () -> "after a restoration, liveness of " + Entity.toString(handle));
        }
    }

    private void restore(ModelPair pair, State state) {
        pair.withRetry(() -> {
            ring.restore(state.tick());
            pair.model().restore(state.model()); // only if that has not failed
            pair.entered().restore(state.entered());
            pair.observed().restored(pair.model());
            return null;
        });
    }

    private long hash(ModelPair pair) {
        return pair.withRetry(() -> StateHashes.requireExact(world));
    }

    /** What the readers have not read. They have read it then. */
    private List<Object> read(ModelPair pair) {
        List<Object> found = new ArrayList<>();
        readQuery(pair, changed, "changed", found);
        readQuery(pair, added, "added", found);
        removed.forEach(entity -> found.add("removed from " + Entity.toString(entity)));
        readQuery(pair, moved, "moved", found);
        detached.forEach(entity -> found.add("detached " + Entity.toString(entity)));
        events.forEachNumber(event -> found.add(event + " " + channel.get(event)));
        return found;
    }

    private static void readQuery(ModelPair pair, Query query, String name, List<Object> found) {
        found.addAll(pair.withRetry(() -> {
            List<Object> entities = new ArrayList<>();
            query.forEach(row -> entities.add(name + " " + Entity.toString(row.entity())));
            return entities;
        }));
    }
}
