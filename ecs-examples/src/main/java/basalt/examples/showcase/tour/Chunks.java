package basalt.examples.showcase.tour;

import basalt.examples.framework.program.Closing;
import basalt.memory.Slice;
import basalt.memory.TransferableBlock;
import basalt.memory.allocator.StreamingArena;
import basalt.memory.allocator.StreamingState;
import basalt.memory.allocator.StreamingView;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

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
            tiles().close();
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

    /**
     * Loads and unloads chunks for a frame.
     *
     * @throws CompletionException if a chunk could not be loaded; it is no longer pending then
     */
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

    /**
     * Removes all chunks. Waits for pending ones.
     *
     * @throws CompletionException if a pending chunk could not be loaded; thrown after all chunks are removed
     */
    void clear() {
        try {
            Closing.all(loads);
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
        Closing.all(this::clear, loader);
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
        if (distance(chunk) > UNLOAD_RADIUS && arena.state(handles[chunk]) == StreamingState.READY) {
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
        CompletableFuture<ChunkLoader.Loaded> answer = null;
        try {
            answer = loader.tryLoad(terrain, chunk);
        } finally {
            if (answer == null) {
                arena.release(handle);
            }
        }
        if (answer == null) {
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
            makePart(handles[load.chunk], tilesOrForget(load, each).slice(), load.parts++);
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

    /** A failure is reported once; the chunk can be requested again. */
    private TransferableBlock tilesOrForget(Load load, Iterator<Load> each) {
        try {
            return load.tiles();
        } catch (CompletionException e) {
            each.remove();
            arena.release(handles[load.chunk]);
            handles[load.chunk] = 0;
            throw e;
        }
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
}
