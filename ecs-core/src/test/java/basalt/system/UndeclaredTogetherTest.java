package basalt.system;

import static basalt.system.Access.destroys;
import static basalt.system.Access.reads;
import static basalt.system.Access.restructures;
import static basalt.system.Access.spawns;
import static basalt.system.Access.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.TreeType;
import basalt.query.CascadeKernel;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Velocity;
import basalt.world.EventReader;
import basalt.world.Template;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In strict mode a tick reports all undeclared access of all systems at its end. */
@EnabledIfSystemProperty(named = "basalt.strict", matches = "true")
class UndeclaredTogetherTest extends ScheduleFixture {
    private final long entity = world.spawn(new Position(1, 2), new Velocity(3, 4), new Health(5), new Rare(6, "r"));
    private final Template shot = world.template().with(new Position(0, 0)).build();
    private final Template other = world.template().with(new Velocity(0, 0)).build();

    private static String name(Class<?> type) {
        return "component " + type.getName();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldListAllSystemsOfATick(int workers) {
        EventReader<Blow> reader = world.events(Blow.TYPE).reader();
        Query moving = all(Position.TYPE, Velocity.TYPE);
        List<String> ran = new ArrayList<>();
        world.resources().put("a resource");
        build(systems(workers)
                .add("many", () -> {
                    moving.forEach(row -> row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX)));
                    world.set(entity, Health.POINTS, 7);
                    world.resources().get(String.class);
                    reader.forEach(blow -> {});
                    world.commands().add(entity, Frozen.TYPE);
                    world.commands().send(new Blow(1));
                    world.commands().destroy(entity);
                })
                .add("tame", () -> world.set(entity, Health.POINTS, 8), writes(Health.TYPE), Order.after("many"))
                .add(
                        "later",
                        () -> {
                            ran.add("later");
                            world.get(entity, Rare.CHARGE);
                            world.get(entity, Rare.TYPE);
                        },
                        reads(Health.TYPE)));
        SystemException failure = assertThrows(SystemException.class, () -> schedule.tick(1));
        assertEquals("many", failure.system());
        String[] lines = messageOf(failure).split("\n");
        assertEquals(2, lines.length);
        assertMentions(
                lines[0],
                "system 'many' checked which entities have " + name(Position.class),
                "wrote " + name(Position.class),
                "recorded the destruction of an entity",
                " without having declared it; add reads(Velocity.class), writes(Health.class, Position.class),"
                        + " restructures(Frozen.class),"
                        + " destroys(Health.class, Position.class, Rare.class, Velocity.class),"
                        + " readsResource(String.class), sends(Blow.class), receives(Blow.class) to the system");
        assertEquals(
                "system 'later' read " + name(Rare.class)
                        + " without having declared it; add reads(Rare.class) to the system",
                lines[1]);
        assertEquals(List.of("later"), ran, "the tick goes on");
        assertEquals(8, world.get(entity, Health.POINTS), "that of the system which has declared it");
        assertEquals(4f, world.get(entity, Position.X), "values that were written stay");
        assertFalse(world.has(entity, Frozen.TYPE), "commands are discarded");
        assertEquals(0, failure.getSuppressed().length);
        schedule.disable("many");
        schedule.disable("later");
        schedule.tick(1);
    }

    // what methods without the row use is not found in the bytecode

    private int points(long of) {
        return world.get(of, Health.POINTS);
    }

    private boolean isFrozen(long which) {
        return world.has(which, Frozen.TYPE);
    }

    private double charge() {
        return world.get(entity, Rare.CHARGE);
    }

    /** Kernels over records, rows, spans, pairs and trees, and a body: each has its line, with what it lacks. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldListSystemsOfEachKind(int workers) {
        long other = world.spawn(new Health(1), new Position(0, 0));
        world.hierarchy().attach(other, entity);
        world.spawn(new Kinds(1, 2, (byte) 3, (short) 4, 5, 6, true, entity, "k"));
        RowKernel records = world.query(Position.class).update((row, position, commands) -> {
            commands.add(row, Frozen.class);
            return position;
        });
        RowKernel rows = all(Velocity.TYPE).kernel(row -> row.set(Velocity.DX, points(other)));
        RowKernel asks = all(Rare.TYPE).kernel(row -> isFrozen(other));
        RowKernel pairs = world.query(Kinds.class)
                .pairs(Kinds.TARGET, world.query(Velocity.class))
                .each((row, kinds, velocity, commands) -> commands.send(new Blow(1)));
        CascadeKernel tree = world.query(Health.class, Position.class)
                .cascade(TreeType.DEFAULT, health -> new Position(health.points(), 0), (health, above) -> {
                    charge();
                    return above;
                });
        build(systems(workers)
                .add("records", records)
                .add("rows", rows)
                .add("asks", asks)
                .add("pairs", pairs)
                .add("tree", tree)
                .add("body", () -> world.commands().destroy(other)));
        SystemException failure = assertThrows(SystemException.class, () -> schedule.tick(1));
        assertEquals("records", failure.system());
        assertEquals(
                List.of(
                        "records: restructures(Frozen.class)",
                        "rows: reads(Health.class)",
                        "asks: reads(Frozen.class)",
                        "pairs: sends(Blow.class)",
                        "tree: reads(Rare.class)",
                        "body: destroys(ChildOf.class, Health.class, Position.class, TreeNode.class)"),
                messageOf(failure)
                        .lines()
                        .map(line -> line.replaceFirst("system '(\\w+)' .*; add (.*) to the system.*", "$1: $2"))
                        .toList());
    }

    /** With what it lists, the systems are complete. */
    @Test
    void shouldBeEnoughToAddWhatIsListed() {
        Query moving = all(Position.TYPE, Velocity.TYPE);
        Runnable body = () -> moving.forEach(row -> row.set(Position.X, row.get(Velocity.DX)));
        String message = rejection("move", systems().add("move", body));
        assertMentions(message, "add reads(Velocity.class), writes(Position.class) to the system");
        tick(systems().add("move", body, reads(Velocity.TYPE), writes(Position.TYPE)));
    }

    @Test
    void shouldSayWhichDeclarationsAreReplaced() {
        assertMentions(
                rejection("a", systems().add("a", () -> world.set(entity, Health.POINTS, 1), reads(Health.TYPE))),
                "add writes(Health.class) to the system instead of reads(Health.class)");
        assertMentions(
                rejection("a", systems().add("a", () -> world.set(entity, Position.Y, 1), writes(Position.X))),
                "wrote column y of " + name(Position.class),
                "add writes(Position.Y) to the system");
        assertMentions(
                rejection("a", systems().add("a", () -> world.get(entity, Position.TYPE), reads(Position.X))),
                "add reads(Position.class) to the system instead of reads(Position.X)");
        assertMentions(
                rejection("a", systems().add("a", () -> world.commands().disable(entity), restructures(Frozen.TYPE))),
                "add restructures() to the system instead of restructures(...)");
    }

    /** Direct writes count as changes, so that a restoration undoes them; declared or not. */
    @Test
    void shouldRecordUndeclaredWritesAsChanges() {
        Query changed = world.query().changed(Position.TYPE).build();
        RowKernel kernel = all(Position.TYPE).kernel(opaque(row -> row.set(Position.X, 9)));
        try (Snapshots ring = Saves.snapshots(world, 4)) {
            ring.capture();
            changed.forEach(row -> {});
            build(systems().add("move", kernel, reads(Position.TYPE)));
            assertThrows(SystemException.class, () -> schedule.tick(1));
            assertEquals(9f, world.get(entity, Position.X));
            assertEquals(1, changed.count());
            ring.restore(0);
            assertEquals(1f, world.get(entity, Position.X));
        }
    }

    /** A spawn beside that of another system would damage what both use, so the system ends there. */
    @Test
    void shouldEndASystemThatSpawnsUndeclared() {
        boolean[] goesOn = new boolean[2];
        String message = rejection(
                "a",
                systems()
                        .add("a", () -> {
                            world.get(entity, Position.X);
                            shot.spawn(world.commands());
                            goesOn[0] = true;
                        })
                        .add(
                                "b",
                                () -> {
                                    shot.spawn(world.commands());
                                    goesOn[1] = true;
                                },
                                spawns(other)));
        assertFalse(goesOn[0]);
        assertTrue(goesOn[1], "it is in order with other systems that spawn");
        assertMentions(
                message,
                "system 'a' read " + name(Position.class) + ", recorded the spawn of an entity without",
                "add reads(Position.class), spawns(Position.class) to the system",
                "system 'b' recorded the spawn of an entity with the components " + Position.class.getName(),
                "add spawns(Position.class) to the system");
        assertEquals(1, world.entityCount());
    }

    @Test
    void shouldSuppressFailuresThatAreNoOmission() {
        build(systems()
                .add("wild", () -> world.get(entity, Position.X))
                .add(
                        "fails",
                        () -> {
                            throw new IllegalArgumentException("on purpose");
                        },
                        destroys())
                .add("never", () -> world.get(entity, Health.POINTS), reads(Frozen.TYPE)));
        SystemException failure = assertThrows(SystemException.class, () -> schedule.tick(1));
        assertEquals("wild", failure.system());
        assertFalse(messageOf(failure).contains("never"), "as after any failure, later stages do not run");
        assertEquals("fails", ((SystemException) failure.getSuppressed()[0]).system());
    }

    @Test
    void shouldForgetTheOmissionsOfATick() {
        boolean[] wild = {true};
        build(systems().add("a", () -> {
            if (wild[0]) {
                world.get(entity, Position.X);
            }
        }));
        assertThrows(SystemException.class, () -> schedule.tick(1));
        assertThrows(SystemException.class, () -> schedule.tick(1));
        wild[0] = false;
        schedule.tick(1);
    }

    /** The same uses, on several threads and many rows, are listed once. */
    @Test
    void shouldListEachUseOnce() {
        shot.spawn(5_000);
        Query positions = all(Position.TYPE);
        RowKernel kernel = positions.kernel(opaque((row, commands) -> {
            row.set(Position.X, 1);
            commands.add(row.entity(), Frozen.TYPE);
            world.get(entity, Health.POINTS);
        }));
        String message =
                rejection("a", systems(3).add("a", kernel, reads(Position.TYPE)).add("b", () -> {}));
        String[] done = {
            "wrote " + name(Position.class), "recorded a change of " + name(Frozen.class), "read " + name(Health.class)
        };
        assertEquals(
                Stream.of(done).sorted().collect(Collectors.joining(", ")),
                Arrays.stream(message.substring("system 'a' ".length(), message.indexOf(" without"))
                                .split(", "))
                        .sorted()
                        .collect(Collectors.joining(", ")));
        assertMentions(
                message,
                "add reads(Health.class), writes(Position.class), restructures(Frozen.class) to the system"
                        + " instead of reads(Position.class)");
    }
}
