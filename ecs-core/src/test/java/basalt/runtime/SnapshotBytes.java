package basalt.runtime;

/** For tests elsewhere that count memory. */
public final class SnapshotBytes {
    /** What a query asks for to keep its snapshot: the only memory that it can do without. */
    public static final long KEPT = SnapshotEntry.BYTES;

    private SnapshotBytes() {}
}
