package basalt.examples.showcase.tour;

import basalt.examples.framework.program.Closing;
import basalt.memory.Slice;
import basalt.memory.allocator.StreamingArena;
import basalt.memory.allocator.StreamingView;
import basalt.memory.frame.FrameArena;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/**
 * Keeps the mips resident that the sizes of the textures on the screen need, within a budget. The coarsest mip of each
 * texture is always resident; finer mips are loaded one by one by jobs, and evicted in this order:
 *
 * <ol>
 *   <li>mips that are not needed now, the finest first;
 *   <li>then the finest needed mips; among equal levels, the mip of the texture that is smallest on the screen.
 * </ol>
 *
 * <p>A mip is loaded only if it fits without evicting mips of equal or higher priority, so two mips never evict each
 * other in turn. The needed level changes only when the size passes a limit by a margin, so a size that varies around a
 * limit does not load a mip repeatedly.
 *
 * <p>A mip becomes ready a fixed number of frames after its request; the streamer waits for it if necessary, so each
 * run shows the same pictures.
 */
final class MipStreamer implements AutoCloseable {
    static final int LOADS_A_FRAME = 4;
    static final int LOADING_FRAMES = 2;

    /** The margin by which a size must pass the limit of a level, as a part of the limit. */
    static final float MARGIN = 1 / 8f;

    private static final int NEEDED = MipChain.LEVELS; // above all priorities of unneeded mips

    /** A pending load. */
    private record Load(int texture, int level, int readyFrame, CompletableFuture<Void> answer)
            implements AutoCloseable {
        /** Waits until the job has stopped writing to the mip. */
        @Override
        public void close() {
            answer.handle((done, failure) -> done).join();
        }
    }

    private final StreamingArena arena;
    private final Jobs jobs;
    private final ArrayDeque<Load> loads = new ArrayDeque<>();
    private MipChain.Painter painter;
    private long[] handles = {}; // per texture and level; 0 if neither resident nor pending
    private int[] wanted = {}; // per texture, the finest needed level
    private float[] pixels = {}; // per texture, its largest size since the last update
    private boolean[] loading = {};
    private StreamingView[] coarsest = {}; // open views, which keep the coarsest mips resident
    private int loaded;
    private int evicted;

    MipStreamer(StreamingArena arena, Jobs jobs) {
        this.arena = arena;
        this.jobs = jobs;
        arena.onEvict(this::forget);
    }

    /**
     * Replaces the textures, and loads the coarsest mip of each.
     *
     * @param count number of textures
     * @param newPainter paints the textures
     */
    void enter(int count, MipChain.Painter newPainter) {
        long leastBytes = count * MipChain.bytes(MipChain.COARSEST);
        if (arena.budgetBytes() < leastBytes) {
            throw new IllegalArgumentException("the coarsest mips of " + count + " textures need " + leastBytes
                    + " bytes: raise the budget of " + arena.budgetBytes() + " bytes");
        }
        close();
        painter = newPainter;
        handles = new long[count * MipChain.LEVELS];
        wanted = new int[count];
        Arrays.fill(wanted, MipChain.COARSEST);
        pixels = new float[count];
        loading = new boolean[count];
        coarsest = new StreamingView[count];
        try {
            loadCoarsest(count);
        } catch (Throwable e) {
            Closing.after(e, this);
            throw e;
        }
    }

    private void loadCoarsest(int count) {
        for (int texture = 0; texture < count; texture++) {
            if (!tryLoad(texture, MipChain.COARSEST, 0)) {
                throw new IllegalStateException("no memory for the coarsest mips of " + count
                        + " textures: give the budgets above this one as much as this one");
            }
        }
        while (!loads.isEmpty()) {
            finish(loads.remove());
        }
        for (int texture = 0; texture < count; texture++) {
            coarsest[texture] = arena.access(handles[at(texture, MipChain.COARSEST)]);
        }
    }

    /** Reports that a texture is visible in this frame, with its size in pixels. The largest size counts. */
    void see(int texture, float size) {
        pixels[texture] = Math.max(pixels[texture], size);
    }

    /** Loads mips for the textures seen since the last update. */
    void update(int frame) {
        while (!loads.isEmpty() && loads.peek().readyFrame <= frame) {
            finish(loads.remove());
        }
        for (int texture = 0; texture < wanted.length; texture++) {
            want(texture, wantedLevel(wanted[texture], pixels[texture]));
            pixels[texture] = 0;
        }
        for (int i = 0; i < LOADS_A_FRAME; i++) {
            int texture = mostUrgent();
            if (texture < 0 || !tryLoad(texture, missing(texture), frame + LOADING_FRAMES)) {
                return;
            }
        }
    }

    /**
     * The level that a size needs: the coarsest one with at least one texel per pixel.
     *
     * @param before the level needed so far, which is kept while the size is within its limits plus a margin
     * @param size size in pixels; 0 if not visible
     */
    static int wantedLevel(int before, float size) {
        int level = before;
        if (size == 0) {
            return MipChain.COARSEST;
        }
        while (level > 0 && size > MipChain.side(level) * (1 + MARGIN)) {
            level--;
        }
        while (level < MipChain.COARSEST && size < MipChain.side(level + 1) * (1 - MARGIN)) {
            level++;
        }
        return level;
    }

    /** A view of the finest resident mip of a texture; {@link #finest} returns its level. The caller closes it. */
    StreamingView access(int texture) {
        return arena.access(handles[at(texture, finest(texture))]);
    }

    /** The finest resident level of a texture. */
    int finest(int texture) {
        int level = 0;
        while (arena.state(handles[at(texture, level)]) != StreamingArena.State.READY) {
            level++;
        }
        return level;
    }

    /** The level that a texture needs. */
    int wanted(int texture) {
        return wanted[texture];
    }

    int textures() {
        return wanted.length;
    }

    /** Number of mips loaded so far. */
    int loaded() {
        return loaded;
    }

    /** Number of mips evicted for others. */
    int evicted() {
        return evicted;
    }

    /** Removes all textures. Waits for pending mips. */
    @Override
    public void close() {
        Closing.all(() -> Closing.all(loads), () -> Closing.all(coarsest), this::forgetAll);
    }

    private void forgetAll() {
        for (long handle : handles) {
            arena.tryRelease(handle);
        }
        loads.clear();
        handles = new long[0];
        wanted = new int[0];
        coarsest = new StreamingView[0];
    }

    private void want(int texture, int level) {
        if (wanted[texture] == level) {
            return;
        }
        wanted[texture] = level;
        for (int i = 0; i < MipChain.COARSEST; i++) {
            long handle = handles[at(texture, i)];
            if (handle != 0) {
                arena.priority(handle, priority(texture, i));
            }
        }
    }

    /** The priority of a mip: the lowest is evicted first. */
    private int priority(int texture, int level) {
        int seen = MipChain.COARSEST - wanted[texture];
        return level < wanted[texture] ? level : NEEDED + level * MipChain.LEVELS + seen;
    }

    /** The texture whose next mip has the highest priority and can be loaded; -1 if there is none. */
    private int mostUrgent() {
        int best = -1;
        for (int texture = 0; texture < wanted.length; texture++) {
            int level = missing(texture);
            if (level < 0 || loading[texture] || !hasRoom(MipChain.bytes(level), priority(texture, level))) {
                continue;
            }
            if (best < 0 || priority(texture, level) > priority(best, missing(best))) {
                best = texture;
            }
        }
        return best;
    }

    /** The coarsest level that a texture needs and lacks; -1 if it has all. */
    private int missing(int texture) {
        int level = MipChain.COARSEST;
        while (level >= wanted[texture] && handles[at(texture, level)] != 0) {
            level--;
        }
        return level < wanted[texture] ? -1 : level;
    }

    /** Whether there is memory, or mips of lower priority can be evicted for it. */
    private boolean hasRoom(long bytes, int priority) {
        long room = arena.budgetBytes() - arena.usedBytes();
        for (int i = 0; i < handles.length && room < bytes; i++) {
            int texture = i / MipChain.LEVELS;
            int level = i % MipChain.LEVELS;
            boolean worthLess = handles[i] != 0 && level < MipChain.COARSEST && priority(texture, level) < priority;
            if (worthLess && arena.state(handles[i]) == StreamingArena.State.READY) {
                room += MipChain.bytes(level);
            }
        }
        return room >= bytes;
    }

    private boolean tryLoad(int texture, int level, int readyFrame) {
        long handle = arena.tryReserve(MipChain.bytes(level), priority(texture, level));
        if (handle == 0) {
            return false;
        }
        handles[at(texture, level)] = handle;
        loading[texture] = true;
        MipChain.Painter by = painter;
        CompletableFuture<Void> answer = jobs.start(scratch -> {
            try {
                MipChain.make(by, texture, level, scratch, arena.part(handle, 0, MipChain.bytes(level)));
                arena.loaded(handle, MipChain.bytes(level));
            } finally {
                arena.handOver(handle); // otherwise it would belong to this thread
            }
        });
        loads.add(new Load(texture, level, readyFrame, answer));
        return true;
    }

    private void finish(Load load) {
        load.answer.join();
        loading[load.texture] = false;
        arena.ready(handles[at(load.texture, load.level)]);
        loaded++;
    }

    private void forget(long handle) {
        for (int i = 0; i < handles.length; i++) {
            if (handles[i] == handle) {
                handles[i] = 0;
                evicted++;
            }
        }
    }

    private static int at(int texture, int level) {
        return texture * MipChain.LEVELS + level;
    }

    /**
     * A texture with mipmap levels: each level has half as many texels per side as the one before, and each of its
     * texels is the mean of four. So distant objects, which are small on the screen, need little memory.
     *
     * <pre>
     *   level     0        1       2       3      4
     *   texels  128²      64²     32²     16²     8²     four bytes each: opacity, red, green, blue
     *   bytes  65,536   16,384   4,096   1,024   256
     * </pre>
     */
    static final class MipChain {
        static final int LEVELS = 5;

        /** The level with the fewest texels. Nothing is drawn so small that it needs fewer. */
        static final int COARSEST = LEVELS - 1;

        private static final int FINEST_SIDE = 128;

        /** Paints the finest level. Thread-safe. */
        @FunctionalInterface
        interface Painter {
            /** Writes all texels of a texture, row by row. */
            void paint(int texture, Slice texels);
        }

        private MipChain() {}

        /** Texels per side of a level. */
        static int side(int level) {
            return FINEST_SIDE >> level;
        }

        /** Memory of a level. */
        static long bytes(int level) {
            return 4L * side(level) * side(level);
        }

        /** Computes a level from the finest one; a game would read it from a file. */
        static void make(Painter painter, int texture, int level, FrameArena scratch, Slice to) {
            Slice texels = level == 0 ? to : scratch.allocate(bytes(0), 64);
            painter.paint(texture, texels);
            for (int i = 1; i <= level; i++) {
                Slice half = i == level ? to : scratch.allocate(bytes(i), 64);
                halve(texels, side(i - 1), half);
                texels = half;
            }
        }

        /** A box filter: each texel becomes the mean of four, with colours weighted by opacity. */
        static void halve(Slice from, int side, Slice to) {
            int half = side / 2;
            for (int y = 0; y < half; y++) {
                for (int x = 0; x < half; x++) {
                    long upper = 4L * (2 * y * side + 2 * x);
                    long lower = upper + 4L * side;
                    int mean = mean(
                            from.getInt(upper), from.getInt(upper + 4), from.getInt(lower), from.getInt(lower + 4));
                    to.putInt(4L * (y * half + x), mean);
                }
            }
        }

        private static int mean(int a, int b, int c, int d) {
            int opacity = (a >>> 24) + (b >>> 24) + (c >>> 24) + (d >>> 24);
            int texel = (opacity + 2) / 4;
            for (int shift = 16; shift >= 0; shift -= 8) {
                int sum = weighed(a, shift) + weighed(b, shift) + weighed(c, shift) + weighed(d, shift);
                texel = texel << 8 | (opacity == 0 ? 0 : (sum + opacity / 2) / opacity);
            }
            return texel;
        }

        private static int weighed(int argb, int shift) {
            return (argb >>> 24) * (argb >> shift & 255);
        }
    }
}
