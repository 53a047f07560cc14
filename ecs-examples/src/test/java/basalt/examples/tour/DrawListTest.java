package basalt.examples.tour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.collection.FrameColumns;
import basalt.memory.collection.FrameLongList;
import basalt.memory.frame.FrameArena;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DrawListTest {
    private final GameMemory memory = new GameMemory(true);
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
            commands.setInt(DrawList.X, i, i); // where it was
            commands.setInt(DrawList.Y, i, key * 31 + i);
        }

        FrameColumns sorted = DrawList.sorted(frame, memory.stack, commands, batches);

        for (int i = 0; i < count; i++) {
            int key = sorted.getInt(DrawList.KEY, i);
            int was = sorted.getInt(DrawList.X, i);
            assertEquals(commands.getInt(DrawList.KEY, was), key);
            assertEquals(key * 31 + was, sorted.getInt(DrawList.Y, i));
            if (i > 0) { // strictly, so that each is there once
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
        Camera camera = new Camera(0, 0);
        FrameLongList visible = FrameLongList.in(frame, 300);
        for (int i = 0; i < 300; i++) {
            Look look = new Look(i % 3, i % 5);
            visible.add(memory.world.spawn(new Position(i % 40 + 0.5f, i / 40 + 0.5f), look));
        }

        DrawList list = DrawList.of(memory.world, visible, camera, memory.stack);

        assertEquals(15, list.batches());
        int drawn = 0;
        for (int batch = 0; batch < list.batches(); batch++) {
            assertEquals(drawn, list.first(batch));
            int key = list.get(DrawList.KEY, list.first(batch));
            for (int command = list.first(batch); command < drawn + list.count(batch); command++) {
                int i = list.get(DrawList.Y, command) / Level.CELL_PIXELS * 40
                        + list.get(DrawList.X, command) / Level.CELL_PIXELS;
                assertEquals(i % 3 * Assets.MESHES + i % 5, key);
                assertEquals(key, list.get(DrawList.KEY, command));
            }
            drawn += list.count(batch);
        }
        assertEquals(300, drawn);
    }

    @Test
    void shouldHaveNoBatchWhereNothingIsVisible() {
        FrameLongList nobody = FrameLongList.in(frame, 1);
        assertEquals(
                0,
                DrawList.of(memory.world, nobody, new Camera(0, 0), memory.stack)
                        .batches());
    }
}
