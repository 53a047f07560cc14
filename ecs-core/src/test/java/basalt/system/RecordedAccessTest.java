package basalt.system;

import static basalt.system.Access.exclusive;
import static basalt.system.Access.reads;
import static basalt.system.Access.touchesOthers;
import static basalt.system.Access.worldThread;
import static basalt.system.Access.writes;
import static basalt.system.RunCondition.eachFrame;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.component.ChildOf;
import basalt.component.TreeNode;
import basalt.component.TreeType;
import basalt.component.TreeType.OnParentDestroy;
import basalt.memory.Soak;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.query.Span;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Velocity;
import basalt.world.EventReader;
import basalt.world.Hierarchy;
import basalt.world.Prefab;
import basalt.world.Template;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

@EnabledIfSystemProperty(named = "basalt.strict", matches = "true")
class RecordedAccessTest extends ScheduleFixture {
    private static final TreeType SQUADS = TreeType.of("recorded \"squads\"", OnParentDestroy.DETACH);

    /** A resource whose object may change. */
    static final class Score {
        int points;
    }

    /** A resource that is a value. */
    record Settings(int level) {}

    private record Secret() {}

    private static final class Outer {
        record Inner() {}
    }

    @TempDir
    private Path folder;

    private final long entity = world.spawn(new Position(1, 2), new Velocity(3, 4), new Health(5));
    private final Template shot =
            world.template().with(new Position(0, 0), new Velocity(1, 1)).build();

    private String recorded(ScheduleBuilder builder) {
        build(builder.recordAccess());
        schedule.tick(1);
        schedule.tick(1);
        schedule.frame(0.5f);
        String recorded = schedule.recordedAccess();
        schedule.close();
        return recorded;
    }

    private void assertRecorded(String expected, Runnable body, SystemOption... options) {
        assertEquals("\"wild\": " + expected + "\n", recorded(systems().add("wild", body, options)));
    }

    @Test
    void shouldNeedToBeAskedFor() {
        build(systems().add("a", () -> {}));
        String message = assertThrows(IllegalStateException.class, schedule::recordedAccess)
                .getMessage();
        assertMentions(message, "does not record access", "recordAccess()");
    }

    @Test
    void shouldRecordRows() {
        Query moving = all(Position.TYPE, Velocity.TYPE);
        assertRecorded("nothing", () -> {});
        assertRecorded("reads(Position.class)", () -> world.get(entity, Position.X));
        assertRecorded("reads(Frozen.class)", () -> world.has(entity, Frozen.TYPE), writes(Position.TYPE));
        assertRecorded(
                "reads(Velocity.class), writes(Health.class, Position.class)",
                () -> {
                    moving.forEach(row -> row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX)));
                    world.set(entity, Health.POINTS, 7);
                    world.get(entity, Health.TYPE);
                },
                reads(Position.TYPE));
        assertEquals(7, world.get(entity, Health.POINTS));
        assertEquals(7f, world.get(entity, Position.X));
    }

    /** Otherwise the schedule would take components as written that the query names and the body does not use. */
    @Test
    void shouldRecordTheComponentsOfAKernelsQuery() {
        RowKernel move = world.query()
                .all(Position.TYPE, Velocity.TYPE)
                .optional(Health.TYPE, Frozen.TYPE)
                .build()
                .kernel(opaque(row -> row.set(Position.X, 8)));
        assertEquals(
                "\"move\": reads(Health.class, Velocity.class), writes(Position.class)\n",
                recorded(systems().add("move", move)));
        assertEquals(8f, world.get(entity, Position.X));
    }

    @Test
    void shouldRecordWhatSpansGiveAccessTo() {
        Query moving = all(Velocity.TYPE);
        Query positions = all(Position.TYPE);
        assertEquals(
                "\"span\": writes(Velocity.class)\n\"base\": writes(Position.class)\n",
                recorded(systems()
                        .add("span", () -> moving.forEachSpan(span -> span.wrap(Velocity.DX, new UnsafeBuffer(0, 0))))
                        .add("base", () -> positions.forEachSpan(Span::baseUnchecked))));
    }

    @Test
    void shouldRecordThatAKernelTouchesOtherRows() {
        Query others = all(Health.TYPE);
        RowKernel heal = all(Health.TYPE)
                .kernel(row -> row.set(Health.POINTS, world.get(entity, Health.POINTS) + others.count()));
        RowKernel look = all(Position.TYPE).kernel(row -> world.get(entity, Health.POINTS));
        int[] count = {0};
        RowKernel count1 = all(Position.TYPE).kernel(row -> count[0]++);
        world.spawn(new Health(1), new Position(1, 1));
        assertEquals("""
                "heal": writes(Health.class), touchesOthers()
                "look": reads(Health.class)
                "count": touchesOthers()
                """, recorded(systems().add("heal", heal).add("look", look).add("count", count1)));
    }

    @Test
    void shouldRecordCommands() {
        Template empty = world.template().build();
        assertRecorded("restructures(Frozen.class)", () -> world.commands().add(entity, Frozen.TYPE));
        assertRecorded("restructures(Health.class)", () -> world.commands().set(entity, Health.POINTS, 1));
        assertRecorded("restructures()", () -> {
            world.commands().disable(entity);
            world.commands().enable(entity);
            world.commands().remove(entity, Frozen.TYPE);
        });
        assertRecorded("spawns(Position.class, Velocity.class)", () -> {
            long made = shot.spawn(world.commands());
            world.commands().set(made, Position.X, 3);
        });
        assertRecorded("restructures(Rare.class), spawns(Position.class, Velocity.class)", () -> {
            long made = shot.spawn(world.commands());
            world.commands().add(made, Rare.TYPE);
            world.commands().set(made, Rare.CHARGE, 3);
        });
        assertRecorded("spawns()", () -> empty.spawn(world.commands()));
        assertRecorded("sends(Blow.class)", () -> world.commands().send(new Blow(1)));
    }

    /** A kernel over records says itself what it reads and writes; what else its body does is recorded. */
    @Test
    void shouldRecordWhatAKernelOverRecordsDoesBesides() {
        RowKernel move = world.query(Position.class, Velocity.class)
                .update((position, velocity) -> new Position(position.x() + velocity.dx(), position.y()));
        RowKernel freeze = world.query(Position.class).each((row, position, commands) -> {
            commands.add(row, Frozen.TYPE);
            world.get(entity, Health.POINTS);
        });
        Template captured = shot;
        RowKernel shoot = world.query(Health.class).each((row, health, commands) -> {
            captured.spawn(commands);
            if (world.time().tick() == 4) {
                commands.spawn(new Rare(1, "r"));
            }
        });
        assertEquals("""
                "move": nothing
                "freeze": reads(Health.class), restructures(Frozen.class)
                """, recorded(systems().add("move", move).add("freeze", freeze)));
        assertEquals("\"shoot\": spawns(Rare.class)\n", recorded(systems().add("shoot", shoot)));
        assertEquals("\"shoot\": nothing\n", recorded(systems().add("shoot", shoot)));
        assertEquals(new Position(7, 2), world.get(entity, Position.TYPE));
    }

    @Test
    void shouldRecordTheKindsThatAreDestroyed() {
        long[] shots = {shot.spawn(), shot.spawn()};
        int[] next = {0};
        assertRecorded(
                "destroys(Position.class, Velocity.class)",
                () -> world.commands().destroy(shots[next[0]++]));
        assertEquals(1, world.entityCount());
    }

    @Test
    void shouldRecordEventsAndResources() {
        EventReader<Blow> reader = world.events(Blow.TYPE).reader();
        world.resources().put(new Score());
        world.resources().put(new Settings(3));
        assertRecorded("receives(Blow.class)", () -> reader.forEach(blow -> {}));
        assertRecorded(
                "readsResource(RecordedAccessTest.Settings.class), writesResource(RecordedAccessTest.Score.class)",
                () -> world.resources().get(Score.class).points +=
                        world.resources().get(Settings.class).level());
        assertRecorded(
                "readsResource(RecordedAccessTest.Score.class)",
                () -> world.resources().get(Score.class),
                Access.readsResource(Score.class));
    }

    @Test
    void shouldNameTreesAsInSource() {
        Hierarchy tree = world.hierarchy(SQUADS);
        long parent = world.spawn();
        long child = world.spawn();
        tree.attach(child, parent);
        String of = "TreeType.of(\"recorded \\\"squads\\\"\", TreeType.OnParentDestroy.DETACH).";
        assertRecorded("reads(" + of + "childOf(), " + of + "node())", () -> tree.parent(child));
        world.hierarchy();
        assertRecorded(
                "restructures(ChildOf.class, TreeNode.class)",
                () -> world.commands().attach(child, parent),
                reads(ChildOf.TYPE, TreeNode.TYPE));
    }

    @Test
    void shouldKeepWhatItCannotFind() {
        assertRecorded("exclusive()", () -> world.destroy(world.spawn()), exclusive());
        assertRecorded("reads(Position.class), worldThread()", () -> world.get(entity, Position.X), worldThread());
        RowKernel kernel = all(Position.TYPE).kernel(row -> row.set(Position.X, 1));
        assertEquals(
                "\"move\": writes(Position.class), touchesOthers()\n",
                recorded(systems().add("move", kernel, touchesOthers())));
    }

    @Test
    void shouldRecordFrames() {
        assertRecorded("reads(Position.class)", () -> world.get(entity, Position.X), eachFrame());
        build(systems()
                .add("draw", () -> world.set(entity, Position.X, 1), eachFrame())
                .recordAccess());
        SystemException failure = assertThrows(SystemException.class, () -> schedule.frame(0));
        assertMentions(messageOf(failure), "wrote component", "only reads");
    }

    /** One system runs after the other, whatever they use, and each sees what those before it have done. */
    @Test
    void shouldRunOneSystemAfterTheOther() {
        int[] found = new int[2];
        Query positions = all(Position.TYPE);
        build(systems(4)
                .add("shoot", () -> shot.spawn(world.commands()))
                .add("first", () -> found[0] = positions.count(), Order.after("later"))
                .add("later", () -> found[1] = positions.count())
                .recordAccess());
        schedule.tick(1);
        assertEquals(
                List.of(List.of("shoot"), List.of("later"), List.of("first")),
                schedule.graph().stages());
        assertEquals(2, found[0]);
        assertEquals(2, found[1]);
        assertEquals(1, schedule.workers());
    }

    /** Of a class that not all code can name, a comment says which can. */
    @Test
    void shouldSayWhichClassesHaveNoNameForAll() {
        record Local() {}
        Object anonymous = new Object() {};
        world.resources().put(new Secret());
        world.resources().put(new int[1]);
        assertRecorded(
                "readsResource(RecordedAccessTest.Secret.class /* private in RecordedAccessTest */),"
                        + " writesResource(int[].class)",
                () -> {
                    world.resources().get(Secret.class);
                    world.resources().get(int[].class);
                });
        assertEquals(
                "reads(RecordedAccessTest.Outer.Inner.class /* private in RecordedAccessTest */,"
                        + " Local.class /* local in RecordedAccessTest */)",
                AccessSource.of(List.of(reads(Outer.Inner.class, Local.class))));
        String nameless = AccessSource.of(List.of(Access.readsResource(anonymous.getClass())));
        assertMentions(nameless, "readsResource(/* " + anonymous.getClass().getName(), "no name in source", " */)");
        assertEquals(
                "readsResource(java.util.List.class, java.awt.List.class, String.class)",
                AccessSource.of(List.of(Access.readsResource(List.class, java.awt.List.class, String.class))));
    }

    /** Adds systems that do all that a declaration can name, each with the options for its number. */
    private ScheduleBuilder everyKind(ScheduleBuilder builder, IntFunction<Access[]> options) {
        Hierarchy tree = world.hierarchy(SQUADS);
        long leader = world.spawn();
        long soldier = world.spawn(new Rare(1, "r"));
        tree.attach(soldier, leader);
        Prefab squad = tree.prefab(leader);
        Template empty = world.template().build();
        Template rare = world.template().with(new Rare(1, "r")).build();
        EventReader<Blow> reader = world.events(Blow.TYPE).reader();
        Iterator<Long> shots = List.of(shot.spawn(), shot.spawn()).iterator();
        Iterator<Long> squads = List.of(squad.spawn(), squad.spawn()).iterator();
        world.resources().put(new Score());
        world.resources().put(new Settings(3));
        world.resources().put(new int[1]);
        List<Runnable> bodies = List.of(
                () -> {},
                () -> world.get(entity, Position.X),
                () -> world.set(entity, Health.POINTS, world.get(entity, Health.POINTS) + 1),
                () -> tree.parent(soldier),
                () -> world.commands().attach(SQUADS, soldier, leader),
                () -> world.commands().add(entity, Frozen.TYPE),
                () -> world.commands().disable(soldier),
                () -> {
                    shot.spawn(world.commands());
                    rare.spawn(world.commands());
                },
                () -> squad.spawn(world.commands()),
                () -> empty.spawn(world.commands()),
                () -> world.commands().destroy(shots.next()),
                () -> world.commands().destroy(squads.next()),
                () -> world.commands().send(new Blow(1)),
                () -> reader.forEach(blow -> {}),
                () -> world.resources().get(Score.class).points += world.resources()
                                .get(Settings.class)
                                .level()
                        + world.resources().get(int[].class).length);
        for (int i = 0; i < bodies.size(); i++) {
            builder.add("body " + i, bodies.get(i), options.apply(i));
        }
        return builder.add("exclusive", () -> world.destroy(world.spawn()), options.apply(15))
                .add("home", () -> world.get(entity, Position.X), options.apply(16))
                .add(
                        "rows",
                        all(Health.TYPE).kernel(row -> world.set(entity, Health.POINTS, row.get(Health.POINTS))),
                        options.apply(17))
                .add(
                        "records",
                        world.query(Position.class).update((long row, Position position, Commands commands) -> {
                            commands.add(row, Frozen.TYPE);
                            shot.spawn(commands);
                            return position;
                        }),
                        options.apply(18));
    }

    /** All kinds of declarations compile as they are printed, and suffice. */
    @TestOfWorkers
    void shouldPrintSource(int workers) {
        Map<Integer, Access> kept = Map.of(15, exclusive(), 16, worldThread());
        String text = recorded(everyKind(
                systems(), system -> kept.containsKey(system) ? new Access[] {kept.get(system)} : new Access[0]));
        assertMentions(
                text,
                "\"body 0\": nothing\n",
                "spawns(Position.class, Velocity.class), spawns(Rare.class)\n",
                "childOf(), Component.of(Rare.class), TreeType.of(",
                "\"exclusive\": exclusive()\n",
                "\"records\": restructures(Frozen.class), spawns(Position.class, Velocity.class)\n");
        PastedAccess pasted = PastedAccess.of(List.of(text), folder);
        build(everyKind(systems(workers), system -> pasted.options(0, system)));
        tick(2, 1);
    }

    /** What was recorded is enough: with it, strict mode refuses nothing, and any number of workers does the same. */
    @Test
    void shouldRecordEnoughForRandomSchedules() {
        int count = Soak.times(12, 200);
        long[] expected = new long[count];
        List<String> texts = new ArrayList<>();
        for (int seed = 0; seed < count; seed++) {
            texts.add(record(seed, expected));
        }
        PastedAccess pasted = PastedAccess.of(texts, folder);
        for (int seed = 0; seed < count; seed++) {
            compare(seed, expected[seed], texts.get(seed), pasted);
        }
    }

    private static String record(int seed, long[] expected) {
        RandomSchedule random = new RandomSchedule(seed, false);
        try (Playground place = new Playground(seed)) {
            expected[seed] = random.run(place, Schedule.builder(place.world), (system, there) -> List.of(exclusive()));
        }
        try (Playground place = new Playground(seed);
                RandomSchedule.Run run =
                        random.open(place, Schedule.builder(place.world).recordAccess(), random::kept)) {
            assertEquals(expected[seed], run.all(), () -> "while recording, seed " + seed + ":" + random);
            return run.schedule().recordedAccess();
        }
    }

    private void compare(int seed, long expected, String text, PastedAccess pasted) {
        RandomSchedule random = new RandomSchedule(seed, false);
        for (int workers = 1; workers <= 4; workers *= 2) {
            try (Playground place = new Playground(seed)) {
                ScheduleBuilder builder = Schedule.builder(place.world)
                        .workers(workers)
                        .executor(threads())
                        .thresholds(0, 0);
                long hash = random.run(place, builder, (system, there) -> List.of(pasted.options(seed, system)));
                assertEquals(expected, hash, () -> "seed " + seed + ":" + random + "\n" + text);
            }
        }
    }
}
