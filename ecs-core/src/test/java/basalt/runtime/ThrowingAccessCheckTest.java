package basalt.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.internal.Internal;
import basalt.internal.Strict;
import basalt.memory.CountingMemory;
import basalt.memory.Elsewhere;
import basalt.memory.MemorySource;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.query.RowCursor;
import basalt.query.RowKernel;
import basalt.query.Selection;
import basalt.query.SpanKernel;
import basalt.storage.StoreInvariants;
import basalt.storage.access.AccessCheck;
import basalt.storage.access.AccessCheck.CommandAccess;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.world.RemovedComponents;
import basalt.world.Template;
import basalt.world.World;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.agrona.LangUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Access checks that throw, at each place where a check is called. The exception reaches the caller unchanged, the
 * rejected call has no effect, and all other calls work as usual.
 */
class ThrowingAccessCheckTest {
    private static final int ENTITIES = 100;
    private static final int MOST_CHECKS = 2_000;
    private static final String UNDECLARED = "no command is declared";

    private final CountingMemory counted = new CountingMemory(MemorySource.direct());

    /** An error that only these checks throw. */
    private static final class Refusal extends Error {
        private static final long serialVersionUID = 1;

        Refusal() {
            super("thrown by a check on purpose", null, false, false);
        }
    }

    /** Everything is declared, or everything except commands; one of the checks throws. */
    private static final class Checks {
        private final Refusal refusal = new Refusal();
        private final boolean isSplittable;
        private final boolean allowsCommands;
        private final int failing;
        private int asked;

        Checks(int failing, boolean isSplittable, boolean allowsCommands) {
            this.failing = failing;
            this.isSplittable = isSplittable;
            this.allowsCommands = allowsCommands;
        }

        boolean hasFailed() {
            return asked >= failing;
        }

        AccessCheck proxy() {
            return (AccessCheck) Proxy.newProxyInstance(
                    AccessCheck.class.getClassLoader(),
                    new Class<?>[] {AccessCheck.class},
                    (self, method, arguments) -> {
                        if (method.getName().equals("system")) {
                            return "wild";
                        }
                        if (method.getName().equals("isSplittable")) {
                            return isSplittable;
                        }
                        if (method.getName().equals("commands")) {
                            return allowsCommands ? CommandAccess.ALL : new CommandAccess();
                        }
                        asked++;
                        if (asked == failing) {
                            throw refusal;
                        }
                        if (method.getReturnType() == IllegalStateException.class) {
                            return new IllegalStateException(UNDECLARED);
                        }
                        return method.getReturnType() == boolean.class ? true : null;
                    });
        }
    }

    /** A world and the objects that the steps use. */
    private final class Stage implements AutoCloseable {
        private final World world = World.builder().memory(counted).build();
        private final Template template =
                world.template().with(new Position(1, 2), new Health(5)).build();
        private final Worker[] workers = {Internal.of(world).worker(counted, 1 << 20)};
        private final Query all = world.query().all(Position.TYPE, Health.TYPE).build();
        private final Query changed = world.query().changed(Health.TYPE).build();
        private final RowKernel kernel = all.kernel(row -> row.set(Position.X, row.get(Position.X) + 1));
        private final RowKernel pure = all.pureKernel(row -> row.set(Position.Y, row.get(Position.Y) + 1));
        private final SpanKernel spans =
                all.spanKernel(span -> span.row(span.from()).set(Position.X, 7));
        private final RemovedComponents removals = world.removed(Rare.TYPE);
        private final long first;

        Stage() {
            template.spawn(ENTITIES);
            first = all.first();
            world.add(first, new Rare(1, "one"));
        }

        /** Calls of a system that may be rejected. */
        List<Runnable> steps() {
            Commands commands = world.commands();
            List<Runnable> steps = new ArrayList<>(List.of(
                    () -> world.get(first, Position.X),
                    () -> world.set(first, Position.X, 10),
                    () -> world.set(first, new Position(3, 4)),
                    () -> world.get(first, Health.TYPE),
                    () -> world.has(first, Rare.TYPE),
                    () -> world.row(first).set(Health.POINTS, 9),
                    () -> all.forEach(row -> row.get(Health.POINTS)),
                    () -> all.forEachSpan(span -> span.row(span.from()).get(Health.POINTS)),
                    kernel::run,
                    pure::run,
                    spans::run,
                    () -> all.reduce().sum(Health.POINTS),
                    all::count,
                    () -> Selection.of(all).collect().sortBy(Health.POINTS).forEach(row -> row.get(Position.X)),
                    () -> {
                        try (RowCursor rows = all.cursor()) {
                            rows.next();
                            rows.row().set(Position.X, 4);
                        }
                    },
                    () -> changed.forEach(row -> row.get(Health.POINTS)),
                    removals::next));
            steps.addAll(List.of(
                    commands::spawn,
                    () -> template.spawn(commands),
                    () -> commands.add(first, Frozen.TYPE),
                    () -> commands.add(first, new Rare(2, "two")),
                    () -> commands.set(first, Health.POINTS, 3),
                    () -> commands.set(first, Rare.NOTE, "note"),
                    () -> commands.remove(first, Frozen.TYPE),
                    () -> commands.disable(first, Rare.TYPE),
                    () -> commands.enable(first, Rare.TYPE),
                    () -> commands.disable(first),
                    () -> commands.enable(first),
                    () -> commands.send(Blow.TYPE),
                    () -> commands.send(new Blow(2)),
                    () -> commands.destroy(first)));
            return steps;
        }

        /** Runs the steps as a system in a thread of its own. */
        void run(Checks checks, boolean isCaught) {
            WorldRuntime home = Internal.of(world);
            home.lend(workers, WorldRuntime.Workers.access(workers));
            try {
                Elsewhere.run("worker thread", () -> {
                    workers[0].enter(checks.proxy());
                    Throwable failure = null;
                    try {
                        steps().forEach(step -> step(step, checks, isCaught));
                    } catch (Throwable e) {
                        failure = e;
                    }
                    boolean isTidy = workers[0].leave(failure != null);
                    if (failure != null) {
                        LangUtil.rethrowUnchecked(failure);
                    }
                    assertTrue(isTidy, "nothing was left open");
                });
            } finally {
                home.reclaim();
            }
        }

        private void step(Runnable step, Checks checks, boolean isCaught) {
            Commands commands = world.commands();
            int before = commands.count();
            boolean wasFailed = checks.hasFailed();
            try {
                step.run();
            } catch (Refusal e) {
                assertSame(checks.refusal, e);
                assertFalse(wasFailed, "twice");
                assertEquals(before, commands.count(), "a rejected call has recorded a command");
                if (!isCaught) {
                    throw e;
                }
            } catch (IllegalStateException e) {
                assertEquals(UNDECLARED, e.getMessage());
                assertFalse(checks.allowsCommands);
                assertEquals(before, commands.count(), "a command that was not declared is recorded");
            }
        }

        @Override
        public void close() {
            workers[0].close();
            world.close();
            World.trimRetainedMemory();
        }
    }

    @AfterEach
    void shouldLeakNothing() {
        assertEquals(0, counted.outstanding());
    }

    /** The body catches the error and continues. */
    @Test
    void shouldChangeNothingElse() {
        shouldChangeNothingElse(false, true, Strict.ON ? 30 : 0);
        shouldChangeNothingElse(true, true, Strict.ON ? 30 : 0);
        shouldChangeNothingElse(true, false, 14);
    }

    private void shouldChangeNothingElse(boolean isSplittable, boolean allowsCommands, int checksAtLeast) {
        boolean hasFailed = true;
        int failing = 1;
        for (; hasFailed; failing++) {
            assertTrue(failing < MOST_CHECKS, "too many checks");
            Checks checks = new Checks(failing, isSplittable, allowsCommands);
            try (Stage stage = new Stage()) {
                stage.run(checks, true);
                hasFailed = checks.hasFailed();
                assertWhole(stage);
            }
        }
        assertTrue(failing > checksAtLeast, "so few checks: " + failing);
    }

    /** The error fails the system. */
    @Test
    void shouldFailTheSystem() {
        boolean hasFailed = true;
        for (int failing = 1; hasFailed; failing++) {
            assertTrue(failing < MOST_CHECKS, "too many checks");
            Checks checks = new Checks(failing, true, Strict.ON);
            try (Stage stage = new Stage()) {
                Throwable thrown = null;
                try {
                    stage.run(checks, false);
                } catch (Refusal e) {
                    thrown = e;
                }
                hasFailed = checks.hasFailed();
                assertSame(hasFailed ? checks.refusal : null, thrown);
                assertWhole(stage);
            }
        }
    }

    /** A rejected call does not clear the changes of a query. */
    @Test
    void shouldNotSwallowChangesAndRemovals() {
        for (int failing = 1; failing <= 10; failing++) {
            try (Stage stage = new Stage()) {
                stage.world.remove(stage.first, Rare.TYPE);
                int[] seen = new int[1];
                Checks checks = new Checks(failing, false, true);
                WorldRuntime home = Internal.of(stage.world);
                home.lend(stage.workers, WorldRuntime.Workers.access(stage.workers));
                boolean isRefused = false;
                try {
                    stage.workers[0].enter(checks.proxy());
                    try {
                        stage.changed.forEach(row -> seen[0]++);
                    } catch (Refusal e) {
                        isRefused = true;
                    }
                    boolean isRemoved = false;
                    try {
                        isRemoved = stage.removals.next();
                    } catch (Refusal e) {
                        isRemoved = stage.removals.next();
                    }
                    assertTrue(isRemoved, "the removal is read now or later");
                    assertTrue(stage.workers[0].leave(false));
                } finally {
                    home.reclaim();
                }
                if (isRefused) {
                    assertEquals(0, seen[0]);
                }
                stage.changed.forEach(row -> seen[0]++);
                assertEquals(ENTITIES, seen[0], "each change is seen once");
            }
        }
    }

    private static void assertWhole(Stage stage) {
        World world = stage.world;
        StoreInvariants.check(world);
        assertEquals(0, world.frame().usedBytes());
        stage.kernel.run();
        long spawned = world.spawn(new Position(1, 1), new Health(1));
        assertEquals(ENTITIES + 1, stage.all.count());
        world.destroy(spawned);
        StoreInvariants.check(world);
    }
}
