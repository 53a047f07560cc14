package basalt.world;

import static basalt.memory.Refusal.assertThrowsWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.ChildOf;
import basalt.component.Component;
import basalt.component.DeadEntityException;
import basalt.component.Entity;
import basalt.component.HasChildrenException;
import basalt.component.TreeNode;
import basalt.component.TreeType;
import basalt.memory.FailingMemory;
import basalt.memory.LeakCheck;
import basalt.memory.MemorySource;
import basalt.query.CascadeKernel;
import basalt.query.Query;
import basalt.query.RowCursor;
import basalt.save.Saving;
import basalt.storage.fixture.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LeakCheck.class)
final class HierarchyTest extends WorldFixture {
    private final Hierarchy tree = world.hierarchy();

    @Test
    void shouldFindRootsByAQuery() {
        long root = world.spawn();
        long child = world.spawn();
        long added = world.spawn();
        world.spawn();
        tree.attach(child, root);
        assertTrue(tree.add(added));
        assertFalse(tree.add(child));
        List<Long> found = new ArrayList<>();
        Query roots = tree.roots();
        try (RowCursor rows = roots.cursor()) {
            while (rows.next()) {
                found.add(rows.entity());
            }
        }
        assertEquals(List.of(root, added), found);
    }

    @Test
    void shouldRefuseCycles() {
        long a = world.spawn();
        long b = world.spawn();
        tree.attach(b, a);
        assertThrowsWith(IllegalArgumentException.class, () -> tree.attach(a, b), Entity.toString(a));
        assertEquals(List.of(b), Children.of(tree, a));
    }

    @Test
    void shouldRefuseEntitiesThatAreDeadOrOfAnotherWorld() {
        long dead = world.spawn();
        world.destroy(dead);
        long alive = world.spawn();
        assertThrows(DeadEntityException.class, () -> tree.attach(dead, alive));
        assertThrows(DeadEntityException.class, () -> tree.attach(alive, dead));
        assertThrows(DeadEntityException.class, () -> tree.attach(alive, Entity.NULL));
        assertThrows(DeadEntityException.class, () -> tree.attachBefore(alive, dead));
        assertThrows(DeadEntityException.class, () -> tree.detach(dead));
        assertThrows(DeadEntityException.class, () -> tree.add(dead));
        assertThrows(DeadEntityException.class, () -> tree.parent(dead));
        assertThrows(DeadEntityException.class, () -> tree.forEachBelow(dead, e -> {}));
        assertFalse(tree.contains(alive));
        assertThrows(IllegalArgumentException.class, () -> world.hierarchy(null));
    }

    @Test
    void shouldDescendAChainOfAMillion() {
        int length = 1_000_000;
        long[] chain = new long[length];
        world.template().build().spawn(chain);
        for (int i = 1; i < length; i++) {
            tree.attach(chain[i], chain[i - 1]);
        }
        assertEquals(length - 1, tree.depth(chain[length - 1]));
        assertEquals(chain[0], tree.root(chain[length - 1]));
        long top = world.spawn();
        tree.attach(chain[0], top);
        assertEquals(length, tree.depth(chain[length - 1]));
        world.destroy(top);
        assertEquals(0, world.entityCount());
    }

    @Test
    void shouldAllowABodyToChangeTheChildThatItGets() {
        long parent = world.spawn();
        long other = world.spawn();
        long a = world.spawn();
        long b = world.spawn();
        long c = world.spawn();
        tree.attach(a, parent);
        tree.attach(b, parent);
        tree.attach(c, parent);
        tree.forEachChild(parent, child -> {
            if (child == a) {
                tree.detach(child);
            } else if (child == b) {
                world.destroy(child);
            } else {
                tree.attach(child, other);
            }
        });
        assertEquals(List.of(), Children.of(tree, parent));
        assertEquals(List.of(c), Children.of(tree, other));
        tree.attach(a, other);
        assertThrows(
                IllegalStateException.class,
                () -> tree.forEachChild(other, child -> world.destroy(tree.nextSibling(child))));
        assertThrows(IllegalStateException.class, () -> tree.forEachBelow(other, tree::detach));
    }

    @Test
    void shouldRefuseOtherWritesOfLinks() {
        long parent = world.spawn();
        long child = world.spawn();
        tree.attach(child, parent);
        ChildOf value = new ChildOf(parent, 1);
        for (Runnable write : List.<Runnable>of(
                () -> world.set(child, ChildOf.PARENT, child),
                () -> world.set(child, value),
                () -> world.add(parent, value),
                () -> world.add(parent, ChildOf.TYPE),
                () -> world.remove(child, ChildOf.TYPE),
                () -> world.disable(child, TreeNode.TYPE),
                () -> world.enable(child, TreeNode.TYPE),
                () -> world.spawn(value),
                () -> world.spawn(value, value),
                () -> world.template().with(value),
                () -> world.template().with(TreeNode.TYPE),
                () -> world.row(child).set(ChildOf.DEPTH, 3),
                () -> world.commands().add(child, value),
                () -> world.commands().add(child, ChildOf.TYPE),
                () -> world.commands().remove(child, ChildOf.TYPE),
                () -> world.commands().set(child, ChildOf.DEPTH, 3),
                () -> world.query().all(ChildOf.TYPE).build().bulk().remove(TreeNode.TYPE),
                () -> world.query().all(ChildOf.TYPE).build().bulk().add(value))) {
            assertThrowsWith(IllegalArgumentException.class, write::run, "attach(");
        }
        world.applyCommands();
        assertEquals(List.of(child), Children.of(tree, parent));
        assertEquals(value, world.get(child, ChildOf.TYPE));
    }

    @Test
    void shouldFindChangedParentsExactly() {
        long parent = world.spawn();
        long other = world.spawn();
        long a = world.spawn();
        long b = world.spawn();
        tree.attach(a, parent);
        Query changed = world.query().all(ChildOf.TYPE).changed(ChildOf.TYPE).build();
        changed.forEach(row -> {});
        tree.attach(b, parent); // a gets a next sibling, which is no change of its parent
        assertEquals(List.of(b), found(changed));
        tree.attach(b, other);
        assertEquals(List.of(b), found(changed));
        tree.attach(parent, other); // a is deeper now
        assertEquals(List.of(parent, a), found(changed));
        tree.attach(b, other);
        assertEquals(List.of(), found(changed));
    }

    private static List<Long> found(Query query) {
        List<Long> found = new ArrayList<>();
        query.forEach(row -> found.add(row.entity()));
        return found;
    }

    @Test
    void shouldWalkByACursor() {
        long root = world.spawn();
        long first = world.spawn();
        long second = world.spawn();
        long leaf = world.spawn();
        tree.attach(first, root);
        tree.attach(second, root);
        tree.attach(leaf, first);
        TreeCursor walk = tree.cursor();
        assertEquals(List.of(first, leaf, second), visited(walk.below(root)));
        assertFalse(walk.next(), "it stays at its end");
        assertEquals(List.of(first, second), visited(walk.children(root)));
        assertFalse(walk.next());
        assertEquals(List.of(leaf), visited(walk.below(first)));
        assertEquals(List.of(), visited(walk.children(leaf)));
        assertEquals(List.of(), visited(walk.below(world.spawn())), "in no tree");
        walk.below(root);
        walk.next();
        assertEquals(1, walk.level());
        walk.next();
        assertEquals(2, walk.level());
        walk.below(root);
        walk.next();
        walk.skipChildren();
        assertEquals(List.of(second), visited(walk));
    }

    private static List<Long> visited(TreeCursor walk) {
        List<Long> visited = new ArrayList<>();
        while (walk.next()) {
            visited.add(walk.entity());
        }
        return visited;
    }

    @Test
    void shouldRejectMisuseOfACursor() {
        TreeCursor walk = tree.cursor();
        assertThrows(IllegalStateException.class, walk::next);
        assertThrows(IllegalStateException.class, walk::entity);
        long root = world.spawn();
        long child = world.spawn();
        tree.attach(child, root);
        walk.below(root);
        assertThrows(IllegalStateException.class, walk::entity, "before the first");
        assertThrows(IllegalStateException.class, walk::level);
        assertThrows(IllegalStateException.class, walk::skipChildren);
        walk.next();
        tree.detach(child);
        assertThrows(IllegalStateException.class, walk::next, "the tree has changed");
        assertThrows(IllegalStateException.class, walk::next);
        world.destroy(root);
        assertThrows(DeadEntityException.class, () -> walk.below(root));
        assertThrows(DeadEntityException.class, () -> walk.children(root));
    }

    /** Marks entities that a test destroys by query. */
    private record Marked() {
        static final Component<Marked> TYPE = Component.of(Marked.class);
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
    void shouldKnowTypesByName() {
        assertEquals(Types.DETACHING, TreeType.of("detaching", TreeType.OnParentDestroy.DETACH));
        assertThrows(IllegalArgumentException.class, () -> TreeType.of("detaching", TreeType.OnParentDestroy.REFUSE));
        assertThrows(IllegalArgumentException.class, () -> TreeType.of(" ", TreeType.OnParentDestroy.REFUSE));
        assertThrows(IllegalArgumentException.class, () -> TreeType.of("other", null));
        assertTrue(TreeType.all().containsAll(List.of(TreeType.DEFAULT, Types.DETACHING)));
        assertEquals(ChildOf.TYPE, TreeType.DEFAULT.childOf());
    }

    /** What observers and memory sources see of a tree that changes, and what they may do. */
    @Nested
    class Observed {
        private final FailingMemory memory = new FailingMemory(MemorySource.direct());

        private final World world = World.builder().memory(memory).build();

        private final Hierarchy tree = world.hierarchy();
        private final Query query = world.query().all(Position.TYPE).build();

        private final List<Long> visited = new ArrayList<>();

        /** A chain in which each parent is in a higher row than its child. */
        private final long leaf = spawn();

        private final long middle = spawn();

        private final long root = spawn();

        private final long top = spawn();

        private final CascadeKernel kernel = query.cascade(
                TreeType.DEFAULT, row -> visited.add(row.entity()), (row, parent) -> visited.add(row.entity()));

        {
            tree.attach(leaf, middle);
            tree.attach(middle, root);
        }

        private long spawn() {
            return world.spawn(new Position(1, 1));
        }

        @AfterEach
        void closeObserved() {
            world.close();
        }

        private List<Long> visited() {
            visited.clear();
            kernel.run();
            return List.copyOf(visited);
        }

        @Test
        void shouldShowObserversTheNewDepths() {
            List<List<Long>> seen = new ArrayList<>();
            LongConsumer observer = entity -> seen.add(visited());
            world.observers().onAttach(TreeType.DEFAULT, observer);
            world.observers().onSet(ChildOf.TYPE, observer);
            tree.attach(root, top);
            List<Long> chain = List.of(top, root, middle, leaf);
            assertEquals(List.of(chain, chain, chain), seen, "root, and the depths of middle and leaf");
            assertEquals(chain, visited());
            seen.clear();
            long other = spawn();
            tree.attach(other, top);
            tree.attach(root, other);
            chain = List.of(top, other, root, middle, leaf);
            assertEquals(List.of(chain, chain, chain, chain), seen.subList(1, seen.size()));
            assertEquals(chain, visited());
        }

        @Test
        void shouldShowObserversTheDepthsOfDetached() {
            tree.attach(root, top);
            List<List<Long>> seen = new ArrayList<>();
            LongConsumer observer = entity -> seen.add(visited());
            world.observers().onDetach(TreeType.DEFAULT, observer);
            world.observers().onSet(ChildOf.TYPE, observer);
            tree.detach(root);
            List<Long> before = List.of(top, root, middle, leaf);
            List<Long> after = List.of(root, top, middle, leaf);
            assertEquals(List.of(before, after, after), seen);
            assertEquals(after, visited());
        }

        /** Whatever a source throws when memory is taken for the record of a change, nothing has changed. */
        @Test
        void shouldChangeNothingIfTheRecordOfLinksFails() {
            tree.attach(root, top);
            long other = spawn();
            tree.add(other);
            List<Runnable> changes = List.of(
                    () -> tree.detach(middle),
                    () -> tree.attach(middle, top),
                    () -> tree.attachBefore(leaf, middle),
                    () -> tree.attach(other, top),
                    () -> world.destroy(middle));
            for (Runnable change : changes) {
                Query changed = world.query().changed(TreeNode.TYPE).build();
                memory.callNext(() -> {
                    throw new IllegalStateException("broken");
                });
                assertThrows(IllegalStateException.class, change::run);
                Saving.load(Saving.bytes(world)).close(); // checks all links
                changed.close();
            }
            assertEquals(root, tree.parent(middle));
        }
    }
}
