package basalt.storage.change;

/** How far one reader has come in the log of a component's removals. */
public final class RemovalCursor {
    private final RemovalLog log;
    private long position;

    RemovalCursor(RemovalLog log, long position) {
        this.log = log;
        this.position = position;
    }

    /**
     * How many entities the reader has not seen.
     *
     * @return entities, 0 or more
     */
    public long remaining() {
        return log.end() - position;
    }

    /**
     * The next entity; afterwards it is seen.
     *
     * @return its handle, as it was when it lost the component; there must be one
     */
    public long next() {
        return log.handle(position++);
    }

    /**
     * Leaves entities out, as if they had been seen.
     *
     * @param count how many, at most {@link #remaining()}
     */
    public void skip(long count) {
        position += count;
    }

    long position() {
        return position;
    }

    RemovalLog log() {
        return log;
    }
}
