package basalt.examples.showcase.tour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.showcase.tour.Forest.Foliage;
import basalt.examples.showcase.tour.MipStreamer.MipChain;
import basalt.memory.MemorySource;
import basalt.memory.frame.FrameLongList;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ForestTest {
    private final GameMemory memory = new GameMemory(MemorySource.direct(), true, GameMemory.TEXTURE_BYTES);
    private final Level level = new Level(memory.resources, "level", 3);
    private final Forest forest = level.forest();

    @AfterEach
    void close() {
        memory.check();
        memory.close();
    }

    @Test
    void shouldPlantTreesOnRocksInTheChunkOfTheirTexture() {
        assertTrue(forest.count() > 3 * Forest.TEXTURES, "trees: " + forest.count());
        for (int tree = 0; tree < forest.count(); tree++) {
            int x = (int) forest.x(tree);
            int y = (int) forest.y(tree);
            assertTrue(level.terrain().isWall(x, y));
            assertEquals(
                    y / Chunks.CELLS_A_SIDE * Chunks.A_SIDE + x / Chunks.CELLS_A_SIDE,
                    forest.texture(tree),
                    "tree " + tree);
        }
    }

    @Test
    void shouldListVisibleTrees() {
        Camera camera = new Camera(40, 60, 0, -1); // looks upwards on the map
        List<Long> expected = new ArrayList<>();
        for (int tree = 0; tree < forest.count(); tree++) {
            float depth = 60 - forest.y(tree);
            float aside = Math.abs(forest.x(tree) - 40) - Forest.TREE_CELLS / 2;
            if (depth >= Camera.NEAR && depth <= Camera.FAR && aside * 200 <= depth * 160) {
                expected.add((long) tree);
            }
        }
        List<Long> listed = new ArrayList<>();
        forest.visible(memory.world.frame(), camera).forEach(listed::add);
        assertEquals(expected, listed);
        assertTrue(listed.size() > 3);
    }

    @Test
    void shouldWantFinerMipsOfNearTreesThanOfFarOnes() {
        Camera camera = new Camera(40, 60, 0, -1);
        try (MipStreamer mips = new MipStreamer(memory.textures, memory.jobs)) {
            mips.enter(Forest.TEXTURES, new Foliage(3));
            FrameLongList visible = forest.visible(memory.world.frame(), camera);
            forest.see(visible, camera, mips);
            mips.update(0);
            float[] nearest = new float[Forest.TEXTURES];
            for (int i = 0; i < visible.size(); i++) {
                int tree = (int) visible.get(i);
                float nearness = 1 / camera.depth(forest.x(tree), forest.y(tree));
                nearest[forest.texture(tree)] = Math.max(nearest[forest.texture(tree)], nearness);
            }
            int seen = 0;
            for (int texture = 0; texture < Forest.TEXTURES; texture++) {
                float pixels = Forest.TREE_CELLS * 200 * nearest[texture];
                int wanted = mips.wanted(texture);
                assertEquals(MipStreamer.wantedLevel(MipChain.COARSEST, pixels), wanted);
                assertTrue(pixels <= MipChain.side(wanted) * (1 + MipStreamer.MARGIN) || wanted == 0);
                seen += pixels > 0 ? 1 : 0;
            }
            assertTrue(seen > 1 && seen < 15, "seen: " + seen);
        }
    }
}
