package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.ChildOf;
import basalt.component.Entity;
import basalt.component.TreeNode;
import basalt.component.TreeType;
import basalt.component.TreeType.OnParentDestroy;
import basalt.memory.LeakCheck;
import basalt.query.Query;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.storage.StoreInvariants;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Position;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Arrangements by the levels of a tree. */
@ExtendWith(LeakCheck.class)
final class TreeArrangementTest {
    private static final TreeType OTHER = TreeType.of("arranged", TreeType.OnParentDestroy.DETACH);

    private final World world = World.create();
    private final Hierarchy tree = world.hierarchy();
    private final Query nodes =
            world.query().all(TreeNode.TYPE).includeDisabled().build();
    private final Random random = new Random(1);
    private final List<Long> entities = new ArrayList<>();

    @AfterEach
    void close() {
        StoreInvariants.check(world);
        world.close();
    }

    /** Entities of three kinds of rows, most with a random parent among those before. */
    private void grow(int count) {
        for (int i = 0; i < count; i++) {
            long entity = i % 3 == 0 ? world.spawn(new Position(i, 0)) : i % 3 == 1 ? world.spawn() : spawnFrozen();
            entities.add(entity);
            if (random.nextInt(20) > 0 && entities.size() > 1) {
                long parent = entities.get(random.nextInt(entities.size() - 1));
                if (tree.childCount(parent) > 0 && random.nextBoolean()) {
                    tree.attachBefore(entity, tree.firstChild(parent));
                } else {
                    tree.attach(entity, parent);
                }
            } else {
                tree.add(entity);
            }
        }
    }

    private long spawnFrozen() {
        long entity = world.spawn();
        world.add(entity, Frozen.TYPE);
        return entity;
    }

    private List<Long> levels() {
        List<Long> expected = new ArrayList<>();
        for (long entity : entities) {
            if (tree.contains(entity) && tree.parent(entity) == Entity.NULL) {
                expected.add(entity);
            }
        }
        expected.sort(Comparator.comparing(Entity::index));
        for (int i = 0; i < expected.size(); i++) {
            tree.forEachChild(expected.get(i), expected::add);
        }
        return expected;
    }

    private static List<Long> rows(Query query) {
        List<Long> order = new ArrayList<>();
        query.forEach(row -> order.add(row.entity()));
        return order;
    }

    @Test
    void shouldSortByLevels() {
        grow(20_000);
        Arrangement levels = world.rows().arrange(tree);
        levels.run();
        assertEquals(levels(), rows(nodes));
        assertEquals(2, nodes.stats().spans(), "one in each block");
    }

    @Test
    void shouldFollowChangesOfParents() {
        grow(2000);
        Arrangement levels = world.rows().arrange(tree);
        levels.run();
        for (int i = 0; i < 500; i++) {
            long child = entities.get(random.nextInt(entities.size()));
            long parent = entities.get(random.nextInt(entities.size()));
            if (child != parent && !tree.isAncestor(child, parent)) {
                tree.attach(child, parent);
            } else {
                tree.detach(child);
            }
        }
        world.disable(entities.get(7));
        grow(100);
        levels.run();
        assertEquals(levels(), rows(nodes));
        List<Long> dead = new ArrayList<>(entities.subList(100, 200));
        dead.forEach(entity -> {
            if (world.isAlive(entity)) {
                world.destroy(entity);
            }
        });
        entities.removeIf(entity -> !world.isAlive(entity));
        levels.run();
        assertEquals(levels(), rows(nodes));
    }

    @Test
    void shouldGetThereWithABudget() {
        grow(3000);
        Arrangement levels = world.rows().arrange(tree);
        assertFalse(levels.runRows(100));
        while (!levels.runRows(2048)) {
            StoreInvariants.check(world);
        }
        assertEquals(levels(), rows(nodes));
        assertTrue(levels.run(1_000_000));
        assertEquals(levels(), rows(nodes));
    }

    @Test
    void shouldArrangeTheEntitiesOfAQueryAndOfOtherTrees() {
        grow(1000);
        Query positions = world.query().all(Position.TYPE).build();
        long alone = world.spawn(new Position(0, 0));
        long first = world.spawn(new Position(0, 0));
        long second = world.spawn(new Position(0, 0));
        Hierarchy other = world.hierarchy(OTHER);
        other.attach(first, second);
        other.attach(second, alone);
        world.rows().arrange(positions).byTree(OTHER).run();
        assertEquals(List.of(alone, second, first), rows(positions).subList(0, 3));
        List<Long> expected = levels();
        expected.removeIf(entity -> !world.has(entity, Position.TYPE));
        world.rows().arrange(positions).byTree(TreeType.DEFAULT).run();
        assertEquals(expected, rows(positions).subList(0, expected.size()));
        assertEquals(List.of(alone, second, first), rows(positions).subList(expected.size(), expected.size() + 3));
    }

    @Test
    void shouldFollowRestoredLinks() {
        grow(300);
        Arrangement levels = world.rows().arrange(tree);
        Snapshots snapshots = Saves.snapshots(world, 2);
        long before = snapshots.capture();
        for (long entity : entities) {
            tree.detach(entity);
        }
        levels.run();
        assertEquals(levels(), rows(nodes));
        snapshots.restore(before);
        levels.run();
        assertEquals(levels(), rows(nodes));
    }

    @Test
    void shouldRefuseWrongArguments() {
        Hierarchy none = null;
        assertThrows(IllegalArgumentException.class, () -> world.rows().arrange(none));
        assertThrows(
                IllegalArgumentException.class,
                () -> world.rows().arrange(nodes).byTree(null));
        try (World other = World.create()) {
            assertThrows(IllegalArgumentException.class, () -> world.rows().arrange(other.hierarchy()));
        }
        assertTrue(world.query().all(ChildOf.TYPE).build().isEmpty());
    }
}
