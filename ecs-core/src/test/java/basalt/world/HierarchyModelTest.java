package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.HasChildrenException;
import basalt.component.TreeType;
import basalt.component.TreeType.OnParentDestroy;
import basalt.memory.LeakCheck;
import basalt.memory.Soak;
import basalt.save.Saves;
import basalt.save.Saving;
import basalt.save.Snapshots;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random operations on a hierarchy and on a tree of plain objects, compared after each one. */
@ExtendWith(LeakCheck.class)
final class HierarchyModelTest {
    /** Entities with it are in other rows than those without, and are destroyed by query. */
    private record Other() {
        static final Component<Other> TYPE = Component.of(Other.class);
    }

    private static final int MOST = 200;

    /** The parent of each entity, NULL for none, and its children. */
    private record Model(Map<Long, Long> parents, Map<Long, List<Long>> children) {
        Model() {
            this(new HashMap<>(), new HashMap<>());
        }

        Model copy() {
            Model copy = new Model();
            copy.parents.putAll(parents);
            children.forEach((parent, list) -> copy.children.put(parent, new ArrayList<>(list)));
            return copy;
        }

        boolean isAtOrBelow(long entity, long top) {
            long at = entity;
            while (at != top && at != Entity.NULL) {
                at = parents.get(at);
            }
            return at == top;
        }

        void attach(long child, long parent, long before) {
            detach(child);
            List<Long> siblings = children.get(parent);
            siblings.add(before == Entity.NULL ? siblings.size() : siblings.indexOf(before), child);
            parents.put(child, parent);
        }

        void detach(long child) {
            if (parents.get(child) != Entity.NULL) {
                children.get(parents.get(child)).remove(child);
                parents.put(child, Entity.NULL);
            }
        }

        void destroy(long entity, TreeType.OnParentDestroy policy) {
            for (long child : List.copyOf(children.get(entity))) {
                if (policy == TreeType.OnParentDestroy.DESTROY) {
                    destroy(child, policy);
                } else {
                    detach(child);
                }
            }
            detach(entity);
            parents.remove(entity);
            children.remove(entity);
        }
    }

    private final List<String> steps = new ArrayList<>();
    private TreeType type;
    private boolean isObserved;
    private World world;
    private Hierarchy tree;
    private Random random;
    private Model model;
    private Snapshots snapshots;
    private long captured;
    private Model atCapture;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void shouldAgreeWithPlainObjects(long seed) {
        random = new Random(seed);
        type = List.of(TreeType.DEFAULT, Types.DETACHING, Types.REFUSING).get((int) (seed % 3));
        isObserved = seed <= 3; // then entities are destroyed one by one
        model = new Model();
        open(World.create());
        try {
            for (int i = 0; i < Soak.times(1_500, 20_000); i++) {
                step();
                check();
            }
        } catch (Throwable e) {
            List<String> last = steps.subList(Math.max(0, steps.size() - 20), steps.size());
            throw new AssertionError("seed " + seed + ", type " + type + ", last steps: " + last, e);
        } finally {
            world.close();
        }
    }

    private void open(World next) {
        if (world != null) {
            world.close();
        }
        world = next;
        tree = world.hierarchy(type);
        if (isObserved) {
            world.observers().onDestroy(entity -> {});
        }
        snapshots = Saves.snapshots(world, 2);
        atCapture = null;
    }

    private long any() {
        List<Long> all = new ArrayList<>(new TreeSet<>(model.parents.keySet()));
        return all.get(random.nextInt(all.size()));
    }

    private void step() {
        if (model.parents.size() < 5 || model.parents.size() < MOST && random.nextInt(3) == 0) {
            steps.add("spawn");
            long entity = random.nextBoolean() ? world.spawn() : world.spawn(new Other());
            model.parents.put(entity, Entity.NULL);
            model.children.put(entity, new ArrayList<>());
            return;
        }
        switch (random.nextInt(20)) {
            case 0, 1 -> detach(any());
            case 2 -> destroy(any());
            case 3 -> destroyByCommand(any(), any());
            case 4 -> destroyByQuery();
            case 5 -> capture();
            case 6 -> restore();
            case 7 -> saveAndLoad();
            case 8 -> compact();
            case 9, 10, 11 -> attachBefore(any(), any());
            default -> attach(any(), any());
        }
    }

    private void attach(long child, long parent) {
        steps.add("attach " + child + " to " + parent);
        if (model.isAtOrBelow(parent, child)) {
            assertThrows(IllegalArgumentException.class, () -> tree.attach(child, parent));
        } else {
            tree.attach(child, parent);
            model.attach(child, parent, Entity.NULL);
        }
    }

    private void attachBefore(long child, long sibling) {
        steps.add("attach " + child + " before " + sibling);
        long parent = model.parents.get(sibling);
        if (child == sibling || parent == Entity.NULL || model.isAtOrBelow(parent, child)) {
            assertThrows(IllegalArgumentException.class, () -> tree.attachBefore(child, sibling));
        } else {
            tree.attachBefore(child, sibling);
            model.attach(child, parent, sibling);
        }
    }

    private void detach(long child) {
        steps.add("detach " + child);
        assertEquals(model.parents.get(child) != Entity.NULL, tree.detach(child));
        model.detach(child);
    }

    private boolean isRefused(long entity) {
        return type.onParentDestroy() == TreeType.OnParentDestroy.REFUSE
                && !model.children.get(entity).isEmpty();
    }

    private void destroy(long entity) {
        steps.add("destroy " + entity);
        if (isRefused(entity)) {
            assertThrows(HasChildrenException.class, () -> world.destroy(entity));
        } else {
            world.destroy(entity);
            model.destroy(entity, type.onParentDestroy());
        }
    }

    private void destroyByCommand(long first, long second) {
        steps.add("destroy by commands " + first + ", " + second);
        world.commands().destroy(first);
        world.commands().destroy(second);
        boolean isRefused = false;
        for (long entity : new long[] {first, second}) {
            if (model.parents.containsKey(entity)) {
                if (isRefused(entity)) {
                    isRefused = true;
                } else {
                    model.destroy(entity, type.onParentDestroy());
                }
            }
        }
        if (isRefused) {
            assertThrows(HasChildrenException.class, world::applyCommands);
        } else {
            world.applyCommands();
        }
    }

    private void destroyByQuery() {
        if (random.nextInt(4) > 0 || type.onParentDestroy() == TreeType.OnParentDestroy.REFUSE) {
            return;
        }
        steps.add("destroy by query");
        List<Long> others = new ArrayList<>();
        try (var query = world.query().all(Other.TYPE).build()) {
            query.forEach(row -> others.add(row.entity()));
            query.bulk().destroy();
        }
        for (long entity : others) {
            if (model.parents.containsKey(entity)) {
                model.destroy(entity, type.onParentDestroy());
            }
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

    private void compact() {
        steps.add("compact");
        world.rows().compactRows(1 + random.nextInt(20));
    }

    private void check() {
        assertEquals(model.parents.size(), world.entityCount());
        List<Long> children = new ArrayList<>();
        for (Map.Entry<Long, Long> entry : model.parents.entrySet()) {
            long entity = entry.getKey();
            assertTrue(world.isAlive(entity));
            assertEquals(entry.getValue(), tree.parent(entity));
            children.clear();
            tree.forEachChild(entity, children::add);
            assertEquals(model.children.get(entity), children);
            assertEquals(children.size(), tree.childCount(entity));
            int depth = 0;
            for (long at = entry.getValue(); at != Entity.NULL; at = model.parents.get(at)) {
                depth++;
            }
            assertEquals(depth, tree.depth(entity));
            assertEquals(children.isEmpty() ? Entity.NULL : children.get(children.size() - 1), tree.lastChild(entity));
        }
        if (model.parents.isEmpty()) {
            return;
        }
        long a = any();
        long b = any();
        assertEquals(a != b && model.isAtOrBelow(b, a), tree.isAncestor(a, b));
        assertFalse(tree.isAncestor(a, a));
    }
}
