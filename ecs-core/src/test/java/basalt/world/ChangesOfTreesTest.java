package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.component.ChildOf;
import basalt.component.TreeNode;
import basalt.component.TreeType;
import basalt.memory.FailingMemory;
import basalt.memory.LeakCheck;
import basalt.memory.MemorySource;
import basalt.query.CascadeKernel;
import basalt.query.Query;
import basalt.save.Saving;
import basalt.storage.fixture.Position;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What observers and memory sources see of a tree that changes, and what they may do. */
@ExtendWith(LeakCheck.class)
final class ChangesOfTreesTest {
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
    void close() {
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
        EntityObserver observer = entity -> seen.add(visited());
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
        EntityObserver observer = entity -> seen.add(visited());
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
