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
import static basalt.system.RunCondition.when;
import static basalt.system.ScheduleFixture.assertMentions;
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
import basalt.query.SpawnKernel;
import basalt.storage.StoreInvariants;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Spark;
import basalt.storage.fixture.Velocity;
import basalt.world.EventChannel;
import basalt.world.Template;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class UndeclaredCommandsTest {
    /**
     * An undeclared command is rejected in both modes, since other systems would see its effect too late. The message
     * names the system, the command, and the missing declaration.
     */
    @Nested
    class Undeclared extends ScheduleFixture {
        private final Template template =
                world.template().with(new Position(0, 0)).build();
        private final Template fast =
                world.template().with(new Position(0, 0), new Velocity(1, 1)).build();
        private final long entity = world.spawn(new Position(1, 2), new Health(5), new Rare(6, "rare"));
        private final Query positions = all(Position.TYPE);

        /** As a body, as a kernel, and as a body that runs a kernel, with one and with two workers. */
        private void assertRefused(Consumer<Commands> recording, String did, String remedy, SystemOption... options) {
            RowKernel kernel = positions.kernel((row, commands) -> recording.accept(commands));
            for (int workers = 1; workers <= 2; workers++) {
                ScheduleBuilder builder = systems(workers);
                assertRefused(
                        builder.add("wild", () -> recording.accept(world.commands()), options)
                                .add("other", () -> {}),
                        did,
                        remedy);
            }
            for (int workers = 1; workers <= 2; workers++) {
                ScheduleBuilder builder = systems(workers);
                assertRefused(builder.add("wild", kernel, options).add("other", () -> {}), did, remedy);
            }
            if (List.of(options).stream().noneMatch(Undeclared::concernsPosition)) {
                SystemOption[] more = Arrays.copyOf(options, options.length + 1);
                more[options.length] = reads(Position.TYPE);
                assertRefused(systems().add("wild", kernel::run, more), did, remedy);
            }
        }

        private static boolean concernsPosition(SystemOption option) {
            return option instanceof Access access
                    && access.kind() == Access.Kind.WRITES
                    && access.named().stream()
                            .map(one -> one instanceof Column column ? column.component() : one)
                            .anyMatch(Position.TYPE::equals);
        }

        private void assertRefused(ScheduleBuilder builder, String did, String remedy) {
            long applied = world.statistics().commands().applied();
            SystemException failure = failure(builder);
            String message = assertInstanceOf(IllegalStateException.class, failure.getCause())
                    .getMessage();
            assertEquals("wild", failure.system());
            assertTrue(message.startsWith("system 'wild' " + did), message);
            assertMentions(message, " without having declared it; add ", remedy, " to the system");
            assertEquals(applied, world.statistics().commands().applied());
            assertEquals(0, world.statistics().commands().dropped());
            assertEquals(1, world.entityCount());
            assertTrue(world.has(entity, Position.TYPE) && world.isEnabled(entity, Position.TYPE));
            assertTrue(world.isEnabled(entity) && !world.has(entity, Frozen.TYPE));
            assertEquals(1f, world.get(entity, Position.X));
        }

        @Test
        void shouldRejectChangesOfComponents() {
            for (SystemOption[] options :
                    new SystemOption[][] {{}, {restructures(Velocity.TYPE), destroys(), spawns()}}) {
                String frozen = "recorded a change of component " + Frozen.class.getName();
                String position = "recorded a change of component " + Position.class.getName();
                assertRefused(commands -> commands.add(entity, Frozen.TYPE), frozen, "restructures(", options);
                assertRefused(commands -> commands.add(entity, new Position(9, 9)), position, "restructures(", options);
                assertRefused(commands -> commands.remove(entity, Position.TYPE), position, "restructures(", options);
                assertRefused(commands -> commands.enable(entity, Position.TYPE), position, "restructures(", options);
                assertRefused(commands -> commands.disable(entity, Position.TYPE), position, "restructures(", options);
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
            String remedy = "restructures(";
            for (SystemOption[] options : new SystemOption[][] {
                {}, {restructures(Velocity.TYPE), destroys()}, {writes(Position.TYPE)}, {writes(Position.X)}
            }) {
                assertRefused(commands -> commands.set(entity, Position.X, 7), position, remedy, options);
                assertRefused(commands -> commands.set(entity, Rare.CHARGE, 7), rare, remedy, options);
                assertRefused(commands -> commands.set(entity, Rare.NOTE, "x"), rare, remedy, options);
            }
            build(systems().add("a", () -> world.commands().set(entity, Position.X, 7), writes(Position.TYPE)));
            String message = assertThrows(SystemException.class, () -> schedule.tick(1))
                    .getCause()
                    .getMessage();
            assertTrue(
                    message.endsWith(" to the system; writes(...) covers rows only, and spawns(...) new entities"),
                    message);
        }

        /** Only systems that look at these new entities wait for their spawns; others would see the values too late. */
        @Test
        void shouldRejectValuesOfLivingEntitiesIfOnlyTemplatesAreDeclared() {
            String remedy = "restructures(";
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
            tick(systems()
                    .add(
                            "make",
                            () -> world.commands().set(template.spawn(world.commands()), Position.X, 8),
                            spawns(template))
                    .add("any", () -> world.commands().set(entity, Position.X, 9), spawns()));
            assertEquals(9f, world.get(entity, Position.X));
            assertEquals(17.0, positions.reduce().sum(Position.X));
        }

        @Test
        void shouldRejectEvents() {
            String blow = "sent an event of type " + Blow.class.getName();
            String spark = "sent an event of type " + Spark.class.getName();
            for (SystemOption[] options : new SystemOption[][] {{}, {restructures(), destroys(), spawns()}}) {
                assertRefused(commands -> commands.send(Blow.TYPE), blow, "sends(", options);
                assertRefused(commands -> commands.send(new Spark(1, "x")), spark, "sends(", options);
            }
            assertRefused(commands -> commands.send(new Spark(1, "x")), spark, "sends(", sends(Blow.TYPE));
            assertEquals(0, world.events(Blow.TYPE).sent());
            assertEquals(0, world.events(Spark.TYPE).sent());
        }

        @Test
        void shouldRejectSpawns() {
            String did = "recorded the spawn of an entity";
            for (SystemOption[] options : new SystemOption[][] {{}, {restructures(), destroys()}}) {
                assertRefused(Commands::spawn, did, "spawns()", options);
                assertRefused(template::spawn, did, "spawns(Position.class)", options);
            }
            assertRefused(Commands::spawn, did + " without components", "spawns()", spawns(template));
            assertRefused(
                    commands -> {
                        template.spawn(commands);
                        fast.spawn(commands);
                    },
                    did + " with the components " + Position.class.getName() + ", " + Velocity.class.getName(),
                    "spawns(Position.class",
                    spawns(template));
        }

        /** The spawns that a system has declared do not count for the next system on the same worker. */
        @Test
        void shouldCheckAgainInTheNextSystem() {
            assertRefused(
                    systems()
                            .workers(1)
                            .add("tame", () -> template.spawn(world.commands()), spawns(template), when(() -> false))
                            .add("wild", () -> template.spawn(world.commands()), spawns(fast)),
                    "recorded the spawn of an entity with the components " + Position.class.getName(),
                    "spawns(Position.class");
            SystemException failure = failure(systems()
                    .workers(1)
                    .add("tame", () -> template.spawn(world.commands()), spawns(template))
                    .add("wild", () -> template.spawn(world.commands()), spawns(fast)));
            assertEquals("wild", failure.system());
            assertEquals(2, world.entityCount());
        }

        @Test
        void shouldRejectDestroys() {
            for (SystemOption[] options : new SystemOption[][] {{}, {restructures(), spawns()}}) {
                assertRefused(
                        commands -> commands.destroy(entity),
                        "recorded the destruction of an entity",
                        "destroys(",
                        options);
            }
        }

        /** The components of the entity are checked only in strict mode. */
        @Test
        void shouldRejectDestroysOfOtherEntitiesInStrictMode() {
            build(systems().add("reap", () -> world.commands().destroy(entity), destroys(fast)));
            if (Strict.ON) {
                assertThrows(SystemException.class, () -> schedule.tick(1));
            } else {
                schedule.tick(1);
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
            Runnable body = () -> {
                Commands commands = world.commands();
                commands.set(entity, Position.X, 3);
                commands.add(entity, new Late(1));
                commands.disable(entity);
                commands.set(commands.send(Blow.TYPE), Blow.WEIGHT, 4);
                long made = fast.spawn(commands);
                commands.set(made, Velocity.DX, 5);
                commands.destroy(made);
            };
            tick(systems(2)
                    .add("kernel", kernel, restructures(Health.TYPE, Frozen.TYPE))
                    .add("body", body, restructures(), sends(Blow.TYPE), spawns(fast), destroys()));
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
            build(systems().add("exclusive", everything, exclusive()).add("body", () -> {}, when(() -> {
                everything.run();
                return true;
            })));
            schedule.tick(1);
            everything.run();
            world.applyCommands();

            assertEquals(4f, world.get(entity, Position.X));
            assertFalse(world.has(entity, Frozen.TYPE));
            assertEquals(3, world.events(Blow.TYPE).sent());
            assertEquals(4, world.entityCount());
        }

        /**
         * A command of one of two workers is rejected; the earlier commands of its system are discarded, those of the
         * other system are applied.
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
            SystemException failure = failure(systems(2)
                    .add("wild", wild, restructures(Frozen.TYPE))
                    .add("tame", () -> world.commands().add(entity, Velocity.TYPE), restructures(Velocity.TYPE)));
            assertEquals("wild", failure.system());
            assertEquals(0, all(Frozen.TYPE).count());
            assertTrue(world.has(entity, Velocity.TYPE));
        }
    }

    /**
     * Spawns that systems record, in both modes: rows are reserved at once, so only a system that declares it may do
     * so.
     */
    @Nested
    class Spawns extends ScheduleFixture {
        private final Template template = world.template().with(new Health(1)).build();
        private final Query healthy = all(Health.TYPE);

        @Test
        void shouldRejectUndeclaredSpawnsOfADividedKernel() {
            template.spawn(5_000);
            assertMentions(
                    rejection(
                            "shoot",
                            systems()
                                    .workers(2)
                                    .add("shoot", healthy.kernel((row, commands) -> template.spawn(commands)))),
                    "system 'shoot' recorded the spawn of an entity",
                    "add spawns(Health.class)");

            assertEquals(5_000, world.entityCount());
            StoreInvariants.check(world);
        }

        @Test
        void shouldRejectTheCommandsOfObserversInASystem() {
            Commands observers = world.observers().commands();
            long entity = world.spawn(new Health(2));
            for (Runnable body : new Runnable[] {observers::spawn, () -> observers.destroy(entity)}) {
                SystemException failure = failure(systems().workers(1).add("shoot", body));
                assertInstanceOf(IllegalStateException.class, failure.getCause());
            }
            assertEquals(0, observers.count());
            observers.destroy(entity);
            assertEquals(1, observers.count());
        }
    }

    /** A system calls methods that are refused while systems run: the message names the call and the remedy. */
    @Nested
    class Refused extends ScheduleFixture {
        private final Template template =
                world.template().with(new Position(0, 0)).build();
        private final long entity = template.spawn();
        private final Query positions = all(Position.TYPE);
        private final SpawnKernel burst = template.kernel(row -> {});
        private final EventChannel<Blow> blows = world.events(Blow.TYPE);
        private final long blow = blows.send();

        private record Call(Runnable call, String name, String remedy) {}

        private final List<Call> refused = List.of(
                new Call(world::spawn, "world.spawn(...)", "world.commands().spawn(), or template.spawn(commands)"),
                new Call(() -> world.spawn(new Position(1, 1)), "world.spawn(...)", "template.spawn(commands)"),
                new Call(template::spawn, "template.spawn(...)", "template.spawn(commands)"),
                new Call(() -> template.spawn(3), "template.spawn(...)", "template.spawn(commands)"),
                new Call(() -> template.spawn(new long[2]), "template.spawn(...)", "template.spawn(commands)"),
                new Call(() -> world.destroy(entity), "changes entities immediately", "world.commands()"),
                new Call(() -> world.tryDestroy(entity), "world.tryDestroy(...)", "world.commands().destroy(...)"),
                new Call(() -> world.add(entity, Frozen.TYPE), "changes entities immediately", "world.commands()"),
                new Call(() -> world.add(entity, new Position(1, 1)), "world.add(...)", "world.commands().add(...)"),
                new Call(() -> world.remove(entity, Position.TYPE), "world.", "world.commands()"),
                new Call(() -> world.enable(entity), "world.", "world.commands()"),
                new Call(() -> world.disable(entity), "world.", "world.commands()"),
                new Call(() -> world.enable(entity, Position.TYPE), "world.", "world.commands()"),
                new Call(() -> world.disable(entity, Position.TYPE), "world.", "world.commands()"),
                new Call(() -> burst.spawn(1), "spawn", "template.spawn(commands)"),
                new Call(() -> positions.bulk().destroy(), "query.bulk()", "commands in a kernel"),
                new Call(() -> positions.bulk().add(Frozen.TYPE), "query.bulk()", "commands in a kernel"),
                new Call(blows::send, "events.send()", "world.commands().send(...)"),
                new Call(() -> blows.send(new Blow(1)), "events.send(...)", "world.commands().send(...)"),
                new Call(() -> blows.set(blow, Blow.WEIGHT, 2), "events.set(...)", "commands.set(event, ...)"),
                new Call(world::query, "world.query()", "before the tick"),
                new Call(world::template, "world.template()", "before the tick"),
                new Call(() -> positions.kernel(row -> {}), "kernel(...)", "before the tick"),
                new Call(() -> template.kernel(row -> {}), "template.kernel(...)", "before the tick"),
                new Call(() -> world.workerLocal(Object::new), "world.workerLocal(...)", "before the tick"),
                new Call(() -> world.events(Blow.TYPE), "world.events(...)", "before the tick"),
                new Call(() -> world.removed(Frozen.TYPE), "world.removed(...)", "before the tick"),
                new Call(() -> world.resources().put("x"), "resources.put(...)", "before the tick"),
                new Call(() -> world.time().advance(1), "time.advance(...)", "the schedule, which advances the time"),
                new Call(world::swapEvents, "world.swapEvents()", "when the tick ends"),
                new Call(world::applyCommands, "world.applyCommands()", "to the schedule"),
                new Call(world.statistics()::memory, "world.statistics().memory()", "after the tick"),
                new Call(world.statistics()::rows, "world.statistics().rows()", "after the tick"),
                new Call(positions::stats, "query.stats()", "after the tick"),
                new Call(positions::close, "query.close()", "after the tick"),
                new Call(world::close, "world.close()", "after the tick"));

        @Test
        void shouldNameTheCallAndTheRemedy() {
            int[] named = new int[1];
            Runnable body = () -> refused.forEach(attempt -> {
                String message = assertThrows(
                                IllegalStateException.class,
                                () -> attempt.call().run(),
                                attempt.name())
                        .getMessage();
                assertTrue(message.startsWith("system 'wild' called "), message);
                assertMentions(message, attempt.name(), ", which is refused while systems run; ", attempt.remedy());
                named[0]++;
            });
            for (List<Access> more : List.of(List.<Access>of(), List.of(worldThread()))) {
                List<Access> access = new ArrayList<>(List.of(
                        writes(Position.TYPE),
                        restructures(),
                        destroys(),
                        spawns(),
                        sends(Blow.TYPE),
                        receives(Blow.TYPE),
                        Access.writesResource(String.class)));
                access.addAll(more);
                tick(systems()
                        .workers(2)
                        .add("wild", body, access.toArray(new SystemOption[0]))
                        .add("other", () -> {}));
            }
            assertEquals(2 * refused.size(), named[0]);
            assertEquals(1, world.entityCount());
        }

        /** The end of most remedies. */
        @Test
        void shouldLetExclusiveSystemsDoIt() {
            Runnable exclusiveBody = () -> refused.stream()
                    .filter(attempt -> attempt.name().matches("(world.spawn|template.spawn|events.set).*"))
                    .forEach(attempt -> attempt.call().run());
            tick(systems().add("exclusive", exclusiveBody, exclusive()));
            assertEquals(9, world.entityCount());
        }
    }
}
