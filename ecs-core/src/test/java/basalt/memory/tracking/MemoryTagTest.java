package basalt.memory.tracking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.memory.CountingMemory;
import basalt.memory.MemorySource;
import basalt.memory.MemorySourceContract;
import basalt.memory.NativeMemoryException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** A tag as a source, and its budget. */
class MemoryTagTest {
    private final CountingMemory memory = new CountingMemory(MemorySource.direct());
    private final MemoryTracker tracker = new MemoryTracker(memory);
    private final List<MemoryTracker.Pressure> heard = new ArrayList<>();
    private final MemoryTag tag = tracker.tag("a/b");

    @AfterEach
    void checkThatNothingIsLeft() {
        assertEquals(0, memory.outstanding());
    }

    @Nested
    class Contract extends MemorySourceContract {
        @Override
        protected MemorySource createSource() {
            return new MemoryTracker(MemorySource.direct()).tag("contract");
        }
    }

    @Test
    void shouldGrantAllOfTheBudget() {
        tag.budget(100, 100);
        long address = tag.allocate(100, 8);

        assertThrows(NativeMemoryException.class, () -> tag.allocate(1, 1));
        tag.free(address, 100);
        tag.free(tag.allocate(100, 8), 100);
    }

    @Test
    void shouldDenyBeforeTheMemoryIsTaken() {
        tag.budget(50, 100);
        long taken = memory.allocations();

        var denied = assertThrows(NativeMemoryException.class, () -> tag.allocate(101, 8));

        assertEquals("the budget of tag a/b is 100 bytes: requestedBytes=101, allocatedBytes=0", denied.getMessage());
        assertEquals(taken, memory.allocations());
        assertThrows(NativeMemoryException.class, () -> tag.allocate(Long.MAX_VALUE, 1));
    }

    @Test
    void shouldReportEachCrossingOnce() {
        tracker.onPressure(heard::add);
        tag.budget(100, 1000);
        long first = tag.allocate(100, 8);
        assertEquals(List.of(), heard);
        long second = tag.allocate(1, 8);
        long third = tag.allocate(1, 8);
        assertEquals(List.of(new MemoryTracker.Pressure("a/b", MemoryTracker.Pressure.Kind.SOFT, 1, 100, 100)), heard);
        tag.free(second, 1);
        tag.free(third, 1);
        long fourth = tag.allocate(5, 8);

        assertEquals(2, heard.size());
        assertEquals(2, tracker.snapshot().find("a/b").orElseThrow().softCrossings());
        tag.free(first, 100);
        tag.free(fourth, 5);
    }

    @Test
    void shouldLetTheListenerMakeRoom() {
        long old = tag.allocate(60, 8);
        tracker.onPressure(pressure -> {
            if (tag.allocatedBytes() >= 120) {
                tag.free(old, 60);
            }
        });
        tag.budget(100, 200);
        long address = tag.allocate(60, 8);

        assertEquals(60, tag.allocatedBytes());
        tag.free(address, 60);
    }

    @Test
    void shouldTakeNothingWhenTheListenerThrows() {
        RuntimeException thrown = new RuntimeException("by the listener");
        tracker.onPressure(pressure -> {
            throw thrown;
        });
        tag.budget(10, 20);

        assertSame(thrown, assertThrows(RuntimeException.class, () -> tag.allocate(15, 8)));
        assertSame(thrown, assertThrows(RuntimeException.class, () -> tag.allocate(25, 8)));

        assertEquals(0, tag.allocatedBytes());
        assertEquals(0, memory.outstanding());
    }

    @Test
    void shouldRejectInvalidBudgets() {
        assertThrows(IllegalArgumentException.class, () -> tag.budget(-1, 5));
        var rejection = assertThrows(IllegalArgumentException.class, () -> tag.budget(6, 5));
        assertEquals("a budget needs 0 <= softBytes <= hardBytes: softBytes=6, hardBytes=5", rejection.getMessage());
    }

    @Test
    void shouldKeepAllocationsWhenABudgetIsSetLater() {
        long address = tag.allocate(100, 8);
        tag.budget(10, 20);

        assertThrows(NativeMemoryException.class, () -> tag.allocate(1, 1));
        tag.free(address, 100);
        tag.free(tag.allocate(20, 1), 20);
    }
}
