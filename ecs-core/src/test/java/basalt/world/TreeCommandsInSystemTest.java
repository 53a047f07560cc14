package basalt.world;

import static basalt.system.Access.destroys;
import static basalt.system.Access.reads;
import static basalt.system.Access.restructures;
import static basalt.system.Access.spawns;
import static basalt.system.Access.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.ChildOf;
import basalt.component.Entity;
import basalt.component.TreeNode;
import basalt.memory.LeakCheck;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.system.Access;
import basalt.system.Schedule;
import basalt.system.SystemException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands for trees, recorded by the systems of a schedule. */
@ExtendWith(LeakCheck.class)
final class TreeCommandsInSystemTest {
    private static final int HUBS = 20;
    private static final int MOVERS = 3_000;
    private static final int TICKS = 12;

    /** Movers hang below hubs and change their places; hubs die with all movers, and new ones come. */
    private static final class Game implements AutoCloseable {
        final World world = World.create();
        final Hierarchy tree = world.hierarchy();
        final Schedule schedule;
        private final Template hub = world.template().with(new Health(1)).build();
        private final Template mover = world.template().with(new Position(0, 0)).build();
        private final Query hubs = world.query().all(Health.TYPE).build();
        private final Query movers = world.query().all(Position.TYPE).build();
        private final List<Long> known = new ArrayList<>();

        Game(int workers) {
            hub.spawn(HUBS);
            mover.spawn(MOVERS);
            RowKernel rehang = movers.kernel((row, commands) -> {
                int number =
                        (int) (Entity.index(row.entity()) * 31L + world.time().tick() * 17);
                if (number % 3 != 0) {
                    commands.attach(row.entity(), known.get(number % HUBS));
                }
                if (number % 11 == 0) {
                    commands.detach(row.entity());
                }
            });
            RowKernel reorder = world.query()
                    .all(Position.TYPE, ChildOf.TYPE)
                    .build()
                    .kernel((row, commands) -> {
                        int number = (int)
                                (Entity.index(row.entity()) * 7L + world.time().tick());
                        long sibling = known.get(HUBS + number % (known.size() - HUBS));
                        if (number % 5 == 0
                                && sibling != row.entity()
                                && world.isAlive(sibling)
                                && world.has(sibling, ChildOf.TYPE)) {
                            commands.attachBefore(row.entity(), sibling);
                        }
                    });
            RowKernel measure = world.query()
                    .all(Position.TYPE, ChildOf.TYPE)
                    .build()
                    .kernel(row -> row.set(Position.X, row.get(Position.X) + row.get(ChildOf.DEPTH)));
            schedule = Schedule.builder(world)
                    .workers(workers)
                    .add("rehang", rehang, reads(Position.TYPE), restructures(ChildOf.TYPE, TreeNode.TYPE))
                    .add(
                            "reorder",
                            reorder,
                            reads(Position.TYPE, ChildOf.TYPE),
                            restructures(ChildOf.TYPE, TreeNode.TYPE))
                    .add("measure", measure, writes(Position.TYPE))
                    .add("renew", this::renew, spawns(), destroys(), restructures(ChildOf.TYPE, TreeNode.TYPE))
                    .build();
        }

        /** One hub dies with all below it. A new one has a chain of new movers. */
        private void renew() {
            var commands = world.commands();
            int tick = (int) world.time().tick();
            commands.destroy(known.get(tick % HUBS));
            long above = hub.spawn(commands);
            for (int i = 0; i < 5; i++) {
                long entity = mover.spawn(commands);
                commands.attach(entity, above);
                commands.set(entity, Position.Y, i);
                above = entity;
            }
        }

        long tick() {
            known.clear();
            hubs.forEach(row -> known.add(row.entity()));
            movers.forEach(row -> known.add(row.entity()));
            schedule.tick(1);
            return StateHashes.requireExact(world);
        }

        @Override
        public void close() {
            schedule.close();
            world.close();
        }
    }

    private static List<Long> hashes(int workers) {
        List<Long> hashes = new ArrayList<>();
        try (Game game = new Game(workers)) {
            for (int i = 0; i < TICKS; i++) {
                hashes.add(game.tick());
            }
            assertTrue(game.world.statistics().commands().applied() > TICKS * MOVERS / 3);
            assertTrue(game.world.query().all(ChildOf.TYPE).build().count() > MOVERS / 4);
            assertTrue(game.world.entityCount() < MOVERS, "hubs take movers along");
        }
        return hashes;
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void shouldGiveTheSameStateOnAnyNumberOfWorkers(int workers) {
        assertEquals(hashes(1), hashes(workers));
    }

    @Test
    void shouldRepeatTicksAfterARollback() {
        try (Game game = new Game(2)) {
            Snapshots ring = Saves.snapshots(game.world, TICKS + 1);
            List<Long> hashes = new ArrayList<>();
            for (int i = 0; i < TICKS; i++) {
                ring.capture();
                hashes.add(game.tick());
            }
            for (int from : new int[] {7, 3, 0}) {
                ring.restore(from);
                List<Long> again = new ArrayList<>();
                for (int i = from; i < TICKS; i++) {
                    again.add(game.tick());
                }
                assertEquals(hashes.subList(from, TICKS), again, "from tick " + from);
            }
        }
    }

    @Test
    void shouldShowTheChangeToSystemsThatWereAddedLater() {
        try (World world = World.create()) {
            Hierarchy tree = world.hierarchy();
            long parent = world.spawn();
            int[] counts = new int[2];
            try (Schedule schedule = Schedule.builder(world)
                    .workers(2)
                    .add("before", () -> counts[0] = tree.childCount(parent), reads(TreeNode.TYPE, ChildOf.TYPE))
                    .add(
                            "attach",
                            () -> world.commands().attach(world.commands().spawn(), parent),
                            spawns(),
                            restructures(ChildOf.TYPE, TreeNode.TYPE))
                    .add("after", () -> counts[1] = tree.childCount(parent), reads(TreeNode.TYPE, ChildOf.TYPE))
                    .build()) {
                schedule.tick(1);
                schedule.tick(1);
            }
            assertEquals(List.of(1, 2), List.of(counts[0], counts[1]));
        }
    }

    @Test
    void shouldRefuseUndeclaredCommands() {
        try (World world = World.create()) {
            long child = world.spawn();
            long parent = world.spawn();
            Runnable attach = () -> world.commands().attach(child, parent);
            Runnable detach = () -> world.commands().detach(child);
            Runnable other = () -> world.commands().attachBefore(Types.DETACHING, child, parent);
            Access both = restructures(ChildOf.TYPE, TreeNode.TYPE);
            assertUndeclared(world, attach, ChildOf.class.getName(), spawns());
            assertUndeclared(world, detach, ChildOf.class.getName(), restructures(TreeNode.TYPE));
            assertUndeclared(world, attach, TreeNode.class.getName(), restructures(ChildOf.TYPE));
            assertUndeclared(world, other, Types.DETACHING.childOf().name(), both);
            assertEquals(Entity.NULL, world.hierarchy().parent(child));
        }
    }

    private static void assertUndeclared(World world, Runnable body, String component, Access declared) {
        try (Schedule schedule =
                Schedule.builder(world).workers(1).add("system", body, declared).build()) {
            SystemException failure = assertThrows(SystemException.class, () -> schedule.tick(1));
            String message = assertInstanceOf(IllegalStateException.class, failure.getCause())
                    .getMessage();
            assertTrue(message.contains("recorded a change of component " + component + " without"), message);
            assertTrue(message.contains("add restructures(...) of both components of the tree to"), message);
        }
    }

    /** The exception comes when all commands of the stage are applied. */
    @Test
    void shouldReportACycleWhenTheRestIsApplied() {
        try (World world = World.create()) {
            Hierarchy tree = world.hierarchy();
            long a = world.spawn();
            long b = world.spawn();
            long c = world.spawn();
            Access both = restructures(ChildOf.TYPE, TreeNode.TYPE);
            try (Schedule schedule = Schedule.builder(world)
                    .workers(2)
                    .add("attach", () -> world.commands().attach(a, b), both)
                    .add("cycle", () -> world.commands().attach(b, a), both)
                    .add("more", () -> world.commands().attach(c, a), both)
                    .build()) {
                IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> schedule.tick(1));
                assertTrue(refused.getMessage().contains("which is below it"), refused::getMessage);
                assertEquals(b, tree.parent(a));
                assertEquals(Entity.NULL, tree.parent(b));
                assertEquals(a, tree.parent(c));
                assertEquals(new Commands.Stats(2, 1), world.statistics().commands());
            }
        }
    }

    @Test
    void shouldDiscardTheCommandsOfAFailedSystem() {
        try (World world = World.create()) {
            long child = world.spawn();
            try (Schedule schedule = Schedule.builder(world)
                    .workers(1)
                    .add(
                            "fail",
                            () -> {
                                world.commands().attach(child, world.commands().spawn());
                                throw new IllegalStateException("on purpose");
                            },
                            spawns(),
                            restructures(ChildOf.TYPE, TreeNode.TYPE))
                    .build()) {
                assertThrows(SystemException.class, () -> schedule.tick(1));
            }
            assertFalse(world.hierarchy().contains(child));
            assertEquals(1, world.entityCount());
        }
    }

    @Test
    void shouldRefuseToDeclareThatLinksAreWritten() {
        List<Runnable> declarations = List.of(
                () -> writes(ChildOf.TYPE),
                () -> writes(Position.TYPE, TreeNode.TYPE),
                () -> writes(ChildOf.DEPTH),
                () -> writes(Types.DETACHING.node()));
        for (Runnable declaration : declarations) {
            String message = assertThrows(IllegalArgumentException.class, declaration::run)
                    .getMessage();
            assertTrue(message.contains("writes() got component basalt.component."), message);
            assertTrue(message.contains("restructures(...) of both components of the tree"), message);
        }
    }

    /** A kernel that says nothing is taken to write what it uses, but not links. */
    @Test
    void shouldTakeLinksAsReadByAKernelThatDeclaresNothing() {
        try (World world = World.create()) {
            RowKernel kernel = world.query().all(ChildOf.TYPE).build().kernel(row -> row.get(ChildOf.PARENT));
            try (Schedule schedule =
                    Schedule.builder(world).add("a", kernel).add("b", kernel).build()) {
                String text = schedule.graph().toString();
                assertFalse(text.contains("assumed"), text);
                assertNotEquals(-1, text.indexOf("reads(ChildOf)"), text);
            }
        }
    }
}
