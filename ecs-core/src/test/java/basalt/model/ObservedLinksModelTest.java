package basalt.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.component.OnTargetDestroy;
import basalt.component.TreeType;
import basalt.component.TreeType.OnParentDestroy;
import basalt.memory.LeakCheck;
import basalt.memory.Soak;
import basalt.world.Hierarchy;
import basalt.world.World;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random trees of two types and relations with three policies over the same entities, which are destroyed under
 * observers that link others to the dying. Compared with plain maps after each step.
 */
@ExtendWith(LeakCheck.class)
final class ObservedLinksModelTest {
    private record Cleared(@EntityHandle long to) {
        static final Component<Cleared> TYPE = Component.of(Cleared.class);
        static final EntityColumn TO = TYPE.entity("to");
    }

    private record Removed(@EntityHandle long to) {
        static final Component<Removed> TYPE = Component.of(Removed.class);
        static final EntityColumn TO = TYPE.entity("to");
    }

    private record Destroyed(@EntityHandle long to) {
        static final Component<Destroyed> TYPE = Component.of(Destroyed.class);
        static final EntityColumn TO = TYPE.entity("to");
    }

    /** Entities with it are destroyed by query. */
    private record Marked() {
        static final Component<Marked> TYPE = Component.of(Marked.class);
    }

    private static final TreeType DETACHING = TreeType.of("observed links", TreeType.OnParentDestroy.DETACH);
    private static final List<EntityColumn> COLUMNS = List.of(Cleared.TO, Removed.TO, Destroyed.TO);
    private static final List<Component<?>> COMPONENTS = List.of(Cleared.TYPE, Removed.TYPE, Destroyed.TYPE);
    private static final OnTargetDestroy[] POLICIES = OnTargetDestroy.values(); // CLEAR, REMOVE, DESTROY, KEEP
    private static final int MOST = 60;

    private record Write(long source, int link, long target) {}

    /** Parents in the two trees and targets in the three relations; NULL for none, absent without the component. */
    private final TreeMap<Long, Map<Integer, Long>> model = new TreeMap<>();

    /** What observers wrote in the last step. */
    private final List<Write> writes = new ArrayList<>();

    private final List<Long> order = new ArrayList<>();
    private final Set<Long> written = new HashSet<>();
    private Random random;
    private World world;
    private List<Hierarchy> trees;
    private boolean hasCircles;

    @ParameterizedTest
    @CsvSource({"1, false, true", "2, false, true", "3, false, true", "4, true, true", "5, true, true", "6, true, false"
    })
    void shouldAgreeWithMapsAndDestroyInOrder(long seed, boolean circles, boolean isObserved) {
        hasCircles = circles;
        List<Long> first = run(seed, isObserved);
        assertEquals(first, run(seed, isObserved), "the order depends on the links only");
    }

    private List<Long> run(long seed, boolean isObserved) {
        random = new Random(seed);
        model.clear();
        order.clear();
        written.clear();
        int step = 0;
        try (World opened = World.create()) {
            world = opened;
            trees = List.of(world.hierarchy(), world.hierarchy(DETACHING));
            for (int i = 0; i < COLUMNS.size(); i++) {
                world.relation(COLUMNS.get(i), POLICIES[i]);
            }
            if (isObserved) {
                world.observers().onDestroy(this::dying);
            }
            for (; step < Soak.times(3_000, 50_000); step++) {
                step();
                check();
            }
        } catch (Throwable e) {
            throw new AssertionError("seed " + seed + ", step " + step, e);
        }
        return List.copyOf(order);
    }

    /** What is below, or points at it, must be dead already. Then links others to it, which must not stay. */
    private void dying(long entity) {
        order.add(entity);
        for (int i = 0; i < 5 && !hasCircles; i++) {
            long above = i < 2 ? trees.get(i).parent(entity) : target(entity, i);
            assertTrue(above == Entity.NULL || world.isAlive(above) || written.contains(entity), "link " + i);
        }
        while (random.nextInt(3) == 0) {
            long source = any();
            int link = 2 + random.nextInt(3);
            if (world.isAlive(source) && world.has(source, COMPONENTS.get(link - 2))) {
                world.set(source, COLUMNS.get(link - 2), entity);
                writes.add(new Write(source, link, entity));
                written.add(source);
            }
        }
    }

    private long target(long source, int link) {
        return world.has(source, COMPONENTS.get(link - 2)) ? world.get(source, COLUMNS.get(link - 2)) : Entity.NULL;
    }

    private long any() {
        List<Long> all = new ArrayList<>(model.keySet());
        return all.get(random.nextInt(all.size()));
    }

    private void step() {
        if (model.size() < 5 || model.size() < MOST && random.nextInt(3) == 0) {
            spawn();
            return;
        }
        switch (random.nextInt(12)) {
            case 0 -> destroyed(Set.of(destroy(any())));
            case 1 -> {
                long entity = any();
                world.commands().destroy(entity);
                world.applyCommands();
                destroyed(Set.of(entity));
            }
            case 2 -> destroyByQuery();
            case 3, 4, 5 -> attach(random.nextInt(2), any(), any());
            default -> link(2 + random.nextInt(3), any(), any());
        }
        for (Write write : writes) {
            if (model.containsKey(write.source) && model.get(write.source).containsKey(write.link)) {
                model.get(write.source).put(write.link, write.target);
                destroyed(Set.of(write.target));
            }
        }
        writes.clear();
    }

    private void spawn() {
        long entity = random.nextInt(8) == 0 ? world.spawn(new Marked()) : world.spawn();
        Map<Integer, Long> links = new TreeMap<>(Map.of(0, Entity.NULL, 1, Entity.NULL));
        model.put(entity, links);
    }

    private long destroy(long entity) {
        world.destroy(entity);
        return entity;
    }

    private void destroyByQuery() {
        Set<Long> marked = new HashSet<>();
        try (var query = world.query().all(Marked.TYPE).build()) {
            query.forEach(row -> marked.add(row.entity()));
            query.bulk().destroy();
        }
        destroyed(marked);
    }

    /** Without circles, links lead to entities of lower handles. */
    private void attach(int tree, long one, long other) {
        long child = hasCircles ? one : Math.max(one, other);
        long parent = hasCircles ? other : Math.min(one, other);
        if (child != parent && !trees.get(tree).isAncestor(child, parent)) {
            trees.get(tree).attach(child, parent);
            model.get(child).put(tree, parent);
        }
    }

    private void link(int link, long one, long other) {
        long source = hasCircles ? one : Math.max(one, other);
        long target = hasCircles ? other : Math.min(one, other);
        world.add(
                source,
                switch (link) {
                    case 2 -> new Cleared(target);
                    case 3 -> new Removed(target);
                    default -> new Destroyed(target);
                });
        model.get(source).put(link, target);
    }

    private void destroyed(Set<Long> dying) {
        model.keySet().removeAll(dying);
        Set<Long> more = new HashSet<>();
        model.forEach((entity, links) -> {
            for (int link = 0; link < 5; link++) {
                if (dying.contains(links.getOrDefault(link, Entity.NULL))) {
                    switch (link) {
                        case 0, 4 -> more.add(entity);
                        case 1, 2 -> links.put(link, Entity.NULL);
                        default -> links.remove(link);
                    }
                }
            }
        });
        if (!more.isEmpty()) {
            destroyed(more);
        }
    }

    private void check() {
        assertEquals(model.size(), world.entityCount());
        model.forEach((entity, links) -> {
            for (int link = 0; link < 5; link++) {
                long above = link < 2 ? trees.get(link).parent(entity) : target(entity, link);
                assertEquals(links.getOrDefault(link, Entity.NULL), above, "link " + link);
                assertEquals(links.containsKey(link), link < 2 || world.has(entity, COMPONENTS.get(link - 2)));
            }
        });
    }
}
