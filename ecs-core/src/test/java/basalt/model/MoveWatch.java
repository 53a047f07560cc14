package basalt.model;

import basalt.component.ChildOf;
import basalt.component.Entity;
import basalt.model.Part.Label;
import basalt.model.Part.Mixed;
import basalt.model.Part.Place;
import basalt.model.Part.Rare;
import basalt.query.Query;
import basalt.world.RemovedComponents;
import basalt.world.World;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Pairs of equal readers of changes, additions and removals. One of each pair is read before rows move, the other one
 * after that: both must find the same, and nothing the second time.
 */
final class MoveWatch {
    private final ModelPair pair;
    private final List<List<Query>> queries = new ArrayList<>();
    private final List<List<RemovedComponents>> removed = new ArrayList<>();

    MoveWatch(ModelPair pair) {
        this.pair = pair;
        World world = pair.world();
        addTwins(() -> world.query().changed(Place.TYPE).includeDisabled().build());
        addTwins(() -> world.query().changed(Rare.TYPE).build());
        addTwins(() -> world.query().changed(Label.TYPE).all(Mixed.TYPE).build());
        addTwins(() -> world.query().added(Mixed.TYPE).includeDisabled().build());
        addTwins(() -> world.query().added(Rare.TYPE).build());
        addTwins(() -> world.query().changed(ChildOf.TYPE).includeDisabled().build());
        removed.add(List.of(world.removed(Place.TYPE), world.removed(Place.TYPE)));
        removed.add(List.of(world.removed(ChildOf.TYPE), world.removed(ChildOf.TYPE)));
        removed.add(List.of(world.removed(Rare.TYPE), world.removed(Rare.TYPE)));
    }

    private void addTwins(Supplier<Query> maker) {
        queries.add(List.of(maker.get(), maker.get()));
    }

    /** Runs an action that moves rows, and checks that no reader finds it. */
    <T> T during(Supplier<T> action) {
        List<Set<Long>> before = read(0);
        T result = action.get();
        List<Set<Long>> after = read(1);
        List<Set<Long>> again = read(0);
        for (int i = 0; i < before.size() && !pair.memoryMayFail(); i++) {
            int reader = i;
            Check.same(before.get(i), after.get(i), () -> "what reader " + reader + " finds after the moves");
            Check.same(Set.of(), again.get(i), () -> "moved entities that reader " + reader + " finds");
        }
        return result;
    }

    private List<Set<Long>> read(int twin) {
        List<Set<Long>> found = new ArrayList<>();
        for (List<Query> twins : queries) {
            found.add(pair.withRetry(() -> {
                Set<Long> entities = new HashSet<>();
                twins.get(twin)
                        .forEach(row -> Check.that(
                                entities.add(row.entity()), () -> "found twice: " + Entity.toString(row.entity())));
                return entities;
            }));
        }
        for (List<RemovedComponents> twins : removed) {
            Set<Long> entities = new HashSet<>();
            twins.get(twin).forEach(entities::add);
            found.add(entities);
        }
        return found;
    }
}
