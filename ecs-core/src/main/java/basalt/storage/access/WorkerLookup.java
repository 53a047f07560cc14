package basalt.storage.access;

import java.util.Arrays;

/**
 * Finds the worker of the calling thread among the workers of a store that is lent, in constant time.
 *
 * <p>The worker of a thread that was found by a search is cached in one of four slots of a table, by the thread's
 * identity hash. A cached worker is checked on each use: it has the calling thread only if this thread has set it. So
 * threads may write the table at the same time; a thread whose slot was overwritten searches again.
 */
final class WorkerLookup {
    /** Up to this number of workers the table is not used. */
    private static final int FEW = 4;

    private static final int PROBES = 4;
    private static final int SLOTS_PER_WORKER = 16;

    private WorkerAccess[] cache = new WorkerAccess[PROBES];
    private WorkerAccess[] lentWorkers = {};

    /** Sets the workers. For the lending thread, before the workers start. */
    void lend(WorkerAccess[] workers) {
        for (int i = 0; i < workers.length; i++) {
            workers[i].workerIndex(i);
        }
        if (workers != lentWorkers && workers.length > FEW) {
            lentWorkers = workers;
            int slots = SLOTS_PER_WORKER * Integer.highestOneBit(2 * workers.length - 1);
            if (slots > cache.length) {
                cache = new WorkerAccess[slots];
            } else {
                Arrays.fill(cache, null);
            }
        }
    }

    /** The index of the calling thread's worker; -1 if there is none. */
    int find(WorkerAccess[] workers) {
        return workers.length <= FEW ? search(workers) : lookUp(workers);
    }

    private int lookUp(WorkerAccess[] workers) {
        WorkerAccess[] table = cache;
        int first = slot(table);
        for (int i = 0; i < PROBES; i++) {
            WorkerAccess worker = table[first + i & table.length - 1];
            if (worker != null && worker.isCurrentThread() && isAmong(workers, worker)) {
                return worker.workerIndex();
            }
        }
        int found = search(workers);
        if (found >= 0) {
            addToCache(table, first, workers[found], workers);
        }
        return found;
    }

    private static void addToCache(WorkerAccess[] table, int first, WorkerAccess worker, WorkerAccess[] workers) {
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
            if (workers[i].isCurrentThread()) {
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
