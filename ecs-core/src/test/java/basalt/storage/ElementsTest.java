package basalt.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.ListColumn;
import basalt.memory.FailingMemory;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Test;

class ElementsTest {
    private static final int PAGE_INTS = 1 << 12;

    /** Memory that is never touched: that of large lists without elements. */
    private static final class Untouched implements MemorySource {
        private long bytes;

        @Override
        public long allocate(long more, int alignment) {
            bytes += more;
            return 1L << 20;
        }

        @Override
        public void free(long address, long less) {
            bytes -= less;
        }

        @Override
        public long allocatedBytes() {
            return bytes;
        }
    }

    private static List<Long> allocate(ElementPages pages, int ints, int lists) {
        List<Long> units = new ArrayList<>();
        for (int i = 0; i < lists; i++) {
            units.add(pages.allocate(ElementPages.classFor((long) ints << 2)));
        }
        return units;
    }

    @Test
    void shouldHaveNoMorePagesThanUnitsCanName() {
        try (ElementPages pages = new ElementPages(new Untouched())) {
            allocate(pages, ListColumn.MAX_LENGTH, 127);
            assertEquals(127L << 29, pages.reservedBytes());
            NativeMemoryException e =
                    assertThrows(NativeMemoryException.class, () -> allocate(pages, ListColumn.MAX_LENGTH, 1));
            assertTrue(e.getMessage().contains("64 GiB"), e.getMessage());
            assertEquals(127L << 29, pages.reservedBytes());
        }
    }

    @Test
    void shouldNotTakeALargeRegionBackForASmallList() {
        try (ElementPages pages = new ElementPages(new Untouched())) {
            allocate(pages, ListColumn.MAX_LENGTH, 1).forEach(pages::free);
            pages.giveBack();
            assertEquals(0, pages.reservedBytes());
            allocate(pages, PAGE_INTS, 1);
            assertTrue(pages.reservedBytes() <= 1 << 20, () -> pages.reservedBytes() + " bytes");
            allocate(pages, ListColumn.MAX_LENGTH, 1);
            assertTrue(pages.reservedBytes() >= 1 << 29, () -> pages.reservedBytes() + " bytes");
        }
    }

    @Test
    void shouldUseThePagesOfSmallListsForLargeOnes() {
        try (ElementPages pages = new ElementPages(new Untouched())) {
            List<Long> units = allocate(pages, PAGE_INTS, 200);
            long before = pages.reservedBytes();
            units.forEach(pages::free);
            allocate(pages, 64 * PAGE_INTS, 1);
            assertEquals(before, pages.reservedBytes());
        }
    }

    @Test
    void shouldGiveWhatWasReservedInAnyOrder() {
        int[] lengths = {1, 3 * PAGE_INTS, 5, 70, PAGE_INTS, 2, 9 * PAGE_INTS, 1000, 130, PAGE_INTS / 2};
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            FailingMemory memory = new FailingMemory(MemorySource.direct());
            try (Elements elements = new Elements(memory)) {
                List<Long> units = new ArrayList<>();
                for (int i = random.nextInt(300); i > 0; i--) {
                    units.addAll(allocate(elements.pages(), lengths[random.nextInt(lengths.length)], 1));
                }
                Collections.shuffle(units, random);
                units.subList(units.size() / 3, units.size()).forEach(elements.pages()::free);
                List<Integer> wanted = new ArrayList<>();
                for (int i = 1 + random.nextInt(60); i > 0; i--) {
                    wanted.add(lengths[random.nextInt(lengths.length)]);
                    elements.need((long) wanted.get(wanted.size() - 1) << 2, 1);
                }
                elements.reserve();
                long before = memory.allocations();
                wanted.forEach(length -> allocate(elements.pages(), length, 1));
                assertEquals(before, memory.allocations(), "seed " + seed);
            }
        }
    }

    @Test
    void shouldFindElementsWrittenAfterTheirListWasCleared() {
        long at = MemorySource.allocateFrom(MemorySource.direct(), Long.BYTES, Long.BYTES);
        try (Elements elements = new Elements(MemorySource.direct())) {
            UnsafeApi.putLong(null, at, 0);
            elements.add(at, 2, 1);
            long start = elements.start(UnsafeApi.getLong(null, at));
            elements.clear(at);
            UnsafeApi.putInt(null, start, 5);
            IllegalStateException e = assertThrows(IllegalStateException.class, () -> elements.add(at, 2, 1));
            assertTrue(e.getMessage().contains("several threads"), e.getMessage());
            assertEquals(0, UnsafeApi.getLong(null, at));
        } finally {
            MemorySource.direct().free(at, Long.BYTES);
        }
    }

    @Test
    void shouldRefuseAnElementBehindTheLastOne() {
        long at = MemorySource.allocateFrom(MemorySource.direct(), Long.BYTES, Long.BYTES);
        try (Elements elements = new Elements(MemorySource.direct())) {
            UnsafeApi.putLong(null, at, 0);
            elements.add(at, 0, 1);
            long full = UnsafeApi.getLong(null, at) | ListColumn.MAX_LENGTH;
            UnsafeApi.putLong(null, at, full);
            assertThrows(IllegalArgumentException.class, () -> elements.add(at, 0, 1));
            assertEquals(full, UnsafeApi.getLong(null, at));
        } finally {
            MemorySource.direct().free(at, Long.BYTES);
        }
    }
}
