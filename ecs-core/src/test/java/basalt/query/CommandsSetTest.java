package basalt.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.storage.fixture.Vectors;
import basalt.world.World;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Elements of vectors. Scalars are in {@link CommandsTest}. */
class CommandsSetTest {
    private final World world = World.create();
    private final Commands commands = world.commands();

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void shouldWriteEachLaneOfEachKind() {
        long entity = world.spawn(Vectors.sample(1));
        long neighbour = world.spawn(Vectors.sample(2));
        for (int seed : new int[] {3, -70_000, 9_999_999}) {
            Vectors sample = Vectors.sample(seed);
            record(entity, sample);
            world.applyCommands();
            Vectors.assertSame(sample, world.get(entity, Vectors.TYPE));
        }
        Vectors.assertSame(Vectors.sample(2), world.get(neighbour, Vectors.TYPE));
        assertEquals(new Commands.Stats(3 * 28, 0), world.statistics().commands());
    }

    private void record(long entity, Vectors sample) {
        for (int i = 0; i < sample.f32().length; i++) {
            commands.set(entity, Vectors.F32, i, sample.f32()[i]);
        }
        for (int i = 0; i < sample.f64().length; i++) {
            commands.set(entity, Vectors.F64, i, sample.f64()[i]);
        }
        for (int i = 0; i < sample.i8().length; i++) {
            commands.set(entity, Vectors.I8, i, sample.i8()[i]);
        }
        for (int i = 0; i < sample.i16().length; i++) {
            commands.set(entity, Vectors.I16, i, sample.i16()[i]);
        }
        for (int i = 0; i < sample.i32().length; i++) {
            commands.set(entity, Vectors.I32, i, sample.i32()[i]);
        }
        for (int i = 0; i < sample.i64().length; i++) {
            commands.set(entity, Vectors.I64, i, sample.i64()[i]);
        }
        for (int i = 0; i < sample.flags().length; i++) {
            commands.set(entity, Vectors.FLAGS, i, sample.flags()[i]);
        }
        for (int i = 0; i < sample.targets().length; i++) {
            commands.set(entity, Vectors.TARGETS, i, sample.targets()[i]);
        }
    }

    @Test
    void shouldRejectAMissingLane() {
        long entity = world.spawn(Vectors.sample(1));
        List<Executable> withoutLane = List.of(
                () -> commands.set(entity, Vectors.F32, 1f),
                () -> commands.set(entity, Vectors.F64, 1.0),
                () -> commands.set(entity, Vectors.I8, (byte) 1),
                () -> commands.set(entity, Vectors.I16, (short) 1),
                () -> commands.set(entity, Vectors.I32, 1),
                () -> commands.set(entity, Vectors.I64, 1L),
                () -> commands.set(entity, Vectors.FLAGS, true),
                () -> commands.set(entity, Vectors.TARGETS, 1L));
        List<Executable> withoutSuchALane = List.of(
                () -> commands.set(entity, Vectors.F32, 4, 1f),
                () -> commands.set(entity, Vectors.F64, 2, 1.0),
                () -> commands.set(entity, Vectors.I8, 5, (byte) 1),
                () -> commands.set(entity, Vectors.I16, 3, (short) 1),
                () -> commands.set(entity, Vectors.I32, 2, 1),
                () -> commands.set(entity, Vectors.I64, -1, 1L),
                () -> commands.set(entity, Vectors.FLAGS, 7, true),
                () -> commands.set(entity, Vectors.TARGETS, Integer.MIN_VALUE, 1L));
        withoutLane.forEach(attempt -> assertThrows(IllegalArgumentException.class, attempt));
        withoutSuchALane.forEach(attempt -> assertThrows(IndexOutOfBoundsException.class, attempt));

        assertEquals(0, commands.count());
    }
}
