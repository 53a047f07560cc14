package basalt.storage.change;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.ROW_MASK;
import static basalt.component.layout.BlockLayout.SUMMARY_WORDS;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.storage.RowBits;
import basalt.storage.StateBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.CloseHelper;
import org.agrona.collections.LongArrayList;

/**
 * A set of rows of one store that grows until it is cleared, such as the rows that changed. It has a bitmap of blocks
 * on the heap, and a page off heap for each block that has had a row in the set.
 *
 * <pre>
 *   page  +0   any  [4 longs], full [4 longs]     as in RowBits
 *         +64  words[256 longs]                   defined where "any" is set and "full" is not
 * </pre>
 *
 * <p>Adding rows never fails: if there is no memory for a page, all rows of its block count as added until the set is
 * cleared. So a reader may find too many rows, but never too few. {@link #cover} must be called for new blocks. Adding
 * a word is O(1); the cost of clearing and reading is proportional to the number of blocks and words with a row.
 *
 * <p>For one thread at a time. Must be closed.
 *
 * <p>SAFETY: a page has PAGE_BYTES, for a summary and all words. {@code fullPage} has only the summary, in which all
 * words are full, so that its words are never read or written.
 */
public final class RowSet implements AutoCloseable {
    static final int SUMMARY_BYTES = 2 * SUMMARY_WORDS * Long.BYTES;
    static final int PAGE_BYTES = SUMMARY_BYTES + ROWS / Byte.SIZE;

    private static final int PAGE_ALIGNMENT = 64;
    private static final long[] NONE = {};

    private final MemorySource source;

    /** The summary of a page with all rows. Used instead of a page if there is no memory. */
    private final long fullPage;

    /** For each block the address of its page, {@link #fullPage}, or 0. */
    private long[] pages = NONE;

    private long[] blocks = NONE;
    private long reservedBytes;
    private boolean isClosed;

    private boolean[] moved = {};

    public RowSet(MemorySource source) {
        this.source = source;
        fullPage = MemorySource.allocateFrom(source, SUMMARY_BYTES, PAGE_ALIGNMENT);
        reservedBytes = SUMMARY_BYTES;
        for (int group = 0; group < SUMMARY_WORDS; group++) {
            RowBits.putSummary(fullPage, group, -1L, -1L);
        }
    }

    /** Allocates heap memory for the rows of a number of blocks. */
    public void cover(int count) {
        if (count > pages.length) {
            int length = Math.max(count, 2 * pages.length);
            if (length + 63 >>> 6 > blocks.length) {
                blocks = Arrays.copyOf(blocks, length + 63 >>> 6);
            }
            pages = Arrays.copyOf(pages, length);
        }
    }

    public void add(int block, int word, long rows) {
        long page = page(block);
        int group = word >>> 6;
        long bit = 1L << word;
        long any = RowBits.any(page, group);
        long full = RowBits.full(page, group);
        if ((full & bit) != 0) {
            return;
        }
        long now = rows;
        if ((any & bit) != 0) {
            now |= RowBits.get(page + SUMMARY_BYTES, word);
        } else {
            blocks[block >>> 6] |= 1L << block;
        }
        if (now == -1L) {
            RowBits.putSummary(page, group, any | bit, full | bit);
        } else {
            RowBits.put(page + SUMMARY_BYTES, word, now);
            RowBits.putSummary(page, group, any | bit, full);
        }
    }

    /**
     * Adds all rows of a block of another set. Its words are read only where "any" is set and "full" is not, so full
     * words cost nothing.
     */
    public void addAll(int block, long summary, long words) {
        if (RowBits.isEmpty(summary)) {
            return;
        }
        long page = page(block);
        blocks[block >>> 6] |= 1L << block;
        for (int group = 0; group < SUMMARY_WORDS; group++) {
            long newAny = RowBits.any(summary, group);
            long newFull = RowBits.full(summary, group);
            long any = RowBits.any(page, group);
            long full = RowBits.full(page, group) | newFull;
            for (long rest = newAny & ~full; rest != 0; rest &= rest - 1) {
                int bit = Long.numberOfTrailingZeros(rest);
                int word = (group << 6) + bit;
                long rows = RowBits.get(words, word);
                if ((any >>> bit & 1) != 0) {
                    rows |= RowBits.get(page + SUMMARY_BYTES, word);
                }
                if (rows == -1L) {
                    full |= 1L << bit;
                } else {
                    RowBits.put(page + SUMMARY_BYTES, word, rows);
                }
            }
            RowBits.putSummary(page, group, any | newAny, full);
        }
    }

    /** Adds all rows of some of 64 words. */
    public void addFull(int block, int group, long words) {
        if (words != 0) {
            cover(block + 1);
            long page = page(block);
            blocks[block >>> 6] |= 1L << block;
            RowBits.putSummary(page, group, RowBits.any(page, group) | words, RowBits.full(page, group) | words);
        }
    }

    /** Removes rows. Where memory was missing, so that all rows of a block count as added, they stay. */
    public void remove(int block, int word, long rows) {
        long page = block < pages.length ? pages[block] : 0;
        long left = word(block, word) & ~rows;
        if (page == 0 || page == fullPage || left == word(block, word)) {
            return;
        }
        int group = word >>> 6;
        long bit = 1L << word;
        RowBits.put(page + SUMMARY_BYTES, word, left);
        RowBits.putSummary(
                page,
                group,
                left == 0 ? RowBits.any(page, group) & ~bit : RowBits.any(page, group),
                RowBits.full(page, group) & ~bit);
    }

    /** Replaces some of 64 words of a block that has a page by those of a summary with words elsewhere. */
    public void replace(int block, int group, long replaced, long any, long full, long words) {
        long page = pages[block];
        for (long rest = any & ~full & replaced; rest != 0; rest &= rest - 1) {
            int word = (group << 6) + Long.numberOfTrailingZeros(rest);
            RowBits.put(page + SUMMARY_BYTES, word, RowBits.get(words, word));
        }
        RowBits.putSummary(
                page,
                group,
                RowBits.any(page, group) & ~replaced | any & replaced,
                RowBits.full(page, group) & ~replaced | full & replaced);
        if ((any & replaced) != 0) {
            blocks[block >>> 6] |= 1L << block;
        }
    }

    /** Replaces some of 64 words of a block that has a page by those of another set. */
    public void replace(int block, int group, long replaced, RowSet by) {
        long words = block < by.pages.length ? by.pages[block] + SUMMARY_BYTES : 0;
        replace(block, group, replaced, by.any(block, group), by.full(block, group), words);
    }

    /** Lets rows follow those that have moved; see {@link basalt.storage.Rows.RowFollower#moved}. */
    void move(int[] from, int[] to, int alive, int count) {
        if (moved.length < count) {
            moved = new boolean[from.length];
        }
        for (int i = 0; i < count; i++) {
            moved[i] = i < alive && (word(from[i] >>> ROW_BITS, (from[i] & ROW_MASK) >>> 6) >>> from[i] & 1) != 0;
        }
        for (int i = 0; i < count; i++) {
            if (moved[i]) {
                add(to[i] >>> ROW_BITS, (to[i] & ROW_MASK) >>> 6, 1L << to[i]);
            } else {
                remove(to[i] >>> ROW_BITS, (to[i] & ROW_MASK) >>> 6, 1L << to[i]);
            }
        }
    }

    public boolean isEmpty() {
        for (long word : blocks) {
            if (word != 0) {
                return false;
            }
        }
        return true;
    }

    /** Removes all rows. Pages are kept for later rows. */
    public void clear() {
        for (int i = 0; i < blocks.length; i++) {
            for (long rest = blocks[i]; rest != 0; rest &= rest - 1) {
                int block = (i << 6) + Long.numberOfTrailingZeros(rest);
                if (pages[block] == fullPage) {
                    pages[block] = 0;
                } else {
                    RowBits.clearSummary(pages[block]);
                }
            }
            blocks[i] = 0;
        }
    }

    public long blocks(int word) {
        return word < blocks.length ? blocks[word] : 0;
    }

    /** The words of a block that have a row in the set, 64 words at once. */
    public long any(int block, int group) {
        return block < pages.length && pages[block] != 0 ? RowBits.any(pages[block], group) : 0;
    }

    /** The words of a block whose rows are all in the set, 64 words at once. */
    public long full(int block, int group) {
        return block < pages.length && pages[block] != 0 ? RowBits.full(pages[block], group) : 0;
    }

    public long word(int block, int word) {
        long page = block < pages.length ? pages[block] : 0;
        if (page == 0) {
            return 0;
        }
        boolean isFull = (RowBits.full(page, word >>> 6) >>> word & 1) != 0;
        return isFull ? -1L : RowBits.word(page, page + SUMMARY_BYTES, word);
    }

    /** The first word of a block with a row in the set at or after a word. */
    public int nextWord(int block, int word) {
        return block < pages.length && pages[block] != 0 ? RowBits.nextAny(pages[block], word) : WORDS;
    }

    /** The first word of so many blocks with a row, from one on, as its number in the world; negative for none. */
    public int nextWordOfWorld(int from, int count) {
        int word = from % WORDS;
        for (int block = from / WORDS; block < Math.min(count, pages.length); block++) {
            long rest = blocks(block >>> 6) >>> block;
            int next = (rest & 1) != 0 ? nextWord(block, word) : WORDS;
            if (next < WORDS) {
                return block * WORDS + next;
            }
            block += rest == 0 ? ~block & 63 : 0;
            word = 0;
        }
        return -1;
    }

    public long reservedBytes() {
        return reservedBytes;
    }

    /** Each word of so many blocks with a row: its number in the world, and its rows. */
    public long[] words(int count) {
        LongArrayList words = new LongArrayList();
        for (int block = 0; block < Math.min(count, pages.length); block++) {
            for (int word = nextWord(block, 0); word < WORDS; word = nextWord(block, word + 1)) {
                words.addLong((long) block * WORDS + word);
                words.addLong(word(block, word));
            }
        }
        return words.toLongArray();
    }

    void addAll(long[] words) {
        for (int i = 0; i < words.length; i += 2) {
            int block = (int) (words[i] / WORDS);
            requirePage(block);
            add(block, (int) (words[i] % WORDS), words[i + 1]);
        }
    }

    /**
     * Writes the rows.
     *
     * <pre>
     *   bytes of the rest | blocks, ascending, then -1 | for each block: its summary, the words that are not full
     * </pre>
     */
    void save(StateBuffer to) {
        long start = to.end();
        to.putLong(0);
        for (int i = 0; i < blocks.length; i++) {
            for (long rest = blocks[i]; rest != 0; rest &= rest - 1) {
                to.putLong((i << 6) + Long.numberOfTrailingZeros(rest));
            }
        }
        to.putLong(-1);
        for (int i = 0; i < blocks.length; i++) {
            for (long rest = blocks[i]; rest != 0; rest &= rest - 1) {
                save(to, pages[(i << 6) + Long.numberOfTrailingZeros(rest)]);
            }
        }
        to.setLong(start, to.end() - start - Long.BYTES);
    }

    private static void save(StateBuffer to, long page) {
        to.putBytes(page, SUMMARY_BYTES);
        for (int group = 0; group < SUMMARY_WORDS; group++) {
            for (long rest = partial(page, group); rest != 0; rest &= rest - 1) {
                to.putLong(RowBits.get(page + SUMMARY_BYTES, (group << 6) + Long.numberOfTrailingZeros(rest)));
            }
        }
    }

    private static long partial(long page, int group) {
        return RowBits.any(page, group) & ~RowBits.full(page, group);
    }

    /** Allocates the pages of the rows that were written by {@link #save}, after the number of bytes. */
    void prepare(StateBuffer from) {
        for (long block = from.getLong(); block >= 0; block = from.getLong()) {
            requirePage((int) block);
        }
    }

    public void requirePage(int block) {
        cover(block + 1);
        if (pages[block] == 0 || pages[block] == fullPage) {
            long page = MemorySource.allocateFrom(source, PAGE_BYTES, PAGE_ALIGNMENT);
            for (int group = 0; group < SUMMARY_WORDS; group++) {
                long all = pages[block] == fullPage ? -1L : 0;
                RowBits.putSummary(page, group, all, all);
            }
            pages[block] = page;
            reservedBytes += PAGE_BYTES;
        }
    }

    /** Replaces the rows by those that were written by {@link #save}, after {@link #prepare}. */
    void restore(StateBuffer from) {
        clear();
        for (long block = from.getLong(); block >= 0; block = from.getLong()) {
            blocks[(int) block >>> 6] |= 1L << block;
        }
        for (int i = 0; i < blocks.length; i++) {
            for (long rest = blocks[i]; rest != 0; rest &= rest - 1) {
                restore(from, pages[(i << 6) + Long.numberOfTrailingZeros(rest)]);
            }
        }
    }

    private static void restore(StateBuffer from, long page) {
        from.getBytes(page, SUMMARY_BYTES);
        for (int group = 0; group < SUMMARY_WORDS; group++) {
            for (long rest = partial(page, group); rest != 0; rest &= rest - 1) {
                RowBits.put(page + SUMMARY_BYTES, (group << 6) + Long.numberOfTrailingZeros(rest), from.getLong());
            }
        }
    }

    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        long[] given = pages;
        pages = NONE;
        blocks = NONE;
        reservedBytes = 0;
        List<AutoCloseable> all = new ArrayList<>();
        for (long page : given) {
            if (page != 0 && page != fullPage) {
                all.add(() -> source.free(page, PAGE_BYTES));
            }
        }
        all.add(() -> source.free(fullPage, SUMMARY_BYTES));
        CloseHelper.closeAll(all);
    }

    private long page(int block) {
        long page = block < pages.length ? pages[block] : 0;
        return page != 0 ? page : firstPage(block);
    }

    private long firstPage(int block) {
        if (block >= pages.length) {
            throw new IndexOutOfBoundsException("block " + block + " is not covered: covered=" + pages.length);
        }
        try {
            pages[block] = MemorySource.allocateFrom(source, PAGE_BYTES, PAGE_ALIGNMENT);
            RowBits.clearSummary(pages[block]);
            reservedBytes += PAGE_BYTES;
        } catch (NativeMemoryException e) { // all rows of the block count as added
            blocks[block >>> 6] |= 1L << block;
            pages[block] = fullPage;
        }
        return pages[block];
    }
}
