package basalt.storage.relation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.ChildOf;
import basalt.component.Column;
import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.component.IntColumn;
import basalt.component.TreeNode;
import basalt.component.TreeType;
import basalt.memory.LeakCheck;
import basalt.memory.MemorySource;
import basalt.storage.BlockPool;
import basalt.storage.ColumnMemory;
import basalt.storage.Place;
import basalt.storage.access.Store;
import basalt.storage.relation.TreeLinks.TreeWalk;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LeakCheck.class)
final class TreeCheckTest {
    private final Store store = new Store(new BlockPool(MemorySource.direct(), 0));
    private final Tree tree = store.trees().of(TreeType.DEFAULT);
    private final long parent = spawn();
    private final long first = spawn();
    private final long second = spawn();
    private final long below = spawn();

    TreeCheckTest() {
        tree.attach(first, parent, Entity.NULL);
        tree.attach(second, parent, Entity.NULL);
        tree.attach(below, second, Entity.NULL);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private long spawn() {
        return store.structure().spawn(store.rowAllocator());
    }

    @Test
    void shouldAcceptLinksThatFitTogether() {
        store.trees().loaded();
    }

    @Test
    void shouldFindEachDamagedLink() {
        for (long entity : new long[] {parent, first, second, below}) {
            for (Column column : List.<Column>of(
                    TreeNode.FIRST_CHILD,
                    TreeNode.LAST_CHILD,
                    TreeNode.NEXT_SIBLING,
                    TreeNode.PREVIOUS_SIBLING,
                    TreeNode.CHILD_COUNT,
                    ChildOf.PARENT,
                    ChildOf.DEPTH)) {
                if (entity != parent || column.component() != ChildOf.TYPE) {
                    damage(entity, column);
                }
            }
        }
        store.trees().loaded();
    }

    /** Writes other values to a column, and the old one at the end. */
    private void damage(long entity, Column column) {
        long place = store.entities().require(entity);
        long base = Place.base(place);
        int row = Place.row(place);
        if (column instanceof EntityColumn link) {
            long old = ColumnMemory.getLong(base, row, link.offset());
            for (long value : new long[] {Entity.NULL, parent, first, second, below, 12345}) {
                if (value != old) {
                    ColumnMemory.putLong(base, row, link.offset(), value);
                    assertDamaged();
                }
            }
            ColumnMemory.putLong(base, row, link.offset(), old);
        } else {
            int offset = ((IntColumn) column).offset();
            int old = ColumnMemory.getInt(base, row, offset);
            for (int value : new int[] {-1, old - 1, old + 1, Integer.MAX_VALUE}) {
                ColumnMemory.putInt(base, row, offset, value);
                assertDamaged();
            }
            ColumnMemory.putInt(base, row, offset, old);
        }
    }

    private void assertDamaged() {
        IllegalStateException e = assertThrows(IllegalStateException.class, store.trees()::loaded);
        assertTrue(e.getMessage().contains("damaged"), e.getMessage());
    }

    @Test
    void shouldFindAChildWithoutNode() {
        long place = store.entities().require(first);
        store.structure().remove(Place.base(place), Place.row(place), TreeNode.TYPE);
        assertDamaged();
    }

    @Test
    void shouldNotWalkInCirclesForEver() {
        long place = store.entities().require(below);
        ColumnMemory.putLong(Place.base(place), Place.row(place), TreeNode.FIRST_CHILD.offset(), second);
        TreeWalk walk = new TreeWalk(tree, parent);
        int steps = 0;
        IllegalStateException e = null;
        while (e == null && steps < 100) {
            steps++;
            try {
                walk.next();
            } catch (IllegalStateException thrown) {
                e = thrown;
            }
        }
        assertEquals(5, steps);
        assertTrue(e.getMessage().contains("never ends"), e.getMessage());
    }
}
