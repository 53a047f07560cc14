package basalt.storage;

import java.util.Arrays;

/**
 * Finds the place of the calling thread among the visitors of a store that is lent, in the same time however many there
 * are.
 *
 * <p>A thread that was found by a search is remembered in one of four slots of a table, by its identity. What is
 * remembered is checked whenever it is used: a visitor is that of the calling thread only if this thread has said so
 * itself. So threads may write the table at the same time; one that loses its slot to another searches once more.
 */
final class Seats {
    /** So many visitors are looked through without the table. */
    private static final int FEW = 4;

    private static final int PROBES = 4;
    private static final int SLOTS_PER_VISITOR = 16;

    private Visitor[] remembered = new Visitor[PROBES];
    private Visitor[] lentTo = {};

    /** The store is lent to these. For the thread that lends, before they come. */
    void lend(Visitor[] visitors) {
        for (int i = 0; i < visitors.length; i++) {
            visitors[i].seat(i);
        }
        if (visitors != lentTo && visitors.length > FEW) {
            lentTo = visitors;
            int slots = SLOTS_PER_VISITOR * Integer.highestOneBit(2 * visitors.length - 1);
            if (slots > remembered.length) {
                remembered = new Visitor[slots];
            } else {
                Arrays.fill(remembered, null);
            }
        }
    }

    /** The place of the calling thread among the visitors; -1 if it is none of them. */
    int find(Visitor[] visitors) {
        return visitors.length <= FEW ? search(visitors) : lookUp(visitors);
    }

    private int lookUp(Visitor[] visitors) {
        Visitor[] table = remembered;
        int first = slot(table);
        for (int i = 0; i < PROBES; i++) {
            Visitor visitor = table[first + i & table.length - 1];
            if (visitor != null && visitor.isHere() && isAmong(visitors, visitor)) {
                return visitor.seat();
            }
        }
        int found = search(visitors);
        if (found >= 0) {
            remember(table, first, visitors[found], visitors);
        }
        return found;
    }

    private static void remember(Visitor[] table, int first, Visitor visitor, Visitor[] visitors) {
        for (int i = 0; i < PROBES; i++) {
            int slot = first + i & table.length - 1;
            if (table[slot] == null || table[slot] == visitor || !isAmong(visitors, table[slot])) {
                table[slot] = visitor;
                return;
            }
        }
        table[first] = visitor;
    }

    private static int search(Visitor[] visitors) {
        for (int i = 0; i < visitors.length; i++) {
            if (visitors[i].isHere()) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isAmong(Visitor[] visitors, Visitor visitor) {
        int seat = visitor.seat();
        return seat < visitors.length && visitors[seat] == visitor;
    }

    private static int slot(Visitor[] table) {
        int hash = System.identityHashCode(Thread.currentThread());
        return (hash ^ hash >>> 15) & table.length - 1;
    }
}
