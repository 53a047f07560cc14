package basalt.storage.capture;

import static basalt.component.layout.BlockLayout.DISABLED_ID;
import static basalt.storage.capture.ChunkChanges.CHUNKS;
import static basalt.storage.capture.ChunkChanges.CHUNK_ROWS;
import static basalt.storage.capture.LaneHash.mix;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.component.ReferenceColumn;
import basalt.storage.Pools;
import java.util.Arrays;

/**
 * The hash of one component: a sum of hashes for each chunk, those of presence and those of values. It depends on the
 * names of component and fields, and not on ids, offsets or the order of fields.
 *
 * <p>SAFETY: a chunk's rows are in the block, and lanes are those of a component that the block has.
 */
final class ComponentHash {
    private static final int CHUNK_WORDS = CHUNK_ROWS / Long.SIZE;
    private static final long FULL_CHUNK = fullChunk();

    private final int id;

    /** The hash of the name. */
    private final long key;

    private final int[] offsets;
    private final ColumnKind[] kinds;
    private final long[] laneKeys;

    /** For each chunk its hashes; 0 if it has no present row. */
    private long[] presence = {};

    private long[] values = {};

    /** The hashes of the values of a block's chunks that are being made. */
    private final long[] next = new long[CHUNKS];

    private long presenceSum;
    private long valueSum;

    /** The hash of one of the library's own tags, or of a component. */
    ComponentHash(int id, Component<?> component) {
        this.id = id;
        key = hash(component == null ? (id == DISABLED_ID ? "basalt:disabled" : "basalt:alive") : component.name());
        int lanes = component == null ? 0 : laneCount(component);
        offsets = new int[lanes];
        kinds = new ColumnKind[lanes];
        laneKeys = new long[lanes];
        if (component != null) {
            addLanes(component);
        }
    }

    private static int laneCount(Component<?> component) {
        int lanes = 0;
        for (Column column : component.columns()) {
            lanes += column instanceof ReferenceColumn<?> ? 0 : column.length();
        }
        return lanes;
    }

    private void addLanes(Component<?> component) {
        int next = 0;
        for (Column column : component.columns()) {
            for (int lane = 0; !(column instanceof ReferenceColumn<?>) && lane < column.length(); lane++) {
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
        return offsets.length > 0;
    }

    long sum() {
        return presenceSum + valueSum;
    }

    long presenceSum() {
        return presenceSum;
    }

    /** Allocates heap memory for the hashes of a number of blocks. */
    void cover(int blocks) {
        if (blocks * CHUNKS > presence.length) {
            presence = Arrays.copyOf(presence, Math.max(blocks * CHUNKS, 2 * presence.length));
        }
        if (hasValues() && blocks * CHUNKS > values.length) {
            values = Arrays.copyOf(values, presence.length);
        }
    }

    /** Forgets the chunks from a block on, because there are no more blocks. */
    void truncate(int blocks) {
        for (int chunk = blocks * CHUNKS; chunk < presence.length; chunk++) {
            putPresence(chunk, 0);
            if (hasValues()) {
                putValues(chunk, 0);
            }
        }
    }

    private void putPresence(int chunk, long hash) {
        presenceSum += hash - presence[chunk];
        presence[chunk] = hash;
    }

    private void putValues(int chunk, long hash) {
        valueSum += hash - values[chunk];
        values[chunk] = hash;
    }

    int updatePresence(int block, long base, boolean isPopulated) {
        int changed = 0;
        for (int i = 0; i < CHUNKS; i++) {
            int chunk = block * CHUNKS + i;
            long bits = isPopulated ? presenceHash(base, i) : 0;
            long hash = bits == 0 ? 0 : mix(bits ^ place(chunk));
            if (hash != presence[chunk]) {
                putPresence(chunk, hash);
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

    void updateValues(int block, long base, int chunks, LaneHash function) {
        Arrays.fill(next, 0);
        for (int lane = 0; lane < offsets.length; lane++) {
            for (int rest = chunks; rest != 0; rest &= rest - 1) {
                int chunk = Integer.numberOfTrailingZeros(rest);
                if (presence[block * CHUNKS + chunk] != 0) {
                    next[chunk] += laneHash(lane, block * CHUNKS + chunk, base, function);
                }
            }
        }
        for (int rest = chunks; rest != 0; rest &= rest - 1) {
            int chunk = Integer.numberOfTrailingZeros(rest);
            putValues(block * CHUNKS + chunk, next[chunk]);
        }
    }

    private long laneHash(int lane, int chunk, long base, LaneHash function) {
        int first = chunk % CHUNKS * CHUNK_ROWS;
        long present = Pools.presentWords(base, id) + first / Byte.SIZE;
        long address = base + offsets[lane] + ((long) first << kinds[lane].shift());
        return mix(function.hash(kinds[lane], address, present) ^ mix(place(chunk) + laneKeys[lane]));
    }

    private long place(int chunk) {
        return mix(key + chunk);
    }
}
