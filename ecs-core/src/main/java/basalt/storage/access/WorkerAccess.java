package basalt.storage.access;

import basalt.component.Column;
import basalt.component.ComponentInfo;
import basalt.storage.Entities;
import basalt.storage.RowImage.RowImages;
import java.lang.ref.WeakReference;

/**
 * The access of one worker to a store that is lent: its thread, and the declarations of the system that it runs. Only
 * the worker's thread writes it, and reads it reliably.
 */
public final class WorkerAccess {
    /** Up to this number of workers all are searched. */
    private static final int FEW = 4;

    /** The worker that was found last for a thread; weak, so that no thread keeps a world. */
    private static final ThreadLocal<WeakReference<WorkerAccess>> LAST = new ThreadLocal<>();

    private final WeakReference<WorkerAccess> self = new WeakReference<>(this);
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

    /** Strict mode: called before the body of the kernel gets a row. */
    public void setCurrentRow(long base, int row) {
        kernelBase = base;
        kernelRow = row;
    }

    /**
     * Strict mode: throws if a kernel that may be split runs here, its system writes a component, and its current row
     * is not that of an entity.
     */
    public void checkOther(long entity, ComponentInfo component, Column column) {
        if (isInKernel) {
            long own = Entities.handle(kernelBase, kernelRow);
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

    /** Whether the calling thread is the worker's thread, and not in code of a user's memory source. */
    public boolean isCurrentThread() {
        return Thread.currentThread() == thread;
    }

    /** Sets the indices of the workers that a store is lent to. For the lending thread, before they start. */
    static void number(WorkerAccess[] workers) {
        for (int i = 0; i < workers.length; i++) {
            workers[i].workerIndex = i;
        }
    }

    /**
     * The index of the calling thread's worker among those of a store; -1 if there is none. Of many workers, the one
     * that was found last is tried first.
     */
    static int find(WorkerAccess[] workers) {
        if (workers.length <= FEW) {
            return search(workers);
        }
        WeakReference<WorkerAccess> last = LAST.get();
        WorkerAccess worker = last == null ? null : last.get();
        if (worker != null && worker.isCurrentThread() && worker.isAmong(workers)) {
            return worker.workerIndex;
        }
        int found = search(workers);
        if (found >= 0) {
            LAST.set(workers[found].self);
        }
        return found;
    }

    private static int search(WorkerAccess[] workers) {
        for (int i = 0; i < workers.length; i++) {
            if (workers[i].isCurrentThread()) {
                return i;
            }
        }
        return -1;
    }

    private boolean isAmong(WorkerAccess[] workers) {
        return workerIndex < workers.length && workers[workerIndex] == this;
    }
}
