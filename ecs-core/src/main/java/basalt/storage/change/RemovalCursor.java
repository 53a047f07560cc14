package basalt.storage.change;

/** The position of one reader in the log of a component's removals. */
public final class RemovalCursor {
    private final RemovalLog log;
    private final long number;
    private long position;

    RemovalCursor(RemovalLog log, long position, long number) {
        this.number = number;
        this.log = log;
        this.position = position;
    }

    /**
     * The number of entities that the reader has not read.
     *
     * @return entities, 0 or more
     */
    public long remaining() {
        return log.end() - position;
    }

    /**
     * Reads the next entity. There must be one.
     *
     * @return its handle at the time when it lost the component
     */
    public long next() {
        return log.handle(position++);
    }

    /**
     * Skips entities.
     *
     * @param count number of entities, at most {@link #remaining()}
     */
    public void skip(long count) {
        position += count;
    }

    long position() {
        return position;
    }

    void position(long newPosition) {
        position = newPosition;
    }

    /** The number of this cursor in its store, which snapshots refer to. */
    long number() {
        return number;
    }

    RemovalLog log() {
        return log;
    }
}
