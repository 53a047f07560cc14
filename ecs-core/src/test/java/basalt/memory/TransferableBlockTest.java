package basalt.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocks and their transfer to other threads. */
class TransferableBlockTest {
    private final CountingMemory memory = new CountingMemory(MemorySource.direct());
    private final FailingMemory failing = new FailingMemory(memory);

    @AfterEach
    void checkThatNothingIsLeft() {
        assertEquals(0, memory.outstanding());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 64, 4096})
    void shouldHoldWhatIsWritten(int alignment) {
        try (TransferableBlock block = TransferableBlock.allocate(memory, 100, alignment)) {
            Slice slice = block.slice();
            slice.putInt(96, 7);
            assertEquals(7, block.slice().getInt(96));
            assertEquals(0, slice.addressUnchecked() % alignment);
            assertEquals(100, block.sizeBytes());
            assertEquals(100, slice.sizeBytes());
            assertThrows(IndexOutOfBoundsException.class, () -> slice.getInt(97));
        }
    }

    @Test
    void shouldRejectInvalidSizes() {
        assertThrows(IllegalArgumentException.class, () -> TransferableBlock.allocate(memory, 0, 8));
        assertThrows(IllegalArgumentException.class, () -> TransferableBlock.tryAllocate(memory, -1, 8));
        assertThrows(IllegalArgumentException.class, () -> TransferableBlock.allocate(memory, 8, 3));
        failing.failNext();
        assertThrows(NativeMemoryException.class, () -> TransferableBlock.allocate(failing, 8, 8));
        failing.failNext();
        assertNull(TransferableBlock.tryAllocate(failing, 8, 8));
    }

    @Test
    void shouldGiveItsMemoryBackOnce() {
        TransferableBlock block = TransferableBlock.allocate(memory, 8, 8);
        Slice slice = block.slice();
        block.close();
        block.close();

        assertFalse(slice.isLive());
        var dead = assertThrows(IllegalStateException.class, () -> slice.getByte(0));
        assertTrue(dead.getMessage().contains("closed"), dead.getMessage());
        assertThrows(IllegalStateException.class, block::slice);
        assertThrows(IllegalStateException.class, block::give);
    }

    @Test
    void shouldRejectUseAfterItWasGivenAway() {
        TransferableBlock block = TransferableBlock.allocate(memory, 8, 8);
        Slice slice = block.slice();
        TransferableBlock.Transfer transfer = block.give();

        var dead = assertThrows(IllegalStateException.class, () -> slice.putByte(0, (byte) 1));
        assertTrue(dead.getMessage().contains("given away"), dead.getMessage());
        assertThrows(IllegalStateException.class, block::slice);
        assertThrows(IllegalStateException.class, block::give);
        block.close(); // does nothing: no longer the owner
        assertEquals(1, memory.outstanding());
        transfer.close();
    }

    @Test
    void shouldBeReceivedOnce() {
        TransferableBlock block = TransferableBlock.allocate(memory, 8, 8);
        block.slice().putLong(0, 42);
        TransferableBlock.Transfer transfer = block.give();
        try (TransferableBlock received = transfer.receive()) {
            assertEquals(42, received.slice().getLong(0));
            var twice = assertThrows(IllegalStateException.class, transfer::receive);
            assertEquals("transfer was received already: a block is received once", twice.getMessage());
            transfer.close();
            assertEquals(1, memory.outstanding());
            assertThrows(IllegalStateException.class, block::slice);
        }
    }

    @Test
    void shouldNotBeReceivedAfterTheTransferWasClosed() {
        TransferableBlock.Transfer transfer =
                TransferableBlock.allocate(memory, 8, 8).give();
        transfer.close();
        transfer.close();

        var closed = assertThrows(IllegalStateException.class, transfer::receive);
        assertEquals("transfer was closed already: a block is received once", closed.getMessage());
    }

    @Test
    void shouldBelongToItsThread() {
        TransferableBlock block = TransferableBlock.allocate(memory, 8, 8);
        List<Runnable> uses = List.of(block::slice, block::give, block::close);
        Elsewhere.run(
                "other",
                () -> uses.forEach(use -> {
                    var e = assertThrows(IllegalStateException.class, use::run);
                    assertTrue(e.getMessage().endsWith("give() it there, and receive() it here"), e.getMessage());
                }));
        block.close();
    }

    /** Blocks go around a ring of threads; each thread increments the values in it. */
    @Test
    void shouldPassContentsFromThreadToThread() throws InterruptedException {
        int stages = 3;
        int blocks = 2000;
        List<BlockingQueue<TransferableBlock.Transfer>> queues = new ArrayList<>();
        for (int i = 0; i <= stages; i++) {
            queues.add(new ArrayBlockingQueue<>(64));
        }
        List<Thread> threads = new ArrayList<>();
        AtomicInteger failures = new AtomicInteger();
        for (int i = 0; i < stages; i++) {
            BlockingQueue<TransferableBlock.Transfer> in = queues.get(i);
            BlockingQueue<TransferableBlock.Transfer> out = queues.get(i + 1);
            Thread thread = new Thread(() -> {
                try {
                    for (int n = 0; n < blocks; n++) {
                        TransferableBlock block = in.take().receive();
                        Slice slice = block.slice();
                        for (long offset = 0; offset < 256; offset += 8) {
                            slice.putLong(offset, slice.getLong(offset) + 1);
                        }
                        out.put(block.give());
                    }
                } catch (InterruptedException | RuntimeException e) {
                    failures.incrementAndGet();
                }
            });
            thread.setDaemon(true);
            threads.add(thread);
        }
        threads.forEach(Thread::start);
        MemorySource source = MemorySource.direct();
        Thread feeder = new Thread(() -> {
            try {
                for (int n = 0; n < blocks; n++) {
                    TransferableBlock block = TransferableBlock.allocate(source, 256, 64);
                    for (long offset = 0; offset < 256; offset += 8) {
                        block.slice().putLong(offset, n);
                    }
                    queues.get(0).put(block.give());
                }
            } catch (InterruptedException | RuntimeException e) {
                failures.incrementAndGet();
            }
        });
        feeder.start();
        for (int n = 0; n < blocks; n++) {
            try (TransferableBlock block = queues.get(stages).take().receive()) {
                for (long offset = 0; offset < 256; offset += 8) {
                    assertEquals(n + stages, block.slice().getLong(offset));
                }
            }
        }
        feeder.join();
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(0, failures.get());
    }

    /** Two threads try to receive each block and a third closes it: exactly one of them succeeds. */
    @Test
    void shouldBelongToOneOfSeveralCompetingThreads() {
        for (int round = 0; round < 300; round++) {
            TransferableBlock.Transfer transfer =
                    TransferableBlock.allocate(MemorySource.direct(), 64, 8).give();
            AtomicInteger received = new AtomicInteger();
            Runnable receiver = () -> {
                try (TransferableBlock block = transfer.receive()) {
                    assertEquals(64, block.sizeBytes());
                    received.incrementAndGet();
                } catch (IllegalStateException e) {
                    // another thread was faster
                }
            };
            Elsewhere.together(receiver, receiver, transfer::close);
            assertTrue(received.get() <= 1, () -> "received by " + received);
            String state = transfer.toString();
            assertTrue(state.contains(received.get() == 1 ? "received" : "closed"), state);
        }
    }
}
