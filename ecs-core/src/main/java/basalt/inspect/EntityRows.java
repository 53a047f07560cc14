package basalt.inspect;

import static basalt.component.layout.BlockLayout.DISABLED_ID;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.Column;
import basalt.component.Component;
import basalt.internal.JsonWriter;
import basalt.match.MatchScan;
import basalt.match.SortKeys;
import basalt.storage.ColumnText;
import basalt.storage.Entities;
import basalt.storage.Place;
import basalt.storage.Pools;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Which entities match a query: their number, how they lie in memory, and the values of some of them. Each matching row
 * is counted; only the rows of the page are read, or, if they are sorted, those of the first pages.
 */
final class EntityRows extends Question {
    static final int MOST_ROWS = 500;

    static final int MOST_SORTED = 10_000;

    private static final int LONGEST_TEXT = 200;

    /** How many keys and rows there are between two looks at the clock. */
    private static final int STEP_SORTED = 256;

    private static final int STEP_READ = 64;

    private final QueryText.Parsed query;
    private final ComponentNames componentNames;
    private final int offset;
    private final int limit;
    private final Column sort;
    private final boolean descending;

    /** The columns of the components that are shown, and how many elements they have. */
    private final List<Column> columns;

    private final int lanes;

    private final MatchScan scan = new MatchScan();
    private final TopKeys top = new TopKeys();
    private SortKeys keys;
    private boolean hasMore;

    private int nextSorted;
    private long version;
    private boolean isComplete;

    private long tick;
    private int count;
    private int words;
    private int fullWords;
    private int spans;
    private int blocks;
    private int rows;
    private final long[] entities;
    private final String[] names;
    private final boolean[] disabled;

    /** For each row and column whether the row has the component; for each row and element the bits. */
    private final boolean[] present;

    private final long[] values;

    /** For each row and column the text of a reference to a string or enum, and the class of another object. */
    private final Object[] objects;

    /**
     * A question for a page of rows.
     *
     * @param sort the column by which they are sorted; null for the order of rows
     */
    EntityRows(
            Inspection inspected,
            QueryText.Parsed query,
            ComponentNames componentNames,
            int offset,
            int limit,
            Column sort,
            boolean descending,
            Collection<Component<?>> shown) {
        super(inspected);
        this.query = query;
        this.componentNames = componentNames;
        this.offset = offset;
        this.limit = limit;
        this.sort = sort;
        this.descending = descending;
        columns = shown.stream()
                .flatMap(component -> component.columns().stream())
                .toList();
        lanes = columns.stream().mapToInt(Column::length).sum();
        entities = new long[limit];
        names = new String[limit];
        disabled = new boolean[limit];
        present = new boolean[limit * columns.size()];
        values = new long[limit * lanes];
        objects = new Object[limit * columns.size()];
    }

    @Override
    void begin() {
        if (sort != null) {
            if (keys == null) {
                keys = new SortKeys(inspected.store());
            }
            keys.start(query.filter(), sort, descending, "sorted pages");
            top.begin(offset + limit);
        }
        scan.begin(query.filter(), inspected.store().blocks());
        hasMore = true;
        nextSorted = offset;
        version = inspected.store().pools().version();
        count = 0;
        words = 0;
        fullWords = 0;
        spans = 0;
        blocks = 0;
        rows = 0;
    }

    @Override
    boolean proceed(long deadlineNanos) {
        while (hasMore) {
            hasMore = scan.next();
            if (hasMore) {
                addBlock(scan.base());
            }
            if (System.nanoTime() - deadlineNanos > 0) {
                return false;
            }
        }
        if (sort != null && !readSorted(deadlineNanos)) {
            return false;
        }
        isComplete = inspected.store().pools().version() == version;
        tick = inspected.tick();
        return true;
    }

    private void addBlock(long base) {
        int before = count;
        long last = 0;
        for (int word = 0; word < WORDS; word++) {
            long matching = scan.rows(word);
            if (matching != 0) {
                words++;
                fullWords += matching == -1L ? 1 : 0;
                spans += Long.bitCount(matching & ~(matching << 1 | last >>> 63));
                addWord(base, word, matching);
                count += Long.bitCount(matching);
            }
            last = matching;
        }
        blocks += count > before ? 1 : 0;
    }

    private void addWord(long base, int word, long matching) {
        if (sort != null) {
            for (long rest = matching; rest != 0; rest &= rest - 1) {
                int row = (word << 6) + Long.numberOfTrailingZeros(rest);
                top.add(keys.key(base, row), Entities.handle(base, row));
            }
            return;
        }
        int number = count;
        if (number + Long.bitCount(matching) <= offset) {
            return;
        }
        for (long rest = matching; rest != 0 && rows < limit; rest &= rest - 1) {
            if (number++ >= offset) {
                read(base, (word << 6) + Long.numberOfTrailingZeros(rest));
            }
        }
    }

    private boolean readSorted(long deadlineNanos) {
        while (!top.sort(STEP_SORTED)) {
            if (System.nanoTime() - deadlineNanos > 0) {
                return false;
            }
        }
        while (nextSorted < top.count()) {
            long place = inspected.store().entities().tryLocate(top.entity(nextSorted++));
            if (place != 0) { // else it was destroyed since its block was scanned
                read(Place.base(place), Place.row(place));
            }
            if (nextSorted % STEP_READ == 0 && System.nanoTime() - deadlineNanos > 0) {
                return false;
            }
        }
        return true;
    }

    /** SAFETY: the row is alive; a value is read only if the row has its component. */
    private void read(long base, int row) {
        entities[rows] = Entities.handle(base, row);
        names[rows] = inspected.name(entities[rows]);
        disabled[rows] = Pools.has(base, row, DISABLED_ID);
        int at = rows * lanes;
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            int cell = rows * columns.size() + i;
            present[cell] = Pools.has(base, row, column.component().id());
            if (present[cell] && Values.isReference(column)) {
                Object value = Values.readObject(inspected.store(), column, base, row);
                String text = ColumnText.plain(value);
                objects[cell] = text != null || value == null ? text : value.getClass();
            } else if (present[cell]) {
                for (int lane = 0; lane < column.length(); lane++) {
                    values[at + lane] = Values.read(column, lane, base, row);
                }
            }
            at += column.length();
        }
        rows++;
    }

    @Override
    public void write(JsonWriter json) {
        json.startObject().put("tick", tick).put("query", query.text()).put("count", count);
        json.put("words", words).put("fullWords", fullWords).put("spans", spans).put("blocks", blocks);
        json.put("offset", offset).put("complete", isComplete).startArray("columns");
        for (Column column : columns) {
            json.startObject().put("component", componentNames.shortName((Component<?>) column.component()));
            Values.describe(json.put("field", column.field()), column).endObject();
        }
        json.endArray().startArray("rows");
        for (int i = 0; i < rows; i++) {
            writeRow(json, i);
        }
        json.endArray().endObject();
    }

    private void writeRow(JsonWriter json, int row) {
        json.startObject().put("entity", Values.handle(entities[row])).put("name", names[row]);
        json.put("enabled", !disabled[row]).startArray("values");
        int at = row * lanes;
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            int cell = row * columns.size() + i;
            int first = at;
            if (!present[cell]) {
                json.nullValue();
            } else if (objects[cell] instanceof Class<?> type) {
                json.value(type.getSimpleName());
            } else if (Values.isReference(column)) {
                json.value(ColumnText.cut((String) objects[cell], LONGEST_TEXT));
            } else {
                Values.write(json, column, lane -> values[first + lane]);
            }
            at += column.length();
        }
        json.endArray().endObject();
    }

    /**
     * The least of many keys, compared as unsigned numbers, each with an entity. Of equal keys, those that were offered
     * first are kept and come first. Reusable, without garbage.
     */
    static final class TopKeys {
        /** The greatest kept one first. */
        private final PriorityQueue<Entry> kept = new PriorityQueue<>(Comparator.reverseOrder());

        private final ArrayDeque<Entry> spare = new ArrayDeque<>();
        private Entry[] sorted = {};
        private int capacity;
        private int count;
        private int offered;

        private static final class Entry implements Comparable<Entry> {
            private long key;
            private long entity;
            private int number;

            @Override
            public int compareTo(Entry other) {
                int compared = Long.compareUnsigned(key, other.key);
                return compared != 0 ? compared : Integer.compare(number, other.number);
            }
        }

        void begin(int newCapacity) {
            for (int i = kept.size(); i < count; i++) {
                spare.add(sorted[i]);
            }
            while (!kept.isEmpty()) {
                spare.add(kept.poll());
            }
            if (sorted.length < newCapacity) {
                sorted = new Entry[newCapacity];
            }
            capacity = newCapacity;
            count = 0;
            offered = 0;
        }

        /** Adds a key, if it is one of the least. */
        void add(long key, long entity) {
            boolean isFull = count == capacity;
            if (isFull && (capacity == 0 || Long.compareUnsigned(key, kept.element().key) >= 0)) {
                return;
            }
            Entry entry = isFull ? kept.poll() : spare.isEmpty() ? new Entry() : spare.poll();
            count += isFull ? 0 : 1;
            entry.key = key;
            entry.entity = entity;
            entry.number = offered++;
            kept.add(entry);
        }

        /** Goes on sorting the keys, of which no more can be added; returns whether all are sorted. */
        boolean sort(int most) {
            for (int left = most; left > 0 && !kept.isEmpty(); left--) {
                Entry greatest = kept.poll();
                sorted[kept.size()] = greatest;
            }
            return kept.isEmpty();
        }

        int count() {
            return count;
        }

        /** An entity, after {@link #sort}: that of the least key first. */
        long entity(int index) {
            return sorted[index].entity;
        }
    }
}
