package basalt.examples.showcase.tour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.showcase.tour.Forest.Foliage;
import basalt.examples.showcase.tour.MipStreamer.MipChain;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import basalt.memory.frame.FrameArena;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MipChainTest {
    private final FrameArena arena = new FrameArena(MemorySource.direct());

    @AfterEach
    void close() {
        arena.close();
    }

    @Test
    void shouldHalveEachLevel() {
        assertEquals(128, MipChain.side(0));
        assertEquals(8, MipChain.side(MipChain.COARSEST));
        for (int level = 1; level < MipChain.LEVELS; level++) {
            assertEquals(MipChain.bytes(level - 1), 4 * MipChain.bytes(level));
        }
    }

    /** Colours are weighted by opacity: transparent texels do not count, translucent ones count less. */
    @ParameterizedTest
    @CsvSource({
        "ff000000, ff000000, ff000000, ff000000, ff000000",
        "ffffffff, ffffffff, ffffffff, ffffffff, ffffffff",
        "ff102030, ff304050, ff102030, ff304050, ff203040",
        "ffff0000, 0000ff00, 0000ff00, 0000ff00, 40ff0000",
        "ff0000ff, ff0000ff, 00ffffff, 00ffffff, 800000ff",
        "ff0000f0, 55f00000, 00000000, 00000000, 553c00b4",
        "00ffffff, 00ffffff, 00ffffff, 00ffffff, 00000000",
    })
    void shouldTakeTheMeanOfFour(String a, String b, String c, String d, String mean) {
        Slice four = arena.allocate(16, 16);
        String[] texels = {a, b, c, d};
        for (int i = 0; i < 4; i++) {
            four.putInt(i * 4L, Integer.parseUnsignedInt(texels[i], 16));
        }
        Slice one = arena.allocate(4, 4);
        MipChain.halve(four, 2, one);
        assertEquals(mean, "%08x".formatted(one.getInt(0)));
    }

    @Test
    void shouldPutEachMeanInItsPlace() {
        Slice sixteen = arena.allocate(64, 16);
        for (int i = 0; i < 16; i++) {
            sixteen.putInt(i * 4L, 0xff000000 | i / 4 / 2 * 2 + i % 4 / 2);
        }
        Slice four = arena.allocate(16, 16);
        MipChain.halve(sixteen, 4, four);
        for (int i = 0; i < 4; i++) {
            assertEquals(0xff000000 | i, four.getInt(i * 4L));
        }
    }

    /** Each texel is the mean of a square of the finest level, within the rounding errors of the levels. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void shouldComputeEachLevelFromTheFinest(int level) {
        MipChain.Painter painter = (texture, texels) -> {
            for (int i = 0; i < 128 * 128; i++) {
                int shade = (int) (256 * Assets.random(texture, i));
                texels.putInt(i * 4L, 0xff000000 | shade << 16 | (255 - shade));
            }
        };
        Slice finest = arena.allocate(MipChain.bytes(0), 64);
        painter.paint(7, finest);
        Slice made = arena.allocate(MipChain.bytes(level), 64);
        MipChain.make(painter, 7, level, arena, made);
        int square = 1 << level;
        for (int texel = 0; texel < MipChain.side(level) * MipChain.side(level); texel++) {
            int left = texel % MipChain.side(level) * square;
            int top = texel / MipChain.side(level) * square;
            double red = 0;
            for (int i = 0; i < square * square; i++) {
                red += finest.getInt(4L * ((top + i / square) * 128 + left + i % square)) >> 16 & 255;
            }
            assertEquals(red / (square * square), made.getInt(texel * 4L) >> 16 & 255, 0.5 * level + 0.01);
        }
    }

    @Test
    void shouldShowTreesOfTheirColourAndNothingAround() {
        Foliage foliage = new Foliage(3);
        Slice texels = arena.allocate(MipChain.bytes(0), 64);
        Slice coarsest = arena.allocate(MipChain.bytes(MipChain.COARSEST), 64);
        for (int texture = 0; texture < Forest.TEXTURES; texture++) {
            foliage.paint(texture, texels);
            int opaque = 0;
            int like = 0;
            for (int i = 0; i < 128 * 128; i++) {
                int texel = texels.getInt(i * 4L);
                assertTrue(texel == 0 || texel >>> 24 == 255);
                opaque += texel == 0 ? 0 : 1;
                like += texel != 0 && Hues.same(texel, foliage.leaves(texture)) ? 1 : 0;
            }
            assertTrue(opaque > 128 * 128 / 6 && opaque < 128 * 128 * 3 / 4, "opaque: " + opaque);
            assertTrue(like > opaque * 3 / 4, like + " of " + opaque);
            assertEquals(0, texels.getInt(0), "nothing in the corner");
            assertNotEquals(0, texels.getInt(4 * (126 * 128 + 64)), "the trunk");
            MipChain.make(foliage, texture, MipChain.COARSEST, arena, coarsest);
            assertTrue(Hues.same(coarsest.getInt(4 * (3 * 8 + 4)), foliage.leaves(texture)), "in the coarsest mip too");
        }
    }
}
