package basalt.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.DeadEntityException;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Setting an inspector up, and its life. */
class InspectorTest {
    private final World world = World.create();
    private final Schedule schedule = Schedule.builder(world).build();

    private InspectorBuilder options() {
        return Inspector.of(schedule).announce(line -> {});
    }

    @AfterEach
    void close() {
        schedule.close();
        world.close();
    }

    private static String assertWrong(Executable call) {
        return assertThrows(IllegalArgumentException.class, call).getMessage();
    }

    @Test
    void shouldAnnounceItsAddressOnceWithAnotherTokenEachTime() {
        List<String> lines = new ArrayList<>();
        String[] tokens = new String[2];
        for (int i = 0; i < 2; i++) {
            try (Inspector inspector = options().announce(lines::add).build()) {
                String address = inspector.address();
                assertEquals("inspector: " + address, lines.get(i));
                assertTrue(address.matches("http://127\\.0\\.0\\.1:" + inspector.port() + "/#[0-9a-f]{32}"), address);
                tokens[i] = address.split("#")[1];
            }
        }
        assertEquals(2, lines.size());
        assertNotEquals(tokens[0], tokens[1]);
    }

    @Test
    void shouldRefuseWrongOptions() {
        InspectorBuilder options = options();
        Template template = world.template().with(new Health(1)).build();
        String message = assertWrong(() -> options.port(-1));
        assertTrue(message.contains("0 to 65535: port=-1"), message);
        List<Executable> wrong = List.of(
                () -> options.port(65_536),
                () -> options.token("short"),
                () -> options.token("with a space in it, and long"),
                () -> options.token(null),
                () -> options.address(null),
                () -> options.loop(null),
                () -> options.history(0),
                () -> options.history(4_097),
                () -> options.snapshots(null),
                () -> options.recordings(null),
                () -> options.budgetMicros(0),
                () -> options.announce(null),
                () -> options.template("", template),
                () -> options.template("a", null),
                () -> options.template("a", template).template("a", template),
                () -> options.prefab("a", null),
                () -> options.watch(null, world.frame()),
                () -> Inspector.of(null));
        wrong.forEach(InspectorTest::assertWrong);
        assertThrows(IllegalStateException.class, () -> options.history(5).snapshots(Saves.snapshots(world, 1)));
    }

    @Test
    void shouldShowTheStatesThatTheProgramCaptures() {
        World other = World.create();
        try (InspectedScene scene = InspectedScene.of(other, options -> options.snapshots(Saves.snapshots(other, 2)))) {
            scene.assertShows("~'capacity':2,~'states':[],~", "history");
        }
    }

    @Test
    void shouldFreeTheStatesOfItsOwnHistory() {
        Inspector inspector = options().history(3).build();
        schedule.tick(1);
        assertTrue(world.statistics().memory().snapshotBytes() > 0);
        inspector.close();
        try (Snapshots ring = Saves.snapshots(world, 1)) { // there can be another one
            ring.capture();
        }
    }

    @Test
    void shouldExplainThatAPortIsTaken() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            InspectorBuilder options = options().port(taken.getLocalPort()).history(2);
            String message =
                    assertThrows(UncheckedIOException.class, options::build).getMessage();
            assertTrue(message.contains("choose another port"), message);
            schedule.tick(1); // nothing was left attached
            try (Inspector other = options().history(2).build()) {
                assertTrue(other.port() > 0);
            }
        }
    }

    @Test
    void shouldBeTheOnlyOneOfItsSchedule() {
        try (Inspector inspector = options().build()) {
            assertThrows(IllegalStateException.class, options()::build);
            schedule.tick(1);
            assertTrue(inspector.port() > 0);
        }
    }

    @Test
    void shouldRefuseCallsAfterClose() {
        Inspector inspector = options().build();
        inspector.close();
        inspector.close();
        assertThrows(IllegalStateException.class, () -> inspector.name(world.spawn(), "a"));
        assertThrows(IllegalStateException.class, inspector::serve);
        schedule.tick(1);
    }

    @Test
    void shouldEndWithItsScheduleAndWorld() {
        Inspector inspector = options().history(2).build();
        schedule.tick(1);
        schedule.close();
        world.close();
        inspector.close();
    }

    @Test
    void shouldNameLivingEntitiesOnly() {
        try (Inspector inspector = options().build()) {
            long entity = world.spawn();
            inspector.name(entity, "tank");
            assertWrong(() -> inspector.name(entity, null));
            assertWrong(() -> inspector.name(entity, "x".repeat(101)));
            world.destroy(entity);
            assertThrows(DeadEntityException.class, () -> inspector.name(entity, "tank"));
        }
    }

    @Test
    void shouldServeBetweenTicksOnly() {
        InspectedScene[] scene = new InspectedScene[1];
        int[] refused = {0};
        Runnable serve = () -> {
            assertThrows(IllegalStateException.class, scene[0].inspector::serve);
            refused[0]++;
        };
        scene[0] = new InspectedScene(World.create(), systems -> systems.add("serve", serve), options -> {});
        scene[0].tick.run();
        assertEquals(1, refused[0]);
        scene[0].inspector.serve();
        scene[0].close();
    }

    @Test
    void shouldRefuseOtherThreads() throws InterruptedException {
        try (InspectedScene scene = InspectedScene.of(World.create(), options -> {})) {
            List<Throwable> thrown = new ArrayList<>();
            List<Executable> calls =
                    List.of(scene.inspector::close, scene.inspector::serve, () -> scene.inspector.name(1, "a"));
            Thread other = new Thread(
                    () -> calls.forEach(call -> thrown.add(assertThrows(IllegalStateException.class, call))));
            other.start();
            other.join();
            assertEquals(3, thrown.size());
            scene.assertShows("~running~", "status");
        }
    }
}
