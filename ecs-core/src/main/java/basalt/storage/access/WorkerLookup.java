package basalt.storage.access;

import java.util.Arrays;

/**
 * Finds the place of the calling thread among the workers of a store that is lent, in the same time however many there
 * are.
 *
 * <p>A thread that was found by a search is remembered in one of four slots of a table, by its identity. What is
 * remembered is checked whenever it is used: a worker is that of the calling thread only if this thread has said so
 * itself. So threads may write the table at the same time; one that loses its slot to another searches once more.
 */
final class WorkerLookup {
    /** So many workers are looked through without the table. */
    private static final int FEW = 4;

    private static final int PROBES = 4;
    private static final int SLOTS_PER_WORKER = 16;

    private WorkerAccess[] remembered = new WorkerAccess[PROBES];
    private WorkerAccess[] lentTo = {};

    /** The store is lent to these. For the thread that lends, before they come. */
    void lend(WorkerAccess[] workers) {
        for (int i = 0; i < workers.length; i++) {
            workers[i].workerIndex(i);
        }
        if (workers != lentTo && workers.length > FEW) {
            lentTo = workers;
            int slots = SLOTS_PER_WORKER * Integer.highestOneBit(2 * workers.length - 1);
            if (slots > remembered.length) {
                remembered = new WorkerAccess[slots];
            } else {
                Arrays.fill(remembered, null);
            }
        }
    }

    /** The place of the calling thread among the workers; -1 if it is none of them. */
    int find(WorkerAccess[] workers) {
        return workers.length <= FEW ? search(workers) : lookUp(workers);
    }

    private int lookUp(WorkerAccess[] workers) {
        WorkerAccess[] table = remembered;
        int first = slot(table);
        for (int i = 0; i < PROBES; i++) {
            WorkerAccess worker = table[first + i & table.length - 1];
            if (worker != null && worker.isHere() && isAmong(workers, worker)) {
                return worker.workerIndex();
            }
        }
        int found = search(workers);
        if (found >= 0) {
            remember(table, first, workers[found], workers);
        }
        return found;
    }

    private static void remember(WorkerAccess[] table, int first, WorkerAccess worker, WorkerAccess[] workers) {
        for (int i = 0; i < PROBES; i++) {
            int slot = first + i & table.length - 1;
            if (table[slot] == null || table[slot] == worker || !isAmong(workers, table[slot])) {
                table[slot] = worker;
                return;
            }
        }
        table[first] = worker;
    }

    private static int search(WorkerAccess[] workers) {
        for (int i = 0; i < workers.length; i++) {
            if (workers[i].isHere()) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isAmong(WorkerAccess[] workers, WorkerAccess worker) {
        int workerIndex = worker.workerIndex();
        return workerIndex < workers.length && workers[workerIndex] == worker;
    }

    private static int slot(WorkerAccess[] table) {
        int hash = System.identityHashCode(Thread.currentThread());
        return (hash ^ hash >>> 15) & table.length - 1;
    }
}
