package basalt.examples.showcase.tour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.showcase.tour.Actors.Look;
import basalt.examples.showcase.tour.Actors.Position;
import basalt.examples.showcase.tour.Chunks.ChunkLoader;
import basalt.examples.showcase.tour.Level.Terrain;
import basalt.examples.showcase.tour.Screen.Ground;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import basalt.memory.frame.FrameArena;
import basalt.memory.frame.FrameLongList;
import java.awt.image.BufferedImage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScreenTest {
    private static final int FRAMES_TO_LOAD_ALL = 20;
    private static final int CLEAR_CELLS = 7; // no haze up to this depth

    private final GameMemory memory = TestMemory.guarded(MemorySource.direct());
    private final Assets assets = new Assets(memory.resources, 2);
    private final Chunks chunks = new Chunks(memory.chunks, new ChunkLoader(memory.staging, memory.notes), assets);
    private final Level level = new Level(memory.resources, "level", 3);
    private final Screen screen = new Screen(assets);
    private final FrameArena frame = memory.world.frame();
    private Camera camera = new Camera(64.5f, 64.5f, 0.8f, 0.6f);
    private int frames;

    @AfterEach
    void close() {
        memory.check();
        chunks.close();
        memory.close();
    }

    @Test
    void shouldShowTheSkyOverTheGroundAndHazeBetweenThem() {
        load();
        BufferedImage picture = draw(none(), none());
        for (int x = 0; x < Screen.WIDTH; x++) {
            assertRgb(0x4f8fd8, picture, x, 0);
            assertRgb(0xc8d8e8, picture, x, Camera.HORIZON);
        }
    }

    /** Each kind of ground has its colour at the right places. */
    @ParameterizedTest
    @ValueSource(ints = {0, 100, 200, 300, 400, 500, 600, 700})
    void shouldShowTheGroundInItsColours(int moment) {
        camera = Camera.at(moment);
        load();
        BufferedImage picture = draw(none(), none());
        int checked = 0;
        for (int cell = 0; cell < Level.CELLS; cell++) {
            float x = Level.middleX(cell);
            float y = Level.middleY(cell);
            float depth = camera.depth(x, y);
            int row = (int) Camera.screenY(depth);
            if (depth < CLEAR_CELLS && camera.shows(x, y, 0) && row < Screen.HEIGHT) {
                int column = Math.min(Screen.WIDTH - 1, (int) Camera.screenX(camera.side(x, y), depth));
                int kind = level.terrain().kind(cell % Level.SIZE, cell / Level.SIZE);
                int rgb = picture.getRGB(column, row);
                assertTrue(Hues.same(rgb, full(kind)), "kind " + kind + ": " + Integer.toHexString(rgb));
                if (kind == Terrain.WATER) {
                    assertTrue((rgb & 255) > (rgb >> 16 & 255) + 60, "blue: " + Integer.toHexString(rgb));
                }
                checked++;
            }
        }
        assertTrue(checked > 5, "checked " + checked);
        assertEquals(0, screen.chunksMissed());
    }

    @Test
    void shouldHaveWaterAndAllOtherKindsOfGround() {
        int[] counts = new int[Terrain.WALL + 1];
        for (int cell = 0; cell < Level.CELLS; cell++) {
            counts[level.terrain().kind(cell % Level.SIZE, cell / Level.SIZE)]++;
        }
        for (int kind = 0; kind < counts.length; kind++) {
            assertTrue(counts[kind] > Level.CELLS / 40, kind + ": " + counts[kind]);
        }
    }

    @Test
    void shouldShowThatNothingIsLoaded() {
        BufferedImage picture = draw(none(), none());
        for (int x = 0; x < Screen.WIDTH; x++) {
            assertRgb(Ground.NOTHING_LOADED, picture, x, Screen.HEIGHT - 1);
        }
        assertTrue(screen.chunksMissed() > 0 && screen.chunksMissed() < 12);
    }

    @Test
    void shouldDrawAnActorOnlyAtItsPosition() {
        load();
        BufferedImage without = draw(none(), none());
        for (int mesh = 0; mesh < Assets.MESHES; mesh++) {
            for (int material = 0; material < Assets.MATERIALS; material++) {
                float depth = 5;
                float side = mesh % 5 - 2;
                FrameLongList actors = FrameLongList.in(frame, 1);
                actors.add(memory.world.spawn(at(depth, side), new Look(material, mesh)));
                assertActor(without, draw(actors, none()), depth, side, full(Assets.FIRST_MATERIAL_RAMP + material));
                memory.world.destroy(actors.get(0));
                frame.reset();
            }
        }
    }

    private static void assertActor(BufferedImage without, BufferedImage with, float depth, float side, int full) {
        float size = Actors.ACTOR_CELLS * Camera.pixels(depth);
        float left = Camera.screenX(side, depth) - size / 2;
        float bottom = Camera.screenY(depth);
        int changed = 0;
        for (int y = 0; y < Screen.HEIGHT; y++) {
            for (int x = 0; x < Screen.WIDTH; x++) {
                if (without.getRGB(x, y) != with.getRGB(x, y)) {
                    assertTrue(x >= left - 1 && x <= left + size + 1, "x " + x);
                    assertTrue(y >= bottom - size - 1 && y <= bottom + 1, "y " + y);
                    assertTrue(Hues.same(with.getRGB(x, y), full), Integer.toHexString(with.getRGB(x, y)));
                    changed++;
                }
            }
        }
        assertTrue(changed > size * size / 4, "pixels: " + changed);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldHideObjectsBehindOthers(int nearer) {
        load();
        FrameLongList actors = FrameLongList.in(frame, 2);
        for (int i = 0; i < 2; i++) { // the batches are drawn in this order
            actors.add(memory.world.spawn(at(i == nearer ? 6 : 6.5f, 0), new Look(i, 0)));
        }
        BufferedImage picture = draw(actors, none());
        int count = 0;
        float size = Actors.ACTOR_CELLS * Camera.pixels(6);
        for (int y = 0; y < Level.CELL_PIXELS; y++) {
            for (int x = 0; x < Level.CELL_PIXELS; x++) {
                if (assets.mesh(0, x, y) > 0) {
                    int column = (int) (Screen.WIDTH / 2f - size / 2 + (x + 0.5f) * size / Level.CELL_PIXELS);
                    int row = (int) (Camera.screenY(6) - size + (y + 0.5f) * size / Level.CELL_PIXELS);
                    int rgb = picture.getRGB(column, row);
                    assertTrue(
                            Hues.same(rgb, full(Assets.FIRST_MATERIAL_RAMP + nearer)),
                            x + ", " + y + ": " + Integer.toHexString(rgb));
                    count++;
                }
            }
        }
        assertTrue(count > 10);
    }

    @Test
    void shouldDrawTheTextureOfATree() {
        int tree = nearestTree();
        Slice texels = level.forest().texels(level.forest().texture(tree));
        texels.fill((byte) -1); // opaque, and white
        camera = new Camera(level.forest().x(tree) - 4, level.forest().y(tree), 1, 0);
        FrameLongList trees = FrameLongList.in(frame, 1);
        trees.add(tree);
        BufferedImage white = draw(none(), trees);
        int size = (int) (Forest.TREE_CELLS * Camera.pixels(4));
        int left = Math.max(0, (Screen.WIDTH - size) / 2) + 2;
        int top = Math.max(0, (int) Camera.screenY(4) - size) + 2;
        for (int y = top; y < Math.min(Screen.HEIGHT, top + size - 5); y++) {
            for (int x = left; x < left + size - 5; x++) {
                assertRgb(0xffffff, white, x, y);
            }
        }
        texels.fill((byte) 0); // transparent
        assertRgb(Ground.NOTHING_LOADED, draw(none(), trees), Screen.WIDTH / 2, Screen.HEIGHT - 1);
    }

    @Test
    void shouldHashPictures() {
        load();
        draw(none(), none());
        long hash = screen.hash();
        FrameLongList actors = FrameLongList.in(frame, 3);
        for (int i = 0; i < 3; i++) {
            actors.add(memory.world.spawn(at(4, i), new Look(i / 2, 0)));
        }
        draw(actors, none());
        assertNotEquals(hash, screen.hash());
    }

    private int nearestTree() {
        for (int tree = 0; tree < level.forest().count(); tree++) {
            if (level.forest().x(tree) > 20 && level.forest().y(tree) > 20) {
                return tree;
            }
        }
        throw new AssertionError("no tree");
    }

    private Position at(float depth, float side) {
        return new Position(
                camera.x() + depth * camera.ahead() - side * camera.down(),
                camera.y() + depth * camera.down() + side * camera.ahead());
    }

    private FrameLongList none() {
        return FrameLongList.in(frame, 1);
    }

    private int full(int ramp) {
        return level.colour(ramp * Assets.RAMP + Assets.RAMP - 1);
    }

    private void load() {
        for (int i = 0; i < FRAMES_TO_LOAD_ALL; i++) {
            chunks.update(level.terrain(), camera, frames++);
        }
    }

    private BufferedImage draw(FrameLongList actors, FrameLongList trees) {
        DrawList list = DrawList.of(memory.world, actors, level.forest(), trees, camera, memory.stack);
        screen.draw(frame, level, camera, chunks, list);
        return screen.picture();
    }

    private static void assertRgb(int expected, BufferedImage picture, int x, int y) {
        for (int shift = 0; shift <= 16; shift += 8) {
            int actual = picture.getRGB(x, y) >> shift & 255;
            assertEquals(
                    expected >> shift & 255,
                    actual,
                    2,
                    () -> x + ", " + y + ": " + Integer.toHexString(picture.getRGB(x, y)));
        }
    }
}
