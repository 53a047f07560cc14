package basalt.storage.access;

import basalt.component.Column;
import basalt.component.ComponentInfo;
import basalt.component.Entity;
import basalt.storage.Entities;

/**
 * A thread that works on the columns of a store which is lent, on behalf of one system at a time. Written by that
 * thread, and read by it alone.
 */
public final class WorkerAccess {
    private Thread thread;
    private AccessCheck access;

    /** Its place among those that the store is lent to. */
    private int workerIndex;

    /**
     * Strict mode: whether the body of a kernel runs here that may be split among workers, and the row it was given.
     */
    private boolean isInKernel;

    private long kernelBase;
    private int kernelRow;

    /** No thread yet. */
    public WorkerAccess() {}

    /**
     * The calling thread comes in.
     *
     * @param declared what its system may touch
     */
    public void enter(AccessCheck declared) {
        access = declared;
        thread = Thread.currentThread();
    }

    /** The thread goes. */
    public void leave() {
        thread = null;
        isInKernel = false;
    }

    /**
     * Strict mode: a kernel begins to run.
     *
     * @return whether its system may be split among workers, and no kernel runs here yet: then {@link #standOn} says
     *     where it is, until {@link #endKernel}
     */
    public boolean beginKernel() {
        if (isInKernel || !access.isSplittable()) {
            return false;
        }
        isInKernel = true;
        kernelBase = 0;
        return true;
    }

    /**
     * Strict mode: whether a kernel runs here that may be split among workers.
     *
     * @return true between {@link #beginKernel} and {@link #endKernel}
     */
    public boolean isInKernel() {
        return isInKernel;
    }

    /** Strict mode: the kernel that has begun here has ended. */
    public void endKernel() {
        isInKernel = false;
    }

    /**
     * Strict mode: the body of the kernel is given a row.
     *
     * @param base the block's address; 0 if it is given a span of rows
     * @param row row in the block
     */
    public void standOn(long base, int row) {
        kernelBase = base;
        kernelRow = row;
    }

    /**
     * Strict mode: throws if a kernel that may be split runs here, writes a component, and stands on another row.
     *
     * @param entity whose component is read or written
     * @param component the component
     * @param column which column of it; null for all
     * @throws IllegalStateException if it is so; names system, component and both entities
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
     * Strict mode: throws if a kernel that may be split runs here, and writes a column that is about to be read in all
     * rows of a query.
     *
     * @param column the column
     * @throws IllegalStateException if it is so; names both
     */
    public void checkAll(Column column) {
        if (isInKernel) {
            access.checkAll(column);
        }
    }

    /**
     * Strict mode: throws if a kernel that may be split runs here.
     *
     * @param use what has a position that moves on: "a query for changes"
     * @throws IllegalStateException if it is so
     */
    public void checkShared(String use) {
        if (isInKernel) {
            access.checkShared(use);
        }
    }

    /**
     * What the system may touch.
     *
     * @return the access that was declared
     */
    public AccessCheck access() {
        return access;
    }

    /**
     * Throws unless the calling thread is here.
     *
     * @throws IllegalStateException if it is not, or no more
     */
    public void check() {
        if (!isHere()) {
            throw new IllegalStateException("an iteration or the commands of system '"
                    + (access == null ? "none" : access.system()) + "' were used by thread '"
                    + Thread.currentThread().getName()
                    + "', or after the system had ended; use them inside the system's body");
        }
    }

    int workerIndex() {
        return workerIndex;
    }

    void workerIndex(int newIndex) {
        workerIndex = newIndex;
    }

    boolean isHere() {
        return Thread.currentThread() == thread;
    }
}
