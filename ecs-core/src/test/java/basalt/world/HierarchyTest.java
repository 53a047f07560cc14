package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.ChildOf;
import basalt.component.DeadEntityException;
import basalt.component.Entity;
import basalt.component.TreeNode;
import basalt.component.TreeType;
import basalt.memory.LeakCheck;
import basalt.query.Query;
import basalt.query.RowCursor;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LeakCheck.class)
final class HierarchyTest {
    private final World world = World.create();
    private final Hierarchy tree = world.hierarchy();

    @AfterEach
    void close() {
        world.close();
    }

    private List<Long> below(long entity) {
        List<Long> below = new ArrayList<>();
        tree.forEachBelow(entity, below::add);
        return below;
    }

    @Test
    void shouldKeepChildrenInTheOrderOfAttachment() {
        long parent = world.spawn();
        long a = world.spawn();
        long b = world.spawn();
        long c = world.spawn();
        tree.attach(a, parent);
        tree.attach(b, parent);
        tree.attach(c, parent);
        assertEquals(List.of(a, b, c), Children.of(tree, parent));
        assertEquals(a, tree.firstChild(parent));
        assertEquals(c, tree.lastChild(parent));
        assertEquals(b, tree.nextSibling(a));
        assertEquals(b, tree.previousSibling(c));
        assertEquals(parent, tree.parent(b));
        assertEquals(1, tree.depth(b));
        assertEquals(new ChildOf(parent, 1), world.get(b, ChildOf.TYPE));
        assertEquals(parent, world.get(b, ChildOf.PARENT));
        assertEquals(3, world.get(parent, TreeNode.CHILD_COUNT));
    }

    @Test
    void shouldAttachBeforeASibling() {
        long parent = world.spawn();
        long a = world.spawn();
        long b = world.spawn();
        long c = world.spawn();
        tree.attach(a, parent);
        tree.attachBefore(b, a);
        tree.attachBefore(c, a);
        assertEquals(List.of(b, c, a), Children.of(tree, parent));
        tree.attachBefore(a, b);
        assertEquals(List.of(a, b, c), Children.of(tree, parent));
        tree.attachBefore(a, b);
        assertEquals(List.of(a, b, c), Children.of(tree, parent));
    }

    @Test
    void shouldMoveAChildOfTheSameParentToTheEnd() {
        long parent = world.spawn();
        long a = world.spawn();
        long b = world.spawn();
        tree.attach(a, parent);
        tree.attach(b, parent);
        tree.attach(a, parent);
        assertEquals(List.of(b, a), Children.of(tree, parent));
        tree.attach(a, parent);
        assertEquals(List.of(b, a), Children.of(tree, parent));
    }

    @Test
    void shouldMoveASubtreeToAnotherParentWithItsDepths() {
        long root = world.spawn();
        long middle = world.spawn();
        long leaf = world.spawn();
        long other = world.spawn();
        long last = world.spawn();
        tree.attach(leaf, middle);
        tree.attach(middle, root);
        tree.attach(last, leaf);
        assertEquals(List.of(middle, leaf, last), below(root));
        assertEquals(3, tree.depth(last));
        tree.attach(leaf, other);
        assertEquals(List.of(leaf, last), below(other));
        assertEquals(List.of(), Children.of(tree, middle));
        assertEquals(1, tree.depth(leaf));
        assertEquals(2, tree.depth(last));
        assertEquals(other, tree.root(last));
        assertTrue(tree.isAncestor(other, last));
        assertFalse(tree.isAncestor(root, last));
        assertFalse(tree.isAncestor(last, last));
        assertFalse(tree.isAncestor(last, other));
    }

    @Test
    void shouldMakeADetachedChildARoot() {
        long root = world.spawn();
        long child = world.spawn();
        long leaf = world.spawn();
        tree.attach(child, root);
        tree.attach(leaf, child);
        assertTrue(tree.detach(child));
        assertFalse(tree.detach(child));
        assertEquals(Entity.NULL, tree.parent(child));
        assertNull(world.tryGet(child, ChildOf.TYPE));
        assertEquals(1, tree.depth(leaf));
        assertEquals(child, tree.root(leaf));
        assertEquals(List.of(), Children.of(tree, root));
        assertTrue(tree.contains(child));
    }

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
    void shouldAnswerForEntitiesInNoTree() {
        long entity = world.spawn();
        assertFalse(tree.contains(entity));
        assertEquals(Entity.NULL, tree.parent(entity));
        assertEquals(Entity.NULL, tree.firstChild(entity));
        assertEquals(Entity.NULL, tree.lastChild(entity));
        assertEquals(Entity.NULL, tree.nextSibling(entity));
        assertEquals(Entity.NULL, tree.previousSibling(entity));
        assertEquals(0, tree.childCount(entity));
        assertEquals(0, tree.depth(entity));
        assertEquals(entity, tree.root(entity));
        assertEquals(List.of(), Children.of(tree, entity));
        assertEquals(List.of(), below(entity));
        assertFalse(tree.detach(entity));
    }

    @Test
    void shouldRefuseCycles() {
        long a = world.spawn();
        long b = world.spawn();
        long c = world.spawn();
        tree.attach(b, a);
        tree.attach(c, b);
        for (long below : new long[] {a, b, c}) {
            IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> tree.attach(a, below));
            assertTrue(e.getMessage().contains(Entity.toString(a)), e.getMessage());
        }
        assertThrows(IllegalArgumentException.class, () -> tree.attachBefore(a, b));
        assertThrows(IllegalArgumentException.class, () -> tree.attachBefore(b, b));
        assertThrows(IllegalArgumentException.class, () -> tree.attachBefore(b, a)); // has no parent
        assertEquals(List.of(b, c), below(a));
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
            IllegalArgumentException e = assertThrows(IllegalArgumentException.class, write::run);
            assertTrue(e.getMessage().contains("attach("), e.getMessage());
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

    @Test
    void shouldSeparateTypesOfTrees() {
        TreeType type = Types.DETACHING;
        Hierarchy squads = world.hierarchy(type);
        long a = world.spawn();
        long b = world.spawn();
        tree.attach(b, a);
        squads.attach(a, b);
        assertEquals(a, tree.parent(b));
        assertEquals(b, squads.parent(a));
        assertEquals(Entity.NULL, squads.parent(b));
        assertEquals(a, world.get(b, ChildOf.PARENT));
        assertEquals(b, world.get(a, type.childOf().entity("parent")));
    }
}
