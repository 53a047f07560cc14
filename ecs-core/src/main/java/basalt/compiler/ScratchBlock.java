package basalt.compiler;

import static basalt.component.layout.BlockLayout.BLOCK_ALIGNMENT;
import static basalt.component.layout.BlockLayout.COLUMNS;
import static basalt.component.layout.BlockLayout.HAS_DISABLED;
import static basalt.component.layout.BlockLayout.HEADER_BYTES;
import static basalt.component.layout.BlockLayout.MAX_COMPONENTS;
import static basalt.component.layout.BlockLayout.NO_ROWS;
import static basalt.component.layout.BlockLayout.PAGE_BYTES;
import static basalt.component.layout.BlockLayout.PRESENT_SUMMARY;
import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.wordOffset;

import basalt.compiler.Graph.Lane;
import basalt.match.MatchedRows.MatchedBlock;
import basalt.storage.Pools;
import java.util.List;
import java.util.SplittableRandom;
import org.agrona.UnsafeApi;

/**
 * Memory with the layout of a block, for runs of a loop of vectors outside of a world, and an entry of matching rows.
 * It has the block's header, the lanes that the loop uses, and the present words that it looks at.
 *
 * <pre>
 *   lowest lane or base .. highest lane or end of header | present and disabled words of components | entry
 * </pre>
 *
 * <p>SAFETY: all offsets are of the form's lanes or of the layout, and rows are below ROWS.
 */
final class ScratchBlock implements AutoCloseable {
    /** The bytes of a component before its columns: summaries, present words and disabled words. */
    private static final int BYTES_OF_WORDS = COLUMNS - PRESENT_SUMMARY;

    private final VectorForm form;
    private final long memory;
    private final long base;

    /** The offset of the summary of the first component. */
    private final long present;

    final long entry;

    ScratchBlock(VectorForm form) {
        this.form = form;
        int low = Math.min(0, form.lowest());
        int high = form.highest();
        for (Lane lane : form.lanesOfOthers()) {
            low = Math.min(low, lane.offset());
            high = Math.max(high, lane.offset());
        }
        long lowest = low;
        present = align(Math.max(HEADER_BYTES, high + (long) ROWS * Long.BYTES));
        long end = present + (long) form.presence().size() * BYTES_OF_WORDS;
        memory = UnsafeApi.allocateMemory(end - lowest + MatchedBlock.BYTES + 2L * BLOCK_ALIGNMENT);
        base = memory - lowest + BLOCK_ALIGNMENT - 1 & -BLOCK_ALIGNMENT;
        entry = align(base + end);
    }

    long base() {
        return base;
    }

    private static long align(long address) {
        return address + PAGE_BYTES - 1 & -PAGE_BYTES;
    }

    /** Fills the first words with random values. */
    void fillAtRandom(int words) {
        SplittableRandom random = new SplittableRandom(1);
        UnsafeApi.setMemory(base, HEADER_BYTES, (byte) 0);
        for (int id = 0; id < MAX_COMPONENTS; id++) {
            UnsafeApi.putInt(null, base + wordOffset(id), NO_ROWS);
        }
        for (Lane lane : form.lanes()) {
            for (int row = 0; row < words * Long.SIZE; row++) {
                put(lane, row, random.nextInt(-100, 100));
            }
        }
    }

    /** Fills the first words of the entry with full words, words with holes, and empty ones. */
    void match(int words) {
        MatchedBlock.clear(entry, base);
        for (int word = 0; word < words; word++) {
            long holes = word * 0x9E37_79B9_7F4A_7C15L; // Knuth's multiplicative hash
            MatchedBlock.put(entry, word, word % 4 == 0 ? -1L : word % 4 == 1 ? holes : word % 4 == 2 ? 1L << word : 0);
        }
    }

    /** Changes which components the first row has, and whether some may be disabled: the JIT shall see all branches. */
    void change(int round) {
        UnsafeApi.putLong(null, base + NO_ROWS, round & 1);
        UnsafeApi.putInt(null, base + HAS_DISABLED, round & 2);
    }

    private void put(Lane lane, int row, int value) {
        long address = base + lane.offset() + (long) row * lane.size();
        switch (lane.type()) {
            case 'F' -> UnsafeApi.putFloat(null, address, value);
            case 'D' -> UnsafeApi.putDouble(null, address, value);
            case 'J' -> UnsafeApi.putLong(null, address, value);
            case 'I' -> UnsafeApi.putInt(null, address, value);
            case 'S' -> UnsafeApi.putShort(null, address, (short) value);
            case 'Z' -> UnsafeApi.putByte(null, address, (byte) (value & 1));
            default -> UnsafeApi.putByte(null, address, (byte) value);
        }
    }

    /** Copies words of matching rows from an entry, and their values from its block. */
    void copy(long from, int fromWord, int toWord) {
        long block = MatchedBlock.base(from);
        UnsafeApi.copyMemory(block, base, HEADER_BYTES);
        List<Integer> ids = form.presence();
        for (int i = 0; i < ids.size(); i++) {
            long offset = present + (long) i * BYTES_OF_WORDS;
            long words = Pools.presentWords(block, ids.get(i));
            UnsafeApi.copyMemory(words + PRESENT_SUMMARY, base + offset, BYTES_OF_WORDS);
            UnsafeApi.putInt(null, base + wordOffset(ids.get(i)), (int) offset - PRESENT_SUMMARY);
        }
        for (Lane lane : form.lanes()) {
            long offset = lane.offset() + (long) fromWord * Long.SIZE * lane.size();
            UnsafeApi.copyMemory(block + offset, base + offset, (long) (toWord - fromWord) * Long.SIZE * lane.size());
        }
        MatchedBlock.clear(entry, base);
        for (int word = MatchedBlock.nextWord(from, fromWord);
                word < toWord;
                word = MatchedBlock.nextWord(from, word + 1)) {
            MatchedBlock.put(entry, word, MatchedBlock.word(from, word));
        }
    }

    /** The first row of some words in which a lane differs from a block's, NaNs being equal; -1 if there is none. */
    int firstDifference(Lane lane, long block, int fromWord, int toWord) {
        for (int row = fromWord * Long.SIZE; row < toWord * Long.SIZE; row++) {
            if (bits(lane, base, row) != bits(lane, block, row)) {
                return row;
            }
        }
        return -1;
    }

    /** The value of a lane in a row; all NaNs have the same bits. */
    static long bits(Lane lane, long block, int row) {
        long address = block + lane.offset() + (long) row * lane.size();
        return switch (lane.type()) {
            case 'F' -> Float.floatToIntBits(UnsafeApi.getFloat(null, address));
            case 'D' -> Double.doubleToLongBits(UnsafeApi.getDouble(null, address));
            case 'J' -> UnsafeApi.getLong(null, address);
            case 'I' -> UnsafeApi.getInt(null, address);
            case 'S' -> UnsafeApi.getShort(null, address);
            default -> UnsafeApi.getByte(null, address);
        };
    }

    @Override
    public void close() {
        UnsafeApi.freeMemory(memory);
    }
}
