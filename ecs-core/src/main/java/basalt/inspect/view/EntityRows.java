package basalt.inspect.view;

import static basalt.component.layout.BlockLayout.DISABLED_ID;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.Column;
import basalt.component.Component;
import basalt.internal.JsonWriter;
import basalt.match.MatchScan;
import basalt.match.RadixSort;
import basalt.storage.Blocks;
import basalt.storage.Entities;
import basalt.storage.Place;
import basalt.storage.Pools;
import java.util.ArrayList;
import java.util.List;

/**
 * Which entities match a query: their number, how they lie in memory, and the values of some of them. Each matching row
 * is counted; only the rows of the page are read, or, if they are sorted, those of the first pages.
 */
public final class EntityRows extends Question {
    /** The most rows of an answer. */
    public static final int MOST_ROWS = 500;

    /** The most rows that are sorted. */
    public static final int MOST_SORTED = 10_000;

    private static final int LONGEST_TEXT = 200;

    /** How many words, keys and rows there are between two looks at the clock. Words are a divisor of a block's. */
    private static final int STEP_WORDS = 16;

    private static final int STEP_SORTED = 256;
    private static final int STEP_READ = 64;

    private final QueryText.Parsed query;
    private final ComponentNames componentNames;
    private final int offset;
    private final int limit;
    private final Column sort;
    private final boolean descending;
    private final List<Component<?>> shown;
    private final Lane[] lanes;

    private final MatchScan scan = new MatchScan();
    private final TopKeys top = new TopKeys();
    private RadixSort.SortKeys keys;
    private boolean hasMore;

    /** The word of the block where the scan goes on, and the rows of the word before it. */
    private int nextWord;

    private long lastWord;
    private boolean isCounted;
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

    /** For each row and lane the bits, and whether the row has the component. */
    private final long[] values;

    private final boolean[] present;

    /** For each row and lane the text of a reference to a string or enum, and the class of another object. */
    private final Object[] objects;

    /**
     * A question for a page of rows.
     *
     * @param sort the column by which they are sorted; null for the order of rows
     */
    public EntityRows(
            QueryText.Parsed query,
            ComponentNames componentNames,
            int offset,
            int limit,
            Column sort,
            boolean descending,
            List<Component<?>> shown) {
        this.query = query;
        this.componentNames = componentNames;
        this.offset = offset;
        this.limit = limit;
        this.sort = sort;
        this.descending = descending;
        this.shown = List.copyOf(shown);
        lanes = lanes(shown);
        entities = new long[limit];
        names = new String[limit];
        disabled = new boolean[limit];
        values = new long[limit * lanes.length];
        present = new boolean[limit * lanes.length];
        objects = new Object[limit * lanes.length];
    }

    private static Lane[] lanes(List<Component<?>> shown) {
        List<Lane> lanes = new ArrayList<>();
        for (Component<?> component : shown) {
            for (Column column : component.columns()) {
                for (int lane = 0; lane < column.length(); lane++) {
                    lanes.add(Lane.of(component, column, lane));
                }
            }
        }
        return lanes.toArray(Lane[]::new);
    }

    @Override
    protected void begin(InspectedWorld inspected) {
        if (sort != null) {
            if (keys == null) {
                keys = new RadixSort.SortKeys(inspected.store());
            }
            keys.start(query.filter(), sort, descending, "sorted pages");
            top.begin(offset + limit);
        }
        scan.begin(query.filter(), inspected.store().blocks());
        hasMore = scan.next();
        nextWord = 0;
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
    protected boolean proceed(InspectedWorld inspected, long deadlineNanos) {
        if (hasMore) { // the block may have moved since
            int block = scan.block();
            hasMore = scan.resume();
            nextWord = hasMore && scan.block() == block ? nextWord : 0;
        }
        while (hasMore) {
            addWords(inspected);
            if (nextWord == WORDS) {
                nextWord = 0;
                hasMore = scan.next();
            }
            if (System.nanoTime() - deadlineNanos > 0) {
                return false;
            }
        }
        if (sort != null && !readSorted(inspected, deadlineNanos)) {
            return false;
        }
        isComplete = inspected.store().pools().version() == version;
        tick = inspected.tick();
        return true;
    }

    private void addWords(InspectedWorld inspected) {
        long base = scan.base();
        if (nextWord == 0) {
            lastWord = 0;
            isCounted = false;
        }
        for (int end = nextWord + STEP_WORDS; nextWord < end; nextWord++) {
            long matching = scan.rows(nextWord);
            if (matching != 0) {
                blocks += isCounted ? 0 : 1;
                isCounted = true;
                words++;
                fullWords += matching == -1L ? 1 : 0;
                spans += Long.bitCount(matching & ~(matching << 1 | lastWord >>> 63));
                addWord(inspected, base, nextWord, matching);
                count += Long.bitCount(matching);
            }
            lastWord = matching;
        }
    }

    private void addWord(InspectedWorld inspected, long base, int word, long matching) {
        if (sort != null) {
            for (long rest = matching; rest != 0; rest &= rest - 1) {
                int row = (word << 6) + Long.numberOfTrailingZeros(rest);
                long key = keys.key(base, row);
                if (top.isKept(key)) {
                    top.add(key, Entities.handle(base, row));
                }
            }
            return;
        }
        int number = count;
        if (number + Long.bitCount(matching) <= offset) {
            return;
        }
        for (long rest = matching; rest != 0 && rows < limit; rest &= rest - 1) {
            if (number++ >= offset) {
                read(inspected, base, (word << 6) + Long.numberOfTrailingZeros(rest));
            }
        }
    }

    private boolean readSorted(InspectedWorld inspected, long deadlineNanos) {
        while (!top.sort(STEP_SORTED)) {
            if (System.nanoTime() - deadlineNanos > 0) {
                return false;
            }
        }
        while (nextSorted < top.count()) {
            long place = inspected.store().entities().tryLocate(top.entity(nextSorted++));
            if (place != 0) { // else it was destroyed since its block was scanned
                read(inspected, Place.base(place), Place.row(place));
            }
            if (nextSorted % STEP_READ == 0 && System.nanoTime() - deadlineNanos > 0) {
                return false;
            }
        }
        return true;
    }

    /** SAFETY: the row is alive; a value is read only if the row has its component. */
    private void read(InspectedWorld inspected, long base, int row) {
        entities[rows] = Entities.handle(base, row);
        names[rows] = inspected.names().get(entities[rows]);
        disabled[rows] = Pools.has(base, row, DISABLED_ID);
        int at = rows * lanes.length;
        for (Lane lane : lanes) {
            present[at] = Pools.has(base, row, lane.component().id());
            values[at] = present[at] ? lane.read(base, row) : 0;
            if (lane.isReference()) {
                Object value =
                        present[at] ? inspected.store().references().get(lane.slot(), Blocks.index(base), row) : null;
                String text = Fields.plainText(value);
                objects[at] = text != null || value == null ? text : value.getClass();
            }
            at++;
        }
        rows++;
    }

    @Override
    public void write(JsonWriter json) {
        json.startObject().name("tick").value(tick).name("query").value(query.text());
        json.name("count")
                .value(count)
                .name("words")
                .value(words)
                .name("fullWords")
                .value(fullWords);
        json.name("spans")
                .value(spans)
                .name("blocks")
                .value(blocks)
                .name("offset")
                .value(offset);
        json.name("complete").value(isComplete).name("columns").startArray();
        for (Component<?> component : shown) {
            for (Column column : component.columns()) {
                json.startObject().name("component").value(componentNames.shortName(component));
                Fields.write(json.name("field").value(column.field()), column);
                json.endObject();
            }
        }
        json.endArray().name("rows").startArray();
        for (int i = 0; i < rows; i++) {
            writeRow(json, i);
        }
        json.endArray().endObject();
    }

    private void writeRow(JsonWriter json, int row) {
        json.startObject().name("entity").value(Lane.handle(entities[row]));
        json.name("name").value(names[row]).name("enabled").value(!disabled[row]);
        json.name("values").startArray();
        int at = row * lanes.length;
        for (Component<?> component : shown) {
            for (Column column : component.columns()) {
                writeValue(json, column, at);
                at += column.length();
            }
        }
        json.endArray().endObject();
    }

    private static String text(String text) {
        return text == null ? null : Fields.cut(text, LONGEST_TEXT);
    }

    private void writeValue(JsonWriter json, Column column, int at) {
        if (!present[at]) {
            json.nullValue();
        } else if (lanes[at % lanes.length].isReference()) {
            Object object = objects[at];
            json.value(object instanceof Class<?> type ? type.getSimpleName() : text((String) object));
        } else if (column.length() == 1) {
            lanes[at % lanes.length].write(json, values[at]);
        } else {
            json.startArray();
            for (int i = 0; i < column.length(); i++) {
                lanes[(at + i) % lanes.length].write(json, values[at + i]);
            }
            json.endArray();
        }
    }

    /**
     * The least of many keys, compared as unsigned numbers, each with an entity: a binary heap whose root is the
     * greatest key kept. Of equal keys, those that were offered first are kept and come first. Reusable.
     */
    static final class TopKeys {
        private long[] keys = {};
        private long[] entities = {};
        private int[] order = {};
        private int capacity;
        private int count;
        private int offered;

        /** The entries from here on are sorted. */
        private int sortedFrom;

        /** Forgets all keys. */
        void begin(int newCapacity) {
            if (keys.length < newCapacity) {
                keys = new long[newCapacity];
                entities = new long[newCapacity];
                order = new int[newCapacity];
            }
            capacity = newCapacity;
            count = 0;
            offered = 0;
            sortedFrom = 0;
        }

        boolean isKept(long key) {
            return count < capacity || capacity > 0 && Long.compareUnsigned(key, keys[0]) < 0;
        }

        void add(long key, long entity) {
            int number = offered++;
            if (count < capacity) {
                int at = count++;
                sortedFrom = count;
                while (at > 0 && isBefore(at - 1 >>> 1, key, number)) {
                    move(at - 1 >>> 1, at);
                    at = at - 1 >>> 1;
                }
                put(at, key, entity, number);
            } else {
                sink(0, count, key, entity, number);
            }
        }

        /** Goes on sorting the keys, of which no more can be added. */
        boolean sort(int most) {
            for (int left = most; sortedFrom > 1 && left > 0; left--) {
                int end = --sortedFrom;
                long key = keys[end];
                long entity = entities[end];
                int number = order[end];
                move(0, end);
                sink(0, end, key, entity, number);
            }
            return sortedFrom <= 1;
        }

        /** Puts an entry below a place of the heap that is free, down to where it belongs. */
        private void sink(int from, int size, long key, long entity, int number) {
            int at = from;
            while (true) {
                int child = 2 * at + 1;
                if (child >= size) {
                    break;
                }
                if (child + 1 < size && isBefore(child, keys[child + 1], order[child + 1])) {
                    child++;
                }
                if (!isAfter(child, key, number)) {
                    break;
                }
                move(child, at);
                at = child;
            }
            put(at, key, entity, number);
        }

        private boolean isBefore(int at, long key, int number) {
            int compared = Long.compareUnsigned(keys[at], key);
            return compared < 0 || compared == 0 && order[at] < number;
        }

        private boolean isAfter(int at, long key, int number) {
            int compared = Long.compareUnsigned(keys[at], key);
            return compared > 0 || compared == 0 && order[at] > number;
        }

        private void move(int from, int to) {
            put(to, keys[from], entities[from], order[from]);
        }

        private void put(int at, long key, long entity, int number) {
            keys[at] = key;
            entities[at] = entity;
            order[at] = number;
        }

        int count() {
            return count;
        }

        /** An entity, after {@link #sort}: that of the least key first. */
        long entity(int index) {
            return entities[index];
        }
    }
}
