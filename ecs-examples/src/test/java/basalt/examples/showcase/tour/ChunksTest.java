package basalt.examples.showcase.tour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.showcase.tour.Chunks.ChunkLoader;
import basalt.examples.showcase.tour.Level.Terrain;
import basalt.memory.MemorySource;
import basalt.memory.TransferableBlock;
import basalt.memory.allocator.StreamingView;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ChunksTest {
    private static final int MOST_FRAMES_TO_LOAD_ALL = 20;

    private final GameMemory memory = TestMemory.guarded(MemorySource.direct());
    private final Assets assets = new Assets(memory.resources, 2);
    private final ChunkLoader loader = new ChunkLoader(memory.staging, memory.notes);
    private final Chunks chunks = new Chunks(memory.chunks, loader, assets);
    private final Terrain terrain = new Terrain(7);
    private int frame;

    @AfterEach
    void close() {
        memory.check();
        chunks.close();
        assertEquals(0, memory.chunks.usedBytes());
        assertEquals(0, memory.staging.allocatedBytes());
        memory.close();
    }

    @Test
    void shouldLoadNearChunksOnly() {
        stay(over(4, 3), MOST_FRAMES_TO_LOAD_ALL);
        for (int chunk = 0; chunk < Chunks.A_SIDE * Chunks.A_SIDE; chunk++) {
            boolean near = Math.abs(chunk % Chunks.A_SIDE - 4) <= Chunks.LOAD_RADIUS
                    && Math.abs(chunk / Chunks.A_SIDE - 3) <= Chunks.LOAD_RADIUS;
            assertEquals(near, isThere(chunk), "chunk " + chunk);
        }
        assertEquals(25, chunks.loaded());
        assertEquals(0, memory.notes.liveBlocks());
    }

    @Test
    void shouldCountTheWallsOfLoadedChunks() {
        stay(over(4, 3), MOST_FRAMES_TO_LOAD_ALL);
        int walls = 0;
        int radius = Chunks.LOAD_RADIUS;
        for (int y = (3 - radius) * Chunks.CELLS_A_SIDE; y < (4 + radius) * Chunks.CELLS_A_SIDE; y++) {
            for (int x = (4 - radius) * Chunks.CELLS_A_SIDE; x < (5 + radius) * Chunks.CELLS_A_SIDE; x++) {
                walls += terrain.isWall(x, y) ? 1 : 0;
            }
        }
        assertEquals(walls, chunks.walls());
    }

    @Test
    void shouldShowEachCellInItsPlace() {
        stay(over(4, 3), MOST_FRAMES_TO_LOAD_ALL);
        try (StreamingView view = chunks.tryAccess(3 * Chunks.A_SIDE + 4)) {
            for (int y = 0; y < Chunks.PIXELS; y++) {
                for (int x = 0; x < Chunks.PIXELS; x++) {
                    int kind = terrain.kind(
                            4 * Chunks.CELLS_A_SIDE + x / Level.CELL_PIXELS,
                            3 * Chunks.CELLS_A_SIDE + y / Level.CELL_PIXELS);
                    byte expected = assets.tile(kind, x % Level.CELL_PIXELS, y % Level.CELL_PIXELS);
                    assertEquals(expected, view.slice().getByte(y * Chunks.PIXELS + x), "at " + x + ", " + y);
                }
            }
        }
    }

    @Test
    void shouldNotReloadForACameraThatMovesToAndFro() {
        stay(over(3, 3), MOST_FRAMES_TO_LOAD_ALL);
        stay(over(4, 3), MOST_FRAMES_TO_LOAD_ALL);
        int loaded = chunks.loaded();
        assertEquals(30, loaded);
        for (int i = 0; i < 10; i++) {
            stay(over(3, 3), 5);
            stay(over(4, 3), 5);
        }
        assertEquals(loaded, chunks.loaded());
        assertEquals(0, memory.chunks.snapshot().evictions());
    }

    @Test
    void shouldEvictTheFarthestWhenTheBudgetIsUsedUp() {
        stay(over(3, 3), MOST_FRAMES_TO_LOAD_ALL);
        stay(over(4, 3), MOST_FRAMES_TO_LOAD_ALL); // uses up the budget
        stay(over(4, 4), MOST_FRAMES_TO_LOAD_ALL);
        assertTrue(memory.chunks.snapshot().evictions() > 0);
        assertTrue(isThere(4 * Chunks.A_SIDE + 4));
        assertTrue(isThere(6 * Chunks.A_SIDE + 6));
        assertTrue(memory.chunks.highWaterBytes() <= memory.chunks.budgetBytes());
    }

    @Test
    void shouldUnloadFarChunks() {
        stay(over(1, 1), MOST_FRAMES_TO_LOAD_ALL);
        stay(over(6, 6), MOST_FRAMES_TO_LOAD_ALL);
        assertFalse(isThere(0));
        assertFalse(isThere(2 * Chunks.A_SIDE + 3));
        assertTrue(isThere(3 * Chunks.A_SIDE + 3)); // within the distance at which chunks stay
        assertEquals((16 + 1) * Chunks.BYTES, memory.chunks.usedBytes()); // 4 x 4 at the corner of the map
    }

    @Test
    void shouldUnloadChunksThatAreFarWhenLoaded() {
        stay(over(1, 1), 1);
        stay(over(6, 6), MOST_FRAMES_TO_LOAD_ALL);
        assertFalse(isThere(Chunks.A_SIDE + 1));
        assertTrue(chunks.loaded() > 16, "was loaded: " + chunks.loaded());
        assertEquals(16 * Chunks.BYTES, memory.chunks.usedBytes()); // 4 x 4 at the corner of the map
    }

    @Test
    void shouldHaveAllVisibleChunksAlongTheCameraPath() {
        stay(Camera.at(0), MOST_FRAMES_TO_LOAD_ALL);
        for (int i = 0; i < 800; i++) {
            Camera camera = Camera.at(i);
            stay(camera, 1);
            for (int cell = 0; cell < Level.CELLS; cell++) {
                float x = Level.middleX(cell);
                float y = Level.middleY(cell);
                if (camera.shows(x, y, 0)) {
                    int chunk = (int) y / Chunks.CELLS_A_SIDE * Chunks.A_SIDE + (int) x / Chunks.CELLS_A_SIDE;
                    assertTrue(isThere(chunk), "frame " + i);
                }
            }
        }
    }

    @Test
    void shouldLoadChunksDeterministically() {
        assertEquals(framesOfArrival(), framesOfArrival());
    }

    @Test
    void shouldFreePendingChunks() {
        chunks.update(terrain, over(4, 3), 0);
        assertTrue(memory.staging.allocatedBytes() > 0);
        chunks.clear();
        assertEquals(0, memory.staging.allocatedBytes());
        assertEquals(0, memory.chunks.usedBytes());
    }

    @Test
    void shouldLimitPendingLoadsByMemory() {
        List<TransferableBlock> arrived = new ArrayList<>();
        for (var answer = loader.tryLoad(terrain, 0); answer != null; answer = loader.tryLoad(terrain, 0)) {
            arrived.add(answer.join().tiles().receive());
            loader.takeWalls(answer.join().note());
        }
        assertTrue(arrived.size() > 1);
        arrived.remove(0).close();
        var again = loader.tryLoad(terrain, 1);
        assertNotNull(again);
        again.join().tiles().close();
        loader.takeWalls(again.join().note());
        assertThrows(IllegalStateException.class, () -> again.join().tiles().receive());
        assertThrows(
                IllegalStateException.class, () -> loader.takeWalls(again.join().note()), "was freed");
        arrived.forEach(TransferableBlock::close);
    }

    /** The frame in which each chunk is first available, as the camera moves around. */
    private List<Integer> framesOfArrival() {
        List<Integer> arrivals = new ArrayList<>();
        for (frame = 0; frame < 200; frame++) {
            chunks.update(terrain, Camera.at(frame), frame);
            arrivals.add(chunks.loaded());
        }
        int before = arrivals.get(0);
        chunks.clear();
        return arrivals.stream().map(loaded -> loaded - before).toList();
    }

    private void stay(Camera camera, int frames) {
        for (int i = 0; i < frames; i++) {
            chunks.update(terrain, camera, frame++);
        }
    }

    private boolean isThere(int chunk) {
        try (StreamingView view = chunks.tryAccess(chunk)) {
            return view != null;
        }
    }

    /** A camera in the centre of a chunk. */
    private static Camera over(int across, int down) {
        return new Camera((across + 0.5f) * Chunks.CELLS_A_SIDE, (down + 0.5f) * Chunks.CELLS_A_SIDE, 1, 0);
    }
}
