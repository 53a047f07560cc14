package basalt.storage;

import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.BitSet;
import org.agrona.UnsafeApi;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.LongArrayList;

/**
 * The memory of {@link Elements}, in units of 16 bytes, of which each has a number:
 *
 * <pre>
 *   unit >>> 10, the page     unit & 1023, in the page     a page has 16 KiB
 * </pre>
 *
 * <p>Size class {@code c} has {@code 1 << c} units. Up to class 9 they are one of the equal slots of a page; larger
 * classes have {@code 1 << c - 10} pages side by side. Free slots are linked in their page. Pages are in regions of
 * memory, which are given back by {@link #giveBack} only, so that the address of a page does not change else. Their
 * pages keep their numbers, of which there are 2^22.
 *
 * <p>While it is {@linkplain #share shared}, several threads may take and give back memory, with a lock. Where it lies
 * then depends on the threads, so nothing else may depend on it.
 *
 * <p>SAFETY: a unit is only in the bytes of a list that owns it; a link that does not lead to a slot of
 * its page is found.
 */
public final class ElementPages implements AutoCloseable {
    static final int UNIT_SHIFT = 4;
    static final int CLASSES = 28;

    private static final int PAGE_BYTES = 1 << 14;

    /** Bytes of the image of a page: its own, and a long. */
    public static final int IMAGE_BYTES = PAGE_BYTES + Long.BYTES;

    private static final int PAGE_SHIFT = 10;
    private static final int UNITS = 1 << PAGE_SHIFT;
    private static final int MAX_PAGES = 1 << Integer.SIZE - PAGE_SHIFT;

    /** Instead of a size class: of a page that is free, and of one of several behind the first of them. */
    private static final int FREE = 30;

    private static final int BEHIND = 31;

    /** In each link of a free slot, so that other values are not taken for one. */
    private static final long LINK = 0x5BA5_A175_0F9E_0000L;

    private static final int LEAST_REGION_PAGES = 4;
    private static final int MOST_REGION_PAGES = 64;
    private static final int MARKS_SHIFT = 10;

    private final MemorySource source;

    /** The address of each page. The first page does not exist, so that no list has unit 0. */
    private long[] addresses = new long[LEAST_REGION_PAGES];

    /** The size class of each page. */
    private byte[] classes = {BEHIND, 0, 0, 0};

    /** Of each page with slots, how many are used. */
    private short[] used = new short[LEAST_REGION_PAGES];

    /** Of each page with slots, the first free one: its unit in the page, plus 1; 0 if there is none. */
    private short[] firstFree = new short[LEAST_REGION_PAGES];

    /**
     * Of each page, the {@link #version} in which it was written last. In arrays that are never replaced, because
     * several threads write them.
     */
    private long[][] marks = {};

    private int pages = 1;

    /** By size class: the pages with a free slot, none of which is below the first; and the number of their slots. */
    private final BitSet[] roomy = new BitSet[PAGE_SHIFT];

    private final int[] firstRoomy = new int[PAGE_SHIFT];
    private final int[] freeSlots = new int[PAGE_SHIFT];

    /** For a compaction, by size class: the last page that it keeps; and what is kept while that is found. */
    private final int[] lastKept = new int[PAGE_SHIFT];

    private final long[] slotsToKeep = new long[PAGE_SHIFT];

    /** The first pages of runs of free ones, by the binary logarithm of their number. */
    private final IntArrayList[] freeRuns = new IntArrayList[CLASSES - PAGE_SHIFT];

    /** The address of each region; 0 if it was given back. Its pages keep their numbers. */
    private final LongArrayList regions = new LongArrayList();

    private final IntArrayList regionPages = new IntArrayList();

    private boolean isShared;
    private long version = 1;
    private long reservedBytes;

    ElementPages(MemorySource source) {
        this.source = source;
        Arrays.setAll(roomy, i -> new BitSet());
        Arrays.setAll(freeRuns, i -> new IntArrayList());
    }

    /** The smallest size class for a number of bytes. */
    static int classFor(long bytes) {
        return bytes <= 1 << UNIT_SHIFT ? 0 : Long.SIZE - UNIT_SHIFT - Long.numberOfLeadingZeros(bytes - 1);
    }

    long address(long unit) {
        return addresses[(int) (unit >>> PAGE_SHIFT)] + ((unit & UNITS - 1) << UNIT_SHIFT);
    }

    /** Marks the pages of some bytes of a unit, or of those behind it, as written. */
    void mark(long unit, long from, long bytes) {
        long inPage = ((unit & UNITS - 1) << UNIT_SHIFT) + from;
        int first = (int) (unit >>> PAGE_SHIFT);
        int end = first + (int) (inPage + bytes - 1 >>> UNIT_SHIFT + PAGE_SHIFT);
        for (int page = first + (int) (inPage >>> UNIT_SHIFT + PAGE_SHIFT); page <= end; page++) {
            mark(page);
        }
    }

    /** Marks the page of a byte as written. */
    void mark(long unit, long at) {
        long inPage = ((unit & UNITS - 1) << UNIT_SHIFT) + at;
        mark((int) ((unit >>> PAGE_SHIFT) + (inPage >>> UNIT_SHIFT + PAGE_SHIFT)));
    }

    private void mark(int page) {
        long[] some = marks[page >>> MARKS_SHIFT];
        int at = page & (1 << MARKS_SHIFT) - 1;
        if (some[at] != version) { // several threads share the cache line
            some[at] = version;
        }
    }

    /** Sets whether several threads may change lists. */
    public void share(boolean on) {
        isShared = on;
    }

    /** Takes the memory of a size class. If there is none, nothing has changed. */
    long allocate(int sizeClass) {
        if (!isShared) {
            return allocateAlone(sizeClass);
        }
        synchronized (this) {
            return allocateAlone(sizeClass);
        }
    }

    void free(long unit) {
        if (!isShared) {
            freeAlone(unit);
            return;
        }
        synchronized (this) {
            freeAlone(unit);
        }
    }

    private long allocateAlone(int sizeClass) {
        if (sizeClass >= PAGE_SHIFT) {
            return (long) takePages(sizeClass - PAGE_SHIFT, sizeClass) << PAGE_SHIFT;
        }
        int page = roomy[sizeClass].nextSetBit(firstRoomy[sizeClass]);
        if (page < 0) {
            page = addSlots(sizeClass);
        }
        firstRoomy[sizeClass] = page;
        long unit = (long) page << PAGE_SHIFT | firstFree[page] - 1;
        long next = UnsafeApi.getLong(null, address(unit)) ^ LINK;
        if (next < 0 || next > UNITS || next > 0 && (next - 1 & (1 << sizeClass) - 1) != 0) {
            throw new IllegalStateException("elements were written after their list was cleared or had grown:"
                    + " several threads have changed one list at a time");
        }
        freeSlots[sizeClass]--;
        firstFree[page] = (short) next;
        used[page]++;
        mark(page);
        if (firstFree[page] == 0) {
            roomy[sizeClass].clear(page);
        }
        return unit;
    }

    /** Divides a page into free slots. */
    private int addSlots(int sizeClass) {
        int page = takePages(0, sizeClass);
        int next = 0;
        for (int unit = UNITS - (1 << sizeClass); unit >= 0; unit -= 1 << sizeClass) {
            UnsafeApi.putLong(null, addresses[page] + ((long) unit << UNIT_SHIFT), next ^ LINK);
            next = unit + 1;
        }
        firstFree[page] = (short) next;
        used[page] = 0;
        roomy[sizeClass].set(page);
        freeSlots[sizeClass] += UNITS >>> sizeClass;
        return page;
    }

    private void freeAlone(long unit) {
        int page = (int) (unit >>> PAGE_SHIFT);
        int sizeClass = classes[page];
        if (sizeClass >= PAGE_SHIFT) {
            freePages(page, sizeClass - PAGE_SHIFT);
            return;
        }
        boolean wasFull = firstFree[page] == 0;
        UnsafeApi.putLong(null, address(unit), firstFree[page] ^ LINK);
        firstFree[page] = (short) ((unit & UNITS - 1) + 1);
        used[page]--;
        freeSlots[sizeClass]++;
        mark(page);
        int slots = UNITS >>> sizeClass;
        if (used[page] == 0 && freeSlots[sizeClass] > slots) { // else this might be done again and again
            freeSlots(page, sizeClass);
        } else if (wasFull) {
            roomy[sizeClass].set(page);
            firstRoomy[sizeClass] = Math.min(firstRoomy[sizeClass], page);
        }
    }

    private void freeSlots(int page, int sizeClass) {
        roomy[sizeClass].clear(page);
        freeSlots[sizeClass] -= UNITS >>> sizeClass;
        freePages(page, 0);
    }

    /** Takes pages that are side by side: two to the power of an order. Returns the first. */
    private int takePages(int order, int sizeClass) {
        int from = firstRun(order);
        if (from == freeRuns.length && freePages() >= 1 << order) {
            restored(); // which joins the runs
            from = firstRun(order);
        }
        if (from == freeRuns.length) {
            from = addRegion(order);
        }
        int page = freeRuns[from].popInt();
        while (from > order) {
            from--;
            freeRuns[from].addInt(page + (1 << from));
        }
        for (int i = 0; i < 1 << order; i++) {
            classes[page + i] = (byte) (i == 0 ? sizeClass : BEHIND);
            mark(page + i);
        }
        return page;
    }

    private int firstRun(int order) {
        int from = order;
        while (from < freeRuns.length && freeRuns[from].isEmpty()) {
            from++;
        }
        return from;
    }

    private int freePages() {
        int count = 0;
        for (int i = 0; i < freeRuns.length; i++) {
            count += freeRuns[i].size() << i;
        }
        return count;
    }

    private void freePages(int page, int order) {
        for (int i = 0; i < 1 << order; i++) {
            classes[page + i] = FREE;
            mark(page + i);
        }
        freeRuns[order].addInt(page);
    }

    /** Adds a run of free pages, and returns its order. */
    private int addRegion(int order) {
        int usual = Math.min(MOST_REGION_PAGES, Math.max(LEAST_REGION_PAGES, Integer.highestOneBit(pages)));
        int count = Math.max(usual, 1 << order);
        int first = 1;
        int region = 0;
        while (region < regions.size() && !isGivenBack(region, 1 << order, count)) {
            first += regionPages.getInt(region++);
        }
        if (region == regions.size()) {
            if (count > MAX_PAGES - pages) {
                throw new NativeMemoryException(
                        "the lists of a world have at most 64 GiB", (long) count * PAGE_BYTES, reservedBytes);
            }
            cover(pages + count);
            Arrays.fill(classes, pages, pages + count, (byte) FREE);
            regions.addLong(0);
            regionPages.addInt(count);
            pages += count;
        }
        takeRegion(region, first);
        int run = Integer.numberOfTrailingZeros(regionPages.getInt(region));
        freeRuns[run].addInt(first);
        return run;
    }

    /** Whether a region was given back that has a number of pages. */
    private boolean isGivenBack(int region, int least, int most) {
        int count = regionPages.getInt(region);
        return regions.getLong(region) == 0 && count >= least && count <= most;
    }

    /** Takes the memory of a region. If there is none, nothing has changed. */
    private void takeRegion(int region, int first) {
        int count = regionPages.getInt(region);
        long memory = MemorySource.allocateFrom(source, (long) count * PAGE_BYTES, Long.SIZE);
        regions.setLong(region, memory);
        reservedBytes += (long) count * PAGE_BYTES;
        for (int i = 0; i < count; i++) {
            addresses[first + i] = memory + (long) i * PAGE_BYTES;
        }
    }

    private void cover(int count) {
        if (count > addresses.length) {
            int length = Math.max(count, 2 * addresses.length);
            classes = Arrays.copyOf(classes, length);
            used = Arrays.copyOf(used, length);
            firstFree = Arrays.copyOf(firstFree, length);
            long[] longer = Arrays.copyOf(addresses, length);
            VarHandle.releaseFence(); // other threads that read an element see all addresses
            addresses = longer;
        }
        int most = (count >>> MARKS_SHIFT) + 1;
        if (most > marks.length) {
            long[][] longer = Arrays.copyOf(marks, most);
            for (int i = marks.length; i < most; i++) {
                longer[i] = new long[1 << MARKS_SHIFT];
            }
            VarHandle.releaseFence();
            marks = longer;
        }
    }

    // ---- compaction

    /**
     * Frees the pages without lists that were kept because no other one had a free slot, and finds the pages that are
     * enough for the lists of each size class: the lowest ones, so that regions become free.
     */
    void beginCompaction() {
        Arrays.fill(slotsToKeep, 0);
        Arrays.fill(lastKept, 0);
        for (int page = 1; page < pages; page++) {
            int sizeClass = classes[page];
            if (sizeClass < PAGE_SHIFT && used[page] == 0) {
                freeSlots(page, sizeClass);
            } else if (sizeClass < PAGE_SHIFT) {
                slotsToKeep[sizeClass] += used[page];
            }
        }
        for (int page = 1; page < pages; page++) {
            int sizeClass = classes[page];
            if (sizeClass < PAGE_SHIFT && slotsToKeep[sizeClass] > 0) {
                slotsToKeep[sizeClass] -= UNITS >>> sizeClass;
                lastKept[sizeClass] = page;
            }
        }
    }

    /** Whether moving lists to lower pages would make some pages free. */
    boolean isSparse() {
        for (int i = 0; i < PAGE_SHIFT; i++) {
            if (freeSlots[i] > UNITS >>> i) {
                return true;
            }
        }
        return false;
    }

    /** Whether the list at a unit is to move: the pages that a compaction keeps have a free slot for it, then. */
    boolean isAboveKept(long unit, int sizeClass) {
        return sizeClass < PAGE_SHIFT && unit >>> PAGE_SHIFT > lastKept[sizeClass];
    }

    /** Whether {@link #giveBack} would do something. */
    boolean hasFreeRegion() {
        int first = 1;
        for (int region = 0; region < regions.size(); region++) {
            if (isFree(region, first)) {
                return true;
            }
            first += regionPages.getInt(region);
        }
        return false;
    }

    /** Gives the memory of a region back whose pages are all free, if there is one. */
    void giveBack() {
        int first = 1;
        for (int region = 0; region < regions.size(); region++) {
            int count = regionPages.getInt(region);
            if (isFree(region, first)) {
                long memory = regions.getLong(region);
                long bytes = (long) count * PAGE_BYTES;
                regions.setLong(region, 0);
                reservedBytes -= bytes;
                Arrays.fill(addresses, first, first + count, 0);
                removeRuns(first, first + count);
                source.free(memory, bytes); // last, because a source may throw
                return;
            }
            first += count;
        }
    }

    private void removeRuns(int from, int to) {
        for (IntArrayList runs : freeRuns) {
            for (int i = runs.size() - 1; i >= 0; i--) {
                if (runs.getInt(i) >= from && runs.getInt(i) < to) {
                    runs.fastUnorderedRemove(i);
                }
            }
        }
    }

    private boolean isFree(int region, int first) {
        int count = regions.getLong(region) == 0 ? -1 : regionPages.getInt(region);
        int free = 0;
        while (free < count && classes[first + free] == FREE) {
            free++;
        }
        return free == count;
    }

    // ---- images of pages, for snapshots

    /** Takes the memory for a page to be restored. Without it, nothing has changed. */
    public void prepareRestore(int page) {
        int first = 1;
        int region = 0;
        while (addresses[page] == 0) {
            int count = regionPages.getInt(region);
            if (page < first + count) {
                takeRegion(region, first);
            }
            first += count;
            region++;
        }
    }

    /** The number of pages, which are numbered from 1. */
    public int pages() {
        return pages;
    }

    /** Begins a version: pages that are written from now on are written in this one or a later one. */
    public long newVersion() {
        return ++version;
    }

    public boolean hasChanged(int page, long since) {
        return marks[page >>> MARKS_SHIFT][page & (1 << MARKS_SHIFT) - 1] >= since;
    }

    public boolean isFree(int page) {
        return classes[page] == FREE;
    }

    public void copyPage(int page, long image) {
        UnsafeApi.copyMemory(addresses[page], image, PAGE_BYTES);
        long slots = (long) used[page] << Short.SIZE | firstFree[page];
        UnsafeApi.putLong(null, image + PAGE_BYTES, (long) classes[page] << Integer.SIZE | slots);
    }

    /** Makes a page what it was; free for an image of 0. After the last page, {@link #restored} is to be called. */
    public void restorePage(int page, long image) {
        mark(page);
        classes[page] = FREE;
        if (image != 0) {
            UnsafeApi.copyMemory(image, addresses[page], PAGE_BYTES);
            long state = UnsafeApi.getLong(null, image + PAGE_BYTES);
            classes[page] = (byte) (state >>> Integer.SIZE);
            used[page] = (short) (state >>> Short.SIZE);
            firstFree[page] = (short) state;
        }
    }

    /** Finds the free slots and pages. */
    public void restored() {
        for (int i = 0; i < PAGE_SHIFT; i++) {
            roomy[i].clear();
            firstRoomy[i] = 0;
            freeSlots[i] = 0;
        }
        for (IntArrayList runs : freeRuns) {
            runs.clear();
        }
        int first = 1;
        for (int i = 0; i < regionPages.size(); i++) {
            int end = first + regionPages.getInt(i);
            for (int page = first; page < end && regions.getLong(i) != 0; page++) {
                page += findFree(page, first, end);
            }
            first = end;
        }
    }

    /** Adds what is free from a page of a region on; returns the number of pages that were passed, less one. */
    private int findFree(int page, int first, int end) {
        int sizeClass = classes[page];
        if (sizeClass < PAGE_SHIFT) {
            int free = (UNITS >>> sizeClass) - used[page];
            freeSlots[sizeClass] += free;
            roomy[sizeClass].set(page, free > 0);
        }
        int count = 0;
        while (page + count < end && classes[page + count] == FREE) {
            count++;
        }
        if (count == 0) {
            return 0;
        }
        int aligned = page == first ? end - first : Integer.lowestOneBit(page - first);
        int run = Math.min(Integer.highestOneBit(count), aligned);
        freeRuns[Integer.numberOfTrailingZeros(run)].addInt(page);
        return run - 1;
    }

    public long reservedBytes() {
        return reservedBytes;
    }

    @Override
    public void close() {
        for (int i = 0; i < regions.size(); i++) {
            if (regions.getLong(i) != 0) {
                source.free(regions.getLong(i), (long) regionPages.getInt(i) * PAGE_BYTES);
            }
        }
        regions.clear();
        reservedBytes = 0;
    }
}
