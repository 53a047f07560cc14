package basalt.examples.showcase.tour;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.examples.showcase.tour.Album.MipSheet;
import basalt.memory.MemorySource;
import java.awt.image.BufferedImage;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MipSheetTest {
    private static final int FRAMES_TO_LOAD_ALL = 20;

    private final GameMemory memory = new GameMemory(MemorySource.direct(), true, GameMemory.TEXTURE_BYTES);
    private final MipStreamer mips = new MipStreamer(memory.textures, memory.jobs);

    @AfterEach
    void close() {
        memory.check();
        mips.close();
        memory.close();
    }

    /** Each texture has a single colour, so its pixels can be counted. */
    @Test
    void shouldShowEachTextureAsLargeAsItsFinestMip() {
        mips.enter(40, (texture, texels) -> {
            for (long at = 0; at < texels.sizeBytes(); at += 4) {
                texels.putInt(at, 0xff000000 | texture + 1);
            }
        });
        for (int i = 0; i < FRAMES_TO_LOAD_ALL; i++) {
            mips.see(7, 128);
            mips.see(3, 100);
            mips.see(9, 50);
            mips.see(20, 20);
            mips.update(i);
        }
        BufferedImage sheet = MipSheet.of(mips);
        Map<Integer, Integer> counts = new HashMap<>();
        for (int i = 0; i < sheet.getWidth() * sheet.getHeight(); i++) {
            counts.merge(sheet.getRGB(i % MipSheet.WIDTH, i / MipSheet.WIDTH) & 0xffffff, 1, Integer::sum);
        }
        for (int texture = 0; texture < 40; texture++) {
            int side = texture == 7 || texture == 3 ? 128 : texture == 9 ? 64 : texture == 20 ? 32 : 8;
            assertEquals(side * side, counts.remove(texture + 1), "texture " + texture);
        }
        counts.remove(MipSheet.PAPER);
        assertEquals(Map.of(), counts);
        assertEquals(4, sheet.getRGB(0, 0) & 0xffffff, "the largest first");
    }

    @Test
    void shouldBeEmptyWithoutTextures() {
        BufferedImage sheet = MipSheet.of(mips);
        assertEquals(MipSheet.WIDTH, sheet.getWidth());
        assertEquals(MipSheet.PAPER, sheet.getRGB(0, 0) & 0xffffff);
    }
}
