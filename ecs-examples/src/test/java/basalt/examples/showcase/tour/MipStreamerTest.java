package basalt.examples.showcase.tour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.framework.program.Garbage;
import basalt.examples.showcase.tour.MipStreamer.MipChain;
import basalt.memory.MemorySource;
import basalt.memory.allocator.StreamingArena;
import basalt.memory.allocator.StreamingView;
import basalt.memory.tracking.MemoryTag;
import basalt.memory.tracking.MemoryTracker;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MipStreamerTest {
    private static final int COARSEST = MipChain.COARSEST;
    private static final long ALL_MIPS = chainBytes(0);

    /** Each texture has a single colour, which identifies it. */
    private static final MipChain.Painter PLAIN = (texture, texels) -> {
        for (long at = 0; at < texels.sizeBytes(); at += 4) {
            texels.putInt(at, colour(texture));
        }
    };

    private final MemoryTracker tracker = new MemoryTracker(MemorySource.direct());
    private final Jobs jobs = new Jobs(MemorySource.direct(), 2, 512 << 10);
    private StreamingArena arena;
    private MemoryTag tag;
    private MipStreamer mips;
    private int frame;

    @AfterEach
    void close() {
        if (mips != null) {
            mips.close();
            assertEquals(0, arena.usedBytes());
            assertTrue(tracker.snapshot().peakBytes() <= arena.budgetBytes());
            arena.close();
        }
        jobs.close();
    }

    @Test
    void shouldHaveTheCoarsestOfEachTextureFromTheBeginning() {
        open(10, 10 * chainBytes(COARSEST));
        for (int texture = 0; texture < 10; texture++) {
            assertEquals(COARSEST, mips.finest(texture));
            assertShows(texture);
        }
        assertEquals(10, mips.loaded());
    }

    @Test
    void shouldNameTheBudgetThatTheCoarsestNeed() {
        long least = 10 * chainBytes(COARSEST);
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> open(10, least - 1));
        assertEquals(
                "the coarsest mips of 10 textures need 2560 bytes: raise the budget of 2559 bytes",
                refused.getMessage());
        assertEquals(0, mips.textures());
        assertEquals(0, arena.usedBytes());
        mips.enter(9, PLAIN);
        assertThrows(IllegalArgumentException.class, () -> mips.enter(10, PLAIN));
        assertEquals(9, mips.textures(), "the old textures stay");
        assertShows(8);
    }

    @Test
    void shouldFreeAllMemoryWhenMemoryRunsOutWithinTheBudget() {
        open(2, ALL_MIPS);
        tag.budget(3_000, 3_000); // holds the coarsest of eleven
        IllegalStateException refused = assertThrows(IllegalStateException.class, () -> mips.enter(12, PLAIN));
        assertTrue(refused.getMessage().contains("12 textures"), refused::getMessage);
        assertEquals(0, mips.textures());
        assertEquals(0, arena.usedBytes());
        mips.enter(11, PLAIN);
        assertShows(10);
    }

    /** The arena then evicts everything that it can, in vain. */
    @Test
    void shouldKeepTheCoarsestWhenMemoryRunsOutWithinTheBudget() {
        open(2, 2 * ALL_MIPS);
        tag.budget(2 * chainBytes(COARSEST), 2 * chainBytes(COARSEST));
        for (int i = 0; i < 40; i++) {
            see(128, 128);
            assertShows(0);
            assertShows(1);
        }
    }

    @Test
    void shouldLoadOnlyTheCoarsestWithAMinimalBudget() {
        open(4, 4 * chainBytes(COARSEST));
        for (int i = 0; i < 20; i++) {
            see(100, 50, 25, 12);
        }
        assertEquals(4, mips.loaded());
        assertEquals(0, mips.evicted());
        assertEquals(arena.budgetBytes(), arena.usedBytes());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldLoadAllNeededMipsWithAnExactBudget(int lackingBytes) {
        open(2, ALL_MIPS + chainBytes(2) - lackingBytes);
        for (int i = 0; i < 20; i++) {
            see(128, 32);
        }
        assertEquals(lackingBytes == 0 ? 0 : 1, mips.finest(0));
        assertEquals(2, mips.finest(1));
        assertEquals(0, mips.evicted());
    }

    @Test
    void shouldWorkWithoutTextures() {
        open(0, 1);
        see();
        see();
        assertEquals(0, mips.textures());
        assertEquals(0, mips.loaded());
    }

    @Test
    void shouldLoadLevelByLevelWithAFixedDelay() {
        open(1, ALL_MIPS);
        for (int level = COARSEST - 1; level >= 0; level--) {
            see(500);
            for (int i = 1; i < MipStreamer.LOADING_FRAMES; i++) {
                see(500);
                assertEquals(level + 1, mips.finest(0));
            }
            mips.see(0, 500);
            mips.update(frame);
            assertEquals(level, mips.finest(0));
            assertShows(0);
        }
        assertEquals(ALL_MIPS, arena.usedBytes());
    }

    @ParameterizedTest
    @CsvSource({
        "4, 0, 4",
        "0, 0, 4", // not visible
        "4, 1, 4",
        "4, 8, 4",
        "4, 9, 4",
        "4, 9.1, 3",
        "4, 19, 2",
        "4, 72, 1",
        "4, 128, 0",
        "4, 1000000, 0",
        "0, 1000000, 0",
        "0, 57, 0",
        "0, 56, 0",
        "0, 55, 1",
        "0, 27, 2",
        "0, 6, 4",
        "0, 0.001, 4",
        "2, 32, 2",
        "2, 36, 2",
        "2, 37, 1",
        "2, 14, 2",
        "2, 13, 3",
    })
    void shouldKeepALevelNearItsLimits(int before, float size, int level) {
        assertEquals(level, MipStreamer.wantedLevel(before, size));
        assertEquals(level, MipStreamer.wantedLevel(level, size), "stays");
    }

    @Test
    void shouldNotReloadForASizeThatVaries() {
        open(3, chainBytes(1) + 2 * chainBytes(COARSEST));
        for (int i = 0; i < 20; i++) {
            see(60);
        }
        int loaded = mips.loaded();
        for (int i = 0; i < 100; i++) {
            see(i % 2 == 0 ? 60 : 70); // the limit is 64
            see(i % 2 == 0 ? 31 : 33);
        }
        assertEquals(loaded, mips.loaded());
        assertEquals(0, mips.evicted());
    }

    @Test
    void shouldKeepInvisibleMipsUntilOthersNeedTheMemory() {
        open(2, ALL_MIPS + chainBytes(1));
        for (int i = 0; i < 20; i++) {
            see(128, 0);
        }
        assertEquals(0, mips.finest(0));
        for (int i = 0; i < 20; i++) {
            see(0, 0);
        }
        assertEquals(0, mips.finest(0), "no mip has needed the room");
        for (int i = 0; i < 20; i++) {
            see(0, 60);
        }
        assertEquals(0, mips.finest(0), "there was room for both");
        for (int i = 0; i < 20; i++) {
            see(0, 128);
        }
        assertEquals(1, mips.finest(0), "its finest mip was evicted, and no other");
        assertEquals(0, mips.finest(1));
        assertEquals(1, mips.evicted());
    }

    @Test
    void shouldEvictTheFinestMipOfTheSmallestTextureFirst() {
        open(3, 2 * ALL_MIPS + chainBytes(COARSEST));
        for (int i = 0; i < 20; i++) {
            see(128, 128, 0);
        }
        for (int i = 0; i < 20; i++) {
            see(128, 40, 0); // the second texture is smaller now
        }
        assertEquals(0, mips.finest(1));
        for (int i = 0; i < 20; i++) {
            see(128, 40, 128);
        }
        assertEquals(0, mips.finest(0));
        assertEquals(1, mips.finest(1));
        assertEquals(1, mips.finest(2), "no memory for its finest mip, whose priority is that of the first texture's");
        int loaded = mips.loaded();
        for (int i = 0; i < 100; i++) {
            see(128, 40, 128);
        }
        assertEquals(loaded, mips.loaded(), "no mips evict each other in turn");
    }

    @Test
    void shouldEvictOnlyTheFinestMipOfAnInvisibleTexture() {
        open(2, ALL_MIPS + chainBytes(COARSEST));
        for (int i = 0; i < 20; i++) {
            see(128, 0);
        }
        for (int i = 0; i < 20; i++) {
            see(0, 16); // a small mip would suffice, but the finest is evicted first
        }
        assertEquals(1, mips.finest(0));
        assertEquals(3, mips.finest(1));
        assertEquals(1, mips.evicted());
    }

    @Test
    void shouldPreferCoarseMipsForAllTextures() {
        open(8, ALL_MIPS + 7 * chainBytes(3));
        float[] sizes = new float[8];
        sizes[0] = 128;
        for (int i = 0; i < 20; i++) {
            see(sizes);
        }
        assertEquals(0, mips.finest(0));
        for (int i = 1; i < 8; i++) {
            sizes[i] = 64;
        }
        for (int i = 0; i < 60; i++) {
            see(sizes);
        }
        assertEquals(1, mips.finest(0), "the finest mip was evicted for coarser ones");
        for (int i = 1; i < 8; i++) {
            assertTrue(mips.finest(i) <= 2, "texture " + i);
        }
    }

    @Test
    void shouldReturnToTheCoarsestWhenFarAway() {
        open(2, ALL_MIPS + chainBytes(COARSEST));
        for (int i = 0; i < 20; i++) {
            see(128, 0);
        }
        for (int i = 0; i < 40; i++) {
            see(3, 128);
        }
        assertEquals(COARSEST, mips.finest(0), "the other texture has all the memory");
        assertEquals(0, mips.finest(1));
        assertShows(0);
        assertShows(1);
    }

    @Test
    void shouldCountTheLargestOfSeveralSizes() {
        open(1, ALL_MIPS);
        for (int i = 0; i < 20; i++) {
            mips.see(0, 10);
            mips.see(0, 60);
            mips.see(0, 20);
            mips.update(frame++);
        }
        assertEquals(1, mips.wanted(0));
        assertEquals(1, mips.finest(0));
    }

    @Test
    void shouldReplaceTexturesWhileTheyAreLoading() {
        open(5, 2 * ALL_MIPS);
        see(128, 128, 128, 128, 128);
        mips.enter(2, (texture, texels) -> PLAIN.paint(texture + 100, texels));
        assertEquals(2, mips.textures());
        assertEquals(2 * chainBytes(COARSEST), arena.usedBytes());
        try (StreamingView view = mips.access(1)) {
            assertEquals(colour(101), view.slice().getInt(0));
        }
        mips.close();
        assertEquals(0, arena.usedBytes());
    }

    @Test
    void shouldEvictNothingThatIsBeingDrawn() {
        open(2, ALL_MIPS + chainBytes(COARSEST));
        for (int i = 0; i < 20; i++) {
            see(128, 0);
        }
        try (StreamingView view = mips.access(0)) {
            for (int i = 0; i < 20; i++) {
                see(0, 128);
            }
            assertEquals(colour(0), view.slice().getInt(0));
        }
        assertEquals(0, mips.finest(0));
    }

    @Test
    void shouldMakeNoGarbageWhileNothingIsLoaded() {
        open(64, 6 * ALL_MIPS);
        float[] sizes = new float[64];
        for (int i = 0; i < 64; i++) {
            sizes[i] = i % 9 == 0 ? 128 : i;
        }
        for (int i = 0; i < 200; i++) {
            see(sizes);
        }
        Garbage.assertNoneSoon(() -> see(sizes));
    }

    /** With any budget and any sizes: never exceeds the budget, and always has a mip of the right texture. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldKeepItsInvariantsForAnySizes(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int textures = random.nextInt(1, 12);
        long least = textures * chainBytes(COARSEST);
        open(textures, least + random.nextLong(4 * ALL_MIPS));
        float[] sizes = new float[textures];
        for (int i = 0; i < 300; i++) {
            int texture = random.nextInt(textures);
            sizes[texture] = random.nextInt(3) == 0 ? 0 : random.nextInt(1, 300);
            see(sizes);
            assertTrue(arena.usedBytes() <= arena.budgetBytes());
            assertShows(texture);
        }
        for (int i = 0; i < 200; i++) {
            see(sizes);
        }
        int loaded = mips.loaded();
        for (int i = 0; i < 50; i++) {
            see(sizes);
        }
        assertEquals(loaded, mips.loaded(), "loads nothing any more, seed " + seed);
        for (int texture = 0; texture < textures; texture++) {
            assertShows(texture);
        }
    }

    private void open(int textures, long budgetBytes) {
        tag = tracker.tag("textures").budget(budgetBytes, budgetBytes);
        arena = new StreamingArena(tag, budgetBytes);
        mips = new MipStreamer(arena, jobs);
        mips.enter(textures, PLAIN);
    }

    /** Runs a frame in which the textures have these sizes. */
    private void see(float... sizes) {
        for (int i = 0; i < sizes.length; i++) {
            mips.see(i, sizes[i]);
        }
        mips.update(frame++);
    }

    private void assertShows(int texture) {
        try (StreamingView view = mips.access(texture)) {
            assertEquals(MipChain.bytes(mips.finest(texture)), view.sizeBytes());
            assertEquals(colour(texture), view.slice().getInt(0));
            assertEquals(colour(texture), view.slice().getInt(view.sizeBytes() - 4));
        }
    }

    private static int colour(int texture) {
        return 0xff000000 | texture * 0x010203;
    }

    /** The memory of a texture's mips from the coarsest to a level. */
    private static long chainBytes(int finest) {
        long bytes = 0;
        for (int level = finest; level <= COARSEST; level++) {
            bytes += MipChain.bytes(level);
        }
        return bytes;
    }
}
