package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.ChildOf;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.HasChildrenException;
import basalt.component.TreeNode;
import basalt.component.TreeType;
import basalt.component.TreeType.OnParentDestroy;
import basalt.memory.LeakCheck;
import basalt.query.Query;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(LeakCheck.class)
final class DestroyedTreesTest {
    /** Marks entities that a test destroys by query. */
    private record Marked() {
        static final Component<Marked> TYPE = Component.of(Marked.class);
    }

    private final World world = World.create();
    private final Hierarchy tree = world.hierarchy();

    @AfterEach
    void close() {
        world.close();
    }

    /** A parent with two children, the first of which has two children. Each entity is Marked if its bit is set. */
    private long[] family(Hierarchy in, int marked) {
        long[] family = new long[5];
        for (int i = 0; i < family.length; i++) {
            family[i] = (marked >>> i & 1) == 0 ? world.spawn() : world.spawn(new Marked());
        }
        in.attach(family[1], family[0]);
        in.attach(family[2], family[0]);
        in.attach(family[3], family[1]);
        in.attach(family[4], family[1]);
        return family;
    }

    private List<Boolean> alive(long... entities) {
        List<Boolean> alive = new ArrayList<>();
        for (long entity : entities) {
            alive.add(world.isAlive(entity));
        }
        return alive;
    }

    @Test
    void shouldDestroyAllThatIsBelow() {
        long[] family = family(tree, 0);
        world.destroy(family[1]);
        assertEquals(List.of(true, false, true, false, false), alive(family));
        assertEquals(family[2], tree.firstChild(family[0]));
        assertEquals(1, tree.childCount(family[0]));
        assertEquals(Entity.NULL, tree.previousSibling(family[2]));
        world.destroy(family[0]);
        assertEquals(0, world.entityCount());
    }

    @Test
    void shouldTakeADestroyedLeafOutOfItsSiblings() {
        long[] family = family(tree, 0);
        world.destroy(family[3]);
        assertEquals(family[4], tree.firstChild(family[1]));
        world.destroy(family[4]);
        assertEquals(0, tree.childCount(family[1]));
        assertEquals(Entity.NULL, tree.lastChild(family[1]));
        tree.attach(world.spawn(), family[1]);
        assertEquals(1, tree.childCount(family[1]));
    }

    @Test
    void shouldDestroyOverlappingSubtreesByQueryOnce() {
        for (int marked = 1; marked < 32; marked++) {
            long[] family = family(tree, marked);
            Query query = world.query().all(Marked.TYPE).build();
            List<Boolean> expected = new ArrayList<>();
            int[] parents = {-1, 0, 0, 1, 1};
            int count = 0;
            for (int i = 0; i < 5; i++) {
                boolean dies = false;
                for (int at = i; at >= 0; at = parents[at]) {
                    dies |= (marked >>> at & 1) != 0;
                }
                expected.add(!dies);
                count += dies ? 1 : 0;
            }
            assertEquals(count, query.bulk().destroy());
            assertEquals(expected, alive(family), "marked=" + marked);
            query.close();
            for (long entity : family) {
                world.tryDestroy(entity);
            }
            assertEquals(0, world.entityCount());
        }
    }

    @Test
    void shouldDestroyByCommands() {
        long[] family = family(tree, 0);
        world.commands().destroy(family[3]);
        world.commands().destroy(family[1]);
        world.commands().destroy(family[4]);
        world.applyCommands();
        assertEquals(List.of(true, false, true, false, false), alive(family));
    }

    @Test
    void shouldSkipDestroyedEntitiesInARunningLoop() {
        long[] family = family(tree, 31);
        Query query = world.query().all(Marked.TYPE).build();
        List<Long> visited = new ArrayList<>();
        query.forEach(row -> {
            visited.add(row.entity());
            if (row.entity() == family[1]) {
                world.destroy(family[1]);
            }
        });
        assertEquals(List.of(family[0], family[1], family[2]), visited);
    }

    @Test
    void shouldCallObserversForChildrenBeforeTheirParents() {
        long[] family = family(tree, 0);
        List<Long> destroyed = new ArrayList<>();
        List<Long> parents = new ArrayList<>();
        world.observers().onDestroy(entity -> {
            destroyed.add(entity);
            parents.add(tree.parent(entity));
            assertEquals(0, tree.childCount(entity));
        });
        world.destroy(family[0]);
        assertEquals(List.of(family[4], family[3], family[2], family[1], family[0]), destroyed);
        assertEquals(List.of(family[1], family[1], family[0], family[0], Entity.NULL), parents);
    }

    @Test
    void shouldCallObserversForChildrenFirstIfAllAreDestroyedByQuery() {
        long[] chain = new long[200];
        for (int i = 0; i < chain.length; i++) {
            chain[i] = world.spawn(new Marked());
        }
        for (int i = 1; i < chain.length; i++) {
            tree.attach(chain[i - 1], chain[i]); // parents are in higher rows
        }
        List<Long> destroyed = new ArrayList<>();
        world.observers().onDestroy(destroyed::add);
        assertEquals(chain.length, world.query().all(Marked.TYPE).build().bulk().destroy());
        List<Long> expected = new ArrayList<>();
        for (long entity : chain) {
            expected.add(entity);
        }
        assertEquals(expected, destroyed);
    }

    /** Observers are called one by one, so children must go before their parents wherever their rows are. */
    @Test
    void shouldCallObserversOfChildrenFirstWhateverTheirRows() {
        List<Long> destroyed = new ArrayList<>();
        world.observers().onDestroy(destroyed::add);
        Query marked = world.query().all(Marked.TYPE).build();
        for (TreeType type : List.of(TreeType.DEFAULT, Types.REFUSING, Types.DETACHING)) {
            long child = world.spawn(new Marked());
            long parent = world.spawn(new Marked());
            world.hierarchy(type).attach(child, parent);
            assertEquals(2, marked.bulk().destroy());
            assertEquals(List.of(child, parent), destroyed, type.name());
            destroyed.clear();
        }
        long grandchild = world.spawn(new Marked());
        long top = world.spawn(new Marked());
        long between = world.spawn();
        tree.attach(between, top);
        tree.attach(grandchild, between);
        assertEquals(3, marked.bulk().destroy());
        assertEquals(List.of(grandchild, between, top), destroyed);
    }

    /** The depth in one tree says nothing about another one. */
    @ParameterizedTest
    @CsvSource({"0, 0", "0, 3", "1, 0", "1, 3", "2, 0", "2, 3"})
    void shouldCallObserversOfChildrenFirstInEachOfSeveralTrees(int way, int depth) {
        Hierarchy squads = world.hierarchy(Types.DETACHING);
        long tank = world.spawn(new Marked());
        long turret = world.spawn();
        tree.attach(turret, tank);
        long at = tank;
        for (int i = 0; i < depth; i++) {
            long above = world.spawn();
            squads.attach(at, above);
            at = above;
        }
        List<Long> destroyed = new ArrayList<>();
        world.observers().onDestroy(entity -> {
            destroyed.add(entity);
            assertEquals(entity == turret ? tank : Entity.NULL, tree.parent(entity));
            assertTrue(world.isAlive(tank));
        });
        switch (way) {
            case 0 -> world.destroy(tank);
            case 1 -> {
                world.commands().destroy(tank);
                world.applyCommands();
            }
            default -> world.query().all(Marked.TYPE).build().bulk().destroy();
        }
        assertEquals(List.of(turret, tank), destroyed);
    }

    @Test
    void shouldCallObserversOfEntitiesThatAreAboveEachOther() {
        List<Long> destroyed = new ArrayList<>();
        world.observers().onDestroy(destroyed::add);
        long a = world.spawn();
        long b = world.spawn();
        tree.attach(b, a);
        world.hierarchy(Types.DESTROYING).attach(a, b);
        world.destroy(a);
        assertEquals(2, destroyed.size());
        assertEquals(0, world.entityCount());
    }

    @Test
    void shouldKeepAWaveWholeWhenItsObserverDestroys() {
        long first = world.spawn();
        long parent = world.spawn();
        long other = world.spawn();
        tree.attach(first, parent);
        tree.attach(world.spawn(), other);
        world.observers().onDestroy(entity -> world.destroy(other));
        String message = assertThrows(IllegalStateException.class, () -> world.destroy(parent))
                .getMessage();
        assertTrue(message.contains("observers().commands()"), message);
        assertEquals(2, world.entityCount());
        assertEquals(List.of(false, false, true), alive(first, parent, other));
    }

    @Test
    void shouldRecordLinksAgainThatAnObserverHasRead() {
        long parent = world.spawn();
        long child = world.spawn();
        tree.attach(child, parent);
        Query changed = world.query().all(TreeNode.TYPE).changed(TreeNode.TYPE).build();
        changed.forEach(row -> {});
        world.observers().onDetach(TreeType.DEFAULT, entity -> changed.forEach(row -> {}));
        tree.detach(child);
        assertEquals(2, changed.count());
        tree.attach(child, parent);
        changed.forEach(row -> {});
        world.destroy(child);
        assertEquals(1, changed.count(), "the parent");
    }

    @Test
    void shouldDestroyEntitiesThatAreAboveEachOtherInTwoTrees() {
        Hierarchy other = world.hierarchy(Types.DESTROYING);
        long a = world.spawn(new Marked());
        long b = world.spawn(new Marked());
        tree.attach(b, a);
        other.attach(a, b);
        assertEquals(2, world.query().all(Marked.TYPE).build().bulk().destroy());
        long c = world.spawn();
        long d = world.spawn();
        tree.attach(d, c);
        other.attach(c, d);
        world.destroy(d);
        assertEquals(0, world.entityCount());
    }

    @Test
    void shouldCallObserversOfAttachingAndDetaching() {
        List<String> calls = new ArrayList<>();
        world.observers().onAttach(TreeType.DEFAULT, e -> calls.add("+" + Entity.toString(tree.parent(e))));
        world.observers().onDetach(TreeType.DEFAULT, e -> calls.add("-" + Entity.toString(tree.parent(e))));
        long a = world.spawn();
        long b = world.spawn();
        long child = world.spawn();
        String nameOfA = Entity.toString(a);
        String nameOfB = Entity.toString(b);
        tree.attach(child, a);
        tree.attach(child, a);
        tree.attach(child, b);
        tree.detach(child);
        tree.attach(child, b);
        world.destroy(b);
        assertEquals(
                List.of("+" + nameOfA, "-" + nameOfA, "+" + nameOfB, "-" + nameOfB, "+" + nameOfB, "-" + nameOfB),
                calls);
        assertThrows(IllegalArgumentException.class, () -> world.observers().onAttach(null, e -> {}));
    }

    @Test
    void shouldRefuseChangesOfTreesInObservers() {
        long[] family = family(tree, 0);
        List<Throwable> thrown = new ArrayList<>();
        world.observers().onDestroy(entity -> {
            for (Runnable change : List.<Runnable>of(
                    () -> tree.attach(family[3], family[0]),
                    () -> tree.detach(family[3]),
                    () -> world.destroy(family[3]))) {
                thrown.add(assertThrows(IllegalStateException.class, change::run));
            }
        });
        world.destroy(family[2]);
        assertEquals(3, thrown.size());
        assertEquals(family[1], tree.parent(family[3]));
    }

    @Test
    void shouldLogAllRemovedComponents() {
        long[] family = family(tree, 0b11010);
        RemovedComponents removed = world.removed(Marked.TYPE);
        world.destroy(family[0]);
        List<Long> read = new ArrayList<>();
        removed.forEach(read::add);
        assertEquals(List.of(family[1], family[3], family[4]), read);
        removed.close();
    }

    @Test
    void shouldDetachChildrenOfADestroyedParent() {
        Hierarchy detaching = world.hierarchy(Types.DETACHING);
        long[] family = family(detaching, 0);
        RemovedComponents removed = world.removed(Types.DETACHING.childOf());
        world.destroy(family[1]);
        assertEquals(List.of(true, false, true, true, true), alive(family));
        assertEquals(Entity.NULL, detaching.parent(family[3]));
        assertEquals(Entity.NULL, detaching.nextSibling(family[3]));
        assertEquals(family[0], detaching.parent(family[2]));
        List<Long> read = new ArrayList<>();
        removed.forEach(read::add);
        assertEquals(List.of(family[3], family[4], family[1]), read);
        removed.close();
    }

    @Test
    void shouldRefuseToDestroyAParent() {
        Hierarchy refusing = world.hierarchy(Types.REFUSING);
        long[] family = family(refusing, 0b01010);
        HasChildrenException e = assertThrows(HasChildrenException.class, () -> world.destroy(family[1]));
        assertEquals(family[1], e.entity());
        assertTrue(e.getMessage().contains("2 children"), e.getMessage());
        Query marked = world.query().all(Marked.TYPE).build();
        assertThrows(HasChildrenException.class, () -> marked.bulk().destroy()); // one of the children is not marked
        assertEquals(5, world.entityCount());
        world.add(family[4], Marked.TYPE);
        assertEquals(3, marked.bulk().destroy());
        assertEquals(List.of(true, false, true, false, false), alive(family));
    }

    @Test
    void shouldApplyOtherCommandsWhenOneIsRefused() {
        Hierarchy refusing = world.hierarchy(Types.REFUSING);
        long[] family = family(refusing, 0);
        long other = world.spawn();
        world.commands().destroy(family[0]);
        world.commands().destroy(other);
        world.commands().add(family[0], Marked.TYPE);
        assertThrows(HasChildrenException.class, world::applyCommands);
        assertTrue(world.isAlive(family[0]));
        assertTrue(world.has(family[0], Marked.TYPE));
        assertFalse(world.isAlive(other));
    }

    @Test
    void shouldDestroyByThePolicyOfEachTree() {
        Hierarchy detaching = world.hierarchy(Types.DETACHING);
        long[] family = family(tree, 0);
        long follower = world.spawn();
        detaching.attach(follower, family[3]);
        world.destroy(family[0]);
        assertEquals(1, world.entityCount());
        assertEquals(Entity.NULL, detaching.parent(follower));
    }

    @Test
    void shouldKnowTypesByName() {
        assertEquals(Types.DETACHING, TreeType.of("detaching", TreeType.OnParentDestroy.DETACH));
        assertThrows(IllegalArgumentException.class, () -> TreeType.of("detaching", TreeType.OnParentDestroy.REFUSE));
        assertThrows(IllegalArgumentException.class, () -> TreeType.of(" ", TreeType.OnParentDestroy.REFUSE));
        assertThrows(IllegalArgumentException.class, () -> TreeType.of("other", null));
        assertTrue(TreeType.all().containsAll(List.of(TreeType.DEFAULT, Types.DETACHING)));
        assertEquals(ChildOf.TYPE, TreeType.DEFAULT.childOf());
    }
}
