package basalt.storage.change;

import static basalt.component.layout.BlockLayout.ALIVE_ID;

import basalt.component.ComponentInfo;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.storage.Entities;
import basalt.storage.Pools;
import basalt.storage.SavedRecord;
import basalt.storage.StateBuffer;
import basalt.storage.StatePart;
import basalt.storage.StateParts;
import basalt.storage.change.DestroyWaves.DestroyWave;
import basalt.storage.change.RemovalLogs.RemovalLog;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.agrona.BitUtil;
import org.agrona.UnsafeApi;
import org.agrona.collections.ArrayUtil;

/**
 * The logs of removed components of one store: one for each component that has readers.
 *
 * <p>The memory for a log entry is reserved before anything is changed. For the store's thread only, except the
 * cursors.
 */
public final class RemovalLogs implements StatePart {
    private final MemorySource source;
    private final Runnable whenReadersChange;
    private RemovalLog[] logs = {};
    private long lastCursor;
    private final SavedReaders loaded;

    RemovalLogs(MemorySource source, StateParts files, Runnable whenReadersChange) {
        this.source = source;
        this.whenReadersChange = whenReadersChange;
        loaded = new SavedReaders(files, SavedRecord.REMOVED);
    }

    /** Registers a reader of the entities that lose a component from now on. */
    public RemovalCursor open(ComponentInfo component) {
        long[] unread = loaded.next(component);
        RemovalCursor cursor = open(component.id(), component.name(), unread);
        loaded.made(component.name());
        return cursor;
    }

    /** Registers a reader of some destroyed entities, and those that are destroyed from now on, which is in no file. */
    public RemovalCursor openDestroyed(long[] before) {
        return open(ALIVE_ID, null, before);
    }

    private RemovalCursor open(int id, String name, long[] unread) {
        RemovalLog log = log(id);
        if (log == null) {
            log = new RemovalLog(source, id, name);
            logs = ArrayUtil.add(logs, log);
        }
        RemovalCursor cursor = log.open(++lastCursor, unread);
        whenReadersChange.run();
        return cursor;
    }

    public void close(RemovalCursor cursor) {
        RemovalLog log = cursor.log;
        if (log.close(cursor) && log.cursors.length == 0) {
            logs = ArrayUtil.remove(logs, log);
            whenReadersChange.run();
            log.close();
        }
    }

    public int count() {
        return logs.length;
    }

    public int id(int index) {
        return logs[index].id();
    }

    /** Reserves memory for removals of a component, so that logging cannot fail. */
    public void reserve(int id, long count) {
        RemovalLog log = log(id);
        if (log != null && count > 0) {
            log.reserve(count);
        }
    }

    /** Frees the memory of entries that all readers of a component have read. */
    public void trim(int id) {
        RemovalLog log = log(id);
        if (log != null) {
            log.trim();
        }
    }

    public void unreserve() {
        for (RemovalLog log : logs) {
            log.unreserve();
        }
    }

    /** Logs the entities of rows that lose a component, after {@link #reserve}. */
    void logRemoved(int id, long base, int word, long rows) {
        RemovalLog log = log(id);
        if (log != null) {
            append(log, base, word, rows);
        }
    }

    void reserveDestroyed(long base, int word, long rows) {
        try {
            for (RemovalLog log : logs) {
                long losing = rows & having(log, base, word);
                if (losing != 0) {
                    log.reserve(Long.bitCount(losing));
                }
            }
        } catch (RuntimeException e) {
            unreserve();
            throw e;
        }
    }

    void reserveDestroyed(DestroyWave wave) {
        try {
            for (RemovalLog log : logs) {
                log.reserve(wave.count(log.id()) + wave.removals(log.id()));
            }
        } catch (RuntimeException e) {
            unreserve();
            throw e;
        }
    }

    /** Logs entities that are about to be destroyed, after {@link #reserveDestroyed}. */
    void logDestroyed(long base, int word, long rows) {
        for (RemovalLog log : logs) {
            append(log, base, word, rows & having(log, base, word));
        }
    }

    @Override
    public void save(StateBuffer to) {
        to.putLong(logs.length);
        for (RemovalLog log : logs) {
            to.putLong(log.id());
            long size = to.end();
            to.putLong(0);
            log.save(to);
            to.setLong(size, to.end() - size - Long.BYTES);
        }
    }

    /** Allocates memory for what was written by {@link #save}, and passes over it. */
    @Override
    public void prepare(StateBuffer from) {
        readAll(from, RemovalLog::prepare);
    }

    private void readAll(StateBuffer from, BiConsumer<RemovalLog, StateBuffer> read) {
        for (long count = from.getLong(); count > 0; count--) {
            RemovalLog log = log((int) from.getLong());
            long end = from.getLong() + from.position();
            if (log != null) {
                read.accept(log, from);
            }
            from.position(end);
        }
    }

    /**
     * Restores the removals that readers had not read when {@link #save} was called, after {@link #prepare}. For
     * readers that were opened later there are none.
     */
    @Override
    public void restore(StateBuffer from) {
        for (RemovalLog log : logs) {
            log.restoreUnused();
        }
        readAll(from, RemovalLog::restore);
    }

    @Override
    public void save(Consumer<SavedRecord> to, Set<Class<?>> excluded) {
        Map<String, List<long[]>> unread = new HashMap<>();
        for (RemovalLog log : logs) {
            if (log.name != null) {
                unread.put(
                        log.name,
                        Stream.of(log.cursors).map(RemovalCursor::unread).toList());
            }
        }
        loaded.save(unread, to);
    }

    long reservedBytes() {
        long bytes = 0;
        for (RemovalLog log : logs) {
            bytes += log.reservedBytes();
        }
        return bytes;
    }

    void close() {
        for (RemovalLog log : logs) {
            log.close();
        }
        logs = new RemovalLog[0];
    }

    private RemovalLog log(int id) {
        for (RemovalLog log : logs) {
            if (log.id() == id) {
                return log;
            }
        }
        return null;
    }

    private static long having(RemovalLog log, long base, int word) {
        return Pools.presentWord(base, word, log.id());
    }

    private static void append(RemovalLog log, long base, int word, long rows) {
        for (long rest = rows; rest != 0; rest &= rest - 1) {
            log.append(Entities.handle(base, (word << 6) + Long.numberOfTrailingZeros(rest)));
        }
    }

    /**
     * A log of the entities that lost one component, in order, off heap: from the first that some reader has not read
     * to the last.
     *
     * <pre>
     *   | first, read | read | not read | not read | end, reserved ...     |
     *                          ^ a cursor   ^ another one
     * </pre>
     *
     * <p>A position is the number of handles logged before. When there is no room for more, the handles that some
     * reader has not read move to the start, of other memory if they are many. So several threads may read at the same
     * time, as long as nothing is logged meanwhile.
     *
     * <p>SAFETY: positions from the first to {@code end} are in the memory, which has room for the reserved ones.
     */
    static final class RemovalLog {
        /** Memory that is kept when all is read. */
        static final int LEAST_BYTES = 1 << 14;

        private static final int ALIGNMENT = 64;

        private final MemorySource source;
        private final int id;

        /** That of the component; null for destroyed entities. */
        private final String name;

        private long address;
        private long bytes;

        /** The position at the start of the memory. */
        private long first;

        private long end;

        /** The end of reserved memory, which must not be freed when hooks read meanwhile. */
        private long reservedEnd;

        private RemovalCursor[] cursors = {};

        RemovalLog(MemorySource source, int id, String name) {
            this.source = source;
            this.id = id;
            this.name = name;
        }

        int id() {
            return id;
        }

        /** Registers a reader of some handles of a file, and of those that are logged from now on. */
        RemovalCursor open(long number, long[] loaded) {
            RemovalCursor cursor = new RemovalCursor(this, end, number, loaded);
            cursors = ArrayUtil.add(cursors, cursor);
            return cursor;
        }

        boolean close(RemovalCursor cursor) {
            int count = cursors.length;
            cursors = ArrayUtil.remove(cursors, cursor);
            return cursors.length < count;
        }

        /**
         * SAFETY: handles before the end that some reader has not read are in memory. A reader that two threads share
         * may be past the end, which is checked.
         */
        long handle(long position) {
            if (position >= end) {
                throw new IllegalStateException(
                        "removals read by two threads at once; give each system a reader of its own");
            }
            return UnsafeApi.getLong(null, address + (position - first << 3));
        }

        /** Reserves memory for a number of handles; if there is not enough memory, the log is unchanged. */
        void reserve(long count) {
            if (end + count - first > bytes >>> 3) {
                makeRoom(end + count - seen());
            }
            reservedEnd = Math.max(reservedEnd, end + count);
        }

        /**
         * Moves what is not read to the start of memory for so many handles, and more, so that this is seldom: unless
         * there is no memory, and they have room where they are.
         */
        private void makeRoom(long handles) {
            long seen = seen();
            long needed = Math.max(LEAST_BYTES, BitUtil.findNextPositivePowerOfTwo(handles * 3 / 2 << 3));
            long old = address;
            long oldBytes = bytes;
            if (needed > bytes) {
                try {
                    address = MemorySource.allocateFrom(source, needed, ALIGNMENT);
                    bytes = needed;
                } catch (NativeMemoryException e) {
                    if (handles << 3 > bytes) {
                        throw e;
                    }
                }
            }
            if (end > seen) {
                UnsafeApi.copyMemory(old + (seen - first << 3), address, end - seen << 3);
            }
            first = seen;
            if (address != old && oldBytes > 0) {
                source.free(old, oldBytes); // last, because a source may throw
            }
        }

        void unreserve() {
            reservedEnd = end;
            trim();
        }

        void append(long handle) {
            UnsafeApi.putLong(null, address + (end - first << 3), handle);
            end++;
        }

        /** Frees memory for many handles if all are read, and none is reserved. */
        void trim() {
            if (bytes > LEAST_BYTES && seen() == Math.max(end, reservedEnd)) {
                first = end;
                free();
            }
        }

        private void free() {
            long freed = address;
            long freedBytes = bytes;
            address = 0;
            bytes = 0;
            if (freedBytes > 0) {
                source.free(freed, freedBytes); // last, because a source may throw
            }
        }

        private long seen() {
            long seen = end;
            for (RemovalCursor cursor : cursors) {
                seen = Math.min(seen, cursor.position);
            }
            return seen;
        }

        /** Writes the handles that some reader has not read, and the positions of the readers. */
        void save(StateBuffer to) {
            long seen = seen();
            to.putLong(seen);
            to.putLong(end);
            to.putBytes(address + (seen - first << 3), end - seen << 3);
            to.putLong(cursors.length);
            for (RemovalCursor cursor : cursors) {
                to.putLong(cursor.number);
                to.putLong(cursor.position);
                to.putLong(cursor.loadedLeft);
            }
        }

        /** Allocates memory for what was written by {@link #save}. */
        void prepare(StateBuffer from) {
            long seen = from.getLong();
            long saved = from.getLong() - seen;
            if (saved > bytes >>> 3) {
                makeRoom(saved);
            }
        }

        /**
         * Replaces the handles by those that were written by {@link #save}, after {@link #prepare}. Readers that were
         * opened later begin at the end.
         */
        void restore(StateBuffer from) {
            first = from.getLong();
            end = from.getLong();
            from.getBytes(address, end - first << 3);
            reservedEnd = end;
            restoreUnused();
            for (long count = from.getLong(); count > 0; count--) {
                long number = from.getLong();
                long position = from.getLong();
                int loadedLeft = (int) from.getLong();
                for (RemovalCursor cursor : cursors) {
                    if (cursor.number == number) {
                        cursor.restore(position, loadedLeft);
                    }
                }
            }
        }

        /** Removes all handles: they were logged later than a snapshot. */
        void restoreUnused() {
            for (RemovalCursor cursor : cursors) {
                cursor.restore(end, 0);
            }
        }

        long reservedBytes() {
            return bytes;
        }

        void close() {
            cursors = new RemovalCursor[0];
            free();
        }
    }

    /**
     * The position of one reader in the log of a component's removals. In a loaded world it first reads what its
     * predecessor had not read.
     */
    public static final class RemovalCursor {
        private final RemovalLog log;
        private final long number;
        private long position;

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

        public long remaining() {
            return loadedLeft + log.end - position;
        }

        public long next() {
            return loadedLeft > 0 ? loaded[loaded.length - loadedLeft--] : log.handle(position++);
        }

        public void skip(long count) {
            int ofFile = (int) Math.min(count, loadedLeft);
            loadedLeft -= ofFile;
            position += count - ofFile;
        }

        public long[] unread() {
            if (remaining() > Integer.MAX_VALUE - Long.BYTES) {
                throw new IllegalStateException(
                        "a reader of removals has not read more than a file can contain: entities=" + remaining());
            }
            long[] handles = Arrays.copyOfRange(
                    loaded, loaded.length - loadedLeft, loaded.length - loadedLeft + (int) remaining());
            for (int i = loadedLeft; i < handles.length; i++) {
                handles[i] = log.handle(position + i - loadedLeft);
            }
            return handles;
        }

        void restore(long newPosition, int newLoadedLeft) {
            position = newPosition;
            loadedLeft = newLoadedLeft;
        }
    }
}
