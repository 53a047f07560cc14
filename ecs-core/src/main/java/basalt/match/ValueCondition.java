package basalt.match;

import static basalt.component.layout.BlockLayout.SUMMARY_WORDS;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.component.ShortColumn;
import basalt.component.VariableColumn;
import basalt.internal.Strict;
import basalt.match.MatchedRows.MatchedBlock;
import basalt.storage.ColumnMemory;
import basalt.storage.Elements;
import basalt.storage.RowBits;
import basalt.storage.access.Store;
import basalt.storage.relation.EdgeIndex;
import basalt.storage.relation.RelationIndex;
import basalt.storage.relation.Relations;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * A condition on the values of a column, or of one lane of a vector: the key of a value lies in a range, or outside of
 * it. Or a predicate of records, which is evaluated row by row; or that others point at the row's entity.
 *
 * <p>Keys are numbers in the order of the values. The key of an integer or handle is the number itself, masked; that of
 * a boolean 0 or 1. The key of a float or double is its bits, of which a negative number's are inverted except for the
 * sign: see {@link #floatKey}. The keys of -0 and 0 are neighbours. NaN lies beyond the infinities, on both sides.
 *
 * <p>This class evaluates one word of 64 rows; {@link ColumnScan} evaluates many words of 4-byte and 8-byte columns at
 * once.
 *
 * <p>SAFETY: the offset is that of a declared column's lane; words are below WORDS, so rows are below ROWS.
 */
public final class ValueCondition {
    /** With fewer rows than this in a word, each row of a narrow column is read by itself. */
    private static final int MIN_ROWS = 24;

    /** The lowest bits of eight bytes, and of four shorts, in a long. */
    private static final long BYTES = 0x0101010101010101L;

    private static final long SHORTS = 0x0001000100010001L;

    /** The mask of chars, which are compared as numbers from 0. No other condition on shorts has it. */
    private static final long CHARS = 0xFFFF;

    /** Moves the lowest bits of eight bytes to the highest byte. */
    private static final long GATHER_BYTES = 0x0102040810204080L;

    /** Moves the lowest bits of four shorts to bits 48 to 51. */
    private static final long GATHER_SHORTS = 1L << 48 | 1L << 33 | 1L << 18 | 1L << 3;

    private final Column column;
    private final ColumnKind kind;
    private final int offset;
    private final long mask;
    private final LongSupplier lowest;
    private final LongSupplier highest;
    private final boolean isInverted;
    private final List<Component<?>> components;

    /** Which entities others point at, in a world; null for other conditions, and before it is known. */
    private final RelationIndex relation;

    /** The edges by which others point at them, if only those count that an entity points at, too. */
    private final EdgeIndex edges;

    /** The entity at the other end of the edges; NULL if it may be any. */
    private final long end;

    /** What a record must be, and how it is read; null for a condition on a column. */
    private final Predicate<Record> predicate;

    private final RecordScan records;
    private final RecordScan.Loop loop;

    public ValueCondition(
            Column column, int lane, long mask, LongSupplier lowest, LongSupplier highest, boolean isInverted) {
        this.column = column;
        this.kind = column.kind();
        this.offset = column.laneOffset(lane);
        boolean isChar = mask == -1L && column instanceof ShortColumn shorts && shorts.isChar();
        this.mask = kind == ColumnKind.BOOLEAN
                ? 1
                : isChar ? CHARS : column instanceof VariableColumn ? mask & VariableColumn.MAX_LENGTH : mask;
        this.lowest = lowest;
        this.highest = highest;
        this.isInverted = isInverted;
        this.components = List.of((Component<?>) column.component());
        this.relation = null;
        this.edges = null;
        this.end = Entity.NULL;
        this.predicate = null;
        this.records = null;
        this.loop = null;
    }

    /** A condition on records, of components with columns. */
    public ValueCondition(RecordScan.Kind records, Predicate<Record> predicate) {
        this.column = null;
        this.kind = null;
        this.offset = 0;
        this.mask = 0;
        this.lowest = null;
        this.highest = null;
        this.isInverted = false;
        this.relation = null;
        this.edges = null;
        this.end = Entity.NULL;
        this.predicate = predicate;
        this.components = List.copyOf(records.components());
        this.records = RecordScan.of(predicate, records);
        this.loop = this.records.loop(predicate, records);
    }

    /**
     * A condition that entities are met by which others point at by a relation over a column.
     *
     * @param end the entity at the other end of the edges that point at them; NULL if it may be any, or is none
     */
    public ValueCondition(EntityColumn link, long end) {
        this(link, end, null, null);
    }

    private ValueCondition(Column link, long end, RelationIndex relation, EdgeIndex edges) {
        this.column = link;
        this.end = end;
        this.relation = relation;
        this.edges = edges;
        this.kind = null;
        this.offset = 0;
        this.mask = 0;
        this.lowest = null;
        this.highest = null;
        this.isInverted = false;
        this.components = List.of();
        this.predicate = null;
        this.records = null;
        this.loop = null;
    }

    /** How a value is compared with a number. */
    public enum Operator {
        AT_MOST("<="),
        AT_LEAST(">="),
        NOT_EQUAL("!="),
        LESS("<"),
        GREATER(">"),
        EQUAL("=");

        private final String text;

        Operator(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }

        public boolean needsOrder() {
            return this != EQUAL && this != NOT_EQUAL;
        }
    }

    /** Compares integers, handles, booleans as 0 or 1, or lengths; the number is read when a loop starts. */
    public static ValueCondition ofIntegers(Column column, int lane, Operator operator, LongSupplier number) {
        boolean isFromLowest = operator == Operator.AT_MOST || operator == Operator.GREATER;
        boolean isToHighest = operator == Operator.AT_LEAST || operator == Operator.LESS;
        boolean isOutside = operator == Operator.LESS || operator == Operator.GREATER || operator == Operator.NOT_EQUAL;
        LongSupplier lowest = isFromLowest ? () -> Long.MIN_VALUE : number;
        LongSupplier highest = isToHighest ? () -> Long.MAX_VALUE : number;
        return new ValueCondition(column, lane, -1L, lowest, highest, isOutside);
    }

    /** Compares floats or doubles; the number, which is not NaN, is read when a loop starts. */
    public static ValueCondition ofFloats(Column column, int lane, Operator operator, DoubleSupplier number) {
        boolean isFloat = column.kind() == ColumnKind.FLOAT32;
        LongSupplier least = () -> first(isFloat, Double.NEGATIVE_INFINITY);
        LongSupplier greatest = () -> last(isFloat, Double.POSITIVE_INFINITY);
        LongSupplier first = () -> first(isFloat, number.getAsDouble());
        LongSupplier last = () -> last(isFloat, number.getAsDouble());
        return switch (operator) {
            case AT_MOST -> new ValueCondition(column, lane, -1L, least, last, false);
            case AT_LEAST -> new ValueCondition(column, lane, -1L, first, greatest, false);
            case LESS -> new ValueCondition(column, lane, -1L, least, () -> first.getAsLong() - 1, false);
            case GREATER -> new ValueCondition(column, lane, -1L, () -> last.getAsLong() + 1, greatest, false);
            case EQUAL -> new ValueCondition(column, lane, -1L, first, last, false);
            case NOT_EQUAL -> new ValueCondition(column, lane, -1L, first, last, true);
        };
    }

    /** Floats or doubles from one number to another, both included and not NaN. */
    public static ValueCondition between(Column column, int lane, double least, double greatest) {
        boolean isFloat = column.kind() == ColumnKind.FLOAT32;
        long lowest = first(isFloat, least);
        long highest = last(isFloat, greatest);
        return new ValueCondition(column, lane, -1L, () -> lowest, () -> highest, false);
    }

    /** The lowest key of values that are not less than a number: -0 is below 0. */
    private static long first(boolean isFloat, double number) {
        double least = number == 0 ? -0.0 : number;
        if (!isFloat) {
            return doubleKey(Double.doubleToRawLongBits(least));
        }
        float rounded = (float) least;
        return floatKey(Float.floatToRawIntBits(rounded < least ? Math.nextUp(rounded) : rounded));
    }

    /** The highest key of values that are not greater than a number. */
    private static long last(boolean isFloat, double number) {
        double greatest = number == 0 ? 0.0 : number;
        if (!isFloat) {
            return doubleKey(Double.doubleToRawLongBits(greatest));
        }
        float rounded = (float) greatest;
        return floatKey(Float.floatToRawIntBits(rounded > greatest ? Math.nextDown(rounded) : rounded));
    }

    static int floatKey(int bits) {
        return bits ^ bits >> 31 >>> 1;
    }

    static long doubleKey(long bits) {
        return bits ^ bits >> 63 >>> 1;
    }

    /** The columns whose values decide. */
    public List<Column> columns() {
        if (edges != null) {
            return edges.columns();
        }
        return isOfRecords()
                ? components.stream()
                        .flatMap(component -> component.columns().stream())
                        .toList()
                : List.of(column);
    }

    /** The components that a row needs. */
    public List<Component<?>> components() {
        return components;
    }

    /** Keeps the rows of an entry that meet the condition; null for a condition on a column. */
    public RecordScan.Loop loop() {
        return loop;
    }

    boolean isOfRecords() {
        return predicate != null;
    }

    private ValueCondition in(Store store) {
        if (!isOfRelation()) {
            return this;
        }
        Relations all = store.relations();
        EdgeIndex found = end == Entity.NULL ? null : all.requireEdges(column.component());
        if (found != null && !found.columns().contains(column)) {
            throw new IllegalArgumentException("column " + column.field() + " is none of the two that are the ends of "
                    + column.component().name() + ": give one of " + found.columns());
        }
        return new ValueCondition(column, end, all.get((EntityColumn) column), found);
    }

    /** Whether it is a condition on what points at an entity, and not on the values of its columns. */
    boolean isOfRelation() {
        return kind == null && !isOfRecords();
    }

    ColumnKind kind() {
        return kind;
    }

    int offset() {
        return offset;
    }

    long mask() {
        return mask;
    }

    /** The lowest key of the range now. */
    long lowest() {
        return lowest.getAsLong();
    }

    /** The highest key of the range now. */
    long highest() {
        return highest.getAsLong();
    }

    boolean isInverted() {
        return isInverted;
    }

    /** As {@link #rows(long, int, long)}, of any condition. The rows must have the component. */
    long rows(Store store, long base, int word, long rows) {
        if (isOfRelation()) {
            return edges == null
                    ? relation.withSources(base, word, rows)
                    : edges.related(relation, end, base, word, rows);
        }
        if (kind == ColumnKind.STRING_LIST) {
            return rowsByCount(store.references().elements(), base, word, rows);
        }
        return isOfRecords() ? records.rows(predicate, store, base, word, rows) : rows(base, word, rows);
    }

    private long rowsByCount(Elements elements, long base, int word, long rows) {
        long low = lowest();
        long high = highest();
        long inside = 0;
        for (long rest = rows; rest != 0; rest &= rest - 1) {
            int row = (word << 6) + Long.numberOfTrailingZeros(rest);
            int count = elements.length(ColumnMemory.getLong(base, row, offset), (VariableColumn) column);
            inside |= low <= count && count <= high ? Long.lowestOneBit(rest) : 0;
        }
        return rows & (isInverted ? ~inside : inside);
    }

    /** Those of the rows of a word that meet the condition. If there is one, the block has the component. */
    long rows(long base, int word, long rows) {
        long low = lowest();
        long high = highest();
        long inside = 0;
        if (low <= high && rows != 0) {
            inside = kind.shift() < 2 && Long.bitCount(rows) >= MIN_ROWS
                    ? insideNarrow(base, word, low, high)
                    : inside(base, word, rows, low, high - low);
        }
        return rows & (isInverted ? ~inside : inside);
    }

    /** Compares eight bytes or four shorts at a time. */
    private long insideNarrow(long base, int word, long low, long high) {
        int bits = Byte.SIZE << kind.shift();
        long ones = kind.shift() == 0 ? BYTES : SHORTS;
        long lowestOfAll = mask == CHARS ? 0 : -1L << bits - 1;
        long first = Math.max(low, lowestOfAll);
        long last = Math.min(high, lowestOfAll + ~(-1L << bits));
        if (first > last) {
            return 0;
        }
        long element = ~(-1L << bits);
        long masks = ones * (mask & element);
        long lows = ones * (first & element);
        long spans = ones * (last - first);
        long signs = ones << bits - 1;
        long outside = 0;
        for (int i = 0; i < bits; i++) {
            long values = ColumnMemory.getLong(base, word * bits + i, offset) & masks;
            long distances = subtract(values, lows, signs);
            long here = ~spans & distances | ~(spans ^ distances) & subtract(spans, distances, signs);
            long found = (here & signs) >>> bits - 1;
            outside |= bits == Byte.SIZE
                    ? found * GATHER_BYTES >>> 56 << (i << 3)
                    : (found * GATHER_SHORTS >>> 48 & 0xF) << (i << 2);
        }
        return ~outside;
    }

    /** Subtracts each element of a long from that of another one. */
    private static long subtract(long from, long what, long signs) {
        return (from | signs) - (what & ~signs) ^ (from ^ ~what) & signs;
    }

    private long inside(long base, int word, long rows, long low, long span) {
        long outside = 0;
        for (long rest = rows; rest != 0; rest &= rest - 1) {
            int bit = Long.numberOfTrailingZeros(rest);
            outside |= outside(key(base, (word << 6) + bit) - low, span) << bit;
        }
        return ~outside;
    }

    /** 1 if an unsigned distance exceeds another one, otherwise 0; without a branch: the borrow of a subtraction. */
    private static long outside(long distance, long span) {
        return (~span & distance | ~(span ^ distance) & (span - distance)) >>> 63;
    }

    private long key(long base, int row) {
        return switch (kind) {
            case INT32 -> ColumnMemory.getInt(base, row, offset) & mask;
            case FLOAT32 -> floatKey(ColumnMemory.getInt(base, row, offset));
            case FLOAT64 -> doubleKey(ColumnMemory.getLong(base, row, offset));
            case INT64, ENTITY, LIST, STRING -> ColumnMemory.getLong(base, row, offset) & mask;
            case INT16 -> ColumnMemory.getShort(base, row, offset) & mask;
            default -> ColumnMemory.getByte(base, row, offset) & mask;
        };
    }

    /**
     * Evaluates conditions on many words of a block at once, in loops that the JIT vectorises. It cannot turn a
     * comparison of 64 rows into 64 bits. So each loop runs over a stretch of rows and collects one bit of each row, in
     * an element for each row of the stretch:
     *
     * <pre>
     *                     element 0    element 1    ...    element 511
     *   stretch 0, bit 0  row 0        row 1               row 511
     *   stretch 1, bit 1  row 512      row 513             row 1023
     *   ...
     *   stretch 31, bit 31
     * </pre>
     *
     * <p>The words are the columns of this matrix of bits: it is transposed at the end, 64 elements at a time. A column
     * of 8 bytes has 64 stretches of 256 rows.
     *
     * <p>The elements are on the heap: the JIT then knows that a loop does not write the column that it reads.
     *
     * <p>SAFETY: a stretch begins in the column, and ends in it.
     */
    static final class ColumnScan {
        static final int MIN_WORDS = 24;

        private static final int INTS = 512;
        private static final int LONGS = 256;
        private static final int WORDS_OF_INTS = INTS >> 6;
        private static final int WORDS_OF_LONGS = LONGS >> 6;

        /** The rows that are found, and the context of the thread. */
        private final MatchedRows matches;

        private final Object context;
        private final int[] ints = new int[INTS];
        private final long[] longs = new long[LONGS];
        private final long[] matrix = new long[Integer.SIZE];
        private final long[] met = new long[WORDS];

        ColumnScan(MatchedRows matches, Object context) {
            this.matches = matches;
            this.context = context;
        }

        /** Begins with no condition, which no row meets. */
        void begin() {
            Arrays.fill(met, 0);
        }

        /** Evaluates a condition in the words of a summary. Rows that meet it meet at least one condition. */
        void add(ValueCondition condition, long base, long summary) {
            if (condition.kind().shift() < 2) {
                addByWord(condition, base, summary);
                return;
            }
            boolean isInt = condition.kind().shift() == 2;
            long low = isInt ? Math.max(condition.lowest(), Integer.MIN_VALUE) : condition.lowest();
            long high = isInt ? Math.min(condition.highest(), Integer.MAX_VALUE) : condition.highest();
            boolean isInverted = condition.isInverted();
            if (low > high) { // no key is in the range: all keys are outside of all keys
                low = isInt ? Integer.MIN_VALUE : Long.MIN_VALUE;
                high = isInt ? Integer.MAX_VALUE : Long.MAX_VALUE;
                isInverted = !isInverted;
            }
            if (isInt) {
                scanInts(condition, base, summary, (int) low, (int) (high - low), isInverted ? 0 : -1);
            } else {
                scanLongs(condition, base, summary, low, high - low, isInverted ? 0 : -1);
            }
        }

        /** The rows of a word that meet at least one condition. Undefined for words that were not in the summary. */
        long met(int word) {
            return met[word];
        }

        private void addByWord(ValueCondition condition, long base, long summary) {
            for (int word = RowBits.nextAny(summary, 0); word < WORDS; word = RowBits.nextAny(summary, word + 1)) {
                met[word] |= condition.rows(base, word, -1L);
            }
        }

        private void scanInts(ValueCondition condition, long base, long summary, int low, int span, int flip) {
            int fold = condition.kind() == ColumnKind.FLOAT32 ? -1 : 0;
            Arrays.fill(ints, 0);
            for (int stretch = 0; stretch < Integer.SIZE; stretch++) {
                if ((RowBits.any(summary, stretch >>> 3) >>> (stretch << 3) & 0xFF) != 0) {
                    long start = base + (long) stretch * INTS * Integer.BYTES;
                    int mask = (int) condition.mask();
                    scanInts(ints, start, condition.offset(), fold, mask, low, span, flip, 1 << stretch);
                }
            }
            for (int first = 0; first < WORDS_OF_INTS; first++) {
                collectInts(first);
            }
        }

        /** A fold of -1 makes keys of the bits of floats, see {@link #floatKey}; 0 leaves integers as they are. */
        private static void scanInts(
                int[] bits, long origin, int offset, int fold, int mask, int low, int span, int flip, int bit) {
            for (int i = 0; i < INTS; i++) {
                int value = ColumnMemory.getInt(origin, i, offset);
                int distance = ((value ^ value >> 31 >>> 1 & fold) & mask) - low;
                int outside = ~span & distance | ~(span ^ distance) & (span - distance); // its sign
                bits[i] |= (outside >> 31 ^ flip) & bit;
            }
        }

        /** Transposes 64 elements into the words {@code first}, {@code first + 8} and so on. */
        private void collectInts(int first) {
            int element = first << 6;
            for (int i = 0; i < matrix.length; i++) {
                matrix[i] = ints[element + i] & 0xFFFFFFFFL | (long) ints[element + i + Integer.SIZE] << 32;
            }
            swap(matrix, 0, 32, 16, 0x0000FFFF0000FFFFL);
            transpose16(matrix, 0, 32);
            for (int i = 0; i < matrix.length; i++) {
                met[i * WORDS_OF_INTS + first] |= matrix[i];
            }
        }

        private void scanLongs(ValueCondition condition, long base, long summary, long low, long span, long flip) {
            long fold = condition.kind() == ColumnKind.FLOAT64 ? -1 : 0;
            Arrays.fill(longs, 0);
            for (int stretch = 0; stretch < Long.SIZE; stretch++) {
                if ((RowBits.any(summary, stretch >>> 4) >>> (stretch << 2) & 0xF) != 0) {
                    long start = base + (long) stretch * LONGS * Long.BYTES;
                    long mask = condition.mask();
                    scanLongs(longs, start, condition.offset(), fold, mask, low, span, flip, 1L << stretch);
                }
            }
            for (int first = 0; first < WORDS_OF_LONGS; first++) {
                collectLongs(first);
            }
        }

        private static void scanLongs(
                long[] bits, long origin, int offset, long fold, long mask, long low, long span, long flip, long bit) {
            for (int i = 0; i < LONGS; i++) {
                long value = ColumnMemory.getLong(origin, i, offset);
                long distance = ((value ^ value >> 63 >>> 1 & fold) & mask) - low;
                long outside = ~span & distance | ~(span ^ distance) & (span - distance);
                bits[i] |= (outside >> 63 ^ flip) & bit;
            }
        }

        /** Transposes 64 elements into the words {@code first}, {@code first + 4} and so on. */
        private void collectLongs(int first) {
            int element = first << 6;
            swap(longs, element, 64, 32, 0x00000000FFFFFFFFL);
            swap(longs, element, 64, 16, 0x0000FFFF0000FFFFL);
            transpose16(longs, element, 64);
            for (int i = 0; i < Long.SIZE; i++) {
                met[i * WORDS_OF_LONGS + first] |= longs[element + i];
            }
        }

        /** Transposes each square of 16 x 16 bits. */
        private static void transpose16(long[] rows, int from, int count) {
            swap(rows, from, count, 8, 0x00FF00FF00FF00FFL);
            swap(rows, from, count, 4, 0x0F0F0F0F0F0F0F0FL);
            swap(rows, from, count, 2, 0x3333333333333333L);
            swap(rows, from, count, 1, 0x5555555555555555L);
        }

        /** Swaps, in each square of {@code 2 * size} bits, the upper right quarter with the lower left one. */
        private static void swap(long[] rows, int from, int count, int size, long mask) {
            for (int square = from; square < from + count; square += 2 * size) {
                for (int i = square; i < square + size; i++) {
                    long both = (rows[i] >>> size ^ rows[i + size]) & mask;
                    rows[i + size] ^= both;
                    rows[i] ^= both << size;
                }
            }
        }

        static int countWords(long summary) {
            int words = 0;
            for (int group = 0; group < SUMMARY_WORDS; group++) {
                words += Long.bitCount(RowBits.any(summary, group));
            }
            return words;
        }
    }

    /**
     * The conditions of a query on values: groups of alternatives. A row must meet one condition of each group.
     *
     * <p>There are two ways to evaluate them, which agree: word by word, and {@link ValueCondition.ColumnScan}. Strict
     * mode uses the first only. Immutable, except for bounds that the user changes.
     *
     * <p>SAFETY: summaries and words belong to a matched block, words are below WORDS.
     */
    public static final class ValueFilter {
        private final ValueCondition[][] groups;
        private final List<Column> columns;
        private final boolean hasRelations;
        private final Store store;

        /** The conditions of a query in a world. */
        public ValueFilter(List<List<ValueCondition>> groups, Store store) {
            this.groups = groups.stream()
                    .map(group ->
                            group.stream().map(condition -> condition.in(store)).toArray(ValueCondition[]::new))
                    .toArray(ValueCondition[][]::new);
            this.hasRelations = groups.stream().flatMap(List::stream).anyMatch(ValueCondition::isOfRelation);
            Set<Column> all = new LinkedHashSet<>();
            Arrays.stream(this.groups).flatMap(Arrays::stream).forEach(condition -> all.addAll(condition.columns()));
            this.columns = List.copyOf(all);
            this.store = store;
        }

        public List<Column> columns() {
            return columns;
        }

        /** Whether a row may begin to match without a change of the row. */
        boolean hasRelations() {
            return hasRelations;
        }

        /** The columns by which rows point at others, if there are conditions on that. */
        public List<Column> links() {
            return Arrays.stream(groups)
                    .flatMap(Arrays::stream)
                    .filter(ValueCondition::isOfRelation)
                    .flatMap(condition -> condition.columns().stream())
                    .toList();
        }

        /** How many numbers {@link #readBounds} reads. */
        int boundCount() {
            return 2 * Arrays.stream(groups).mapToInt(group -> group.length).sum();
        }

        /** Reads the numbers that values are compared with now; whether they are those that were there. */
        boolean readBounds(long[] bounds) {
            boolean isSame = true;
            int at = 0;
            for (ValueCondition[] group : groups) {
                for (ValueCondition condition : group) {
                    long low = condition.lowest == null ? 0 : condition.lowest();
                    long high = condition.lowest == null ? 0 : condition.highest();
                    isSame &= bounds[at] == low && bounds[at + 1] == high;
                    bounds[at++] = low;
                    bounds[at++] = high;
                }
            }
            return isSame;
        }

        /** Those of the rows of a word that meet the conditions. The rows must have all components. */
        long rows(long base, int word, long rows) {
            long left = rows;
            for (int i = 0; left != 0 && i < groups.length; i++) {
                left = rows(groups[i], base, word, left);
            }
            return left;
        }

        private long rows(ValueCondition[] group, long base, int word, long rows) {
            long met = 0;
            for (int i = 0; i < group.length; i++) {
                met |= group[i].rows(store, base, word, rows & ~met);
            }
            return met;
        }

        /** Keeps those rows of an entry that meet the conditions. */
        boolean keep(long entry, ValueCondition.ColumnScan scan) {
            long base = MatchedBlock.base(entry);
            long summary = MatchedBlock.summary(entry);
            long words = MatchedBlock.words(entry);
            for (ValueCondition[] group : groups) {
                if (group.length == 1 && group[0].isOfRecords()) {
                    group[0].loop.run(scan.context, scan.matches, entry);
                    if (RowBits.isEmpty(summary)) {
                        return false;
                    }
                    continue;
                }
                boolean isScanned = !Strict.ON
                        && !isByRow(group)
                        && ValueCondition.ColumnScan.countWords(summary) >= ValueCondition.ColumnScan.MIN_WORDS;
                if (isScanned) {
                    scan.begin();
                    for (ValueCondition condition : group) {
                        scan.add(condition, base, summary);
                    }
                }
                if (!keep(group, base, summary, words, isScanned ? scan : null)) {
                    return false;
                }
            }
            return true;
        }

        private static boolean isByRow(ValueCondition[] group) {
            for (ValueCondition condition : group) {
                boolean isOfCount = condition.kind == ColumnKind.STRING_LIST;
                if (condition.isOfRecords() || condition.isOfRelation() || isOfCount) {
                    return true;
                }
            }
            return false;
        }

        /** Keeps the rows that one group allows, which the scan has evaluated unless it is null. */
        private boolean keep(
                ValueCondition[] group, long base, long summary, long words, ValueCondition.ColumnScan scan) {
            boolean isAnyLeft = false;
            for (int i = 0; i < SUMMARY_WORDS; i++) {
                long full = RowBits.full(summary, i);
                long fullNow = 0;
                long anyNow = 0;
                for (long rest = RowBits.any(summary, i); rest != 0; rest &= rest - 1) {
                    long bit = Long.lowestOneBit(rest);
                    int word = (i << 6) + Long.numberOfTrailingZeros(rest);
                    long rows = (full & bit) != 0 ? -1L : RowBits.get(words, word);
                    long left = scan != null ? rows & scan.met(word) : rows(group, base, word, rows);
                    anyNow |= left != 0 ? bit : 0;
                    fullNow |= left == -1L ? bit : 0;
                    RowBits.put(words, word, left);
                }
                RowBits.putSummary(summary, i, anyNow, fullNow);
                isAnyLeft |= anyNow != 0;
            }
            return isAnyLeft;
        }
    }
}
