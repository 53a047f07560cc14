package basalt.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import basalt.command.Playback;
import basalt.internal.Internal;
import basalt.internal.Strict;
import basalt.memory.HeapBytes;
import basalt.memory.MemorySource;
import basalt.runtime.Worker;
import basalt.storage.fixture.Declared;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Label;
import basalt.storage.fixture.Matrix;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Salvo;
import basalt.storage.fixture.Spark;
import basalt.storage.fixture.Vectors;
import basalt.storage.fixture.WideRecord;
import basalt.storage.fixture.WorldFixture;
import basalt.world.EventChannel;
import basalt.world.Template;
import basalt.world.World;
import org.junit.jupiter.api.Test;

/** Commands that take whole records, whose values are stored off heap. */
class RecordCommandsTest extends WorldFixture {
    private final Commands commands = world.commands();

    @Test
    void shouldAddRecordsOfAllKindsAcrossSegments() {
        long[] entities = new long[2000];
        Record widest = WideRecord.sample();
        for (int i = 0; i < entities.length; i++) {
            entities[i] = commands.spawn();
            commands.add(entities[i], Kinds.SAMPLES.get(i % Kinds.SAMPLES.size()));
            commands.add(entities[i], new Frozen());
            commands.add(entities[i], Vectors.sample(i));
            commands.add(entities[i], new Rare(i, "rare " + i));
            commands.add(entities[i], new Label(i % 3 == 0 ? null : i));
            commands.set(entities[i], Position.X, 0.5f); // dropped
            commands.add(entities[i], new Matrix(new float[] {i, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}));
            commands.add(entities[i], widest);
        }
        assertEquals(9 * entities.length, commands.count());
        assertTrue(commands.reservedBytes() > 3 * (64 << 10), "several segments");
        world.applyCommands();

        assertEquals(entities.length, world.statistics().commands().dropped());
        for (int i = 0; i < entities.length; i++) {
            assertEquals(Kinds.SAMPLES.get(i % Kinds.SAMPLES.size()), world.get(entities[i], Kinds.TYPE));
            assertTrue(world.has(entities[i], Frozen.TYPE));
            Vectors.assertSame(Vectors.sample(i), world.get(entities[i], Vectors.TYPE));
            assertEquals(new Rare(i, "rare " + i), world.get(entities[i], Rare.TYPE));
            assertEquals(new Label(i % 3 == 0 ? null : i), world.get(entities[i], Label.TYPE));
            assertEquals(i, world.get(entities[i], Matrix.TYPE).m()[0]);
            assertEquals(15, world.get(entities[i], Matrix.TYPE).m()[15]);
            assertEquals(widest, world.get(entities[i], WideRecord.BYTES));
        }
    }

    @Test
    void shouldCopyTheValuesWhenTheyAreRecorded() {
        long entity = world.spawn();
        float[] lanes = new float[16];
        commands.add(entity, new Matrix(lanes));
        lanes[0] = 1;
        world.applyCommands();

        assertEquals(0, world.get(entity, Matrix.TYPE).m()[0]);
    }

    @Test
    void shouldSendEventsWithTheirValues() {
        EventChannel<Spark> sparks = world.events(Spark.TYPE);
        EventChannel<Salvo> salvos = world.events(Salvo.TYPE);
        for (int i = 0; i < 5000; i++) {
            long spark = commands.send(new Spark(i, "spark " + i));
            commands.send(Salvo.sample(i));
            if (i % 2 == 0) {
                commands.set(spark, Spark.CHARGE, -i);
            }
        }
        world.applyCommands();

        for (int i = 0; i < 5000; i++) {
            assertEquals(new Spark(i % 2 == 0 ? -i : i, "spark " + i), sparks.get(i));
            Salvo.assertSame(Salvo.sample(i), salvos.get(i));
        }
    }

    @Test
    void shouldRecordNothingIfTheValuesCannotBeStored() {
        long entity = world.spawn();
        assertThrows(IllegalArgumentException.class, () -> commands.add(entity, (Matrix) null));
        assertThrows(IllegalArgumentException.class, () -> commands.add(entity, new Matrix(new float[3])));
        assertThrows(IllegalArgumentException.class, () -> commands.send((Spark) null));
        assertThrows(IllegalArgumentException.class, () -> commands.send(new Position(1, 2)));
        assertThrows(IllegalArgumentException.class, () -> commands.add(entity, new Spark(1, "an event")));
        assertEquals(0, commands.count());
        commands.add(entity, new Matrix(new float[16]));
        world.applyCommands();
        assertTrue(world.has(entity, Matrix.TYPE));
        assertFalse(world.has(entity, Position.TYPE));
    }

    private static final int ROUNDS = 300;
    private static final int ENTITIES = 20;
    private final long[] entities = new long[ENTITIES];

    @Test
    void shouldMakeNoGarbageInSystems() {
        assumeFalse(Strict.ON, "strict mode makes a guard for each system's run");
        try (World world = World.create();
                Worker worker = Internal.of(world).worker(MemorySource.direct(), Long.MAX_VALUE)) {
            Template template = world.template().with(new Health(1)).build();
            Commands recorder = Internal.recorder(worker.queue());
            Playback playback = Internal.of(world).playback();
            Declared access = new Declared("system")
                    .changing(Frozen.TYPE, Kinds.TYPE, Health.TYPE)
                    .spawning()
                    .destroying();
            HeapBytes.assertNone(ROUNDS, rounds -> {
                for (int round = 0; round < rounds; round++) {
                    worker.enter(access);
                    spawn(recorder, template);
                    long middle = worker.queue().position();
                    change(recorder);
                    worker.leave(false);
                    playback.add(worker.queue(), 0, middle, 0);
                    playback.add(worker.queue(), middle, worker.queue().position(), 0);
                    playback.run();
                    worker.enter(access);
                    destroy(recorder);
                    worker.leave(false);
                    playback.add(worker.queue(), 0, worker.queue().position(), 0);
                    playback.run();
                }
            });
        }
    }

    private void spawn(Commands commands, Template template) {
        for (int i = 0; i < ENTITIES; i++) {
            entities[i] = i % 2 == 0 ? template.spawn(commands) : commands.spawn();
        }
    }

    private void change(Commands commands) {
        for (long entity : entities) {
            commands.add(entity, Frozen.TYPE);
        }
        for (long entity : entities) {
            commands.add(entity, Kinds.TYPE);
            commands.set(entity, Kinds.F32, 1f);
            commands.set(entity, Kinds.I64, 2L);
            commands.set(entity, Kinds.NAME, "name");
            commands.disable(entity, Kinds.TYPE);
            commands.enable(entity, Kinds.TYPE);
            commands.disable(entity);
            commands.enable(entity);
        }
        for (long entity : entities) {
            commands.remove(entity, Kinds.TYPE);
        }
    }

    private void destroy(Commands commands) {
        for (long entity : entities) {
            commands.destroy(entity);
        }
    }
}
