package basalt.storage.change;

import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.ROW_MASK;

import basalt.storage.StateBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.agrona.collections.Long2ObjectHashMap;

/** The readers of one kind of change of one component, and the rows that each has not read yet. */
final class ChangeReaders {
    private RowSet[] pending = {};

    /** The owner of each reader: a query, which does not see its own writes. */
    private Object[] owners = {};

    /** Null if all readers are those of snapshots. */
    private String component;

    void add(RowSet set, Object owner) {
        int count = pending.length;
        Object[] newOwners = Arrays.copyOf(owners, count + 1);
        RowSet[] newPending = Arrays.copyOf(pending, count + 1);
        newOwners[count] = owner;
        newPending[count] = set;
        owners = newOwners;
        pending = newPending;
    }

    /** Removes a reader; false if it was not registered. */
    boolean remove(RowSet set) {
        int index = Arrays.asList(pending).indexOf(set);
        if (index < 0) {
            return false;
        }
        int last = pending.length - 1;
        pending[index] = pending[last];
        owners[index] = owners[last];
        pending = Arrays.copyOf(pending, last);
        owners = Arrays.copyOf(owners, last);
        return true;
    }

    boolean isEmpty() {
        return pending.length == 0;
    }

    /** Whether there is a reader of another owner. */
    boolean hasOtherOwner(Object owner) {
        for (Object other : owners) {
            if (other != owner) {
                return true;
            }
        }
        return false;
    }

    void record(int block, int word, long rows, Object except) {
        for (int i = 0; i < pending.length; i++) {
            if (owners[i] != except) {
                pending[i].add(block, word, rows);
            }
        }
    }

    /** Records all rows of a block that are in a snapshot. */
    void recordAll(int block, long summary, long words, Object except) {
        for (int i = 0; i < pending.length; i++) {
            if (owners[i] != except) {
                pending[i].addAll(block, summary, words);
            }
        }
    }

    /** Takes the memory for {@link #move} and {@link #recordMoved}. */
    void prepareMoves(BitSet blocks) {
        for (int i = 0; i < pending.length; i++) {
            prepareMoves(pending[i], owners[i] instanceof ChangeTracker.Unsaved, blocks);
        }
    }

    private static void prepareMoves(RowSet set, boolean isUnsaved, BitSet blocks) {
        for (int block = blocks.nextSetBit(0); block >= 0; block = blocks.nextSetBit(block + 1)) {
            if (isUnsaved) {
                set.requirePage(block);
            } else {
                set.prepareMoves(block);
            }
        }
    }

    /** Records rows that values of other rows have moved to, for the readers that compare columns. */
    void recordMoved(int[] to, long[] has, int count) {
        for (int i = 0; i < pending.length; i++) {
            for (int k = 0; k < count && owners[i] instanceof ChangeTracker.Unsaved; k++) {
                if ((has[k >>> 6] >>> k & 1) != 0) {
                    pending[i].add(to[k] >>> ROW_BITS, (to[k] & ROW_MASK) >>> 6, 1L << to[k]);
                }
            }
        }
    }

    /** Lets the rows of the other readers follow rows that have moved; see {@link RowFollower#moved}. */
    void move(int[] from, int[] to, int alive, int count) {
        for (int i = 0; i < pending.length; i++) {
            if (!(owners[i] instanceof ChangeTracker.Unsaved) && !pending[i].isEmpty()) {
                pending[i].move(from, to, alive, count);
            }
        }
    }

    void cover(int blocks) {
        for (RowSet set : pending) {
            set.cover(blocks);
        }
    }

    /** Writes the rows of each reader, except those of snapshots. */
    void save(StateBuffer to) {
        for (int i = 0; i < pending.length; i++) {
            if (!(owners[i] instanceof ChangeTracker.Unsaved)) {
                to.putLong(pending[i].number());
                pending[i].save(to);
            }
        }
    }

    void component(String name) {
        component = name;
    }

    /** Adds the rows that readers have not read, except those of snapshots, in the order in which they were made. */
    void addUnreadTo(Map<String, List<long[]>> unread, int blocks) {
        List<RowSet> sets = new ArrayList<>();
        for (int i = 0; i < pending.length; i++) {
            if (!(owners[i] instanceof ChangeTracker.Unsaved)) {
                sets.add(pending[i]);
            }
        }
        sets.sort(Comparator.comparingLong(RowSet::number));
        if (!sets.isEmpty()) {
            unread.put(component, sets.stream().map(set -> set.words(blocks)).toList());
        }
    }

    void addSetsTo(Long2ObjectHashMap<RowSet> byNumber) {
        for (RowSet set : pending) {
            byNumber.put(set.number(), set);
        }
    }

    /** Removes all rows. */
    void clear() {
        for (RowSet set : pending) {
            set.clear();
        }
    }

    void addOwnersTo(Set<Object> all) {
        for (Object owner : owners) {
            if (!(owner instanceof ChangeTracker.Unsaved)) {
                all.add(owner);
            }
        }
    }

    long reservedBytes() {
        long bytes = 0;
        for (RowSet set : pending) {
            bytes += set.reservedBytes();
        }
        return bytes;
    }

    void close() {
        for (RowSet set : pending) {
            set.close();
        }
        pending = new RowSet[0];
        owners = new Object[0];
    }
}
