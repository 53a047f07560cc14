package basalt.storage.change;

import basalt.component.ComponentInfo;
import basalt.memory.MemorySource;
import basalt.storage.Entities;
import basalt.storage.Pools;
import basalt.storage.SavedParts;
import basalt.storage.SavedRecord;
import basalt.storage.StateBuffer;
import basalt.storage.StatePart;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The logs of removed components of one store: one for each component that has readers.
 *
 * <p>The memory for a log entry is reserved before anything is changed. For the store's thread only, except the
 * cursors.
 */
public final class RemovalLogs implements StatePart, SavedParts.Part {
    private final MemorySource source;
    private final Runnable whenReadersChange;
    private RemovalLog[] logs = {};
    private long lastCursor;
    private final SavedReaders loaded;

    RemovalLogs(MemorySource source, SavedParts files, Runnable whenReadersChange) {
        this.source = source;
        this.whenReadersChange = whenReadersChange;
        loaded = new SavedReaders(files, SavedRecord.REMOVED);
        files.add(this);
    }

    /** Registers a reader of the entities that lose a component from now on. */
    public RemovalCursor open(ComponentInfo component) {
        RemovalLog log = log(component.id());
        if (log == null) {
            log = new RemovalLog(source, component);
            logs = Arrays.copyOf(logs, logs.length + 1);
            logs[logs.length - 1] = log;
        }
        long[] unread = loaded.next(component.name());
        RemovalCursor cursor = log.open(++lastCursor, unread);
        loaded.made(component.name());
        whenReadersChange.run();
        return cursor;
    }

    /** Closes a reader. Further calls do nothing. */
    public void close(RemovalCursor cursor) {
        RemovalLog log = cursor.log();
        if (log.close(cursor) && !log.hasReaders()) {
            log.close();
            int index = Arrays.asList(logs).indexOf(log);
            RemovalLog[] others = Arrays.copyOf(logs, logs.length - 1);
            System.arraycopy(logs, index + 1, others, index, others.length - index);
            logs = others;
            whenReadersChange.run();
        }
    }

    /** The number of components whose removals are logged. */
    public int count() {
        return logs.length;
    }

    /** A component whose removals are logged. */
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

    /** Cancels all reservations. */
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

    /** Reserves memory for logging the destruction of entities. */
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

    /** Reserves memory for logging the destruction of a wave, and the removals that are made for it. */
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

    /**
     * Writes the removals that readers have not read.
     */
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

    /**
     * Allocates memory for what was written by {@link #save}, and passes over it.
     */
    @Override
    public void prepare(StateBuffer from) {
        for (long count = from.getLong(); count > 0; count--) {
            RemovalLog log = log((int) from.getLong());
            long bytes = from.getLong();
            if (log != null) {
                log.prepare(from);
            } else {
                from.skip(bytes);
            }
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
        for (long count = from.getLong(); count > 0; count--) {
            RemovalLog log = log((int) from.getLong());
            long bytes = from.getLong();
            if (log != null) {
                log.restore(from);
            } else {
                from.skip(bytes);
            }
        }
    }

    @Override
    public void save(Consumer<SavedRecord> to, Set<Class<?>> excluded) {
        Map<String, List<long[]>> unread = new HashMap<>();
        for (RemovalLog log : logs) {
            unread.put(log.component().name(), log.unread());
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

    /** Frees all memory, with entries that were not read. */
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
}
