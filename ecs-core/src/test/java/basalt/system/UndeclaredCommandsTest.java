package basalt.system;

import static basalt.system.Access.destroys;
import static basalt.system.Access.exclusive;
import static basalt.system.Access.reads;
import static basalt.system.Access.restructures;
import static basalt.system.Access.sends;
import static basalt.system.Access.spawns;
import static basalt.system.Access.writes;
import static basalt.system.RunCondition.when;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Column;
import basalt.component.Component;
import basalt.internal.Strict;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Spark;
import basalt.storage.fixture.Velocity;
import basalt.world.Template;
import basalt.world.World;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * An undeclared command is rejected in both modes, since other systems would see its effect too late. The message names
 * the system, the command, and the missing declaration.
 */
class UndeclaredCommandsTest {
    private final World world = World.create();
    private final Template template = world.template().with(new Position(0, 0)).build();
    private final Template fast =
            world.template().with(new Position(0, 0), new Velocity(1, 1)).build();
    private final long entity = world.spawn(new Position(1, 2), new Health(5), new Rare(6, "rare"));
    private final Query positions = world.query().all(Position.TYPE).build();

    @AfterEach
    void close() {
        world.close();
    }

    /** As a body, as a kernel, and as a body that runs a kernel, with one and with two workers. */
    private void assertRefused(Consumer<Commands> recording, String did, String remedy, SystemOption... options) {
        RowKernel kernel = positions.kernel((row, commands) -> recording.accept(commands));
        for (int workers = 1; workers <= 2; workers++) {
            ScheduleBuilder builder = Schedule.builder(world).workers(workers).thresholds(0, 0);
            assertRefused(
                    builder.add("wild", () -> recording.accept(world.commands()), options)
                            .add("other", () -> {}),
                    did,
                    remedy);
        }
        for (int workers = 1; workers <= 2; workers++) {
            ScheduleBuilder builder = Schedule.builder(world).workers(workers).thresholds(0, 0);
            assertRefused(builder.add("wild", kernel, options).add("other", () -> {}), did, remedy);
        }
        if (List.of(options).stream().noneMatch(UndeclaredCommandsTest::concernsPosition)) {
            SystemOption[] more = Arrays.copyOf(options, options.length + 1);
            more[options.length] = reads(Position.TYPE);
            assertRefused(Schedule.builder(world).add("wild", kernel::run, more), did, remedy);
        }
    }

    private static boolean concernsPosition(SystemOption option) {
        return option instanceof Access access
                && access.kind() == Access.Kind.WRITES
                && (access.components().contains(Position.TYPE)
                        || access.columns().stream().map(Column::component).anyMatch(Position.TYPE::equals));
    }

    private void assertRefused(ScheduleBuilder builder, String did, String remedy) {
        long applied = world.statistics().commands().applied();
        try (Schedule schedule = builder.build()) {
            SystemException failure = assertThrows(SystemException.class, () -> schedule.tick(1));
            String message = assertInstanceOf(IllegalStateException.class, failure.getCause())
                    .getMessage();
            assertEquals("wild", failure.system());
            assertTrue(message.startsWith("system 'wild' " + did + " without having declared it; add "), message);
            assertTrue(message.contains("; add " + remedy + " to the system"), message);
        }
        assertEquals(applied, world.statistics().commands().applied());
        assertEquals(0, world.statistics().commands().dropped());
        assertEquals(1, world.entityCount());
        assertTrue(world.has(entity, Position.TYPE) && world.isEnabled(entity, Position.TYPE));
        assertTrue(world.isEnabled(entity) && !world.has(entity, Frozen.TYPE));
        assertEquals(1f, world.get(entity, Position.X));
    }

    @Test
    void shouldRejectChangesOfComponents() {
        for (SystemOption[] options : new SystemOption[][] {{}, {restructures(Velocity.TYPE), destroys(), spawns()}}) {
            String frozen = "recorded a change of component " + Frozen.class.getName();
            String position = "recorded a change of component " + Position.class.getName();
            assertRefused(commands -> commands.add(entity, Frozen.TYPE), frozen, "restructures(...)", options);
            assertRefused(commands -> commands.add(entity, new Position(9, 9)), position, "restructures(...)", options);
            assertRefused(commands -> commands.remove(entity, Position.TYPE), position, "restructures(...)", options);
            assertRefused(commands -> commands.enable(entity, Position.TYPE), position, "restructures(...)", options);
            assertRefused(commands -> commands.disable(entity, Position.TYPE), position, "restructures(...)", options);
        }
    }

    @Test
    void shouldRejectEnablingAndDisablingOfEntities() {
        String did = "recorded that an entity is enabled or disabled";
        for (SystemOption[] options : new SystemOption[][] {{}, {restructures(Position.TYPE), destroys()}}) {
            assertRefused(commands -> commands.disable(entity), did, "restructures()", options);
            assertRefused(commands -> commands.enable(entity), did, "restructures()", options);
        }
    }

    /** Declared writes of rows do not include commands, which take effect later. */
    @Test
    void shouldRejectValues() {
        String position = "recorded a value for component " + Position.class.getName();
        String rare = "recorded a value for component " + Rare.class.getName();
        String remedy = "restructures(...) or spawns()";
        for (SystemOption[] options : new SystemOption[][] {
            {}, {restructures(Velocity.TYPE), destroys()}, {writes(Position.TYPE)}, {writes(Position.X)}
        }) {
            assertRefused(commands -> commands.set(entity, Position.X, 7), position, remedy, options);
            assertRefused(commands -> commands.set(entity, Rare.CHARGE, 7), rare, remedy, options);
            assertRefused(commands -> commands.set(entity, Rare.NOTE, "x"), rare, remedy, options);
        }
        try (Schedule schedule = Schedule.builder(world)
                .add("a", () -> world.commands().set(entity, Position.X, 7), writes(Position.TYPE))
                .build()) {
            String message = assertThrows(SystemException.class, () -> schedule.tick(1))
                    .getCause()
                    .getMessage();
            assertTrue(message.endsWith(" to the system; writes(...) covers rows only"), message);
        }
    }

    /** Only systems that look at these new entities wait for their spawns; others would see the values too late. */
    @Test
    void shouldRejectValuesOfLivingEntitiesIfOnlyTemplatesAreDeclared() {
        String remedy = "restructures(...) or spawns()";
        assertRefused(
                commands -> commands.set(entity, Position.X, 7),
                "recorded a value for component " + Position.class.getName() + " of a living entity",
                remedy,
                spawns(template));
        assertRefused(
                commands -> commands.set(entity, Health.POINTS, 7),
                "recorded a value for component " + Health.class.getName(),
                remedy,
                spawns(template));
        try (Schedule schedule = Schedule.builder(world)
                .add(
                        "make",
                        () -> world.commands().set(template.spawn(world.commands()), Position.X, 8),
                        spawns(template))
                .add("any", () -> world.commands().set(entity, Position.X, 9), spawns())
                .build()) {
            schedule.tick(1);
        }
        assertEquals(9f, world.get(entity, Position.X));
        assertEquals(17.0, positions.reduce().sum(Position.X));
    }

    @Test
    void shouldRejectEvents() {
        String blow = "sent an event of type " + Blow.class.getName();
        String spark = "sent an event of type " + Spark.class.getName();
        for (SystemOption[] options : new SystemOption[][] {{}, {restructures(), destroys(), spawns()}}) {
            assertRefused(commands -> commands.send(Blow.TYPE), blow, "sends(...)", options);
            assertRefused(commands -> commands.send(new Spark(1, "x")), spark, "sends(...)", options);
        }
        assertRefused(commands -> commands.send(new Spark(1, "x")), spark, "sends(...)", sends(Blow.TYPE));
        assertEquals(0, world.events(Blow.TYPE).sent());
        assertEquals(0, world.events(Spark.TYPE).sent());
    }

    @Test
    void shouldRejectSpawns() {
        String did = "recorded the spawn of an entity";
        for (SystemOption[] options : new SystemOption[][] {{}, {restructures(), destroys()}}) {
            assertRefused(Commands::spawn, did, "spawns()", options);
            assertRefused(template::spawn, did, "spawns()", options);
        }
        assertRefused(Commands::spawn, did + " without components", "spawns() without templates", spawns(template));
        assertRefused(
                commands -> {
                    template.spawn(commands);
                    fast.spawn(commands);
                },
                did + " with the components " + Position.class.getName() + ", " + Velocity.class.getName(),
                "its template or prefab to spawns(...)",
                spawns(template));
    }

    /** The spawns that a system has declared do not count for the next system on the same worker. */
    @Test
    void shouldCheckAgainInTheNextSystem() {
        assertRefused(
                Schedule.builder(world)
                        .workers(1)
                        .add("tame", () -> template.spawn(world.commands()), spawns(template), when(() -> false))
                        .add("wild", () -> template.spawn(world.commands()), spawns(fast)),
                "recorded the spawn of an entity with the components " + Position.class.getName(),
                "its template or prefab to spawns(...)");
        try (Schedule schedule = Schedule.builder(world)
                .workers(1)
                .add("tame", () -> template.spawn(world.commands()), spawns(template))
                .add("wild", () -> template.spawn(world.commands()), spawns(fast))
                .build()) {
            SystemException failure = assertThrows(SystemException.class, () -> schedule.tick(1));
            assertEquals("wild", failure.system());
        }
        assertEquals(2, world.entityCount());
    }

    @Test
    void shouldRejectDestroys() {
        for (SystemOption[] options : new SystemOption[][] {{}, {restructures(), spawns()}}) {
            assertRefused(
                    commands -> commands.destroy(entity),
                    "recorded the destruction of an entity",
                    "destroys()",
                    options);
        }
    }

    /** The components of the entity are checked only in strict mode. */
    @Test
    void shouldRejectDestroysOfOtherEntitiesInStrictMode() {
        try (Schedule schedule = Schedule.builder(world)
                .add("reap", () -> world.commands().destroy(entity), destroys(fast))
                .build()) {
            if (Strict.ON) {
                assertThrows(SystemException.class, () -> schedule.tick(1));
            } else {
                schedule.tick(1);
            }
        }
        assertEquals(Strict.ON, world.isAlive(entity));
    }

    /** Components that are registered after the schedule was built count as well. */
    @Test
    void shouldAllowDeclaredUses() {
        RowKernel kernel = positions.kernel((row, commands) -> {
            commands.set(row.entity(), Health.POINTS, 6);
            commands.add(row.entity(), Frozen.TYPE);
        });
        try (Schedule schedule = Schedule.builder(world)
                .workers(2)
                .thresholds(0, 0)
                .add("kernel", kernel, restructures(Health.TYPE, Frozen.TYPE))
                .add(
                        "body",
                        () -> {
                            Commands commands = world.commands();
                            commands.set(entity, Position.X, 3);
                            commands.add(entity, new Late(1));
                            commands.disable(entity);
                            commands.set(commands.send(Blow.TYPE), Blow.WEIGHT, 4);
                            long made = fast.spawn(commands);
                            commands.set(made, Velocity.DX, 5);
                            commands.destroy(made);
                        },
                        restructures(),
                        sends(Blow.TYPE),
                        spawns(fast),
                        destroys())
                .build()) {
            schedule.tick(1);
        }
        assertFalse(world.isEnabled(entity));
        assertTrue(world.has(entity, Frozen.TYPE) && world.has(entity, Late.TYPE));
        assertEquals(3f, world.get(entity, Position.X));
        assertEquals(6, world.get(entity, Health.POINTS));
        assertEquals(1, world.events(Blow.TYPE).sent());
        assertEquals(1, world.entityCount());
    }

    /** A component that is registered after the schedule was built. */
    record Late(int value) {
        static final Component<Late> TYPE = Component.of(Late.class);
    }

    /** They run alone, like conditions and the world's thread outside a tick. */
    @Test
    void shouldLetExclusiveSystemsRecordAnything() {
        RowKernel kernel = positions.kernel((row, commands) -> commands.add(row.entity(), Frozen.TYPE));
        Runnable everything = () -> {
            kernel.run();
            Commands commands = world.commands();
            commands.set(entity, Position.X, world.get(entity, Position.X) + 1);
            commands.remove(entity, Frozen.TYPE);
            commands.send(Blow.TYPE);
            commands.destroy(template.spawn(commands));
            commands.disable(commands.spawn());
        };
        try (Schedule schedule = Schedule.builder(world)
                .add("exclusive", everything, exclusive())
                .add("body", () -> {}, when(() -> {
                    everything.run();
                    return true;
                }))
                .build()) {
            schedule.tick(1);
            everything.run();
            world.applyCommands();
        }
        assertEquals(4f, world.get(entity, Position.X));
        assertFalse(world.has(entity, Frozen.TYPE));
        assertEquals(3, world.events(Blow.TYPE).sent());
        assertEquals(4, world.entityCount());
    }

    /**
     * A command of one of two workers is rejected; the earlier commands of its system are discarded, those of the other
     * system are applied.
     */
    @Test
    void shouldDiscardCommandsRecordedBeforeARejection() {
        for (int i = 0; i < 200; i++) {
            template.spawn();
        }
        RowKernel wild = positions.kernel((row, commands) -> {
            commands.add(row.entity(), Frozen.TYPE);
            if (row.index() % 100 == 99) {
                commands.add(row.entity(), Velocity.TYPE);
            }
        });
        try (Schedule schedule = Schedule.builder(world)
                .workers(2)
                .thresholds(0, 0)
                .add("wild", wild, restructures(Frozen.TYPE))
                .add("tame", () -> world.commands().add(entity, Velocity.TYPE), restructures(Velocity.TYPE))
                .build()) {
            SystemException failure = assertThrows(SystemException.class, () -> schedule.tick(1));
            assertEquals("wild", failure.system());
        }
        assertEquals(0, world.query().all(Frozen.TYPE).build().count());
        assertTrue(world.has(entity, Velocity.TYPE));
    }
}
