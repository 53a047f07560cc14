package basalt.query;

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
import basalt.storage.fixture.Rare;
import basalt.world.Template;
import basalt.world.World;
import org.junit.jupiter.api.Test;

/**
 * In a steady state, recording and applying makes no garbage. Kernels are in SteadyGarbageTest, records in
 * RecordCommandsTest.
 */
class CommandGarbageTest {
    private static final int ROUNDS = 300;
    private static final int ENTITIES = 20;

    private final long[] entities = new long[ENTITIES];

    @Test
    void shouldMakeNoGarbage() {
        try (World world = World.create()) {
            Template template =
                    world.template().with(new Health(1), new Rare(1, "x")).build();
            HeapBytes.assertNone(ROUNDS, rounds -> {
                for (int round = 0; round < rounds; round++) {
                    spawn(world.commands(), template);
                    change(world.commands());
                    world.applyCommands();
                    destroy(world.commands());
                    world.applyCommands();
                }
            });
        }
    }

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
