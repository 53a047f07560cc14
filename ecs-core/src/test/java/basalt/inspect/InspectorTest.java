package basalt.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.DeadEntityException;
import basalt.memory.MemorySource;
import basalt.memory.frame.FrameArena;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.storage.fixture.Health;
import basalt.system.Schedule;
import basalt.world.Template;
import basalt.world.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Setting an inspector up, and its life. */
class InspectorTest {
    private static IllegalArgumentException assertWrong(Executable call) {
        return assertThrows(IllegalArgumentException.class, call);
    }

    @Test
    void shouldAnnounceItsAddressOnce() {
        List<String> lines = new ArrayList<>();
        try (World world = World.create();
                Schedule schedule = Schedule.builder(world).build();
                Inspector inspector =
                        Inspector.of(schedule).announce(lines::add).build()) {
            assertEquals(List.of("inspector: " + inspector.address()), lines);
            assertTrue(
                    inspector.address().matches("http://127\\.0\\.0\\.1:" + inspector.port() + "/#[0-9a-f]{32}"),
                    inspector.address());
        }
    }

    @Test
    void shouldHaveAnotherTokenEachTime() {
        try (World world = World.create();
                Schedule schedule = Schedule.builder(world).build()) {
            String first;
            try (Inspector inspector =
                    Inspector.of(schedule).announce(line -> {}).build()) {
                first = inspector.address();
            }
            try (Inspector inspector =
                    Inspector.of(schedule).announce(line -> {}).build()) {
                assertTrue(!first.split("#")[1].equals(inspector.address().split("#")[1]));
            }
        }
    }

    @Test
    void shouldRefuseWrongOptions() {
        try (World world = World.create();
                Schedule schedule = Schedule.builder(world).build();
                FrameArena arena = new FrameArena(MemorySource.direct(), 1 << 16)) {
            InspectorBuilder options = Inspector.of(schedule);
            Template template = world.template().with(new Health(1)).build();
            assertTrue(assertWrong(() -> options.port(-1)).getMessage().contains("0 to 65535: port=-1"));
            assertWrong(() -> options.port(65_536));
            assertWrong(() -> options.token("short"));
            assertWrong(() -> options.token("with a space in it, and long"));
            assertWrong(() -> options.token(null));
            assertWrong(() -> options.address(null));
            assertWrong(() -> options.loop(null));
            assertWrong(() -> options.history(0));
            assertWrong(() -> options.history(4_097));
            assertWrong(() -> options.snapshots(null));
            assertWrong(() -> options.recordings(null));
            assertWrong(() -> options.budgetMicros(0));
            assertWrong(() -> options.announce(null));
            assertWrong(() -> options.template("", template));
            assertWrong(() -> options.template("a", null));
            assertWrong(() -> options.template("a", template).template("a", template));
            assertWrong(() -> options.prefab("a", null));
            assertWrong(() -> options.watch(null, arena));
            assertThrows(IllegalStateException.class, () -> options.history(5).snapshots(Saves.snapshots(world, 1)));
            assertWrong(() -> Inspector.of(null));
        }
    }

    @Test
    void shouldShowTheStatesThatTheProgramCaptures() {
        World world = World.create();
        try (InspectedScene scene = InspectedScene.of(world, options -> options.snapshots(Saves.snapshots(world, 2)))) {
            assertTrue(scene.get("history").contains("\"capacity\":2,"));
            assertTrue(scene.get("history").contains("\"states\":[]"));
        }
    }

    @Test
    void shouldFreeTheStatesOfItsOwnHistory() {
        try (World world = World.create();
                Schedule schedule = Schedule.builder(world).build()) {
            Inspector inspector =
                    Inspector.of(schedule).announce(line -> {}).history(3).build();
            schedule.tick(1);
            assertTrue(world.statistics().memory().snapshotBytes() > 0);
            inspector.close();
            try (Snapshots ring = Saves.snapshots(world, 1)) { // there can be another one
                ring.capture();
            }
        }
    }

    @Test
    void shouldExplainThatAPortIsTaken() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                World world = World.create();
                Schedule schedule = Schedule.builder(world).build()) {
            InspectorBuilder options =
                    Inspector.of(schedule).port(taken.getLocalPort()).history(2);
            UncheckedIOException refusal = assertThrows(UncheckedIOException.class, options::build);
            assertTrue(refusal.getMessage().contains("choose another port"), refusal.getMessage());
            schedule.tick(1); // nothing was left attached
            try (Inspector other =
                    Inspector.of(schedule).announce(line -> {}).history(2).build()) {
                assertTrue(other.port() > 0);
            }
        }
    }

    @Test
    void shouldBeTheOnlyOneOfItsSchedule() {
        try (World world = World.create();
                Schedule schedule = Schedule.builder(world).build();
                Inspector inspector =
                        Inspector.of(schedule).announce(line -> {}).build()) {
            InspectorBuilder second = Inspector.of(schedule);
            assertThrows(IllegalStateException.class, second::build);
            schedule.tick(1);
            assertTrue(inspector.port() > 0);
        }
    }

    @Test
    void shouldRefuseCallsAfterClose() {
        try (World world = World.create();
                Schedule schedule = Schedule.builder(world).build()) {
            Inspector inspector = Inspector.of(schedule).announce(line -> {}).build();
            inspector.close();
            inspector.close();
            assertThrows(IllegalStateException.class, () -> inspector.name(world.spawn(), "a"));
            assertThrows(IllegalStateException.class, inspector::serve);
            schedule.tick(1);
        }
    }

    @Test
    void shouldEndWithItsScheduleAndWorld() {
        World world = World.create();
        Schedule schedule = Schedule.builder(world).build();
        Inspector inspector =
                Inspector.of(schedule).announce(line -> {}).history(2).build();
        schedule.tick(1);
        schedule.close();
        world.close();
        inspector.close();
    }

    @Test
    void shouldNameLivingEntitiesOnly() {
        try (InspectedScene scene = InspectedScene.of(World.create(), options -> {})) {
            long entity = scene.world.spawn();
            scene.inspector.name(entity, "tank");
            assertWrong(() -> scene.inspector.name(entity, null));
            assertWrong(() -> scene.inspector.name(entity, "x".repeat(101)));
            scene.world.destroy(entity);
            assertThrows(DeadEntityException.class, () -> scene.inspector.name(entity, "tank"));
        }
    }

    @Test
    void shouldServeBetweenTicksOnly() {
        Inspector[] inspector = new Inspector[1];
        List<Throwable> thrown = new ArrayList<>();
        try (World world = World.create();
                Schedule schedule = Schedule.builder(world)
                        .add("serve", () -> {
                            try {
                                inspector[0].serve();
                            } catch (IllegalStateException e) {
                                thrown.add(e);
                            }
                        })
                        .build();
                Inspector built = Inspector.of(schedule).announce(line -> {}).build()) {
            inspector[0] = built;
            schedule.tick(1);
            assertEquals(1, thrown.size());
            built.serve();
        }
    }

    @Test
    void shouldRefuseOtherThreads() throws InterruptedException {
        try (InspectedScene scene = InspectedScene.of(World.create(), options -> {})) {
            List<Throwable> thrown = new ArrayList<>();
            Thread other = new Thread(() -> {
                for (Executable call : new Executable[] {
                    scene.inspector::close, scene.inspector::serve, () -> scene.inspector.name(1, "a")
                }) {
                    thrown.add(assertThrows(IllegalStateException.class, call));
                }
            });
            other.start();
            other.join();
            assertEquals(3, thrown.size());
            assertTrue(scene.get("status").contains("running"));
        }
    }
}
