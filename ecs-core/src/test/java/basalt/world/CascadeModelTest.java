package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.IntColumn;
import basalt.component.TreeType;
import basalt.memory.LeakCheck;
import basalt.memory.Soak;
import basalt.query.CascadeKernel;
import basalt.query.Query;
import basalt.query.Row;
import basalt.save.Saves;
import basalt.save.Saving;
import basalt.save.Snapshots;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random changes of trees of plain objects and of a world, whose cascades must find the same values after each one. */
@ExtendWith(LeakCheck.class)
final class CascadeModelTest {
    /** The value from the root down, and the number of entities below. */
    private record Part(int own, int sum, int below) {
        static final Component<Part> TYPE = Component.of(Part.class);
        static final IntColumn OWN = TYPE.int32("own");
        static final IntColumn SUM = TYPE.int32("sum");
        static final IntColumn BELOW = TYPE.int32("below");
    }

    /** Entities with it have rows of their own, and are not visited. */
    private record Hidden() {
        static final Component<Hidden> TYPE = Component.of(Hidden.class);
    }

    /** What the cascade over changes reads, and what it writes. */
    private record Input(int value) {
        static final Component<Input> TYPE = Component.of(Input.class);
        static final IntColumn VALUE = TYPE.int32("value");
    }

    private record Output(int sum) {
        static final Component<Output> TYPE = Component.of(Output.class);
        static final IntColumn SUM = TYPE.int32("sum");
    }

    private static final int MOST = 300;

    private static final class Node {
        Node parent;
        int own;
        int sum;
        int output;
        boolean isPart;
        boolean isHidden;
        boolean isDisabled;
        boolean hasNewInput;
        boolean hasNewParent;
        boolean wasRoot;
        boolean wasChild;

        boolean isVisited() {
            return isPart && !isHidden && !isDisabled;
        }

        boolean isOrdered() {
            return isVisited() && (parent == null || parent.isVisited());
        }

        /** Whether something has changed, so that this and all below is visited. */
        boolean isStart() {
            return isVisited() && (hasNewInput || parent != null && hasNewParent)
                    || isOrdered() && !(parent == null ? wasRoot : wasChild);
        }

        boolean isSelected() {
            return isOrdered() && (isStart() || parent != null && (parent.isSelected() || parent.isStart()));
        }

        boolean isBelow(Node top) {
            Node at = this;
            while (at != top && at != null) {
                at = at.parent;
            }
            return at == top;
        }
    }

    private final List<String> steps = new ArrayList<>();
    private TreeType type;
    private World world;
    private Hierarchy tree;
    private Query query;
    private CascadeKernel down;
    private CascadeKernel up;
    private CascadeKernel outputs;
    private CascadeKernel changed;
    private final Set<Long> visited = new TreeSet<>();
    private int visitsLeft;
    private Arrangement levels;
    private Snapshots snapshots;
    private Random random;
    private Map<Long, Node> model = new TreeMap<>();
    private long captured;
    private Map<Long, Node> atCapture;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldAgreeWithPlainObjects(long seed) {
        random = new Random(seed);
        type = seed % 2 == 0 ? TreeType.DEFAULT : Types.DETACHING;
        open(World.create());
        try {
            for (int i = 0; i < Soak.times(200, 2_000); i++) {
                for (int more = random.nextInt(3); more >= 0; more--) {
                    step();
                }
                cascade();
                if (random.nextInt(3) > 0) {
                    cascadeOverChanges();
                    checkOutputs();
                }
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
        query = world.query().all(Part.TYPE).none(Hidden.TYPE).build();
        down = query.cascade(
                type,
                row -> row.set(Part.SUM, row.get(Part.OWN)),
                (row, parent) -> row.set(Part.SUM, row.get(Part.OWN) + 3 * parent.get(Part.SUM)));
        up = query.cascadeUp(
                type, (row, parent) -> parent.set(Part.BELOW, parent.get(Part.BELOW) + row.get(Part.BELOW) + 1));
        outputs = world.query()
                .all(Input.TYPE, Output.TYPE)
                .none(Hidden.TYPE)
                .build()
                .cascade(
                        type,
                        row -> visit(row, row.get(Input.VALUE)),
                        (row, parent) -> visit(row, row.get(Input.VALUE) + 3 * parent.get(Output.SUM)));
        changed = outputs.changedOnly(Input.TYPE);
        forget(model);
        levels = world.rows().arrange(tree);
        snapshots = Saves.snapshots(world, 2);
        atCapture = null;
    }

    private void visit(Row row, int sum) {
        if (visitsLeft-- == 0) {
            throw new IllegalStateException("expected");
        }
        visited.add(row.entity());
        row.set(Output.SUM, sum);
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
        long entity = any();
        Node node = model.get(entity);
        switch (random.nextInt(20)) {
            case 0 -> detach(entity, node);
            case 1 -> destroy(entity, node);
            case 2 -> {
                steps.add("disable or enable " + entity);
                node.isDisabled = !node.isDisabled;
                if (node.isDisabled) {
                    world.disable(entity);
                } else {
                    world.enable(entity);
                }
            }
            case 3 -> {
                steps.add("hide or show " + entity);
                node.isHidden = !node.isHidden;
                if (node.isHidden) {
                    world.add(entity, Hidden.TYPE);
                } else {
                    world.remove(entity, Hidden.TYPE);
                }
            }
            case 4 -> {
                steps.add("add or remove the part of " + entity);
                node.isPart = !node.isPart;
                node.own = 0;
                node.sum = 0;
                node.output = 0;
                if (node.isPart) {
                    world.add(entity, new Part(0, 0, 0));
                    world.add(entity, new Input(0));
                    world.add(entity, new Output(0));
                    node.hasNewInput = true;
                } else {
                    world.remove(entity, Part.TYPE);
                    world.remove(entity, Input.TYPE);
                    world.remove(entity, Output.TYPE);
                }
            }
            case 5 -> {
                steps.add("compact");
                world.rows().compactRows(1 + random.nextInt(20));
            }
            case 6 -> {
                steps.add("arrange");
                if (random.nextBoolean()) {
                    levels.run();
                } else {
                    levels.runRows(1 + random.nextInt(100));
                }
            }
            case 7 -> {
                steps.add("capture");
                captured = snapshots.capture();
                atCapture = copy(model);
            }
            case 8 -> restore();
            case 9 -> saveAndLoad();
            case 18 -> {
                if (node.isPart) {
                    steps.add("remove and add the output of " + entity);
                    world.remove(entity, Output.TYPE);
                    world.add(entity, new Output(0));
                    node.output = 0;
                    node.hasNewInput = true;
                }
            }
            case 19 -> {
                if (random.nextInt(4) == 0) {
                    steps.add("another kernel");
                    changed = outputs.changedOnly(Input.TYPE);
                    forget(model);
                    if (atCapture != null) {
                        forget(atCapture); // it does not know the kernel
                    }
                }
            }
            case 10, 11, 12 -> {
                if (node.isPart) {
                    steps.add("set " + entity);
                    node.own = random.nextInt(1000);
                    world.set(entity, Part.OWN, node.own);
                    world.set(entity, Input.VALUE, node.own);
                    node.hasNewInput = true;
                }
            }
            default -> attach(entity, any());
        }
    }

    private void spawn() {
        steps.add("spawn");
        Node node = new Node();
        node.isPart = random.nextInt(5) > 0;
        node.isHidden = random.nextInt(5) == 0;
        node.own = node.isPart ? random.nextInt(1000) : 0;
        long entity =
                node.isPart ? world.spawn(new Part(node.own, 0, 0), new Input(node.own), new Output(0)) : world.spawn();
        node.hasNewInput = node.isPart;
        if (node.isHidden) {
            world.add(entity, Hidden.TYPE);
        }
        model.put(entity, node);
    }

    private void attach(long child, long parent) {
        if (!model.get(parent).isBelow(model.get(child))) {
            steps.add("attach " + child + " to " + parent);
            tree.attach(child, parent);
            Node node = model.get(child);
            int before = depth(node);
            node.hasNewParent |= node.parent != model.get(parent);
            node.parent = model.get(parent);
            depthsChanged(node, before);
        }
    }

    private void detach(long child, Node node) {
        steps.add("detach " + child);
        tree.detach(child);
        int before = depth(node);
        node.parent = null;
        node.hasNewParent = false;
        depthsChanged(node, before);
    }

    /** The depths of all below were written, in the component of the parent. */
    private void depthsChanged(Node top, int before) {
        if (depth(top) != before) {
            model.values().stream()
                    .filter(node -> node != top && node.isBelow(top))
                    .forEach(node -> node.hasNewParent = true);
        }
    }

    private void destroy(long entity, Node node) {
        steps.add("destroy " + entity);
        world.destroy(entity);
        model.remove(entity);
        if (type.onParentDestroy() == TreeType.OnParentDestroy.DESTROY) {
            model.values().removeIf(other -> other.isBelow(node));
        }
        for (Node other : model.values()) {
            if (other.parent == node) {
                int before = depth(other);
                other.parent = null;
                other.hasNewParent = false;
                depthsChanged(other, before);
            }
        }
    }

    private void restore() {
        if (atCapture != null) {
            steps.add("restore");
            snapshots.restore(captured);
            model = copy(atCapture);
        }
    }

    private void saveAndLoad() {
        if (random.nextInt(4) == 0) {
            steps.add("save and load");
            open(Saving.load(Saving.bytes(world)));
        }
    }

    private static Map<Long, Node> copy(Map<Long, Node> from) {
        Map<Node, Node> copies = new IdentityHashMap<>();
        Map<Long, Node> result = new TreeMap<>();
        from.forEach((entity, node) -> {
            Node copy = new Node();
            copy.own = node.own;
            copy.sum = node.sum;
            copy.output = node.output;
            copy.isPart = node.isPart;
            copy.isHidden = node.isHidden;
            copy.isDisabled = node.isDisabled;
            copy.hasNewInput = node.hasNewInput;
            copy.hasNewParent = node.hasNewParent;
            copy.wasRoot = node.wasRoot;
            copy.wasChild = node.wasChild;
            copies.put(node, copy);
            result.put(entity, copy);
        });
        from.values().forEach(node -> copies.get(node).parent = copies.get(node.parent));
        return result;
    }

    private void cascade() {
        steps.add("cascade");
        query.forEach(row -> row.set(Part.BELOW, 0));
        up.run();
        down.run();
        List<Node> ordered = new ArrayList<>(model.values());
        ordered.sort((a, b) -> Integer.compare(depth(a), depth(b)));
        for (Node node : ordered) {
            if (node.isVisited() && (node.parent == null || node.parent.isVisited())) {
                node.sum = node.own + (node.parent == null ? 0 : 3 * node.parent.sum);
            }
        }
    }

    /** Runs the cascade over changes, which must visit what has changed and all below, and nothing else. */
    private void cascadeOverChanges() {
        Set<Long> expected = new TreeSet<>();
        model.forEach((entity, node) -> {
            if (node.isSelected()) {
                expected.add(entity);
            }
        });
        if (!expected.isEmpty() && random.nextInt(10) == 0) {
            steps.add("fail");
            visited.clear();
            visitsLeft = random.nextInt(expected.size());
            assertEquals(
                    "expected",
                    assertThrows(IllegalStateException.class, changed::run).getMessage());
            update(visited); // those before the failure have their values
            forget(model); // the next run visits all
            return;
        }
        visitsLeft = Integer.MAX_VALUE;
        visited.clear();
        changed.run();
        assertEquals(expected, visited);
        update(expected);
        for (Node node : model.values()) {
            node.hasNewInput = false;
            node.hasNewParent = false;
            node.wasRoot = node.isOrdered() && node.parent == null;
            node.wasChild = node.isOrdered() && node.parent != null;
        }
    }

    private void update(Set<Long> selected) {
        List<Long> ordered = new ArrayList<>(selected);
        ordered.sort(Comparator.comparingInt(entity -> depth(model.get(entity))));
        for (long entity : ordered) {
            Node node = model.get(entity);
            node.output = node.own + (node.parent == null ? 0 : 3 * node.parent.output);
        }
    }

    private static void forget(Map<Long, Node> nodes) {
        for (Node node : nodes.values()) {
            node.hasNewInput = false;
            node.hasNewParent = false;
            node.wasRoot = false;
            node.wasChild = false;
        }
    }

    private static int depth(Node node) {
        int depth = 0;
        for (Node at = node.parent; at != null; at = at.parent) {
            depth++;
        }
        return depth;
    }

    /** The number of nodes below, by ways on which all are visited. */
    private int below(Node node) {
        int count = 0;
        for (Node other : model.values()) {
            Node at = other;
            while (at != null && at != node && at.isVisited()) {
                at = at.parent;
            }
            count += other != node && at == node ? 1 : 0;
        }
        return count;
    }

    private void checkOutputs() {
        model.forEach((entity, node) -> {
            if (node.isPart) {
                assertEquals(node.output, world.get(entity, Output.SUM));
            }
        });
    }

    private void check() {
        assertEquals(model.size(), world.entityCount());
        model.forEach((entity, node) -> {
            long parent = tree.parent(entity);
            assertEquals(node.parent, parent == Entity.NULL ? null : model.get(parent));
            if (node.isPart) {
                assertEquals(node.sum, world.get(entity, Part.SUM));
            }
        });
        long entity = any();
        if (model.get(entity).isVisited()) {
            assertEquals(below(model.get(entity)), world.get(entity, Part.BELOW));
        }
    }
}
