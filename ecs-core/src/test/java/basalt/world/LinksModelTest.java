package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.component.HasChildrenException;
import basalt.component.OnTargetDestroy;
import basalt.component.TreeType;
import basalt.memory.LeakCheck;
import basalt.memory.Soak;
import basalt.query.Query;
import basalt.save.Saves;
import basalt.save.Saving;
import basalt.save.Snapshots;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares trees and relations, alone and all at once, with maps. Observers of destroyed entities write links to them.
 */
@ExtendWith(LeakCheck.class)
final class LinksModelTest {
    private record Cleared(@EntityHandle long to) {
        static final Component<Cleared> TYPE = Component.of(Cleared.class);
    }

    private record Removed(@EntityHandle long to) {
        static final Component<Removed> TYPE = Component.of(Removed.class);
    }

    private record Destroyed(@EntityHandle long to) {
        static final Component<Destroyed> TYPE = Component.of(Destroyed.class);
    }

    private record Kept(@EntityHandle long to) {
        static final Component<Kept> TYPE = Component.of(Kept.class);
    }

    private record Marked() {
        static final Component<Marked> TYPE = Component.of(Marked.class);
    }

    /** What happens to an entity whose target is destroyed. */
    private enum Policy {
        DESTROY,
        CLEAR,
        REMOVE,
        KEEP,
        REFUSE
    }

    /** A link from each entity to at most one other: to its parent in a tree, or by a component of a relation. */
    private enum Link {
        TREE(Policy.DESTROY, TreeType.DEFAULT, null, null),
        LOOSE_TREE(Policy.CLEAR, Types.DETACHING, null, null),
        FIXED_TREE(Policy.REFUSE, Types.REFUSING, null, null),
        CLEARED(Policy.CLEAR, null, Cleared.TYPE, Cleared::new),
        REMOVED(Policy.REMOVE, null, Removed.TYPE, Removed::new),
        DESTROYED(Policy.DESTROY, null, Destroyed.TYPE, Destroyed::new),
        KEPT(Policy.KEEP, null, Kept.TYPE, Kept::new);

        final Policy policy;
        final TreeType type;
        final Component<?> component;
        final LongFunction<Record> value;

        Link(Policy policy, TreeType type, Component<?> component, LongFunction<Record> value) {
            this.policy = policy;
            this.type = type;
            this.component = component;
            this.value = value;
        }

        EntityColumn column() {
            return component.entity("to");
        }
    }

    /** The targets of each entity by its links, and the children of each entity in each tree, in their order. */
    private record Model(TreeMap<Long, Map<Link, Long>> targets, Map<Link, Map<Long, List<Long>>> children) {
        Model() {
            this(new TreeMap<>(), new TreeMap<>());
        }

        Model copy() {
            Model copy = new Model();
            targets.forEach((entity, links) -> copy.targets.put(entity, new TreeMap<>(links)));
            children.forEach((link, lists) -> {
                Map<Long, List<Long>> copies = new TreeMap<>();
                lists.forEach((parent, list) -> copies.put(parent, new ArrayList<>(list)));
                copy.children.put(link, copies);
            });
            return copy;
        }

        List<Long> children(Link tree, long parent) {
            return children.computeIfAbsent(tree, key -> new TreeMap<>())
                    .computeIfAbsent(parent, key -> new ArrayList<>());
        }

        boolean isAtOrBelow(Link tree, long entity, long top) {
            long at = entity;
            while (at != top && at != Entity.NULL) {
                at = targets.get(at).get(tree);
            }
            return at == top;
        }

        void attach(Link tree, long child, long parent, long before) {
            detach(tree, child);
            List<Long> siblings = children(tree, parent);
            siblings.add(before == Entity.NULL ? siblings.size() : siblings.indexOf(before), child);
            targets.get(child).put(tree, parent);
        }

        void detach(Link tree, long child) {
            children(tree, targets.get(child).put(tree, Entity.NULL)).remove(child);
        }

        void destroyed(Set<Long> dying) {
            for (long entity : dying) {
                Map<Link, Long> links = targets.remove(entity);
                children.forEach((tree, lists) -> {
                    lists.remove(entity);
                    lists.values().forEach(list -> list.remove(entity));
                });
                assertTrue(links != null, "it dies once");
            }
            Set<Long> more = new HashSet<>();
            targets.forEach((entity, links) -> {
                for (Link link : List.copyOf(links.keySet())) {
                    if (dying.contains(links.get(link))) {
                        switch (link.policy) {
                            case DESTROY -> more.add(entity);
                            case CLEAR -> links.put(link, Entity.NULL);
                            case REMOVE -> links.remove(link);
                            default -> {}
                        }
                    }
                }
            });
            if (!more.isEmpty()) {
                destroyed(more);
            }
        }
    }

    private record Write(long source, Link link, long target) {}

    private static final int MOST = 80;

    private final List<String> steps = new ArrayList<>();
    private final List<Write> writes = new ArrayList<>();
    private final List<Long> order = new ArrayList<>();
    private final Set<Long> written = new HashSet<>();
    private List<Link> links;
    private List<Link> relations;
    private boolean hasCircles;
    private boolean isObserved;
    private Random random;
    private Model model;
    private World world;
    private Query all;
    private Query marked;
    private Snapshots snapshots;
    private long captured;
    private Model atCapture;

    @ParameterizedTest
    @CsvSource({
        "1, TREE, true, true",
        "2, LOOSE_TREE, true, true",
        "3, FIXED_TREE, true, true",
        "4, TREE, true, false",
        "5, LOOSE_TREE, true, false",
        "6, FIXED_TREE, true, false",
        "7, CLEARED, true, false",
        "8, REMOVED, true, false",
        "9, DESTROYED, true, false",
        "10, KEPT, true, false",
        "11, TREE LOOSE_TREE CLEARED REMOVED DESTROYED, false, true",
        "12, TREE LOOSE_TREE CLEARED REMOVED DESTROYED, false, true",
        "13, TREE LOOSE_TREE CLEARED REMOVED DESTROYED, true, true",
        "14, TREE LOOSE_TREE CLEARED REMOVED DESTROYED KEPT, true, false"
    })
    void shouldAgreeWithMapsAndDestroyInOrder(long seed, String kinds, boolean circles, boolean observed) {
        links = Stream.of(kinds.split(" ")).map(Link::valueOf).toList();
        relations = links.stream().filter(link -> link.type == null).toList();
        hasCircles = circles;
        isObserved = observed;
        List<Long> first = run(seed);
        assertEquals(first, run(seed), "the order depends on the links only");
    }

    private List<Long> run(long seed) {
        random = new Random(seed);
        model = new Model();
        order.clear();
        written.clear();
        open(World.create());
        try {
            for (int i = 0; i < Soak.times(80, 1_200); i++) {
                step();
                check();
            }
        } catch (Throwable e) {
            List<String> last = steps.subList(Math.max(0, steps.size() - 20), steps.size());
            throw new AssertionError("seed " + seed + ", last steps: " + last, e);
        } finally {
            world.close();
            world = null;
        }
        return List.copyOf(order);
    }

    private void open(World next) {
        if (world != null) {
            world.close();
        }
        world = next;
        all = world.query().build();
        marked = world.query().all(Marked.TYPE).build();
        links.stream().filter(link -> link.type != null).forEach(this::tree);
        relations.forEach(this::relation);
        if (isObserved) {
            world.observers().onDestroy(this::dying);
        }
        snapshots = Saves.snapshots(world, 2);
        atCapture = null;
    }

    private Hierarchy tree(Link link) {
        return world.hierarchy(link.type);
    }

    private Relation relation(Link link) {
        return world.relation(link.column(), OnTargetDestroy.valueOf(link.policy.name()));
    }

    private void dying(long entity) {
        order.add(entity);
        for (Link link : hasCircles ? List.<Link>of() : links) {
            long above = target(entity, link);
            assertTrue(above == Entity.NULL || world.isAlive(above) || written.contains(entity), link::name);
        }
        while (!relations.isEmpty() && random.nextInt(3) == 0) {
            long source = any();
            Link link = relations.get(random.nextInt(relations.size()));
            if (world.isAlive(source) && world.has(source, link.component)) {
                world.set(source, link.column(), entity);
                writes.add(new Write(source, link, entity));
                written.add(source);
            }
        }
    }

    private long target(long source, Link link) {
        if (link.type != null) {
            return tree(link).parent(source);
        }
        return world.has(source, link.component) ? world.get(source, link.column()) : Entity.NULL;
    }

    private long any() {
        List<Long> entities = new ArrayList<>(model.targets.keySet());
        return entities.get(random.nextInt(entities.size()));
    }

    private void step() {
        int count = model.targets.size();
        if (count < 5 || count < MOST && random.nextInt(3) == 0) {
            spawn();
            return;
        }
        switch (random.nextInt(20)) {
            case 0 -> destroy(any());
            case 1 -> destroyByCommands(any(), any());
            case 2 -> destroyByQuery();
            case 3 -> capture();
            case 4 -> restore();
            case 5 -> saveAndLoad();
            case 6 -> {
                steps.add("compact");
                world.rows().compactRows(1 + random.nextInt(20));
            }
            default -> change(links.get(random.nextInt(links.size())), any(), any());
        }
        for (Write write : writes) {
            Map<Link, Long> source = model.targets.get(write.source);
            if (source != null && source.containsKey(write.link)) {
                source.put(write.link, write.target);
                late(write);
            }
        }
        writes.clear();
    }

    /** Applies the policy to a link to what has been destroyed. */
    private void late(Write write) {
        Map<Link, Long> source = model.targets.get(write.source);
        switch (write.link.policy) {
            case DESTROY -> model.destroyed(Set.of(write.source));
            case CLEAR -> source.put(write.link, Entity.NULL);
            case REMOVE -> source.remove(write.link);
            default -> {}
        }
    }

    private void spawn() {
        long entity = random.nextInt(8) == 0 ? world.spawn(new Marked()) : world.spawn();
        steps.add("spawn " + entity);
        Map<Link, Long> targets = new TreeMap<>();
        links.stream().filter(link -> link.type != null).forEach(tree -> targets.put(tree, Entity.NULL));
        model.targets.put(entity, targets);
    }

    private boolean isRefused(long entity) {
        return links.contains(Link.FIXED_TREE)
                && !model.children(Link.FIXED_TREE, entity).isEmpty();
    }

    private void destroy(long entity) {
        steps.add("destroy " + entity);
        if (isRefused(entity)) {
            assertThrows(HasChildrenException.class, () -> world.destroy(entity));
        } else {
            world.destroy(entity);
            model.destroyed(Set.of(entity));
        }
    }

    private void destroyByCommands(long first, long other) {
        long second = isObserved && !relations.isEmpty() ? first : other;
        steps.add("destroy by commands " + first + ", " + second);
        world.commands().destroy(first);
        world.commands().destroy(second);
        for (long entity : new long[] {first, second, first}) { // a parent is judged after its children
            if (model.targets.containsKey(entity) && !isRefused(entity)) {
                model.destroyed(Set.of(entity));
            }
        }
        if (model.targets.containsKey(first) || model.targets.containsKey(second)) {
            assertThrows(HasChildrenException.class, world::applyCommands);
        } else {
            world.applyCommands();
        }
    }

    private void destroyByQuery() {
        if (!links.contains(Link.FIXED_TREE)) {
            steps.add("destroy by query");
            Set<Long> dying = new HashSet<>();
            marked.forEach(row -> dying.add(row.entity()));
            marked.bulk().destroy();
            model.destroyed(dying);
        }
    }

    private void capture() {
        steps.add("capture");
        captured = snapshots.capture();
        atCapture = model.copy();
    }

    private void restore() {
        if (atCapture != null) {
            steps.add("restore");
            snapshots.restore(captured);
            model = atCapture.copy();
        }
    }

    private void saveAndLoad() {
        if (random.nextInt(4) == 0) {
            steps.add("save and load");
            open(Saving.load(Saving.bytes(world)));
        }
    }

    private void change(Link link, long one, long other) {
        long source = hasCircles ? one : Math.max(one, other);
        long target = hasCircles ? other : Math.min(one, other);
        steps.add("change " + link + " of " + source + " to " + target);
        if (link.type != null) {
            changeTree(link, source, target);
            return;
        }
        Map<Link, Long> targets = model.targets.get(source);
        boolean has = targets.containsKey(link);
        int way = random.nextInt(10);
        if (way == 0) {
            world.remove(source, link.component);
            targets.remove(link);
        } else if (way == 1 && hasCircles) {
            writeAll(link, target);
        } else if (way < 4) {
            world.commands().set(source, link.column(), target);
            world.applyCommands();
            targets.computeIfPresent(link, (key, old) -> target);
        } else if (has && way < 6) {
            relation(link).set(source, target);
            targets.put(link, target);
        } else if (has && way == 6) {
            relation(link).clear(source);
            targets.put(link, Entity.NULL);
        } else if (has && way == 7) {
            world.set(source, link.column(), target);
            targets.put(link, target);
        } else {
            world.add(source, link.value.apply(target));
            targets.put(link, target);
        }
    }

    private void writeAll(Link link, long target) {
        try (Query sources = world.query().all(link.component).build()) {
            sources.kernel(row -> {
                        row.set(link.column(), target);
                        relation(link).count(target);
                    })
                    .run();
        }
        model.targets.values().forEach(targets -> targets.computeIfPresent(link, (key, old) -> target));
    }

    private void changeTree(Link link, long child, long parent) {
        Hierarchy tree = tree(link);
        int way = random.nextInt(8);
        if (way == 0) {
            assertEquals(model.targets.get(child).get(link) != Entity.NULL, tree.detach(child));
            model.detach(link, child);
        } else if (way < 4) {
            attachBefore(link, child, parent);
        } else if (model.isAtOrBelow(link, parent, child)) {
            assertThrows(IllegalArgumentException.class, () -> tree.attach(child, parent));
        } else {
            tree.attach(child, parent);
            model.attach(link, child, parent, Entity.NULL);
        }
    }

    private void attachBefore(Link link, long child, long sibling) {
        long parent = model.targets.get(sibling).get(link);
        if (!hasCircles && parent > child) {
            return;
        }
        if (child == sibling || parent == Entity.NULL || model.isAtOrBelow(link, parent, child)) {
            assertThrows(IllegalArgumentException.class, () -> tree(link).attachBefore(child, sibling));
        } else {
            tree(link).attachBefore(child, sibling);
            model.attach(link, child, parent, sibling);
        }
    }

    private void check() {
        assertEquals(model.targets.size(), world.entityCount());
        List<Long> rows = new ArrayList<>();
        all.forEach(row -> rows.add(row.entity()));
        for (Link link : links) {
            model.targets.forEach((entity, targets) -> {
                assertEquals(targets.getOrDefault(link, Entity.NULL), target(entity, link), link::name);
                assertEquals(targets.containsKey(link), link.type != null || world.has(entity, link.component));
            });
            if (link.type == null) {
                checkSources(link, rows);
            } else {
                model.targets.keySet().forEach(entity -> checkTree(link, entity));
            }
        }
    }

    private void checkTree(Link link, long entity) {
        Hierarchy tree = tree(link);
        List<Long> children = Children.of(tree, entity);
        assertEquals(model.children(link, entity), children);
        assertEquals(children.isEmpty() ? Entity.NULL : children.get(children.size() - 1), tree.lastChild(entity));
        int depth = 0;
        for (long at = tree.parent(entity);
                at != Entity.NULL;
                at = model.targets.get(at).get(link)) {
            depth++;
        }
        assertEquals(depth, tree.depth(entity));
        long other = model.targets.firstKey();
        assertEquals(entity != other && model.isAtOrBelow(link, entity, other), tree.isAncestor(other, entity));
        assertFalse(tree.isAncestor(entity, entity));
    }

    private void checkSources(Link link, List<Long> rows) {
        Relation relation = relation(link);
        for (long entity : rows) {
            List<Long> expected = rows.stream()
                    .filter(source -> model.targets.get(source).getOrDefault(link, Entity.NULL) == entity)
                    .toList();
            List<Long> sources = new ArrayList<>();
            relation.forEachSource(entity, sources::add);
            assertEquals(expected, sources);
            assertEquals(sources.size(), relation.count(entity));
            try (SourceCursor cursor = relation.cursor(entity)) {
                for (long source : sources) {
                    assertTrue(cursor.next());
                    assertEquals(source, cursor.entity());
                }
                assertFalse(cursor.next());
            }
            Long target = model.targets.get(entity).get(link);
            boolean isAlive = target != null && model.targets.containsKey(target);
            assertEquals(isAlive ? target : Entity.NULL, relation.target(entity));
        }
    }
}
