package basalt.storage.change;

import java.util.Arrays;

/**
 * The position of one reader in the log of a component's removals. In a loaded world it first reads what its
 * predecessor had not read.
 */
public final class RemovalCursor {
    private final RemovalLog log;
    private final long number;
    private long position;

    /** Handles of a file. */
    private final long[] loaded;

    /** How many of them are left; they are the last ones. */
    private int loadedLeft;

    RemovalCursor(RemovalLog log, long position, long number, long[] loaded) {
        this.number = number;
        this.log = log;
        this.position = position;
        this.loaded = loaded;
        this.loadedLeft = loaded.length;
    }

    /** The number of entities that the reader has not read. */
    public long remaining() {
        return loadedLeft + log.end() - position;
    }

    /** Reads the next entity. There must be one. */
    public long next() {
        return loadedLeft > 0 ? loaded[loaded.length - loadedLeft--] : log.handle(position++);
    }

    /**
     * Skips entities.
     *
     * @param count number of entities, at most {@link #remaining()}
     */
    public void skip(long count) {
        int ofFile = (int) Math.min(count, loadedLeft);
        loadedLeft -= ofFile;
        position += count - ofFile;
    }

    /** The handles that the reader has not read. */
    long[] unread() {
        if (remaining() > Integer.MAX_VALUE - Long.BYTES) {
            throw new IllegalStateException(
                    "a reader of removals has not read more than a file can contain: entities=" + remaining());
        }
        long[] handles =
                Arrays.copyOfRange(loaded, loaded.length - loadedLeft, loaded.length - loadedLeft + (int) remaining());
        for (int i = loadedLeft; i < handles.length; i++) {
            handles[i] = log.handle(position + i - loadedLeft);
        }
        return handles;
    }

    long position() {
        return position;
    }

    int loadedLeft() {
        return loadedLeft;
    }

    void restore(long newPosition, int newLoadedLeft) {
        position = newPosition;
        loadedLeft = newLoadedLeft;
    }

    /** The number of this cursor in its store, which snapshots refer to. */
    long number() {
        return number;
    }

    RemovalLog log() {
        return log;
    }
}
