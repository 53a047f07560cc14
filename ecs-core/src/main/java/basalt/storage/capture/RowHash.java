package basalt.storage.capture;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.DISABLED_ID;
import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.WORDS;
import static basalt.storage.capture.ChunkChanges.CHUNKS;
import static basalt.storage.capture.ChunkChanges.CHUNK_ROWS;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.component.VariableColumn;
import basalt.component.layout.ById;
import basalt.component.layout.ComponentAreas;
import basalt.memory.MemorySource;
import basalt.storage.Blocks;
import basalt.storage.ColumnMemory;
import basalt.storage.ColumnSet;
import basalt.storage.Elements;
import basalt.storage.Entities;
import basalt.storage.Pools;
import basalt.storage.Rows;
import basalt.storage.change.ChangeTracker;
import java.util.Arrays;
import java.util.BitSet;
import org.agrona.CloseHelper;
import org.agrona.UnsafeApi;

/**
 * A hash of the rows of one world: which entities there are, the components that they have and have disabled, the
 * values of the components, and which entity has which row. It is the same for rows with the same contents, however
 * they came to have them.
 *
 * <p>It is a sum over all chunks of {@value ChunkChanges#CHUNK_ROWS} rows of all components. So only those that have
 * changed are hashed again: chunks in which rows were written, and the presence in blocks whose structure has changed.
 * Rows without a component do not count, nor do generations, free rows, and managed columns.
 *
 * <p>For the store's thread. Must be closed.
 */
public final class RowHash implements AutoCloseable {
    private final Rows rows;
    private final ChunkChanges changes;
    private final LaneHash function;
    private final ById<ComponentHash> components = new ById<>(null);
    /** For each block, a hash of the order of its entities. */
    private final Sums order = new Sums();

    /** The blocks whose structure has changed since the last hash. */
    private final BitSet restructured = new BitSet();

    private int blocks;

    /** The value of {@link Rows#replacements} at the last hash. */
    private int replacements;

    /** The first version of the structure after the last hash. */
    private long interval;

    /** Begins to record what changes. */
    public RowHash(Rows rows, ChangeTracker tracker, MemorySource source) {
        this.rows = rows;
        changes = new ChunkChanges(tracker);
        function = new LaneHash(source);
    }

    /** Hashes what has changed since the last call. */
    public void update() {
        rows.settle();
        int count = rows.blocks().count();
        prepare(count);
        if (count < blocks) {
            truncate(count);
        }
        boolean isReplaced = replacements != rows.replacements();
        restructured.clear();
        for (int block = 0; block < count; block++) {
            long base = rows.blocks().base(block);
            if (block >= blocks || isReplaced || Pools.hasChanged(base, interval)) {
                restructured.set(block);
                order.put(block, order(block, base));
            }
        }
        for (int id = 0; id < components.end(); id++) {
            ComponentHash component = components.get(id);
            if (component != null && (!restructured.isEmpty() || component.hasValues() && changes.isAny(id))) {
                update(component, id, count);
            }
        }
        blocks = count;
        replacements = rows.replacements();
        interval = rows.pools().newVersion();
        changes.clear();
    }

    private void prepare(int count) {
        for (int id = 0; id < ComponentAreas.process().count(); id++) {
            Component<?> component = rows.pools().component(id);
            if (components.get(id) == null && (component != null || id <= DISABLED_ID)) {
                ComponentHash first = new ComponentHash(id, component);
                if (first.hasValues()) {
                    changes.track(id);
                }
                components.set(id, first);
                interval = 0; // its presence in all blocks is new
            }
        }
        order.cover(count);
        for (int id = 0; id < components.end(); id++) {
            if (components.get(id) != null) {
                components.get(id).cover(count);
            }
        }
    }

    private void truncate(int count) {
        order.truncate(count);
        for (int id = 0; id < components.end(); id++) {
            if (components.get(id) != null) {
                components.get(id).truncate(count);
            }
        }
    }

    private void update(ComponentHash component, int id, int count) {
        for (int block = 0; block < count; block++) {
            long base = rows.blocks().base(block);
            int chunks =
                    restructured.get(block) ? component.updatePresence(block, base, Blocks.isPopulated(base, id)) : 0;
            if (component.hasValues()) {
                component.updateValues(
                        block,
                        base,
                        chunks | changes.chunks(id, block),
                        function,
                        rows.references().elements());
            }
        }
    }

    /** The hash of all components, after {@link #update}. */
    public long sum() {
        long sum = 0;
        for (int id = 0; id < components.end(); id++) {
            sum += sum(id);
        }
        return sum;
    }

    /**
     * The hash of one component, after {@link #update}. That of "alive" depends also on which entity has which row.
     * Returns 64 bits; 0 if no row has it.
     */
    public long sum(int id) {
        long sum = components.get(id) == null ? 0 : components.get(id).sum();
        return id == ALIVE_ID ? sum + order.sum : sum;
    }

    /**
     * The hash of the rows that have a component, and of those that have it disabled, after {@link #update}. Returns 64
     * bits; 0 if no row has it.
     */
    public long presence(int id) {
        return components.get(id) == null ? 0 : components.get(id).presenceSum();
    }

    /** The hash of two numbers, in their order. */
    public static long combine(long hash, long value) {
        return mix(mix(hash + 1) + value);
    }

    /** A hash of 64 bits. Different values have different hashes. */
    static long mix(long value) {
        long mixed = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }

    /** Bytes reserved from the memory source. */
    public long reservedBytes() {
        return LaneHash.reservedBytes();
    }

    /** Frees the buffer, and ends the recording. */
    @Override
    public void close() {
        CloseHelper.closeAll(function, changes);
    }

    /**
     * The hash of one component: a sum of hashes for each chunk, those of presence and those of values. It depends on
     * the names of component and fields, and not on ids, offsets or the order of fields.
     *
     * <p>SAFETY: a chunk's rows are in the block, and lanes are those of a component that the block has.
     */
    static final class ComponentHash {
        private static final int CHUNK_WORDS = CHUNK_ROWS / Long.SIZE;
        private static final long FULL_CHUNK = fullChunk();

        private final int id;

        /** The hash of the name. */
        private final long key;

        private final int[] offsets;
        private final ColumnKind[] kinds;
        private final long[] laneKeys;
        private final VariableColumn[] lists;
        private final long[] listKeys;

        /** For each chunk its hashes; 0 if it has no present row. */
        private final Sums presence = new Sums();

        private final Sums values = new Sums();

        /** The hashes of the values of a block's chunks that are being made. */
        private final long[] next = new long[CHUNKS];

        /** The hash of one of the library's own tags, or of a component. */
        ComponentHash(int id, Component<?> component) {
            this.id = id;
            key = hash(component == null ? (id == DISABLED_ID ? "basalt:disabled" : "basalt:alive") : component.name());
            int lanes =
                    component == null ? 0 : ColumnSet.of(component).valueLanes().count();
            offsets = new int[lanes];
            kinds = new ColumnKind[lanes];
            laneKeys = new long[lanes];
            lists = component == null
                    ? new VariableColumn[0]
                    : ColumnSet.of(component).lists();
            listKeys = Arrays.stream(lists)
                    .mapToLong(list -> mix(hash(list.field())))
                    .toArray();
            if (component != null) {
                addLanes(component);
            }
        }

        private void addLanes(Component<?> component) {
            int next = 0;
            for (Column column : component.columns()) {
                for (int lane = 0; lane < ColumnSet.laneCount(column); lane++) {
                    offsets[next] = column.laneOffset(lane);
                    kinds[next] = column.kind();
                    laneKeys[next++] = mix(hash(column.field()) + lane);
                }
            }
        }

        private static long hash(String name) {
            long hash = name.length();
            for (int i = 0; i < name.length(); i++) {
                hash = mix(hash + name.charAt(i));
            }
            return hash;
        }

        boolean hasValues() {
            return offsets.length > 0 || lists.length > 0;
        }

        long sum() {
            return presence.sum + values.sum;
        }

        long presenceSum() {
            return presence.sum;
        }

        /** Allocates heap memory for the hashes of a number of blocks. */
        void cover(int blocks) {
            presence.cover(blocks * CHUNKS);
            values.cover(hasValues() ? blocks * CHUNKS : 0);
        }

        /** Forgets the chunks from a block on, because there are no more blocks. */
        void truncate(int blocks) {
            presence.truncate(blocks * CHUNKS);
            values.truncate(blocks * CHUNKS);
        }

        int updatePresence(int block, long base, boolean isPopulated) {
            int changed = 0;
            for (int i = 0; i < CHUNKS; i++) {
                int chunk = block * CHUNKS + i;
                long bits = isPopulated ? presenceHash(base, i) : 0;
                long hash = bits == 0 ? 0 : mix(bits ^ place(chunk));
                if (hash != presence.hashes[chunk]) {
                    presence.put(chunk, hash);
                    changed |= 1 << i;
                }
            }
            return changed;
        }

        /** The hash of the present and the disabled bits of a chunk; 0 if no row is present. */
        private long presenceHash(long base, int chunk) {
            long hash = 0;
            long any = 0;
            long all = -1L;
            long disabled = 0;
            for (int word = 0; word < CHUNK_WORDS; word++) {
                long present = Pools.presentWord(base, chunk * CHUNK_WORDS + word, id);
                any |= present;
                all &= present;
                disabled |= Pools.disabledWord(base, chunk * CHUNK_WORDS + word, id) & present;
            }
            if (any == 0) {
                return 0;
            }
            if (all == -1L && disabled == 0) {
                return FULL_CHUNK;
            }
            for (int word = 0; word < CHUNK_WORDS; word++) {
                long present = Pools.presentWord(base, chunk * CHUNK_WORDS + word, id);
                hash += wordHash(word, present, Pools.disabledWord(base, chunk * CHUNK_WORDS + word, id) & present);
            }
            return hash;
        }

        private static long fullChunk() {
            long hash = 0;
            for (int word = 0; word < CHUNK_WORDS; word++) {
                hash += wordHash(word, -1L, 0);
            }
            return hash;
        }

        private static long wordHash(int word, long present, long disabled) {
            return mix(mix(2 * word + 1) ^ present) + mix(mix(2 * word + 2) ^ disabled);
        }

        void updateValues(int block, long base, int chunks, LaneHash function, Elements elements) {
            if (chunks == 0) {
                return;
            }
            Arrays.fill(next, 0);
            for (int lane = 0; lane < offsets.length; lane++) {
                for (int rest = chunks; rest != 0; rest &= rest - 1) {
                    int chunk = Integer.numberOfTrailingZeros(rest);
                    if (presence.hashes[block * CHUNKS + chunk] != 0) {
                        next[chunk] += laneHash(lane, block * CHUNKS + chunk, base, function);
                    }
                }
            }
            for (int list = 0; list < lists.length; list++) {
                for (int rest = chunks; rest != 0; rest &= rest - 1) {
                    int chunk = Integer.numberOfTrailingZeros(rest);
                    if (presence.hashes[block * CHUNKS + chunk] != 0) {
                        next[chunk] += listsHash(list, block * CHUNKS + chunk, base, elements);
                    }
                }
            }
            for (int rest = chunks; rest != 0; rest &= rest - 1) {
                int chunk = Integer.numberOfTrailingZeros(rest);
                values.put(block * CHUNKS + chunk, next[chunk]);
            }
        }

        private long laneHash(int lane, int chunk, long base, LaneHash function) {
            int first = chunk % CHUNKS * CHUNK_ROWS;
            long present = Pools.presentWords(base, id) + first / Byte.SIZE;
            long address = base + offsets[lane] + ((long) first << kinds[lane].shift());
            return mix(function.hash(kinds[lane], address, present) ^ mix(place(chunk) + laneKeys[lane]));
        }

        /** The hash of the lists of a chunk's rows: of their lengths and elements, not of where these are. */
        private long listsHash(int column, int chunk, long base, Elements elements) {
            long hash = 0;
            for (int word = chunk % CHUNKS * CHUNK_WORDS; word < (chunk % CHUNKS + 1) * CHUNK_WORDS; word++) {
                for (long rest = Pools.presentWord(base, word, id); rest != 0; rest &= rest - 1) {
                    int row = (word << 6) + Long.numberOfTrailingZeros(rest);
                    long list = ColumnMemory.getLong(base, row, lists[column].offset());
                    if (list != 0) {
                        hash += combine(row, LaneHash.hash(elements, list, lists[column].elementKind()));
                    }
                }
            }
            return mix(hash ^ mix(place(chunk) + listKeys[column]));
        }

        private long place(int chunk) {
            return mix(key + chunk);
        }
    }

    /** The hash of the order of a block's entities: a sum over those that are not in the row of their index. */
    private static long order(int block, long base) {
        long hash = 0;
        for (int word = 0; Entities.firstIndex(base) < 0 && word < WORDS; word++) {
            for (long rest = Pools.presentWord(base, word, ALIVE_ID); rest != 0; rest &= rest - 1) {
                int row = (word << 6) + Long.numberOfTrailingZeros(rest);
                int index = Entities.index(base, -1, row);
                if (index != (block << ROW_BITS | row)) {
                    hash += combine(block << ROW_BITS | row, index);
                }
            }
        }
        return hash;
    }

    /** Hashes, such as one for each block, and their sum. */
    private static final class Sums {
        private long[] hashes = {};
        private long sum;

        void cover(int count) {
            if (count > hashes.length) {
                hashes = Arrays.copyOf(hashes, Math.max(count, 2 * hashes.length));
            }
        }

        /** Forgets the hashes from one on. */
        void truncate(int count) {
            for (int i = count; i < hashes.length; i++) {
                put(i, 0);
            }
        }

        void put(int i, long hash) {
            sum += hash - hashes[i];
            hashes[i] = hash;
        }
    }

    /**
     * Hashes one lane of a chunk of {@value ChunkChanges#CHUNK_ROWS} rows. The values are copied to a buffer, in which
     * absent rows are zero. They are hashed as ints, each with a number of its place; the sums of two hashes of each
     * int are the result. Since the steps from an int to the first of them can be undone, a lane in which one int
     * differs has another hash.
     *
     * <pre>
     *   buffer  +0     values [at most 8192 bytes]
     *           +8256  salts  [2048 ints]
     * </pre>
     *
     * <p>The salts are beside the copy, because C2 vectorises loops with a single base address. On machines that are
     * not little-endian, the hashes are others. Files of replays contain hashes: another function needs another version
     * of these.
     *
     * <p>SAFETY: a chunk's lane has at most 1024 values of 8 bytes, for which the buffer and the salts have room.
     */
    static final class LaneHash implements AutoCloseable {
        private static final int VALUE_BYTES = CHUNK_ROWS * Long.BYTES;
        private static final int SALTS = VALUE_BYTES + 64; // not a multiple of 4096, see BlockLayout
        private static final int BYTES = SALTS + VALUE_BYTES;
        private static final int COUNT_MASK = 0xFFF;
        private static final int WORD_ROWS = Long.SIZE;
        private static final int CHUNK_WORDS = CHUNK_ROWS / WORD_ROWS;

        private static final int FIRST_FACTOR = 0x85EBCA6B;
        private static final int SECOND_FACTOR = 0xC2B2AE35;
        private static final int THIRD_FACTOR = 0x27D4EB2F;
        private static final int FLOAT_INFINITY = 0x7F800000;
        private static final int FLOAT_NAN = 0x7FC00000;
        private static final long DOUBLE_INFINITY = 0x7FF0000000000000L;
        private static final long DOUBLE_NAN = 0x7FF8000000000000L;
        private static final long INDEX = 0xFFFF_FFFFL;
        private static final long IS_HANDLE = 1L << Integer.SIZE;

        private final MemorySource source;
        private final long buffer;

        /** A hash function with its buffer. */
        LaneHash(MemorySource source) {
            this.source = source;
            buffer = MemorySource.allocateFrom(source, BYTES, 64);
            for (int i = 0; i < VALUE_BYTES; i += Integer.BYTES) {
                UnsafeApi.putInt(null, buffer + SALTS + i, (int) mix(i));
            }
        }

        static int reservedBytes() {
            return BYTES;
        }

        /** Hashes the values of present rows. */
        long hash(ColumnKind kind, long lane, long present) {
            copy(lane, kind.shift(), present);
            int ints = CHUNK_ROWS << kind.shift() >>> 2;
            return switch (kind) {
                case FLOAT32 -> hashFloats(buffer, ints);
                case FLOAT64 -> {
                    unifyNans(buffer);
                    yield hashInts(buffer, ints);
                }
                case ENTITY -> {
                    dropGenerations(buffer);
                    yield hashInts(buffer, ints);
                }
                default -> hashInts(buffer, ints);
            };
        }

        /** The hash of the elements of a list, and of their number. */
        static long hash(Elements elements, long list, ColumnKind kind) {
            long start = elements.start(list);
            int length = Elements.length(list);
            long hash = length;
            for (int i = 0; i < length; i++) {
                long bits = ColumnMemory.getBits(start, i, 0, kind.shift());
                if (kind == ColumnKind.ENTITY) {
                    bits &= INDEX | IS_HANDLE;
                } else if (kind == ColumnKind.FLOAT32 && (bits & Integer.MAX_VALUE) > FLOAT_INFINITY) {
                    bits = FLOAT_NAN;
                } else if (kind == ColumnKind.FLOAT64 && (bits & Long.MAX_VALUE) > DOUBLE_INFINITY) {
                    bits = DOUBLE_NAN;
                }
                hash += mix(bits ^ mix(i));
            }
            return hash;
        }

        private void copy(long lane, int shift, long present) {
            int word = 0;
            while (word < CHUNK_WORDS) {
                int first = word;
                while (word < CHUNK_WORDS && present(present, word) == -1L) {
                    word++;
                }
                long at = (long) first * WORD_ROWS << shift;
                UnsafeApi.copyMemory(lane + at, buffer + at, (long) (word - first) * WORD_ROWS << shift);
                if (word < CHUNK_WORDS) {
                    copyWord(lane, shift, word, present(present, word));
                    word++;
                }
            }
        }

        private static long present(long words, int word) {
            return UnsafeApi.getLong(null, words + ((long) word << 3));
        }

        private void copyWord(long lane, int shift, int word, long rows) {
            long at = (long) word * WORD_ROWS << shift;
            long bytes = (long) WORD_ROWS << shift;
            if (Long.bitCount(rows) < WORD_ROWS / 2) {
                UnsafeApi.setMemory(buffer + at, bytes, (byte) 0);
                for (long rest = rows; rest != 0; rest &= rest - 1) {
                    int row = Long.numberOfTrailingZeros(rest);
                    ColumnMemory.putBits(buffer + at, row, 0, shift, ColumnMemory.getBits(lane + at, row, 0, shift));
                }
                return;
            }
            UnsafeApi.copyMemory(lane + at, buffer + at, bytes);
            for (long rest = ~rows; rest != 0; rest &= rest - 1) {
                ColumnMemory.putBits(buffer + at, Long.numberOfTrailingZeros(rest), 0, shift, 0);
            }
        }

        private static long hashInts(long base, int count) {
            int end = count & COUNT_MASK;
            int sum = 0;
            int otherSum = 0;
            for (int i = 0; i < end; i++) {
                long at = base + ((long) i << 2);
                int hash = firstHash(UnsafeApi.getInt(null, at) ^ UnsafeApi.getInt(null, at + SALTS));
                sum += hash;
                otherSum += secondHash(hash);
            }
            return (long) sum << Integer.SIZE | otherSum & INDEX;
        }

        /** As {@link #hashInts}, with all NaNs alike. Without branches, so that it is vectorised. */
        private static long hashFloats(long base, int count) {
            int end = count & COUNT_MASK;
            int sum = 0;
            int otherSum = 0;
            for (int i = 0; i < end; i++) {
                long at = base + ((long) i << 2);
                int bits = UnsafeApi.getInt(null, at);
                int isNan = FLOAT_INFINITY - (bits & Integer.MAX_VALUE) >> 31; // all ones if it is
                bits = bits & ~isNan | FLOAT_NAN & isNan;
                int hash = firstHash(bits ^ UnsafeApi.getInt(null, at + SALTS));
                sum += hash;
                otherSum += secondHash(hash);
            }
            return (long) sum << Integer.SIZE | otherSum & INDEX;
        }

        private static int firstHash(int value) {
            int mixed = (value ^ value >>> 16) * FIRST_FACTOR;
            mixed = (mixed ^ mixed >>> 13) * SECOND_FACTOR;
            return mixed ^ mixed >>> 16;
        }

        private static int secondHash(int hash) {
            int mixed = hash * THIRD_FACTOR;
            return mixed ^ mixed >>> 15;
        }

        private static void unifyNans(long base) {
            for (int i = 0; i < CHUNK_ROWS; i++) {
                long at = base + ((long) i << 3);
                long bits = UnsafeApi.getLong(null, at);
                long isNan = DOUBLE_INFINITY - (bits & Long.MAX_VALUE) >> 63;
                UnsafeApi.putLong(null, at, bits & ~isNan | DOUBLE_NAN & isNan);
            }
        }

        private static void dropGenerations(long base) {
            for (int i = 0; i < CHUNK_ROWS; i++) {
                long at = base + ((long) i << 3);
                UnsafeApi.putLong(null, at, UnsafeApi.getLong(null, at) & (INDEX | IS_HANDLE));
            }
        }

        @Override
        public void close() {
            source.free(buffer, BYTES);
        }
    }
}
