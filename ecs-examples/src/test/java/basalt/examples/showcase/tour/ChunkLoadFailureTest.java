package basalt.examples.showcase.tour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.TransferableBlock;
import basalt.memory.allocator.SharedPool;
import basalt.memory.allocator.StreamingArena;
import basalt.memory.tracking.MemoryTag;
import basalt.memory.tracking.MemoryTracker;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loads that fail, and loads that still run at close. A load allocates its note in the loader's thread. */
class ChunkLoadFailureTest {
    private static final int FRAMES_TO_LOAD_ALL = 20;
    private static final Camera CAMERA = new Camera(72, 56, 1, 0);

    private final OwnerWatch owner = new OwnerWatch();
    private final MemoryTag staging =
            new MemoryTracker(MemorySource.direct()).tag("staging").budget(8 * Chunks.TILES, 8 * Chunks.TILES);
    private final GameMemory memory = new GameMemory(true);
    private final StreamingArena arena = memory.chunks;
    private final Assets assets = new Assets(memory.resources, 2);
    private final Terrain terrain = new Terrain(7);
    private SharedPool notes;
    private ChunkLoader loader;
    private Chunks chunks;
    private volatile long bytesWhileRunning;

    @AfterEach
    void close() {
        memory.check();
        chunks.close();
        assertEquals(0, notes.liveBlocks());
        notes.close();
        assertEquals(0, staging.allocatedBytes());
        assertEquals(0, arena.usedBytes());
        memory.close();
    }

    @Test
    void shouldRemoveAllChunksEvenIfALoadFailed() {
        open(ObservedMemory.refusing(1));
        chunks.update(terrain, CAMERA, 0);
        assertTrue(staging.allocatedBytes() >= 7 * Chunks.TILES, "all but the failed one");
        assertRefused(assertThrows(CompletionException.class, chunks::clear));
        assertEquals(0, staging.allocatedBytes());
        assertEquals(0, arena.usedBytes());
        chunks.clear();
        for (int frame = 0; frame < FRAMES_TO_LOAD_ALL; frame++) {
            chunks.update(terrain, CAMERA, frame);
        }
        assertEquals(25, chunks.loaded());
    }

    @Test
    void shouldEndTheLoaderEvenIfALoadFailed() {
        open(ObservedMemory.refusing(1));
        chunks.update(terrain, CAMERA, 0);
        assertRefused(assertThrows(CompletionException.class, chunks::close));
        assertThrows(IllegalStateException.class, () -> loader.tryLoad(terrain, 0));
    }

    @Test
    void shouldReportAFailedChunkOnceAndReloadIt() {
        open(ObservedMemory.refusing(1));
        int failures = 0;
        for (int frame = 0; frame < FRAMES_TO_LOAD_ALL; frame++) {
            try {
                chunks.update(terrain, CAMERA, frame);
            } catch (CompletionException e) {
                assertRefused(e);
                failures++;
            }
        }
        assertEquals(1, failures);
        assertEquals(25, chunks.loaded());
        assertEquals(25 * Chunks.BYTES, arena.usedBytes());
    }

    /** The loader's thread blocks in a load until the owner waits for it, and then checks what is still allocated. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldFreeNothingWhileALoadRuns(boolean close) {
        open(new ObservedMemory(number -> {
            owner.awaitThatTheOwnerWaits();
            bytesWhileRunning = staging.allocatedBytes() + arena.usedBytes();
        }));
        chunks.update(terrain, CAMERA, 0);
        long bytes = staging.allocatedBytes() + arena.usedBytes();
        owner.end();
        if (close) {
            chunks.close();
        } else {
            chunks.clear();
        }
        assertEquals(bytes, bytesWhileRunning);
        assertEquals(0, staging.allocatedBytes() + arena.usedBytes());
    }

    @Test
    void shouldCompleteQueuedLoadsBeforeTheLoaderEnds() {
        open(new ObservedMemory(number -> owner.awaitThatTheOwnerWaits()));
        List<CompletableFuture<ChunkLoader.Loaded>> answers = new ArrayList<>();
        for (int chunk = 0; chunk < 8; chunk++) {
            answers.add(loader.tryLoad(terrain, chunk));
        }
        owner.end();
        loader.close();
        loader.close();
        for (int chunk = 0; chunk < 8; chunk++) {
            assertTrue(answers.get(chunk).isDone());
            try (TransferableBlock tiles = answers.get(chunk).join().tiles().receive()) {
                int left = chunk * Chunks.CELLS_A_SIDE;
                assertEquals(terrain.kind(left + 5, 7), tiles.slice().getByte(7 * Chunks.CELLS_A_SIDE + 5));
            }
        }
        assertEquals(8, notes.liveBlocks(), "no note was read");
        try (var cache = notes.cache()) {
            answers.forEach(answer -> cache.free(answer.join().note()));
        }
    }

    @Test
    void shouldAllocateNothingAfterTheLoaderHasEnded() {
        open(ObservedMemory.refusing(0));
        chunks.close();
        assertThrows(IllegalStateException.class, () -> chunks.update(terrain, CAMERA, 0));
        assertEquals(0, staging.allocatedBytes());
        assertEquals(0, arena.usedBytes());
    }

    private void open(MemorySource source) {
        notes = new SharedPool(source, ChunkLoader.NOTE_BYTES, Integer.BYTES, 1_024);
        loader = new ChunkLoader(staging, notes);
        chunks = new Chunks(arena, loader, assets);
    }

    private static void assertRefused(CompletionException failure) {
        assertEquals(NativeMemoryException.class, failure.getCause().getClass());
        assertEquals(0, failure.getSuppressed().length);
    }
}
