package basalt.examples.showcase.tour;

import basalt.examples.framework.program.Closing;
import basalt.memory.streaming.StreamingArena;
import basalt.memory.streaming.StreamingState;
import basalt.memory.streaming.StreamingView;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Has of each texture the mips that its size on the screen needs, as far as the budget goes. The coarsest is always
 * there; finer ones are loaded one after the other, made by jobs, and go when others need their memory more:
 *
 * <ol>
 *   <li>first those that are not needed now, the finest first;
 *   <li>then the finest of those that are needed, and among equals the one of what is seen smallest.
 * </ol>
 *
 * <p>A mip is loaded only if what it needs can be had from such as are worth less, so that no two of them ever take
 * turns. And what is needed changes only when the size has changed clearly, so that a texture that goes to and fro
 * about a limit loads nothing twice.
 *
 * <p>A mip is ready a fixed number of frames after it was asked for, and is waited for if need be, so that each run
 * shows the same.
 */
final class MipStreamer implements AutoCloseable {
    static final int LOADS_A_FRAME = 4;
    static final int LOADING_FRAMES = 2;

    /** By how much a size must pass the limit of a level, as a part of that limit. */
    static final float MARGIN = 1 / 8f;

    private static final int NEEDED = MipChain.LEVELS; // above all that is not

    /** A mip on its way. */
    private record Load(int texture, int level, int readyFrame, CompletableFuture<Void> answer)
            implements AutoCloseable {
        /** Waits until no thread writes to the mip any more. */
        @Override
        public void close() {
            answer.join();
        }
    }

    private final StreamingArena arena;
    private final Jobs jobs;
    private final ArrayDeque<Load> loads = new ArrayDeque<>();
    private MipChain.Painter painter;
    private long[] handles = {}; // of each texture its levels; 0 where one is not there and not on its way
    private int[] wanted = {}; // of each texture the finest level that is needed
    private float[] pixels = {}; // of each texture how large it has been seen since the last update
    private boolean[] loading = {};
    private StreamingView[] coarsest = {}; // as long as these are open, these mips stay
    private int loaded;
    private int evicted;

    MipStreamer(StreamingArena arena, Jobs jobs) {
        this.arena = arena;
        this.jobs = jobs;
        arena.onEvict(this::forget);
    }

    /**
     * Takes some textures in, in place of those before: now their coarsest mips are there.
     *
     * @param count how many
     * @param newPainter what they look like
     * @throws IllegalArgumentException if the budget does not hold the coarsest mips of all; those before stay then
     * @throws IllegalStateException if there is no memory for them although the budget would do; then there are no
     *     textures
     * @throws CompletionException if one of them, or of those before, could not be loaded; then there are no textures
     */
    void enter(int count, MipChain.Painter newPainter) {
        long leastBytes = count * MipChain.bytes(MipChain.COARSEST);
        if (arena.budgetBytes() < leastBytes) {
            throw new IllegalArgumentException("the coarsest mips of " + count + " textures need " + leastBytes
                    + " bytes: raise the budget of " + arena.budgetBytes() + " bytes");
        }
        clear();
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

    /**
     * A texture is seen in this frame, so many pixels high and wide. If it is seen several times, the largest counts.
     */
    void see(int texture, float size) {
        pixels[texture] = Math.max(pixels[texture], size);
    }

    /**
     * Loads for what was seen since the last time.
     *
     * @throws CompletionException if a mip could not be loaded; it is not on its way any more then
     */
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
     * Which level something of a size needs: the one of the fewest texels that has one for each pixel at least.
     *
     * @param before what it has needed until now, and goes on to need unless the size is clearly beyond its limits
     * @param size in pixels; 0 if it is not seen
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

    /** A view of the finest mip of a texture that is there; what it holds says {@link #finest}. Close it. */
    StreamingView access(int texture) {
        return arena.access(handles[at(texture, finest(texture))]);
    }

    /** The finest level of a texture that is there. */
    int finest(int texture) {
        int level = 0;
        while (arena.state(handles[at(texture, level)]) != StreamingState.READY) {
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

    /** How many mips were loaded until now. */
    int loaded() {
        return loaded;
    }

    /** How many had to go for others. */
    int evicted() {
        return evicted;
    }

    /**
     * Forgets all textures, and what is on its way as soon as it has arrived.
     *
     * @throws CompletionException if some of that could not be loaded, after all is forgotten
     */
    void clear() {
        Closing.all(() -> Closing.all(loads), () -> Closing.all(coarsest), this::forgetAll);
    }

    /** As {@link #clear()}. */
    @Override
    public void close() {
        clear();
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

    /** What a mip is worth: the lowest goes first. */
    private int priority(int texture, int level) {
        int seen = MipChain.COARSEST - wanted[texture];
        return level < wanted[texture] ? level : NEEDED + level * MipChain.LEVELS + seen;
    }

    /** The texture whose next mip is worth most and may be loaded; -1 if there is none. */
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

    /** The coarsest level that a texture needs and has not; -1 if it has all. */
    private int missing(int texture) {
        int level = MipChain.COARSEST;
        while (level >= wanted[texture] && handles[at(texture, level)] != 0) {
            level--;
        }
        return level < wanted[texture] ? -1 : level;
    }

    /** Whether there is memory, or what is worth less has it. */
    private boolean hasRoom(long bytes, int priority) {
        long room = arena.budgetBytes() - arena.usedBytes();
        for (int i = 0; i < handles.length && room < bytes; i++) {
            int texture = i / MipChain.LEVELS;
            int level = i % MipChain.LEVELS;
            boolean worthLess = handles[i] != 0 && level < MipChain.COARSEST && priority(texture, level) < priority;
            if (worthLess && arena.state(handles[i]) == StreamingState.READY) {
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
                arena.handOver(handle); // else it would belong to this thread
            }
        });
        loads.add(new Load(texture, level, readyFrame, answer));
        return true;
    }

    /** What could not be loaded is told once, and may be asked for again. */
    private void finish(Load load) {
        int at = at(load.texture, load.level);
        loading[load.texture] = false;
        try {
            load.answer.join();
        } catch (CompletionException e) {
            arena.release(handles[at]);
            handles[at] = 0;
            throw e;
        }
        arena.ready(handles[at]);
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
}
