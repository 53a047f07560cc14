package basalt.storage.change;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.ComponentInfo;
import basalt.component.Entity;
import basalt.storage.PartReader;
import basalt.storage.PartWriter;
import basalt.storage.SavedRecord;
import basalt.storage.StateParts;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * What readers of one kind have not read, in files: a record for each component, or for each query.
 *
 * <pre>
 *   int readers; for each, in the order in which they were made: int longs, longs
 *   removed        the handles, in the order of their removal
 *   added, changed for each word of 64 entity indices with a row: long index / 64, ascending, long one bit each
 *   matched        long count, the handles of destroyed entities, and the rows that were read as in added, changed
 * </pre>
 *
 * <p>In a loaded world the first reader of a component that is made takes over what the first one of the file had not
 * read, and so on.
 */
public final class SavedReaders {
    /** What a reader counts as, besides what it has not read. */
    public static final int READER_BYTES = 64;

    private static final long[] NOTHING = {};

    private final StateParts files;
    private final String kind;

    /** For each component what the readers had not read that were not made again. */
    private final Map<String, Queue<long[]>> waiting = new HashMap<>();

    public SavedReaders(StateParts files, String kind) {
        this.files = files;
        this.kind = kind;
    }

    /** As {@link #next(String)}. Throws if the world has used another component of this name. */
    long[] next(ComponentInfo component) {
        files.requireNoOther(component);
        return next(component.name());
    }

    /** What the next reader of a component takes over; empty if there is nothing. */
    public long[] next(String component) {
        SavedRecord saved = files.find(kind, component);
        if (saved != null) {
            waiting.put(component, decode(saved.bytes(), Long.MAX_VALUE));
            files.taken(saved);
        }
        Queue<long[]> readers = waiting.get(component);
        return readers == null ? NOTHING : readers.peek();
    }

    /** Called when a reader was made with what {@link #next} has returned. */
    public void made(String component) {
        Queue<long[]> readers = waiting.get(component);
        if (readers != null) {
            readers.remove();
            if (readers.isEmpty()) {
                waiting.remove(component);
            }
        }
    }

    public void save(Map<String, List<long[]>> unread, Consumer<SavedRecord> to) {
        Map<String, List<long[]>> all = new TreeMap<>(unread);
        waiting.forEach((component, readers) -> {
            List<long[]> others = new ArrayList<>(all.getOrDefault(component, List.of()));
            others.addAll(readers);
            all.put(component, others);
        });
        all.forEach((component, readers) -> {
            if (readers.stream().anyMatch(rows -> rows.length > 0)) { // otherwise they are as new ones
                to.accept(new SavedRecord(kind, component, encode(component, readers)));
            }
        });
    }

    private static byte[] encode(String component, List<long[]> readers) {
        PartWriter to = new PartWriter("the removals or changes of component " + component);
        to.putInt(readers.size());
        for (long[] reader : readers) {
            to.putInt(reader.length);
            for (long value : reader) {
                to.putLong(value);
            }
        }
        return to.bytes();
    }

    private static Queue<long[]> decode(byte[] bytes, long most) {
        PartReader from = new PartReader("the readers of a component", bytes);
        Queue<long[]> readers = new ArrayDeque<>();
        int count = from.getCount(Integer.BYTES);
        from.require(
                bytes.length + (long) count * READER_BYTES <= most,
                "they are more than LoadOptions.maxObjectBytes(...) allows");
        for (; count > 0; count--) {
            long[] reader = new long[from.getCount(Long.BYTES)];
            for (int i = 0; i < reader.length; i++) {
                reader[i] = from.getLong();
            }
            readers.add(reader);
        }
        from.require(!readers.isEmpty(), "there are none");
        from.requireEnd();
        return readers;
    }

    /**
     * Checks removals, or changes. Returns the bytes that they count as.
     *
     * @param bytes the bytes of a record, or any bytes
     */
    public static long check(String kind, byte[] bytes, int blocks, long most) {
        Queue<long[]> readers = decode(bytes, most);
        for (long[] reader : readers) {
            if (kind.equals(SavedRecord.REMOVED)) {
                checkRemoved(reader, blocks);
            } else if (kind.equals(SavedRecord.MATCHED)) {
                checkMatched(reader, blocks);
            } else {
                checkChanged(reader, blocks);
            }
        }
        return bytes.length + (long) readers.size() * READER_BYTES;
    }

    private static void checkMatched(long[] reader, int blocks) {
        if (reader.length == 0 || reader[0] < 0 || reader[0] >= reader.length) {
            throw new IllegalArgumentException("the entities that a reader has read are cut off");
        }
        checkRemoved(Arrays.copyOfRange(reader, 1, 1 + (int) reader[0]), blocks);
        checkChanged(Arrays.copyOfRange(reader, 1 + (int) reader[0], reader.length), blocks);
    }

    private static void checkRemoved(long[] handles, int blocks) {
        for (long handle : handles) {
            int index = Entity.index(handle);
            if (index < 0 || index >= (long) blocks * ROWS || Entity.generation(handle) % 2 == 0) {
                throw new IllegalArgumentException("an entity that has lost a component cannot have been one of"
                        + " the world: " + Entity.toString(handle));
            }
        }
    }

    private static void checkChanged(long[] words, int blocks) {
        long last = -1;
        for (int i = 0; i < words.length; i += 2) {
            boolean isRight =
                    i + 1 < words.length && words[i] > last && words[i] < (long) blocks * WORDS && words[i + 1] != 0;
            if (!isRight) {
                throw new IllegalArgumentException("the changed rows of a reader are not ascending, or not those of"
                        + " the world: index=" + words[i] * 64);
            }
            last = words[i];
        }
    }
}
