package basalt.examples.showcase.tour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.MemorySource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ForestTest {
    private final GameMemory memory = TestMemory.guarded(MemorySource.direct());
    private final Level level = new Level(memory.resources, "level", 3);
    private final Forest forest = level.forest();

    @AfterEach
    void close() {
        memory.check();
        memory.close();
    }

    @Test
    void shouldPlantTreesOnRocksWithTheTextureOfTheirChunk() {
        assertTrue(forest.count() > 3 * 64, "trees: " + forest.count());
        for (int tree = 0; tree < forest.count(); tree++) {
            int x = (int) forest.x(tree);
            int y = (int) forest.y(tree);
            assertTrue(level.terrain().isWall(x, y));
            assertEquals(
                    (y / Chunks.CELLS_A_SIDE * Chunks.A_SIDE + x / Chunks.CELLS_A_SIDE) % Forest.TEXTURES,
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
    void shouldPaintEachTextureDifferentlyWithGapsBetweenLeaves() {
        Set<Long> hashes = new HashSet<>();
        int texels = Forest.TEXTURE_SIDE * Forest.TEXTURE_SIDE;
        for (int texture = 0; texture < Forest.TEXTURES; texture++) {
            int opaque = 0;
            long hash = 0;
            for (int i = 0; i < texels; i++) {
                int texel = forest.texels(texture).getInt(4L * i);
                opaque += texel >>> 24 == 255 ? 1 : 0;
                hash = hash * 31 + texel;
            }
            assertTrue(opaque > texels / 8 && opaque < texels, "opaque: " + opaque);
            hashes.add(hash);
        }
        assertEquals(Forest.TEXTURES, hashes.size());
    }
}
