package basalt.storage.access;

import basalt.component.Column;
import basalt.component.ComponentInfo;
import basalt.component.Entity;
import basalt.storage.Entities;
import basalt.storage.RowImage.RowImages;
import java.util.Arrays;

/**
 * The access of one worker to a store that is lent: its thread, and the declarations of the system that it runs. Only
 * the worker's thread writes it, and reads it reliably.
 */
public final class WorkerAccess {
    private Thread thread;

    /** The thread while it runs code of a user's memory source; null otherwise. */
    private Thread suspended;

    private AccessCheck access;
    private final RowImages images = new RowImages();

    private int workerIndex;

    /** Strict mode: whether a kernel that may be split among workers runs here, and its current row. */
    private boolean isInKernel;

    private long kernelBase;
    private int kernelRow;

    /** A worker without a thread. */
    public WorkerAccess() {}

    /** The calling thread becomes the worker's thread. */
    public void enter(AccessCheck declared) {
        access = declared;
        thread = Thread.currentThread();
    }

    /** The worker has no thread any more. */
    public void leave() {
        thread = null;
        isInKernel = false;
    }

    /** Called on the worker's thread before and after code of a user's memory source runs. */
    void inMemorySource(boolean isIn) {
        suspended = isIn ? Thread.currentThread() : null;
        thread = isIn ? null : Thread.currentThread();
    }

    boolean isInMemorySource() {
        return Thread.currentThread() == suspended;
    }

    /** Strict mode: called when a kernel begins to run. */
    public boolean beginKernel() {
        if (isInKernel || !access.isSplittable()) {
            return false;
        }
        isInKernel = true;
        kernelBase = 0;
        return true;
    }

    /** Strict mode: whether a kernel that may be split among workers runs here. */
    public boolean isInKernel() {
        return isInKernel;
    }

    /** Strict mode: called when the kernel has ended. */
    public void endKernel() {
        isInKernel = false;
    }

    /**
     * Strict mode: called before the body of the kernel gets a row.
     *
     * @param base the block's address; 0 if the body gets a span
     */
    public void setCurrentRow(long base, int row) {
        kernelBase = base;
        kernelRow = row;
    }

    /**
     * Strict mode: throws if a kernel that may be split runs here, its system writes a component, and its current row
     * is not that of an entity.
     *
     * @param column the column; null for all
     */
    public void checkOther(long entity, ComponentInfo component, Column column) {
        if (isInKernel) {
            long own = kernelBase == 0 ? Entity.NULL : Entities.handle(kernelBase, kernelRow);
            if (own != entity) {
                access.checkOther(component, column, own, entity);
            }
        }
    }

    /**
     * Strict mode: throws if a kernel that may be split runs here, and its system writes a column. Called before the
     * column is read in all rows of a query.
     */
    public void checkAll(Column column) {
        if (isInKernel) {
            access.checkAll(column);
        }
    }

    /** Strict mode: throws if a kernel that may be split runs here. */
    public void checkShared(String use) {
        if (isInKernel) {
            access.checkShared(use);
        }
    }

    /** The declarations of the system that runs here. */
    public AccessCheck access() {
        return access;
    }

    RowImages images() {
        return images;
    }

    /** Throws unless the calling thread is the worker's thread. */
    public void check() {
        if (isInMemorySource()) {
            throw Store.inMemorySource();
        }
        if (!isCurrentThread()) {
            throw new IllegalStateException("an iteration or the commands of system '"
                    + (access == null ? "none" : access.system()) + "' were used by thread '"
                    + Thread.currentThread().getName()
                    + "', or after the end of the system; use them inside the system's body");
        }
    }

    int workerIndex() {
        return workerIndex;
    }

    void workerIndex(int newIndex) {
        workerIndex = newIndex;
    }

    /** Whether the calling thread is the worker's thread, and not in code of a user's memory source. */
    public boolean isCurrentThread() {
        return Thread.currentThread() == thread;
    }

    /**
     * Finds the worker of the calling thread among the workers of a store that is lent, in constant time.
     *
     * <p>The worker of a thread that was found by a search is cached in one of four slots of a table, by the thread's
     * identity hash. A cached worker is checked on each use: it has the calling thread only if this thread has set it.
     * So threads may write the table at the same time; a thread whose slot was overwritten searches again.
     */
    static final class WorkerLookup {
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
}
