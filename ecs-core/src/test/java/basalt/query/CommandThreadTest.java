package basalt.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.internal.Internal;
import basalt.internal.Strict;
import basalt.memory.Deadline;
import basalt.memory.Elsewhere;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Spark;
import basalt.storage.fixture.WorldFixture;
import basalt.system.Access;
import basalt.system.Schedule;
import basalt.world.OneSystem;
import basalt.world.Template;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Recording belongs to one thread at a time, in strict mode and outside of it. */
class CommandThreadTest extends WorldFixture {
    private final long entity = world.spawn(Kinds.ODD);
    private final Template template = world.template().build();

    @Test
    void shouldRefuseEveryRecordingAfterTheWorldWasClosed() {
        Commands commands = world.commands();
        commands.destroy(entity); // so that there is a segment, with room
        world.close();
        assertEquals(0, counting.outstanding());
        List.<Executable>of(
                        world::commands,
                        world::applyCommands,
                        () -> world.statistics().commands())
                .forEach(use -> assertFails("closed", use));

        recordings(commands).forEach(recording -> assertFails("closed", recording));
        Elsewhere.run("intruder", () -> recordings(commands).forEach(recording -> assertFails("closed", recording)));
        assertEquals(0, commands.count());
    }

    @Test
    void shouldRefuseTheWorldsCommandsWhileSystemsRun() {
        Commands commands = world.commands();
        commands.enable(entity);
        OneSystem.run(
                world,
                () -> recordings(commands).forEach(recording -> assertFails("the system's commands", recording)));
        assertEquals(0, commands.count());
        commands.enable(entity);
        assertEquals(1, commands.count());
    }

    /** On the world's thread and on other threads, recorders are rejected after the system's end. */
    @Test
    void shouldRefuseCommandsThatAreKeptAfterTheirSystem() {
        List<Commands> kept = new ArrayList<>();
        RowKernel kernel = world.query().all(Kinds.TYPE).build().kernel((row, commands) -> {
            kept.add(commands);
            commands.enable(row.entity(), Kinds.TYPE);
        });
        try (Schedule schedule = Schedule.builder(world)
                .add(
                        "kernel",
                        kernel,
                        Access.touchesOthers(),
                        Access.writes(Kinds.TYPE),
                        Access.restructures(Kinds.TYPE))
                .add("body", () -> kept.add(world.commands()))
                .build()) {
            schedule.tick(1);
            assertEquals(2, kept.size());
            kept.forEach(
                    commands -> recordings(commands).forEach(recording -> assertFails("after the end of", recording)));
            assertEquals(0, kept.get(0).count());
        }
        kept.forEach(commands -> recordings(commands).forEach(recording -> assertFails("system", recording)));
    }

    /** Otherwise the commands would count as the next system's, if it runs on the same thread. */
    @Test
    void shouldDetectCommandsThatAreKeptForTheNextSystem() {
        assumeTrue(Strict.ON, "only strict mode looks");
        List<Commands> kept = new ArrayList<>();
        RowKernel kernel = world.query().all(Kinds.TYPE).build().kernel((row, commands) -> kept.add(commands));
        List<Integer> refused = new ArrayList<>();
        try (Schedule schedule = Schedule.builder(world)
                .workers(1)
                .add("kernel", kernel, Access.touchesOthers(), Access.writes(Kinds.TYPE))
                .add("body", () -> kept.add(world.commands()))
                .add(
                        "later",
                        () -> {
                            for (Commands commands : kept) {
                                recordings(commands)
                                        .forEach(recording -> assertFails("after the end of their system", recording));
                                refused.add(commands.count());
                            }
                            Commands own = world.commands();
                            own.enable(entity);
                            world.commands().enable(entity);
                            assertEquals(2, own.count());
                        },
                        Access.restructures())
                .chain("kernel", "body", "later")
                .build()) {
            schedule.tick(1);
            assertEquals(List.of(0, 0), refused);
            kept.remove(0);
            kept.remove(0);
            schedule.tick(1);
            assertEquals(4, refused.size());
        }
    }

    /** The owner records while another thread tries to, and then closes the world. */
    @Test
    void shouldRejectAThreadThatRecordsWhileTheOwnerRecordsAndCloses() throws InterruptedException {
        Commands commands = world.commands();
        AtomicBoolean stop = new AtomicBoolean();
        AtomicInteger refused = new AtomicInteger();
        AtomicInteger recorded = new AtomicInteger();
        Thread intruder = new Thread(() -> {
            while (!stop.get()) {
                try {
                    commands.set(entity, Kinds.I64, 1L);
                    recorded.incrementAndGet();
                } catch (IllegalStateException e) {
                    refused.incrementAndGet();
                }
            }
        });
        intruder.start();
        Deadline deadline = new Deadline("for the other thread to be refused");
        while (refused.get() == 0) {
            deadline.pause();
        }
        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < 20_000; i++) {
                commands.set(entity, Kinds.I64, i);
            }
            assertEquals(20_000, commands.count());
            world.applyCommands();
        }
        world.close();
        int before = refused.get();
        while (refused.get() < before + 1000 && intruder.isAlive()) {
            deadline.pause();
        }
        stop.set(true);
        intruder.join();
        assertEquals(0, recorded.get());
    }

    private List<Executable> recordings(Commands commands) {
        return List.of(
                commands::spawn,
                () -> template.spawn(commands),
                () -> commands.destroy(entity),
                () -> commands.add(entity, Kinds.TYPE),
                () -> commands.add(entity, Kinds.ODD),
                () -> commands.remove(entity, Kinds.TYPE),
                () -> commands.enable(entity, Kinds.TYPE),
                () -> commands.disable(entity, Kinds.TYPE),
                () -> commands.enable(entity),
                () -> commands.disable(entity),
                () -> commands.send(Spark.TYPE),
                () -> commands.set(entity, Kinds.F32, 1f),
                () -> commands.set(entity, Kinds.F64, 1.0),
                () -> commands.set(entity, Kinds.I8, (byte) 1),
                () -> commands.set(entity, Kinds.I16, (short) 1),
                () -> commands.set(entity, Kinds.I32, 1),
                () -> commands.set(entity, Kinds.I64, 1L),
                () -> commands.set(entity, Kinds.FLAG, true),
                () -> commands.set(entity, Kinds.TARGET, entity),
                () -> commands.set(entity, Kinds.NAME, "name"),
                () -> commands.send(new Spark(1, null)),
                () -> Internal.of(commands).wrote(entity, Kinds.TYPE));
    }
}
