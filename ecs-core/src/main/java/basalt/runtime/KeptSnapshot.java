package basalt.runtime;

/**
 * The snapshot of one block that a query keeps from one use to the next. It is made when the query is used for the
 * second time without a change of structure in between, and taken as it is until there is one.
 *
 * <pre>
 *   seen      a use has found one block, in this structure; nothing is written
 *   written   the next use has found the same, and written it here
 *   taken     an iteration has it; rows may be struck out of it
 * </pre>
 *
 * <p>One iteration has it at a time, because rows are struck out of the snapshot of each separately.
 */
final class KeptSnapshot {
    private long address;
    private Filter filter;
    private boolean pure;
    private long structure;
    private boolean isWritten;
    private boolean isTaken;
    private int count;

    /** Where there is room for an entry; 0 if there is none as yet. */
    long address() {
        return address;
    }

    void address(long newAddress) {
        address = newAddress;
    }

    /** Has no room and is of no filter any more; answers where the room was, 0 if there was none. */
    long forget() {
        long room = address;
        address = 0;
        filter = null;
        isWritten = false;
        return room;
    }

    /** Whether it is what that filter finds in that structure, and no iteration has it. */
    boolean isCurrent(Filter asked, boolean askedPure, long structureNow) {
        return isWritten && isSeen(asked, askedPure, structureNow);
    }

    /** Whether that filter has found one block in that structure before, and no iteration has what may be here. */
    boolean isSeen(Filter asked, boolean askedPure, long structureNow) {
        return structure == structureNow && filter == asked && pure == askedPure && !isTaken;
    }

    /**
     * A filter has found one block in that structure; while an iteration has what is here, no notice is taken of it.
     */
    void see(Filter newFilter, boolean newPure, long structureNow) {
        if (isTaken) {
            return;
        }
        if (filter != newFilter) {
            filter = newFilter; // the same one again and again costs no write barrier
        }
        pure = newPure;
        structure = structureNow;
        isWritten = false;
    }

    /** What that filter has found is here now: so many entries, 0 or 1. */
    void write(int newCount) {
        count = newCount;
        isWritten = true;
    }

    /** An iteration takes it; how many entries it has. */
    int take() {
        isTaken = true;
        return count;
    }

    /** The iteration that has it has ended. */
    void giveBack() {
        isTaken = false;
    }
}
