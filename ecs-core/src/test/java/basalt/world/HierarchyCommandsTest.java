package basalt.world;

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
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.component.ChildOf;
import basalt.component.DeadEntityException;
import basalt.component.Entity;
import basalt.component.HasChildrenException;
import basalt.component.TreeNode;
import basalt.component.TreeType;
import basalt.internal.Strict;
import basalt.memory.LeakCheck;
import basalt.memory.SteadyRounds;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Spark;
import basalt.system.Access;
import basalt.system.Schedule;
import basalt.system.SystemException;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LeakCheck.class)
final class HierarchyCommandsTest extends WorldFixture {
    private final Commands commands = world.commands();
    private final Hierarchy tree = world.hierarchy();

    private void assertStats(int applied, int dropped) {
        assertEquals(new Commands.Stats(applied, dropped), world.statistics().commands());
    }

    @Test
    void shouldChangeTreesInTheOrderOfRecording() {
        long parent = world.spawn();
        long a = world.spawn();
        long b = world.spawn();
        long c = world.spawn();
        commands.attach(a, parent);
        commands.attach(b, parent);
        commands.attachBefore(c, b);
        commands.attachBefore(b, a);
        commands.attach(parent, world.spawn());
        commands.detach(c);
        commands.attach(c, b);
        assertEquals(7, commands.count());
        assertEquals(Entity.NULL, tree.parent(a), "only when commands are applied");
        world.applyCommands();
        assertEquals(List.of(b, a), Children.of(tree, parent));
        assertEquals(List.of(c), Children.of(tree, b));
        assertEquals(3, tree.depth(c));
        assertStats(7, 0);
    }

    @Test
    void shouldAttachEntitiesThatAreSpawnedWithTheCommands() {
        Template part = world.template().with(new Position(1, 2)).build();
        long leaf = part.spawn(commands);
        long parent = part.spawn(commands);
        long root = commands.spawn();
        commands.attach(leaf, parent);
        commands.attach(parent, root);
        commands.attachBefore(part.spawn(commands), leaf);
        commands.set(leaf, Position.X, 7f);
        world.applyCommands();
        assertEquals(2, tree.childCount(parent));
        assertEquals(leaf, tree.lastChild(parent));
        assertEquals(2, tree.depth(leaf));
        assertEquals(new Position(7, 2), world.get(leaf, Position.TYPE));
        assertStats(8, 0);
    }

    @Test
    void shouldKeepWhatChildrenHave() {
        long root = world.spawn();
        long child = world.spawn();
        tree.attach(child, root);
        long leaf = world.spawn();
        tree.attach(leaf, child);
        commands.detach(child);
        commands.detach(child); // without effect
        commands.detach(root);
        world.applyCommands();
        assertEquals(1, tree.depth(leaf));
        assertEquals(List.of(), Children.of(tree, root));
        assertFalse(world.has(child, ChildOf.TYPE));
        assertStats(3, 0);
    }

    @Test
    void shouldDropWhatConcernsDeadEntities() {
        long parent = world.spawn();
        long child = world.spawn();
        long dead = world.spawn();
        world.destroy(dead);
        long dies = world.spawn();
        long promisedAndDestroyed = commands.spawn();
        commands.destroy(promisedAndDestroyed);
        commands.destroy(dies);
        commands.attach(dead, parent);
        commands.attach(child, dead);
        commands.attachBefore(child, dead);
        commands.detach(dead);
        commands.attach(child, Entity.NULL);
        commands.attach(child, dies);
        commands.attach(dies, parent);
        commands.attach(child, promisedAndDestroyed);
        commands.attach(promisedAndDestroyed, parent);
        world.applyCommands();
        assertEquals(Entity.NULL, tree.parent(child));
        assertFalse(tree.contains(parent));
        assertFalse(tree.contains(child));
        assertStats(3, 9);
        commands.attach(child, commands.send(new Spark(1, null)));
        world.applyCommands();
        assertStats(4, 10);
    }

    /** What an entity takes along is what is below it when its command is applied. */
    @Test
    void shouldDestroySubtreesInTheOrderOfRecording() {
        long parent = world.spawn();
        long child = world.spawn();
        long leaf = world.spawn();
        long other = world.spawn();
        long late = world.spawn();
        tree.attach(child, parent);
        tree.attach(leaf, child);
        commands.attach(late, parent); // dies with it
        commands.attach(leaf, other); // is saved
        commands.detach(child);
        commands.destroy(parent);
        commands.attach(child, parent); // too late
        commands.destroy(late);
        world.applyCommands();
        assertFalse(world.isAlive(parent) || world.isAlive(late));
        assertEquals(List.of(leaf), Children.of(tree, other));
        assertEquals(Entity.NULL, tree.parent(child));
        assertStats(4, 2);
        assertEquals(3, world.entityCount());
    }

    @Test
    void shouldRefuseWhatIsNoTreeAndApplyTheRest() {
        long a = world.spawn();
        long b = world.spawn();
        long c = world.spawn();
        commands.attach(a, a);
        commands.attach(b, a);
        commands.attach(a, b); // a cycle because of the command before
        commands.attachBefore(b, b);
        commands.attachBefore(b, a); // which has no parent
        commands.attachBefore(a, b); // which is below it
        commands.attach(c, b);
        commands.add(c, new Position(1, 1));
        IllegalArgumentException first = assertThrows(IllegalArgumentException.class, world::applyCommands);
        assertTrue(
                first.getMessage().contains(Entity.toString(a) + " cannot become a child of itself"),
                first::getMessage);
        assertTrue(first.getMessage().contains("tree 'default'"), first::getMessage);
        assertEquals(List.of(b), Children.of(tree, a));
        assertEquals(List.of(c), Children.of(tree, b));
        assertTrue(world.has(c, Position.TYPE));
        assertStats(3, 5);
        assertEquals(0, commands.count());
        commands.attach(a, c);
        first = assertThrows(IllegalArgumentException.class, world::applyCommands);
        assertTrue(first.getMessage().contains("which is below it"), first::getMessage);
        world.applyCommands();
        assertStats(3, 6);
    }

    @Test
    void shouldRefuseBadArguments() {
        long entity = world.spawn();
        assertThrows(IllegalArgumentException.class, () -> commands.attach(null, entity, entity));
        assertThrows(IllegalArgumentException.class, () -> commands.attachBefore(null, entity, entity));
        assertThrows(IllegalArgumentException.class, () -> commands.detach(null, entity));
        assertThrows(IllegalArgumentException.class, () -> commands.add(entity, ChildOf.TYPE));
        assertThrows(IllegalArgumentException.class, () -> commands.remove(entity, TreeNode.TYPE));
        assertEquals(0, commands.count());
    }

    @Test
    void shouldRefuseEntitiesOfOtherWorldsInStrictMode() {
        assumeTrue(Strict.ON);
        try (World other = World.create()) {
            long ours = 0;
            for (int i = 0; i < 3; i++) {
                ours = world.spawn();
            }
            long child = ours;
            long foreign = other.spawn();
            assertThrows(DeadEntityException.class, () -> commands.attach(child, foreign));
            assertThrows(DeadEntityException.class, () -> commands.attach(foreign, child));
            assertThrows(DeadEntityException.class, () -> commands.attachBefore(child, foreign));
            assertThrows(DeadEntityException.class, () -> commands.detach(foreign));
            assertEquals(0, commands.count());
        }
    }

    @Test
    void shouldChangeTreesOfEachType() {
        Hierarchy detaching = world.hierarchy(Types.DETACHING);
        long a = world.spawn();
        long b = world.spawn();
        long c = world.spawn();
        commands.attach(Types.DETACHING, b, a);
        commands.attachBefore(Types.DETACHING, c, b);
        commands.attach(TreeType.DEFAULT, a, b);
        world.applyCommands();
        assertEquals(a, detaching.parent(b));
        assertEquals(c, detaching.firstChild(a));
        assertEquals(b, tree.parent(a));
        assertEquals(Entity.NULL, tree.parent(c));
        commands.detach(Types.DETACHING, b);
        commands.detach(c); // of the default tree, in which it is not
        commands.destroy(b);
        world.applyCommands();
        assertFalse(world.isAlive(a), "it was below b in the default tree");
        assertEquals(Entity.NULL, detaching.parent(c), "it was below a");
        assertEquals(1, world.entityCount());
    }

    /** No call of world.hierarchy() has made the trees before. */
    @Test
    void shouldMakeTreesOfATypeThatIsFirstUsedByCommands() {
        try (World fresh = World.create()) {
            long child = fresh.commands().spawn();
            long parent = fresh.commands().spawn();
            fresh.commands().attach(Types.REFUSING, child, parent);
            fresh.applyCommands();
            fresh.commands().destroy(parent);
            assertThrows(HasChildrenException.class, fresh::applyCommands);
            fresh.commands().detach(Types.REFUSING, child);
            fresh.applyCommands();
            fresh.destroy(parent);
            assertEquals(1, fresh.entityCount());
        }
    }

    /** Whether by calls or by commands, observers and readers see the same. */
    @Test
    void shouldBeSeenAsIfCalled() {
        List<String> byCalls = seen(false);
        assertEquals(byCalls, seen(true));
        assertEquals(7, byCalls.stream().filter(line -> line.startsWith("on")).count(), byCalls::toString);
    }

    private static List<String> seen(boolean byCommands) {
        List<String> seen = new ArrayList<>();
        try (World world = World.create()) {
            Hierarchy tree = world.hierarchy();
            Commands commands = world.commands();
            Query moved = world.query().all(ChildOf.TYPE).changed(ChildOf.TYPE).build();
            Query linked = world.query().changed(TreeNode.TYPE).build();
            RemovedComponents removed = world.removed(ChildOf.TYPE);
            long[] e = new long[6];
            world.template().build().spawn(e);
            world.observers()
                    .onAttach(TreeType.DEFAULT, child -> seen.add("onAttach " + child + " to " + tree.parent(child)));
            world.observers()
                    .onDetach(TreeType.DEFAULT, child -> seen.add("onDetach " + child + " of " + tree.parent(child)));
            List<Runnable> steps = List.of(
                    byCommands ? () -> commands.attach(e[1], e[0]) : () -> tree.attach(e[1], e[0]),
                    byCommands ? () -> commands.attach(e[2], e[1]) : () -> tree.attach(e[2], e[1]),
                    byCommands ? () -> commands.attach(e[3], e[1]) : () -> tree.attach(e[3], e[1]),
                    byCommands ? () -> commands.attachBefore(e[3], e[2]) : () -> tree.attachBefore(e[3], e[2]),
                    byCommands ? () -> commands.attach(e[1], e[4]) : () -> tree.attach(e[1], e[4]),
                    byCommands ? () -> commands.detach(e[2]) : () -> tree.detach(e[2]),
                    byCommands ? () -> commands.attachBefore(e[5], e[1]) : () -> tree.attachBefore(e[5], e[1]),
                    byCommands ? () -> commands.detach(e[0]) : () -> tree.detach(e[0]));
            for (Runnable step : steps) {
                step.run();
                world.applyCommands();
                moved.forEach(row -> seen.add("moved " + row.entity() + " to depth " + row.get(ChildOf.DEPTH)));
                linked.forEach(row -> seen.add("linked " + row.entity()));
                removed.forEach(child -> seen.add("removed from " + child));
            }
        }
        return seen;
    }

    @Test
    void shouldAttachByCommandsOfObservers() {
        long home = world.spawn();
        world.observers()
                .onAdd(Position.TYPE, entity -> world.observers().commands().attach(entity, home));
        world.observers()
                .onDetach(
                        TreeType.DEFAULT, child -> world.observers().commands().attach(child, home));
        long placed = world.spawn(new Position(1, 2));
        assertEquals(home, tree.parent(placed));
        commands.detach(placed);
        world.applyCommands();
        assertEquals(home, tree.parent(placed), "it goes home");
    }

    @Test
    void shouldAttachByCommandsOfIterations() {
        long parent = world.spawn();
        world.template().with(new Position(1, 2)).build().spawn(300);
        Query placed = world.query().all(Position.TYPE).build();
        placed.kernel((row, recorded) -> recorded.attach(row.entity(), parent)).run();
        assertEquals(300, tree.childCount(parent));
        List<Long> inRows = new ArrayList<>();
        placed.forEach(row -> inRows.add(row.entity()));
        assertEquals(inRows, Children.of(tree, parent));
        placed.forEach(row -> world.commands().detach(row.entity()));
        assertEquals(0, tree.childCount(parent));
    }

    @Test
    void shouldAttachAChainOfAMillionSpawnedEntities() {
        int many = 1_000_000;
        long above = commands.spawn();
        long top = above;
        for (int i = 1; i < many; i++) {
            long entity = commands.spawn();
            commands.attach(entity, above);
            above = entity;
        }
        world.applyCommands();
        assertEquals(many - 1, tree.depth(above));
        commands.destroy(top);
        world.applyCommands();
        assertEquals(0, world.entityCount());
    }

    @Test
    void shouldMakeNoGarbage() {
        assumeTrue(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean, "this JVM does not count heap bytes");
        long[] parents = new long[8];
        long[] children = new long[200];
        Template plain = world.template().build();
        plain.spawn(parents);
        plain.spawn(children);
        int[] round = {0};
        assertEquals(0, SteadyRounds.medianBytes(200, 0, 1, () -> {
            round[0]++;
            for (int i = 0; i < children.length; i++) {
                commands.attach(children[i], parents[(i + round[0]) % parents.length]);
            }
            world.applyCommands();
            for (int i = 0; i < children.length; i++) {
                commands.attachBefore(children[i], children[(i + 3) % children.length]);
            }
            for (int i = 1; i < parents.length; i++) {
                commands.attach(parents[i], parents[0]);
            }
            world.applyCommands();
            for (int i = 1; i < parents.length; i++) {
                commands.detach(parents[i]);
            }
            for (int i = 0; i < children.length; i += 2) {
                commands.detach(children[i]);
            }
            int dying = 1 + round[0] % (parents.length - 1);
            commands.destroy(parents[dying]);
            parents[dying] = commands.spawn();
            world.applyCommands();
            for (int i = 0; i < children.length; i++) {
                if (!world.isAlive(children[i])) {
                    children[i] = plain.spawn();
                }
            }
        }));
    }

    /** Only strict mode keeps kernels from writing links. */
    @Test
    void shouldApplyOtherCommandsIfLinksAreDamaged() {
        assumeFalse(Strict.ON);
        long parent = world.spawn();
        long child = world.spawn();
        long other = world.spawn();
        tree.attach(child, parent);
        world.query()
                .all(TreeNode.TYPE)
                .build()
                .kernel(row -> row.set(TreeNode.FIRST_CHILD, other))
                .run();
        commands.destroy(parent);
        commands.destroy(other);
        commands.attach(child, other);
        commands.add(child, new Position(1, 2));
        String message =
                assertThrows(IllegalStateException.class, world::applyCommands).getMessage();
        assertTrue(message.contains("are damaged"), message);
        assertTrue(world.isAlive(parent));
        assertFalse(world.isAlive(other));
        assertTrue(world.has(child, Position.TYPE));
    }

    @Test
    void shouldShowTheChangeToSystemsThatWereAddedLater() {
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

    @Test
    void shouldRefuseUndeclaredCommands() {
        long child = world.spawn();
        long parent = world.spawn();
        Runnable attach = () -> world.commands().attach(child, parent);
        Runnable detach = () -> world.commands().detach(child);
        Runnable other = () -> world.commands().attachBefore(Types.DETACHING, child, parent);
        Access both = restructures(ChildOf.TYPE, TreeNode.TYPE);
        assertUndeclared(attach, ChildOf.class.getName(), spawns());
        assertUndeclared(detach, ChildOf.class.getName(), restructures(TreeNode.TYPE));
        assertUndeclared(attach, TreeNode.class.getName(), restructures(ChildOf.TYPE));
        assertUndeclared(other, Types.DETACHING.childOf().name(), both);
        assertEquals(Entity.NULL, world.hierarchy().parent(child));
    }

    private void assertUndeclared(Runnable body, String component, Access declared) {
        try (Schedule schedule =
                Schedule.builder(world).workers(1).add("system", body, declared).build()) {
            SystemException failure = assertThrows(SystemException.class, () -> schedule.tick(1));
            String message = assertInstanceOf(IllegalStateException.class, failure.getCause())
                    .getMessage();
            assertTrue(message.contains("recorded a change of component " + component), message);
            assertTrue(message.contains("need both components of the tree"), message);
        }
    }

    /** The exception comes when all commands of the stage are applied. */
    @Test
    void shouldReportACycleWhenTheRestIsApplied() {
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

    @Test
    void shouldDiscardTheCommandsOfAFailedSystem() {
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
        RowKernel kernel = world.query().all(ChildOf.TYPE).build().kernel(row -> row.get(ChildOf.PARENT));
        try (Schedule schedule =
                Schedule.builder(world).add("a", kernel).add("b", kernel).build()) {
            String text = schedule.graph().toString();
            assertFalse(text.contains("assumed"), text);
            assertNotEquals(-1, text.indexOf("reads(ChildOf.parent)"), text);
        }
    }
}
