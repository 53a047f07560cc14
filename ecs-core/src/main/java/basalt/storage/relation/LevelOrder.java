package basalt.storage.relation;

import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.Entity;
import basalt.storage.Blocks;
import basalt.storage.Entities;
import basalt.storage.Pools;
import basalt.storage.Rows;
import java.util.Arrays;

/**
 * The entities of the trees of one type, level by level: all roots, in ascending order of their indices, then all their
 * children, and so on. The children of one parent are side by side, in their order, and in the order of their parents.
 *
 * <p>Kept until links change. The arrays are on the heap and only grow.
 */
public final class LevelOrder {
    private final Tree tree;
    private final Rows rows;

    private int[] entities = {};

    /** For each entity index its place in the order. */
    private int[] ranks = {};

    private int count;
    private long links = -1;

    LevelOrder(Tree tree, Rows rows) {
        this.tree = tree;
        this.rows = rows;
    }

    /** Finds the order, if links have changed: O(entities of the world). */
    public void update() {
        if (links == tree.version()) {
            return;
        }
        links = -1; // in case the heap is full
        int indices = rows.blocks().count() << ROW_BITS;
        if (ranks.length < indices) {
            ranks = new int[indices];
        }
        if (entities.length < rows.entities().count()) {
            entities = new int[Math.max(rows.entities().count(), 2 * entities.length)];
        }
        Arrays.fill(ranks, Integer.MAX_VALUE);
        count = 0;
        addRoots();
        for (int i = 0; i < count; i++) {
            addChildren(entities[i]);
        }
        links = tree.version();
    }

    /** The place of an entity in the order. */
    public int rank(int index) {
        return index < ranks.length ? ranks[index] : Integer.MAX_VALUE;
    }

    private void addRoots() {
        int node = tree.type().node().id();
        int childOf = tree.type().childOf().id();
        Blocks blocks = rows.blocks();
        for (int block = 0; block < blocks.count(); block++) {
            long base = blocks.base(block);
            for (int word = 0; Blocks.isPopulated(base, node) && word < WORDS; word++) {
                long roots = Pools.presentWord(base, word, node) & ~Pools.presentWord(base, word, childOf);
                for (; roots != 0; roots &= roots - 1) {
                    int row = (word << 6) + Long.numberOfTrailingZeros(roots);
                    entities[count++] = Entity.index(Entities.handle(base, row));
                }
            }
        }
        Arrays.sort(entities, 0, count);
        for (int i = 0; i < count; i++) {
            ranks[entities[i]] = i;
        }
    }

    private void addChildren(int index) {
        TreeLinks links = tree.links();
        long child = links.firstChild(rows.entities().place(index));
        while (child != Entity.NULL) {
            long place = links.node(child);
            int childIndex = Entity.index(child);
            if (ranks[childIndex] != Integer.MAX_VALUE) {
                throw links.damaged(Entity.toString(child) + " has two places");
            }
            ranks[childIndex] = count;
            entities[count++] = childIndex;
            child = links.nextSibling(place);
        }
    }
}
