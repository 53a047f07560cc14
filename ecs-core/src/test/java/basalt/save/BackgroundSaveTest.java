package basalt.save;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.memory.Refusal.assertIllegal;
import static basalt.memory.Refusal.assertThrowsWith;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.Deadline;
import basalt.memory.FailingMemory;
import basalt.memory.ForwardingMemory;
import basalt.memory.NativeMemoryException;
import basalt.query.Query;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.system.Schedule;
import basalt.world.Template;
import basalt.world.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Worlds that are saved by another thread. */
class BackgroundSaveTest {
    private final CountingMemory counting = new CountingMemory(DirtyMemory.atBothEnds(0xFF));
    private final FailingMemory failing = new FailingMemory(counting);
    private final Gate gate = new Gate(failing);
    private final World world = World.builder().memory(gate).build();
    private final Query healthy = world.query().all(Health.TYPE).build();

    /** Kept, because a file says of a template that was collected only that it is gone. */
    private Template many;

    @TempDir
    private Path folder;

    private Path file;

    /** The other thread waits here each time that it frees a chunk that it has written. */
    private static final class Gate extends ForwardingMemory {
        private final Thread owner = Thread.currentThread();
        private final Semaphore passes = new Semaphore(0);
        private final AtomicInteger waiting = new AtomicInteger();
        private final AtomicReference<String> writer = new AtomicReference<>();
        private volatile boolean isOpen = true;
        private volatile RuntimeException failure;

        Gate(FailingMemory memory) {
            super(memory);
        }

        @Override
        public void free(long address, long bytes) {
            super.free(address, bytes);
            if (Thread.currentThread() != owner) {
                writer.set(Thread.currentThread().getName());
                waiting.incrementAndGet();
                if (!isOpen) {
                    passes.acquireUninterruptibly();
                }
                RuntimeException thrown = failure;
                failure = null;
                if (thrown != null) {
                    throw thrown;
                }
            }
        }

        void awaitChunks(int count, BooleanSupplier isDone) {
            Deadline deadline = new Deadline("for the writer to write " + count + " chunks");
            while (waiting.get() < count && !isDone.getAsBoolean()) {
                deadline.pause();
            }
        }

        void open() {
            isOpen = true;
            passes.release(1_000_000);
        }
    }

    @BeforeEach
    void fill() {
        file = folder.resolve("world.basalt");
        many = world.template().with(new Position(1, 2), new Health(3)).build();
        many.spawn(5 * ROWS);
        world.time().advance(1);
    }

    @AfterEach
    void close() throws IOException {
        gate.open();
        world.close();
        Deadline deadline = new Deadline("for all memory to be freed");
        while (counting.outstanding() > 0) {
            deadline.pause();
        }
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(List.of(), left.filter(path -> !path.equals(file)).toList());
        }
    }

    private byte[] savedNow() {
        Path other = folder.resolve("other");
        try {
            world.save(other);
            byte[] bytes = Files.readAllBytes(other);
            Files.delete(other);
            return bytes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldSaveTheWorldAsItWas() throws IOException {
        byte[] expected = savedNow();
        gate.isOpen = false;
        BackgroundSave saving = Saves.saveInBackground(world, file, new SaveOptions());
        for (int tick = 0; tick < 10; tick++) {
            gate.awaitChunks(1, () -> false);
            world.time().advance(1);
            healthy.forEach(row -> row.set(Health.POINTS, row.get(Health.POINTS) + 1));
            healthy.forEach(row -> {
                if (row.index() % 3 == 0) {
                    world.destroy(row.entity());
                }
            });
            world.spawn(new Health(tick));
        }
        assertFalse(saving.isDone());
        assertFalse(Files.exists(file));
        gate.open();
        assertEquals(file, saving.join());
        assertTrue(saving.isDone());
        assertArrayEquals(expected, Files.readAllBytes(file));
        assertEquals("basalt-save-world.basalt", gate.writer.get());
    }

    @Test
    void shouldTellItsProgressAndItsMemory() {
        long before = world.statistics().memory().totalBytes();
        gate.isOpen = false;
        BackgroundSave saving = Saves.saveInBackground(world, file, new SaveOptions());
        long total = saving.totalBytes();
        assertTrue(total > 5L * ROWS * 12);
        gate.awaitChunks(1, () -> false);
        assertEquals(0, saving.writtenBytes(), "the first chunk is being freed");
        long left = world.statistics().memory().saveBytes();
        assertTrue(left > 0 && left < total);
        assertEquals(counting.allocatedBytes(), world.statistics().memory().totalBytes());
        gate.passes.release(1);
        gate.awaitChunks(2, () -> false);
        assertTrue(saving.writtenBytes() > 0 && saving.writtenBytes() < total);
        assertTrue(world.statistics().memory().saveBytes() < left);
        gate.open();
        saving.join();
        assertEquals(total, saving.writtenBytes());
        assertEquals(0, world.statistics().memory().saveBytes());
        assertEquals(before, world.statistics().memory().totalBytes());
        assertEquals(file, saving.file());
    }

    @Test
    void shouldOutliveItsWorld() throws IOException {
        byte[] expected = savedNow();
        gate.isOpen = false;
        BackgroundSave saving = Saves.saveInBackground(world, file, new SaveOptions());
        gate.awaitChunks(1, () -> false);
        world.close();
        assertTrue(counting.outstanding() > 0);
        gate.open();
        saving.join();
        assertArrayEquals(expected, Files.readAllBytes(file));
        assertEquals(0, counting.outstanding());
    }

    @Test
    void shouldBeOneAtATime() {
        gate.isOpen = false;
        BackgroundSave first = Saves.saveInBackground(world, file, new SaveOptions());
        gate.awaitChunks(1, () -> false);
        Path other = folder.resolve("second");
        assertIllegal(
                () -> Saves.saveInBackground(world, other, new SaveOptions()),
                "in the background already",
                file.toString());
        assertIllegal(() -> world.save(file), "join or cancel that first");
        savedNow(); // another file may be saved meanwhile
        gate.open();
        first.join();
        world.save(file);
        Saves.saveInBackground(world, file, new SaveOptions()).join();
    }

    /** Through links too, and for each world; else the older state would replace the newer one. */
    @Test
    void shouldRefuseItsFileUnderEachSpelling(@TempDir Path outside) throws IOException {
        Path link = Files.createSymbolicLink(outside.resolve("link"), folder);
        Path toFile = Files.createSymbolicLink(outside.resolve("toFile"), Path.of("link", "world.basalt"));
        List<Path> spellings = List.of(
                file,
                folder.resolve(".").resolve("world.basalt"),
                Path.of("").toAbsolutePath().relativize(file),
                link.resolve("world.basalt"),
                toFile);
        for (Path path : List.of(file, toFile)) { // the file is new, and is there
            saveAndRefuse(path, spellings);
        }
        Path hardLink = Files.createLink(outside.resolve("hard"), file);
        saveAndRefuse(file, List.of(hardLink));
        Files.delete(toFile);
        Files.delete(link);
    }

    private void saveAndRefuse(Path path, List<Path> spellings) {
        gate.isOpen = false;
        gate.waiting.set(0);
        BackgroundSave saving = Saves.saveInBackground(world, path, new SaveOptions());
        gate.awaitChunks(1, () -> false);
        for (Path spelling : spellings) {
            assertRefused(() -> world.save(spelling));
            try (World other = World.create()) {
                assertRefused(() -> other.save(spelling));
                assertRefused(() -> Saves.saveInBackground(other, spelling, new SaveOptions()));
                try (Schedule schedule = Schedule.builder(other).build();
                        Replay replay = Replay.ofEachSystem(schedule, (to, from, offset, length) -> {})) {
                    assertRefused(() -> replay.save(spelling));
                }
            }
        }
        gate.open();
        saving.join();
        gate.passes.drainPermits();
        world.save(path);
    }

    private void assertRefused(Executable save) {
        assertIllegal(save, "join or cancel that first");
    }

    /** Before each chunk, and after the last one. */
    @Test
    void shouldBeCancelledAtEachPoint() throws IOException {
        Files.writeString(file, "before");
        gate.isOpen = false;
        boolean wasCancelled = true;
        int point = 0;
        while (wasCancelled) {
            gate.waiting.set(0);
            BackgroundSave saving = Saves.saveInBackground(world, file, new SaveOptions());
            for (int chunk = 0; chunk < point && !saving.isDone(); chunk++) {
                gate.awaitChunks(chunk + 1, saving::isDone); // the last one may have been written
                gate.passes.release(1);
            }
            if (saving.writtenBytes() == saving.totalBytes()) {
                gate.isOpen = true;
            }
            wasCancelled = cancel(saving);
            assertTrue(++point < 1000);
        }
        assertTrue(point > 5, "so few chunks: " + point);
        try (World loaded = Saves.load(file, new LoadOptions())) {
            assertEquals(5 * ROWS, loaded.entityCount());
        }
    }

    /** Whether it was cancelled. Else it was late, and the file is there. */
    private boolean cancel(BackgroundSave saving) throws IOException {
        boolean isCancelled = saving.cancel();
        assertEquals(isCancelled, saving.cancel());
        int permits = gate.passes.drainPermits();
        gate.passes.release(1_000_000);
        if (isCancelled) {
            assertThrows(CancellationException.class, saving::join);
            assertEquals("before", Files.readString(file));
            assertTrue(saving.future().isCompletedExceptionally());
        } else {
            saving.join();
            assertFalse(saving.cancel());
        }
        gate.passes.drainPermits();
        assertTrue(permits >= 0);
        assertEquals(0, world.statistics().memory().saveBytes());
        return isCancelled;
    }

    @Test
    void shouldFailWithItsCause() throws IOException {
        BackgroundSave saving =
                Saves.saveInBackground(world, folder.resolve("missing").resolve("world"), new SaveOptions());
        var failed = assertThrowsWith(UncheckedIOException.class, saving::join, "missing");
        assertNotNull(failed.getCause());
        var future =
                assertThrows(CompletionException.class, () -> saving.future().join());
        assertInstanceOf(UncheckedIOException.class, future.getCause());
        assertFalse(saving.cancel());
        assertEquals(0, world.statistics().memory().saveBytes());
        Files.createDirectory(file);
        assertThrows(
                UncheckedIOException.class,
                () -> Saves.saveInBackground(world, file, new SaveOptions()).join());
        Files.delete(file);
        Saves.saveInBackground(world, file, new SaveOptions()).join();
    }

    /** Also in the middle, and all memory is freed. */
    @Test
    void shouldFailInTheMiddle() throws IOException {
        Files.writeString(file, "before");
        gate.isOpen = false;
        BackgroundSave saving = Saves.saveInBackground(world, file, new SaveOptions());
        gate.awaitChunks(3 - 2, () -> false);
        gate.failure = new UnsupportedOperationException("not now");
        gate.open();
        assertThrows(UnsupportedOperationException.class, saving::join);
        assertEquals("before", Files.readString(file));
        assertEquals(0, world.statistics().memory().saveBytes());
    }

    @Test
    void shouldNotBeEndedByItsFuture() {
        gate.isOpen = false;
        BackgroundSave saving = Saves.saveInBackground(world, file, new SaveOptions());
        assertTrue(saving.future().cancel(true));
        assertTrue(saving.future().complete(folder));
        assertFalse(saving.isDone());
        gate.open();
        assertEquals(file, saving.join());
        assertEquals(file, saving.future().join());
    }

    @Test
    void shouldTakeAllMemoryOrNone() {
        for (int nth = 1; ; nth++) {
            long before = counting.allocatedBytes();
            failing.failNth(nth);
            try {
                Saves.saveInBackground(world, file, new SaveOptions()).join();
                failing.failNth(0);
                assertTrue(nth > 5, "so few allocations: " + nth);
                return;
            } catch (NativeMemoryException e) {
                assertEquals(before, counting.allocatedBytes());
                assertEquals(0, world.statistics().memory().saveBytes());
                assertFalse(Files.exists(file));
            }
        }
    }

    @Test
    void shouldRefuseWhatSaveRefuses() {
        assertThrows(IllegalArgumentException.class, () -> Saves.saveInBackground(world, null, new SaveOptions()));
        assertThrows(IllegalArgumentException.class, () -> Saves.saveInBackground(world, file, null));
        healthy.forEach(row -> {
            if (row.index() == 0) {
                assertThrows(IllegalStateException.class, () -> Saves.saveInBackground(world, file, new SaveOptions()));
            }
        });
        world.commands().spawn();
        assertThrows(IllegalStateException.class, () -> Saves.saveInBackground(world, file, new SaveOptions()));
        world.applyCommands();
        Saves.saveInBackground(world, file, new SaveOptions()).join();
        world.close();
        assertThrows(IllegalStateException.class, () -> Saves.saveInBackground(world, file, new SaveOptions()));
    }
}
