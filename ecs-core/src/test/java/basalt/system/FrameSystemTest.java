package basalt.system;

import static basalt.system.Access.destroys;
import static basalt.system.Access.exclusive;
import static basalt.system.Access.reads;
import static basalt.system.Access.receives;
import static basalt.system.Access.restructures;
import static basalt.system.Access.sends;
import static basalt.system.Access.spawns;
import static basalt.system.Access.worldThread;
import static basalt.system.Access.writes;
import static basalt.system.Access.writesResource;
import static basalt.system.Order.after;
import static basalt.system.Order.before;
import static basalt.system.Rejection.assertRejects;
import static basalt.system.RunCondition.eachFrame;
import static basalt.system.RunCondition.every;
import static basalt.system.RunCondition.everyTicks;
import static basalt.system.RunCondition.once;
import static basalt.system.RunCondition.when;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.internal.Strict;
import basalt.memory.HeapBytes;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.save.Saves;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Velocity;
import basalt.world.EventReader;
import basalt.world.Time;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.CachedNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Systems that run in frames: after the steps of a loop's turn, reading, without a tick. */
class FrameSystemTest extends ScheduleFixture {
    private final long entity = world.spawn(new Position(1, 2), new Velocity(3, 4), new Health(5));
    private final List<String> ran = new ArrayList<>();

    private Runnable note(String name) {
        return () -> {
            synchronized (ran) {
                ran.add(name);
            }
        };
    }

    private List<String> frame(float alpha) {
        ran.clear();
        schedule.frame(alpha);
        return List.copyOf(ran);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldRunInFramesAndNotInTicks(int workers) {
        build(systems(workers)
                .add("draw", note("draw"), eachFrame(), reads(Position.TYPE), worldThread())
                .add("move", note("move"), writes(Position.TYPE))
                .add("sound", note("sound"), eachFrame(), worldThread(), after("move")));
        schedule.tick(0.5f);
        assertEquals(List.of("move"), ran);
        assertEquals(List.of("draw", "sound"), frame(0.25f));
        assertEquals(List.of("draw", "sound"), frame(0.75f));
        assertEquals(0.75f, world.time().alpha());
        assertEquals(1, world.time().tick());
    }

    @Test
    void shouldSeeTheStateOfTheLastTick() {
        Time time = world.time();
        List<Object> seen = new ArrayList<>();
        RowKernel move = all(Position.TYPE).kernel(row -> row.set(Position.X, row.get(Position.X) + 1));
        build(systems()
                .add("move", move)
                .add(
                        "draw",
                        () -> seen.addAll(List.of(
                                time.tick(),
                                time.deltaSeconds(),
                                time.elapsedSeconds(),
                                time.alpha(),
                                world.get(entity, Position.X))),
                        eachFrame(),
                        reads(Position.TYPE)));
        schedule.frame(0.5f);
        assertEquals(List.of(0L, 0f, 0.0, 0.5f, 1f), seen);
        seen.clear();
        schedule.tick(0.25f);
        schedule.frame(0.75f);
        assertEquals(List.of(1L, 0.25f, 0.25, 0.75f, 2f), seen);
    }

    /** However many frames there are, the world is the same; commands and events wait for the ticks. */
    @Test
    void shouldLeaveTheWorldAlone() {
        EventReader<Blow> reader = world.events(Blow.TYPE).reader();
        EventReader<Blow> ofFrames = world.events(Blow.TYPE).reader();
        List<Long> heard = new ArrayList<>();
        int[] ticked = {0};
        build(systems()
                .add("hit", () -> world.commands().send(new Blow(1)), sends(Blow.TYPE))
                .add("often", () -> ticked[0]++, every(0.5f))
                .add("hear", () -> ofFrames.forEach(blow -> ran.add("heard")), eachFrame(), receives(Blow.TYPE))
                .add("listen", () -> heard.add(reader.remaining()), eachFrame(), receives(Blow.TYPE)));
        tick(2, 0.25f);
        long hash = Saves.stateHash(world);
        world.commands().remove(entity, Health.TYPE);
        for (int i = 0; i < 20; i++) {
            schedule.frame(i / 20f);
        }
        assertEquals(hash, Saves.stateHash(world));
        assertTrue(world.has(entity, Health.TYPE), "commands wait for the tick");
        assertEquals(1L, heard.get(19), "those of the last tick");
        assertEquals(List.of("heard"), ran, "what a frame reads stays for others");
        assertEquals(1, reader.remaining());
        assertEquals(2, world.time().tick());
        assertEquals(0.5, world.time().elapsedSeconds());
        assertEquals(1, ticked[0]);
        tick(1, 0.25f);
        assertTrue(!world.has(entity, Health.TYPE));
        assertEquals(1, ticked[0]);
    }

    @Test
    void shouldReadByKernelsToo() {
        float[] drawn = new float[1];
        Query positions = all(Position.TYPE);
        RowKernel draw = positions.kernel(row -> drawn[0] = row.get(Position.X));
        build(systems(2).add("draw", draw, eachFrame(), worldThread()).add("nothing", () -> {}));
        schedule.frame(0);
        assertEquals(1f, drawn[0]);
        assertEquals(
                "reads(Position.x), worldThread(), eachFrame()",
                schedule.graph().declarations("draw"));
    }

    @Test
    void shouldObeyConditionsAndSwitches() {
        boolean[] open = {true};
        build(systems()
                .set(
                        "menu",
                        menu -> menu.add("buttons", note("buttons"), worldThread())
                                .add("text", note("text"), worldThread()),
                        eachFrame())
                .add("map", note("map"), eachFrame(), when(() -> open[0]), after("menu")));
        assertEquals(List.of("buttons", "text", "map"), frame(0));
        schedule.disable("menu");
        assertEquals(List.of("map"), frame(0));
        open[0] = false;
        assertEquals(List.of(), frame(0));
        schedule.enable("text");
        assertEquals(List.of("text"), frame(0));
    }

    @Test
    void shouldRunOnceATurnOfALoop() {
        CachedNanoClock clock = new CachedNanoClock();
        Time time = world.time();
        build(systems()
                .add("draw", () -> ran.add("draw " + time.alpha()), eachFrame())
                .add("move", note("move")));
        FixedStepLoop loop =
                FixedStepLoop.builder(schedule).stepSeconds(0.01).clock(clock).build();
        loop.frame();
        clock.advance(25_000_000);
        loop.frame();
        loop.pause();
        loop.frame();
        loop.step();
        loop.frame();
        assertEquals(List.of("draw 0.0", "move", "move", "draw 0.5", "draw 0.5", "move", "draw 0.5"), ran);
    }

    @Test
    void shouldRefuseCommandsInBothModes() {
        for (Runnable command : List.<Runnable>of(
                () -> world.commands().add(entity, Frozen.TYPE),
                () -> world.commands().destroy(entity),
                () -> world.commands().spawn(),
                () -> world.commands().disable(entity),
                () -> world.commands().set(entity, Health.POINTS, 1),
                () -> world.commands().send(new Blow(1)))) {
            build(systems().add("draw", command, eachFrame()));
            SystemException failure = assertThrows(SystemException.class, () -> schedule.frame(0));
            assertEquals("draw", failure.system());
            assertMentions(messageOf(failure), "system 'draw' ", "eachFrame() only reads", "in a system of the tick");
        }
        schedule.close();
        assertEquals(1, world.entityCount());
        assertEquals(new Health(5), world.get(entity, Health.TYPE));
    }

    @Test
    void shouldRefuseWritesInStrictMode() {
        RowKernel kernel = all(Position.TYPE).kernel(opaque(row -> row.set(Position.X, 9)));
        for (int i = 0; i < 2; i++) {
            ScheduleBuilder builder = systems();
            build(
                    i == 0
                            ? builder.add("draw", kernel, eachFrame())
                            : builder.add("draw", () -> world.set(entity, Position.X, 9), eachFrame()));
            if (Strict.ON) {
                SystemException failure = assertThrows(SystemException.class, () -> schedule.frame(0));
                assertMentions(messageOf(failure), "system 'draw' wrote component ", "eachFrame() only reads");
                assertEquals(1f, world.get(entity, Position.X));
            }
        }
    }

    @Test
    void shouldReportUndeclaredReadsInStrictMode() {
        build(systems().add("draw", () -> world.get(entity, Position.X), eachFrame()));
        if (Strict.ON) {
            SystemException failure = assertThrows(SystemException.class, () -> schedule.frame(0));
            assertMentions(messageOf(failure), "add reads(Position.class) to the system");
            schedule.tick(1);
        }
    }

    @Test
    void shouldRejectWhatAFrameCannotDo() {
        for (SystemOption option : List.of(
                writes(Position.TYPE),
                restructures(Frozen.TYPE),
                restructures(),
                spawns(),
                destroys(),
                sends(Blow.TYPE),
                exclusive())) {
            assertRejects(
                    () -> systems().add("draw", note("draw"), option, eachFrame()),
                    "system \"draw\" runs each frame, and declares " + option);
        }
        for (SystemOption option : List.of(every(1), everyTicks(2), once())) {
            assertRejects(
                    () -> systems().add("draw", note("draw"), option, eachFrame()),
                    "system \"draw\" has eachFrame() and " + option);
        }
        assertRejects(() -> systems().add("draw", note("draw"), eachFrame(), eachFrame()), "has eachFrame() twice");
        assertRejects(
                () -> systems()
                        .add("draw", note("draw"), eachFrame(), before("move"))
                        .add("move", note("move"))
                        .build(),
                "system \"draw\" runs each frame, after the ticks, and cannot be before \"move\"",
                "\"draw\" says before(\"move\")");
    }

    @Test
    void shouldComeLastInTheGraph() {
        build(systems()
                .add("draw", note("draw"), eachFrame(), reads(Position.TYPE))
                .add("move", note("move"), writes(Position.TYPE))
                .add("beep", note("beep"), eachFrame(), writesResource(String.class))
                .add("end", note("end"), destroys(Position.TYPE)));
        List<List<String>> stages = schedule.graph().stages();
        assertEquals(List.of("draw", "beep"), stages.get(stages.size() - 1));
        assertEquals(
                List.of(),
                schedule.graph().implicitOrder().stream()
                        .filter(pair ->
                                pair.first().equals("draw") || pair.second().equals("draw"))
                        .toList());
        assertMentions(schedule.graph().toString(), ", each frame\n", " => draw", "runs each frame");
    }

    /** The figures of all frames after a tick count as one run in that tick; those before the first one as in that. */
    @Test
    void shouldBeInTheStatistics() {
        RowKernel draw = all(Position.TYPE).kernel(row -> row.get(Position.X));
        build(systems().add("draw", draw, eachFrame()).add("move", note("move")));
        schedule.frame(0);
        tick(2, 1);
        schedule.frame(0);
        schedule.frame(0);
        tick(1, 1);
        ScheduleStats stats = schedule.stats();
        assertEquals(2, stats.find("draw").orElseThrow().runs());
        assertEquals(2, stats.find("draw").orElseThrow().rows().max());
        assertEquals(3, stats.find("move").orElseThrow().runs());
    }

    @Test
    void shouldPassOnFailuresAndGoOn() {
        boolean[] fails = {true};
        build(systems()
                .add(
                        "draw",
                        () -> {
                            if (fails[0]) {
                                throw new IllegalArgumentException("no window");
                            }
                        },
                        eachFrame(),
                        worldThread())
                .add("text", note("text"), eachFrame(), worldThread()));
        SystemException failure = assertThrows(SystemException.class, () -> schedule.frame(0));
        assertEquals("no window", failure.getCause().getMessage());
        fails[0] = false;
        assertEquals(List.of("text"), frame(0));
        schedule.tick(1);
    }

    @Test
    void shouldNotNest() {
        List<String> refused = new ArrayList<>();
        build(systems()
                .add(
                        "draw",
                        () -> {
                            for (Runnable wrong : List.<Runnable>of(
                                    () -> schedule.tick(1), () -> schedule.frame(0), () -> schedule.close())) {
                                refused.add(assertThrows(IllegalStateException.class, wrong::run)
                                        .getMessage());
                            }
                        },
                        eachFrame()));
        schedule.frame(0);
        assertEquals(3, refused.size());
        all(Position.TYPE).forEach(row -> assertThrows(IllegalStateException.class, () -> schedule.frame(0)));
    }

    @Test
    void shouldMakeNoGarbage() {
        if (Strict.ON) {
            return; // rows of strict mode are objects
        }
        RowKernel draw = all(Position.TYPE).kernel(row -> row.get(Position.X));
        build(systems().add("draw", draw, eachFrame()).add("count", () -> {}, eachFrame()));
        HeapBytes.assertNone(10_000, rounds -> {
            for (int i = 0; i < rounds; i++) {
                schedule.frame(0.5f);
            }
        });
    }
}
