package basalt.examples.showcase.tour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.showcase.tour.Actors.Look;
import basalt.examples.showcase.tour.Actors.Position;
import basalt.memory.MemorySource;
import basalt.memory.frame.FrameArena;
import basalt.memory.frame.FrameColumns;
import basalt.memory.frame.FrameLongList;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DrawListTest {
    private static final Camera CAMERA = new Camera(0, 20, 1, 0);
    private static final int NUMBER_BY_DEPTH = 4;
    private static final Function<FrameArena, FrameLongList> NOTHING = arena -> FrameLongList.in(arena, 1);

    private final GameMemory memory = TestMemory.guarded(MemorySource.direct());
    private final FrameArena frame = memory.world.frame();

    @AfterEach
    void close() {
        memory.check();
        memory.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 127, 128, 129, 5_000})
    void shouldSortCommandsByKeyAndKeepTheOrderWithinAKey(int count) {
        Random random = new Random(count);
        FrameColumns commands = FrameColumns.in(frame, DrawList.COMMAND, count);
        FrameLongList batches = FrameLongList.in(frame, DrawList.KEYS);
        TreeSet<Integer> keys = new TreeSet<>();
        for (int i = 0; i < count; i++) {
            int key = random.nextInt(DrawList.KEYS);
            keys.add(key);
            commands.setInt(DrawList.KEY, i, key);
            commands.setInt(DrawList.X, i, i); // its index before
            commands.setInt(DrawList.Y, i, key * 31 + i);
        }

        FrameColumns sorted = DrawList.sorted(frame, memory.stack, commands, batches);

        for (int i = 0; i < count; i++) {
            int key = sorted.getInt(DrawList.KEY, i);
            int was = sorted.getInt(DrawList.X, i);
            assertEquals(commands.getInt(DrawList.KEY, was), key);
            assertEquals(key * 31 + was, sorted.getInt(DrawList.Y, i));
            if (i > 0) { // strict order, so each command occurs once
                int keyBefore = sorted.getInt(DrawList.KEY, i - 1);
                int wasBefore = sorted.getInt(DrawList.X, i - 1);
                assertTrue(keyBefore < key || keyBefore == key && wasBefore < was, "at " + i);
            }
        }
        assertEquals(keys.size(), batches.size());
        assertEquals(0, memory.stack.usedBytes());
    }

    @Test
    void shouldPutEachVisibleActorIntoTheBatchOfItsLook() {
        FrameLongList visible = FrameLongList.in(frame, 300);
        for (int i = 0; i < 300; i++) {
            Look look = new Look(i % 3, i % 5);
            visible.add(memory.world.spawn(new Position(NUMBER_BY_DEPTH + i / 256f, 20), look));
        }

        DrawList list = DrawList.of(memory.world, visible, null, NOTHING.apply(frame), CAMERA, memory.stack);

        assertEquals(15, list.batches());
        int drawn = 0;
        for (int batch = 0; batch < list.batches(); batch++) {
            assertEquals(drawn, list.first(batch));
            int key = list.get(DrawList.KEY, list.first(batch));
            for (int command = list.first(batch); command < drawn + list.count(batch); command++) {
                int i = list.get(DrawList.DEPTH, command) - NUMBER_BY_DEPTH * DrawList.PARTS_A_CELL;
                assertEquals(i % 3 * Assets.MESHES + i % 5, key);
                assertEquals(key, list.get(DrawList.KEY, command));
            }
            drawn += list.count(batch);
        }
        assertEquals(300, drawn);
    }

    @Test
    void shouldHaveNoBatchWhereNothingIsVisible() {
        FrameLongList none = NOTHING.apply(frame);
        assertEquals(
                0,
                DrawList.of(memory.world, none, null, none, CAMERA, memory.stack)
                        .batches());
    }

    @Test
    void shouldPutTheTreesOfATextureIntoOneBatchAfterAllActors() {
        Level level = new Level(memory.resources, "level", 3);
        FrameLongList actors = FrameLongList.in(frame, 1);
        actors.add(memory.world.spawn(new Position(10, 20), new Look(7, 15)));
        FrameLongList trees = FrameLongList.in(frame, level.forest().count());
        TreeSet<Integer> textures = new TreeSet<>();
        for (int tree = level.forest().count() - 1; tree >= 0; tree--) {
            trees.add(tree);
            textures.add(level.forest().texture(tree));
        }

        DrawList list = DrawList.of(memory.world, actors, level.forest(), trees, CAMERA, memory.stack);

        assertEquals(1 + textures.size(), list.batches());
        assertTrue(list.batches() < trees.size() / 4, "few changes of state: " + list.batches());
        assertEquals(7 * Assets.MESHES + 15, list.get(DrawList.KEY, 0));
        int batch = 1;
        for (int texture : textures) {
            assertEquals(DrawList.FIRST_TREE + texture, list.get(DrawList.KEY, list.first(batch++)));
        }
        level.free();
    }

    @Test
    void shouldComputePositionAndSizeOnTheScreen() {
        FrameLongList actors = FrameLongList.in(frame, 2);
        actors.add(memory.world.spawn(new Position(10, 20), new Look(0, 0))); // straight ahead, 10 cells away
        actors.add(memory.world.spawn(new Position(20, 24), new Look(0, 1))); // farther, and to the right
        DrawList list = DrawList.of(memory.world, actors, null, NOTHING.apply(frame), CAMERA, memory.stack);
        assertEquals(18, list.get(DrawList.SIZE, 0));
        assertEquals(Screen.WIDTH / 2 - 9, list.get(DrawList.X, 0));
        assertEquals(Math.round(Camera.screenY(10) - 18), list.get(DrawList.Y, 0));
        assertEquals(10 * DrawList.PARTS_A_CELL, list.get(DrawList.DEPTH, 0));
        assertEquals(9, list.get(DrawList.SIZE, 1));
        assertEquals(Math.round(Screen.WIDTH / 2 + 40 - 4.5f), list.get(DrawList.X, 1));
    }
}
