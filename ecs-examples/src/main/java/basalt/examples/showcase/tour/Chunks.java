package basalt.examples.showcase.tour;

import basalt.examples.showcase.tour.Level.Terrain;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import basalt.memory.TransferableBlock;
import basalt.memory.allocator.PoolCache;
import basalt.memory.allocator.SharedPool;
import basalt.memory.allocator.StreamingArena;
import basalt.memory.allocator.StreamingView;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.agrona.CloseHelper;

/**
 * The chunks of ground around the camera. A chunk is loaded when it is near, and unloaded when it is far; in between it
 * stays, unless a nearer chunk needs the memory. This hysteresis avoids loading a chunk twice when the camera moves to
 * and fro.
 *
 * <p>A loader reads the tiles in its own thread; this class converts them to pixels, a part in each frame. The
 * conversion begins a fixed number of frames after the request, and waits for the loader if necessary, so each run
 * shows the same pictures.
 */
final class Chunks implements AutoCloseable {
    static final int CELLS_A_SIDE = 16;
    static final int PIXELS = CELLS_A_SIDE * Level.CELL_PIXELS;
    static final int TILES = CELLS_A_SIDE * CELLS_A_SIDE;
    static final int A_SIDE = Level.SIZE / CELLS_A_SIDE;
    static final long BYTES = PIXELS * PIXELS;
    static final int LOAD_RADIUS = 2;
    static final int UNLOAD_RADIUS = 3;

    private static final int LOADING_FRAMES = 2;
    private static final int PARTS = 2;

    /** A pending load. */
    private final class Load implements AutoCloseable {
        final int chunk;
        final int readyFrame;
        final CompletableFuture<ChunkLoader.Loaded> answer;
        TransferableBlock tiles; // set when loaded
        int parts;

        Load(int chunk, int readyFrame, CompletableFuture<ChunkLoader.Loaded> answer) {
            this.chunk = chunk;
            this.readyFrame = readyFrame;
            this.answer = answer;
        }

        /** Waits for the loader if necessary. */
        TransferableBlock tiles() {
            if (tiles == null) {
                ChunkLoader.Loaded arrived = answer.join();
                tiles = arrived.tiles().receive();
                walls += loader.takeWalls(arrived.note());
            }
            return tiles;
        }

        @Override
        public void close() {
            answer.handle((done, failure) -> done).join();
            if (!answer.isCompletedExceptionally()) {
                tiles().close();
            }
        }
    }

    private final StreamingArena arena;
    private final ChunkLoader loader;
    private final Assets assets;
    private final long[] handles = new long[A_SIDE * A_SIDE]; // 0 for chunks that are neither loaded nor pending
    private final ArrayDeque<Load> loads = new ArrayDeque<>();
    private int middle = -1;
    private int loaded;
    private long walls;

    Chunks(StreamingArena arena, ChunkLoader loader, Assets assets) {
        this.arena = arena;
        this.loader = loader;
        this.assets = assets;
        arena.onEvict(this::forget);
    }

    /** Loads and unloads chunks for a frame. */
    void update(Terrain terrain, Camera camera, int frame) {
        if (camera.chunk() != middle) {
            middle = camera.chunk();
            unloadFar();
        }
        loadNear(terrain, frame);
        makePixels(frame);
    }

    /** A view of a chunk's pixels, which are indices of colours; null if they are not loaded. The caller closes it. */
    StreamingView tryAccess(int chunk) {
        return arena.tryAccess(handles[chunk]);
    }

    /** Number of chunks loaded so far. */
    int loaded() {
        return loaded;
    }

    /** Number of walls in the chunks loaded so far. */
    long walls() {
        return walls;
    }

    /** Removes all chunks. Waits for pending ones. */
    void clear() {
        try {
            CloseHelper.closeAll(loads);
        } finally {
            loads.clear();
            for (int chunk = 0; chunk < handles.length; chunk++) {
                arena.tryRelease(handles[chunk]);
                handles[chunk] = 0;
            }
            middle = -1;
        }
    }

    @Override
    public void close() {
        CloseHelper.closeAll(this::clear, loader);
    }

    private void unloadFar() {
        for (int chunk = 0; chunk < handles.length; chunk++) {
            unloadIfFar(chunk);
            if (handles[chunk] != 0) {
                arena.priority(handles[chunk], -distance(chunk));
            }
        }
    }

    /** Skips a pending chunk, which is checked again when it is loaded. */
    private void unloadIfFar(int chunk) {
        if (distance(chunk) > UNLOAD_RADIUS && arena.state(handles[chunk]) == StreamingArena.State.READY) {
            arena.release(handles[chunk]);
            handles[chunk] = 0;
        }
    }

    /** Loads the nearest chunks first, as far as there is memory. */
    private void loadNear(Terrain terrain, int frame) {
        for (int radius = 0; radius <= LOAD_RADIUS; radius++) {
            for (int chunk = 0; chunk < handles.length; chunk++) {
                boolean wanted = handles[chunk] == 0 && distance(chunk) == radius;
                if (wanted && !tryLoad(terrain, chunk, frame)) {
                    return;
                }
            }
        }
    }

    private boolean tryLoad(Terrain terrain, int chunk, int frame) {
        long handle = arena.tryReserve(BYTES, -distance(chunk));
        if (handle == 0) {
            return false;
        }
        CompletableFuture<ChunkLoader.Loaded> answer = loader.tryLoad(terrain, chunk);
        if (answer == null) {
            arena.release(handle);
            return false;
        }
        handles[chunk] = handle;
        loads.add(new Load(chunk, frame + LOADING_FRAMES, answer));
        return true;
    }

    private void makePixels(int frame) {
        for (Iterator<Load> each = loads.iterator(); each.hasNext(); ) {
            Load load = each.next();
            if (load.readyFrame > frame) {
                return;
            }
            makePart(handles[load.chunk], load.tiles().slice(), load.parts++);
            if (load.parts == PARTS) {
                arena.ready(handles[load.chunk]);
                load.tiles.close();
                loaded++;
                each.remove();
                unloadIfFar(load.chunk);
            }
        }
    }

    private void makePart(long handle, Slice tiles, int part) {
        Slice pixels = arena.part(handle, part * BYTES / PARTS, BYTES / PARTS);
        int top = part * PIXELS / PARTS;
        for (int y = 0; y < PIXELS / PARTS; y++) {
            for (int x = 0; x < PIXELS; x++) {
                int row = (top + y) / Level.CELL_PIXELS;
                int kind = tiles.getByte(row * CELLS_A_SIDE + x / Level.CELL_PIXELS);
                byte pixel = assets.tile(kind, x % Level.CELL_PIXELS, y % Level.CELL_PIXELS);
                pixels.putByte(y * PIXELS + x, pixel);
            }
        }
        arena.loaded(handle, pixels.sizeBytes());
    }

    private void forget(long evicted) {
        for (int chunk = 0; chunk < handles.length; chunk++) {
            if (handles[chunk] == evicted) {
                handles[chunk] = 0;
            }
        }
    }

    /** The Chebyshev distance to the centre, in chunks. */
    private int distance(int chunk) {
        int across = Math.abs(chunk % A_SIDE - middle % A_SIDE);
        int down = Math.abs(chunk / A_SIDE - middle / A_SIDE);
        return Math.max(across, down);
    }

    /**
     * Loads chunks in its own thread. The caller transfers an empty block to the loader's thread, which transfers it
     * back filled; at any time the block has at most one owner thread. The budget of the blocks limits the number of
     * concurrent loads.
     *
     * <p>Each result includes a note in a small block of a shared pool: one thread allocates it, the other frees it,
     * each through its own cache.
     */
    static final class ChunkLoader implements AutoCloseable {
        /** Size of a note, which holds the number of walls in the chunk. */
        static final int NOTE_BYTES = Integer.BYTES;

        private final MemorySource memory;
        private final SharedPool notes;
        private final PoolCache notesOfOwner;
        private PoolCache notesOfLoader; // used by its thread only
        private final ExecutorService thread =
                Executors.newSingleThreadExecutor(task -> new Thread(task, "chunk loader"));

        ChunkLoader(MemorySource memory, SharedPool notes) {
            this.memory = memory;
            this.notes = notes;
            notesOfOwner = notes.cache();
        }

        /**
         * A loaded chunk.
         *
         * @param tiles the tiles, to be received by the caller's thread
         * @param note handle for {@link #takeWalls}
         */
        record Loaded(TransferableBlock.Transfer tiles, long note) {}

        /**
         * Starts to load the tiles of a chunk; null if there is no memory for it now. The receiver closes the block.
         */
        CompletableFuture<Loaded> tryLoad(Terrain terrain, int chunk) {
            TransferableBlock block = TransferableBlock.tryAllocate(memory, Chunks.TILES, 64);
            if (block == null) {
                return null;
            }
            TransferableBlock.Transfer empty = block.give();
            return CompletableFuture.supplyAsync(() -> fill(empty, terrain, chunk), thread);
        }

        /** Returns the number of walls in a note, and frees the note. */
        int takeWalls(long note) {
            int walls = notesOfOwner.slice(note).getInt(0);
            notesOfOwner.free(note);
            return walls;
        }

        private Loaded fill(TransferableBlock.Transfer empty, Terrain terrain, int chunk) {
            int walls = 0;
            try (TransferableBlock block = empty.receive()) { // close does nothing after the block has been transferred
                for (int tile = 0; tile < Chunks.TILES; tile++) {
                    int x = chunk % Chunks.A_SIDE * Chunks.CELLS_A_SIDE + tile % Chunks.CELLS_A_SIDE;
                    int y = chunk / Chunks.A_SIDE * Chunks.CELLS_A_SIDE + tile / Chunks.CELLS_A_SIDE;
                    int kind = terrain.kind(x, y);
                    walls += kind == Terrain.WALL ? 1 : 0;
                    block.slice().putByte(tile, (byte) kind);
                }
                long note = note(walls);
                return new Loaded(block.give(), note);
            }
        }

        private long note(int walls) {
            if (notesOfLoader == null) {
                notesOfLoader = notes.cache();
            }
            long note = notesOfLoader.allocate();
            notesOfLoader.slice(note).putInt(0, walls);
            return note;
        }

        /** Ends the thread after all queued loads. Does not free loaded tiles. */
        @Override
        public void close() {
            CompletableFuture<Void> last = CompletableFuture.runAsync(() -> CloseHelper.close(notesOfLoader), thread);
            thread.shutdown();
            try (notesOfOwner) {
                last.join();
            }
        }
    }
}
