package basalt.system;

import static basalt.system.Access.destroys;
import static basalt.system.Access.exclusive;
import static basalt.system.Access.reads;
import static basalt.system.Access.sends;
import static basalt.system.Access.spawns;
import static basalt.system.Access.touchesOthers;
import static basalt.system.Access.writes;
import static basalt.system.Order.after;
import static basalt.system.Order.before;
import static basalt.system.Rejection.assertRejects;
import static basalt.system.RunCondition.everyTicks;
import static basalt.system.RunCondition.once;
import static basalt.system.RunCondition.when;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.internal.Strict;
import basalt.memory.MemorySource;
import basalt.query.Query;
import basalt.query.RowCursor;
import basalt.query.RowKernel;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Velocity;
import basalt.world.EventReader;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What a schedule does, at allowed and at wrong moments. */
class ScheduleTest extends ScheduleFixture {
    private final Query healthy = all(Health.TYPE);
    private final List<String> ran = new ArrayList<>();
    private final Query moving = all(Position.TYPE, Velocity.TYPE);

    private Runnable note(String name) {
        return () -> ran.add(name);
    }

    private ScheduleBuilder builder() {
        return systems().workers(1);
    }

    private List<String> tick() {
        ran.clear();
        schedule.tick(0.25f);
        return List.copyOf(ran);
    }

    private static String messageOf(Throwable failure) {
        return assertInstanceOf(IllegalStateException.class, failure).getMessage();
    }

    /** A foreign thread gets the same exception at any moment of a tick. */
    @Test
    void shouldRejectAnotherThreadAllTheTime() throws InterruptedException {
        build(systems().workers(2).add("a", note("a")).add("b", () -> {}, reads(Position.TYPE)));
        AtomicBoolean isOver = new AtomicBoolean();
        AtomicReference<Throwable> wrong = new AtomicReference<>();
        Thread other = new Thread(() -> {
            while (!isOver.get()) {
                try {
                    world.isAlive(0);
                    wrong.set(new AssertionError("an answer"));
                } catch (IllegalStateException e) {
                    if (e.getMessage().contains("is closed")) {
                        wrong.set(e);
                    }
                } catch (Throwable e) {
                    wrong.set(e);
                }
            }
        });
        other.start();
        tick(20_000, 1);
        isOver.set(true);
        other.join();
        assertNull(wrong.get(), () -> "" + wrong.get());
    }

    private void cancelElsewhere() {
        Thread other = new Thread(() -> schedule.cancel());
        other.start();
        try {
            other.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Side by side with the system that cancels, and in a pass after it, since it has another time step. */
    @Test
    void shouldNotLoseChangesWhenCancelled() {
        for (SystemOption rule : List.of(when(() -> true), everyTicks(2))) {
            boolean[] cancels = {true};
            int[] seen = {0};
            RowKernel look = world.query().changed(Health.TYPE).build().kernel(row -> seen[0]++);
            build(builder()
                    .add("cancels", () -> {
                        if (cancels[0]) {
                            cancelElsewhere();
                        }
                    })
                    .add("looks", look, reads(Health.TYPE), touchesOthers(), rule));
            tick();
            seen[0] = 0;
            tick();
            world.spawn(new Health(1));
            for (int i = 0; i < 4; i++) {
                tick();
            }
            cancels[0] = false;
            tick();
            tick();
            assertEquals(1, seen[0]);
        }
    }

    @Test
    void shouldNotRunAnExclusiveSystemThatWasCancelled() {
        boolean[] cancels = {true};
        build(builder().add("alone", note("alone"), exclusive(), once(), when(() -> {
            if (cancels[0]) {
                schedule.cancel();
            }
            return true;
        })));
        assertEquals(List.of(), tick());
        cancels[0] = false;
        assertEquals(List.of("alone"), tick());
    }

    /**
     * A command of a condition in its stage makes an observer throw: the system has not begun, so its run is not over.
     */
    @Test
    void shouldRunOnceIfTheFirstTickEndsBeforeIt() {
        boolean[] fails = {true};
        world.observers().onAdd(Frozen.TYPE, entity -> {
            if (fails[0]) {
                throw new IllegalArgumentException("on purpose");
            }
        });
        build(builder().add("once", note("once"), once()).add("asked", note("asked"), when(() -> {
            world.commands().add(world.commands().spawn(), Frozen.TYPE);
            return true;
        })));
        assertThrows(IllegalArgumentException.class, this::tick);
        fails[0] = false;
        assertEquals(List.of("once", "asked"), tick());
        assertEquals(List.of("asked"), tick());
    }

    @Test
    void shouldRefuseToTickInAnObserver() {
        build(builder().add("once", note("once"), once()));
        world.observers().onAdd(Frozen.TYPE, entity -> schedule.tick(1));
        long entity = world.spawn();
        assertMentions(
                assertThrows(IllegalStateException.class, () -> world.add(entity, Frozen.TYPE))
                        .getMessage(),
                "observer");
        assertEquals(0, world.time().tick());
        assertEquals(List.of("once"), tick());
    }

    /** The message of the exception that another thread gets. */
    private static String rejectedElsewhere(Runnable call) throws InterruptedException {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread other = new Thread(
                () -> {
                    try {
                        call.run();
                    } catch (Throwable e) {
                        thrown.set(e);
                    }
                },
                "the-other");
        other.start();
        other.join();
        return messageOf(thrown.get());
    }

    @Test
    void shouldEndTheTickFromInside() {
        build(builder()
                .add("cancels", () -> schedule.cancel(), writes(Position.TYPE))
                .add("beside", note("beside"))
                .add("later", note("later"), reads(Position.TYPE)));

        assertEquals(List.of("beside"), tick());
        schedule.disable("cancels");
        assertEquals(List.of("beside", "later"), tick());
        assertEquals(2, world.time().tick());
    }

    @Test
    void shouldEndTheTickFromAnotherThread() throws InterruptedException {
        AtomicBoolean isRunning = new AtomicBoolean();
        AtomicBoolean isCancelled = new AtomicBoolean();
        build(builder()
                .add("waits", () -> {
                    isRunning.set(true);
                    awaitUntil(() -> isCancelled.get(), "the cancellation");
                    ran.add("waits");
                })
                .add("later", note("later"), after("waits")));
        Thread other = new Thread(() -> {
            awaitUntil(() -> isRunning.get(), "the system");
            schedule.cancel();
            isCancelled.set(true);
        });
        other.start();

        assertEquals(List.of("waits"), tick());
        other.join();
        assertEquals(List.of("waits", "later"), tick(), "a cancelled tick is the last one");
    }

    @Test
    void shouldIgnoreACancellationWithoutATick() {
        build(builder().add("a", note("a")));
        schedule.cancel();
        assertEquals(List.of("a"), tick());
    }

    @Test
    void shouldSwitchSystemsAndSetsBetweenTicks() {
        build(builder()
                .set(
                        "letters",
                        letters -> letters.set("first", first -> first.add("a", note("a")))
                                .add("b", note("b")))
                .add("1", note("1")));
        assertEquals(List.of("a", "b", "1"), tick());
        schedule.disable("letters");
        assertEquals(List.of("1"), tick());
        assertFalse(schedule.isEnabled("a"));
        schedule.enable("first");
        assertEquals(List.of("a", "1"), tick());
        schedule.enable("b");
        schedule.disable("1");
        assertEquals(List.of("a", "b"), tick());
        schedule.disable("1");
        schedule.enable("1");
        assertTrue(schedule.isEnabled("1"));
    }

    @Test
    void shouldGiveTheOptionsOfASetToAllOfItsSystems() {
        build(builder()
                .add("1", note("1"))
                .set(
                        "letters",
                        letters -> letters.add("a", note("a"), after("c")).add("b", note("b")),
                        everyTicks(2))
                .set("letters", letters -> letters.add("c", note("c")), before("1"))
                .add("end", note("end"), after("letters")));
        assertEquals(List.of("c", "1", "end"), tick());
        assertEquals(List.of("c", "1", "a", "b", "end"), sorted(tick(), "c", "1", "a", "b", "end"));
        assertEquals(
                "set(\"letters\"), after(\"c\"), everyTicks(2)",
                schedule.graph().declarations("a"));
        assertEquals("after(\"letters\")", schedule.graph().declarations("end"));
        schedule.disable("letters");
        assertEquals(List.of("1", "end"), tick());
    }

    /** The names in this order, if it has the same ones. */
    private static List<String> sorted(List<String> names, String... order) {
        return names.size() == order.length && names.containsAll(List.of(order)) ? List.of(order) : names;
    }

    @Test
    void shouldRecordAccessInStrictModeOnly() {
        if (Strict.ON) {
            build(builder().recordAccess());
            assertEquals("", schedule.recordedAccess());
        } else {
            assertMentions(
                    assertThrows(IllegalStateException.class, () -> builder().recordAccess())
                            .getMessage(),
                    "recordAccess()",
                    "-Dbasalt.strict=true");
        }
    }

    @Test
    void shouldRejectWrongSets() {
        assertRejects(() -> builder().set(" ", letters -> letters.add("a", note("a"))), "set()", "name=\" \"");
        assertRejects(() -> builder().set("letters", null), "set(\"letters\") got null");
        assertRejects(
                () -> builder().set("a", a -> a.set("a", again -> again.add("s", note("s")))), "set(\"a\") twice");
        assertRejects(
                () -> builder().set("a", a -> a.add("s", note("s"), once()), once()), "system \"s\" has once() twice");
        assertRejects(() -> builder().set("a", a -> a.add("s", note("s")).build()), "in the body of a set");
        assertRejects(
                () -> builder().set("a", a -> a.add("a", note("a"))),
                "a system and a set are called \"a\"; rename one of them: system \"a\" is in set(\"a\", ...)");
        assertRejects(
                () -> builder().set("a", a -> {}).add("a", note("a")).build(),
                "a system and a set are called \"a\"; rename one of them: set(\"a\", ...) adds none");
    }

    @Test
    void shouldHaveEmptySets() {
        build(builder()
                .set("optional", optional -> optional.set("within", within -> {}))
                .add("b", note("b"), after("optional"), before("a", "within"))
                .add("a", note("a"), before("optional"))
                .chain("within", "b", "optional")
                .set("filled", filled -> {})
                .set("filled", filled -> filled.add("c", note("c")), after("a")));
        assertEquals(List.of("b", "a", "c"), tick());
        schedule.disable("optional");
        schedule.disable("within");
        schedule.disable("filled");
        assertEquals(List.of("b", "a"), tick());
        schedule.enable("optional");
        assertRejects(() -> schedule.isEnabled("optional"), "no system of the schedule is called \"optional\"");
    }

    @Test
    void shouldSwitchFromInsideFromTheNextStageOn() {
        build(builder()
                .add("switches", () -> {
                    schedule.disable("beside");
                    schedule.disable("later");
                })
                .add("beside", note("beside"), destroys())
                .add("later", note("later"), after("beside")));
        assertEquals(List.of("beside"), tick());
        assertEquals(List.of(), tick());
    }

    @Test
    void shouldRejectUnknownNames() {
        build(builder().set("letters", letters -> letters.add("a", note("a"))));
        for (Runnable use : List.<Runnable>of(
                () -> schedule.enable("b"), () -> schedule.disable(""), () -> schedule.isEnabled("letters"))) {
            assertMentions(
                    assertThrows(IllegalArgumentException.class, use::run).getMessage(), "[a]");
        }
    }

    @Test
    void shouldRejectUseFromInside() {
        List<Throwable> thrown = new ArrayList<>();
        Runnable alone = () -> {
            thrown.add(assertThrows(IllegalStateException.class, () -> schedule.tick(1)));
            thrown.add(assertThrows(IllegalStateException.class, schedule::close));
        };
        build(builder()
                .add("body", () -> {
                    thrown.add(assertThrows(IllegalStateException.class, () -> schedule.tick(1)));
                    thrown.add(assertThrows(IllegalStateException.class, schedule::close));
                    thrown.add(assertThrows(IllegalStateException.class, world::close));
                    thrown.add(assertThrows(IllegalStateException.class, () -> systems()));
                })
                .add("alone", alone, exclusive()));
        schedule.tick(1);
        assertEquals(6, thrown.size());
        assertTrue(messageOf(thrown.get(0)).contains("ticks already"), () -> messageOf(thrown.get(0)));
        assertTrue(messageOf(thrown.get(1)).contains("after the tick"), () -> messageOf(thrown.get(1)));
        assertTrue(messageOf(thrown.get(2)).contains("'body'"), () -> messageOf(thrown.get(2)));
        schedule.tick(1);
    }

    @Test
    void shouldRejectATickWhileTheWorldIsIteratedOver() {
        build(builder().add("a", note("a")));
        try (RowCursor rows = healthy.cursor()) {
            assertFalse(rows.next());
            var failure = assertThrows(IllegalStateException.class, () -> schedule.tick(1));
            assertTrue(failure.getMessage().contains("close its cursors"), failure::getMessage);
        }
        world.spawn(new Health(1));
        healthy.forEach(row -> assertThrows(IllegalStateException.class, () -> schedule.tick(1)));
        assertEquals(0, world.time().tick());
        assertEquals(List.of("a"), tick());
    }

    @Test
    void shouldRejectBadSeconds() {
        build(builder().add("a", note("a")));
        for (float seconds : new float[] {-1, Float.NaN, Float.POSITIVE_INFINITY}) {
            assertThrows(IllegalArgumentException.class, () -> schedule.tick(seconds));
        }
        assertEquals(0, world.time().tick());
        schedule.tick(0);
        assertEquals(List.of("a"), ran);
    }

    @Test
    void shouldRejectUseAfterClose() {
        build(builder().add("a", note("a")));
        schedule.close();
        schedule.close();
        var failure = assertThrows(IllegalStateException.class, () -> schedule.tick(1));
        assertTrue(failure.getMessage().contains("closed"), failure::getMessage);
        assertEquals(0, schedule.stats().totalTicks());
        world.spawn();
    }

    @Test
    void shouldReportToOtherThreadsThatSystemsRun() {
        AtomicReference<String> message = new AtomicReference<>();
        build(builder().add("a", () -> {
            try {
                message.set(rejectedElsewhere(world::spawn) + rejectedElsewhere(() -> world.isAlive(1)));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }));
        schedule.tick(1);
        assertTrue(message.get().contains("'the-other' used the world while its schedule runs systems"), message.get());
    }

    @Test
    void shouldCloseAfterItsWorld() {
        World other = World.create();
        Schedule left = Schedule.builder(other)
                .workers(2)
                .thresholds(0, 0)
                .add("spawn", () -> other.commands().spawn(), spawns())
                .build();
        left.tick(1);
        assertEquals(1, other.entityCount());
        other.close();
        var failure = assertThrows(IllegalStateException.class, () -> left.tick(1));
        assertTrue(failure.getMessage().contains("closed"), failure::getMessage);
        left.close();
    }

    @Test
    void shouldSurviveASystemThatClosesTheWorld() {
        World other = World.create();
        Schedule left = Schedule.builder(other)
                .add("closes", other::close, exclusive())
                .add("later", note("later"))
                .build();
        SystemException failure = assertThrows(SystemException.class, () -> left.tick(1));
        assertEquals("closes", failure.system());
        assertTrue(failure.getMessage().contains("has closed the world"), failure::getMessage);
        assertEquals(List.of(), ran);
        assertThrows(IllegalStateException.class, () -> left.tick(1));
        left.close();
    }

    @Test
    void shouldApplyWhatWasRecordedBeforeTheTick() {
        build(builder().add("count", () -> ran.add("" + healthy.count()), reads(Health.TYPE)));
        long entity = world.commands().spawn();
        world.commands().add(entity, new Health(1));
        assertEquals(List.of("1"), tick());
        assertEquals(0, world.commands().count());
    }

    @Test
    void shouldTickWithoutSystems() {
        build(builder());
        world.commands().spawn();
        schedule.tick(1);
        assertEquals(1, world.entityCount());
        assertEquals(1, schedule.stats().totalTicks());
    }

    @Test
    void shouldBuildAgainAfterClose() {
        ScheduleBuilder builder = builder().add("second", note("second"), everyTicks(2));
        Schedule one = build(builder);
        one.tick(1);
        Schedule two = build(builder);
        assertNotSame(one, two);
        two.tick(1);
        assertEquals(List.of(), ran);
        two.tick(1);
        assertEquals(List.of("second"), ran);
    }

    /** Each tick advances the world, and ends its events: a second schedule would do so too. */
    @Test
    void shouldRejectASecondOpenSchedule() {
        EventReader<Blow> reader = world.events(Blow.TYPE).reader();
        build(builder().add("send", () -> world.commands().send(new Blow(1)), sends(Blow.TYPE)));
        schedule.tick(1);
        ScheduleBuilder drawing = builder().add("draw", note("draw"));
        assertMentions(
                assertThrows(IllegalStateException.class, drawing::build).getMessage(),
                "[send]",
                "close() the open one first");
        assertEquals(1, reader.remaining());
        schedule.tick(1);
        build(drawing).tick(1);
        assertEquals(List.of("draw"), ran);
    }

    @Test
    void shouldBuildAfterAFailedBuild() {
        ScheduleBuilder failing = builder().memory(worker -> null);
        assertThrows(IllegalArgumentException.class, failing::build);
        build(builder().add("a", note("a"))).tick(1);
        assertEquals(List.of("a"), ran);
    }

    @Test
    void shouldRejectInvalidOptions() {
        for (Runnable choice : List.<Runnable>of(
                () -> Schedule.builder(null),
                () -> builder().workers(0),
                () -> builder().workers(257),
                () -> builder().executor(null),
                () -> builder().memory((MemorySource) null),
                () -> builder().frameCapBytes(0),
                () -> builder().add("a", (Runnable) null),
                () -> builder().add(" ", note("a")),
                () -> builder().add("a", note("a"), (SystemOption) null),
                () -> builder().add("a", healthy.kernel(row -> {}), exclusive()))) {
            assertThrows(IllegalArgumentException.class, choice::run);
        }
        assertEquals(256, build(builder().workers(256)).workers());
        int processors = Math.min(256, Runtime.getRuntime().availableProcessors());
        assertEquals(processors, build(systems()).workers());
    }

    @Test
    void shouldApplyCommandsBeforeSystemsThatSeeThem() {
        Template mover =
                world.template().with(new Position(0, 0), new Velocity(1, 0)).build();
        List<Integer> counts = new ArrayList<>();
        build(systems()
                .add("before", () -> counts.add(moving.count()), reads(Position.TYPE, Velocity.TYPE))
                .add("spawn", () -> mover.spawn(world.commands()), spawns())
                .add("after", () -> counts.add(moving.count()), reads(Position.TYPE, Velocity.TYPE))
                .add("reap", moving.kernel((row, commands) -> commands.destroy(row.entity())), destroys())
                .add("last", () -> counts.add(moving.count()), reads(Position.TYPE, Velocity.TYPE)));

        tick(2, 1);

        assertEquals(List.of(0, 1, 0, 0, 1, 0), counts);
        assertEquals(0, world.entityCount());
    }
}
