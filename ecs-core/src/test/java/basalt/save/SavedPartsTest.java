package basalt.save;

import static basalt.memory.Refusal.assertIllegal;
import static basalt.memory.Refusal.assertThrowsWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.SaveFormatException;
import basalt.system.Access;
import basalt.system.FixedStepLoop;
import basalt.system.RunCondition;
import basalt.system.Schedule;
import basalt.world.Restorable;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Schedules and resources in files. */
class SavedPartsTest extends LoadedFixture {
    private final List<Schedule> schedules = new ArrayList<>();

    @AfterEach
    void close() {
        schedules.forEach(Schedule::close);
    }

    private Schedule schedule(World of, List<String> log, boolean more) {
        var builder = Schedule.builder(of)
                .add(
                        "third",
                        () -> log.add("third " + of.time().tick()),
                        Access.exclusive(),
                        RunCondition.everyTicks(3))
                .add("half", () -> log.add("half " + of.time().tick()), Access.exclusive(), RunCondition.every(0.5f))
                .add("first", () -> log.add("first"), Access.exclusive(), RunCondition.once())
                .add("each", () -> log.add("each"), Access.exclusive());
        if (more) {
            builder.add("more", () -> log.add("more"), Access.exclusive(), RunCondition.everyTicks(2));
        }
        Schedule schedule = builder.build();
        schedules.add(schedule);
        return schedule;
    }

    private static void tick(Schedule schedule, int times) {
        for (int i = 0; i < times; i++) {
            schedule.tick(0.2f);
        }
    }

    @Test
    void shouldGoOnWithSchedules() {
        for (int before = 0; before < 7; before++) {
            try (World original = World.create()) {
                List<String> log = new ArrayList<>();
                Schedule schedule = schedule(original, log, false);
                tick(schedule, before);
                schedule.disable("each");
                try (World loaded = Saving.load(Saving.bytes(original))) {
                    List<String> other = new ArrayList<>();
                    Schedule again = schedule(loaded, other, false);
                    assertFalse(again.isEnabled("each"));
                    log.clear();
                    tick(schedule, 10);
                    tick(again, 10);
                    assertEquals(log, other, "after " + before);
                    again.close();
                }
                schedule.close();
            }
        }
    }

    /** A world may have had several schedules, one after the other, or in an older version at once. */
    @Test
    void shouldKeepSchedulesApart() {
        List<String> log = new ArrayList<>();
        tick(schedule(world, log, true), 1);
        schedules.get(0).disable("half");
        World loaded = load(world);
        Schedule other = schedule(loaded, log, false);
        tick(other, 2);
        other.disable("third");
        World again = load(loaded, new LoadOptions()); // two are waiting there
        Schedule first = schedule(again, log, false);
        assertFalse(first.isEnabled("third"));
        assertTrue(first.isEnabled("half"));
        first.close();
        Schedule second = schedule(again, log, true);
        assertTrue(second.isEnabled("third"));
        assertFalse(second.isEnabled("half"));
    }

    @Test
    void shouldLetScheduleHaveMoreSystems() {
        List<String> log = new ArrayList<>();
        Schedule schedule = schedule(world, log, false);
        tick(schedule, 4);
        schedule.disable("third");
        World loaded = load(world);
        List<String> other = new ArrayList<>();
        Schedule more = schedule(loaded, other, true);
        assertFalse(more.isEnabled("third"));
        assertTrue(more.isEnabled("more"));
        tick(more, 2);
        assertFalse(other.contains("first"), "it has run");
        assertEquals(1, other.stream().filter("more"::equals).count());
    }

    @Test
    void shouldNotTakeAScheduleWithOtherSystems() {
        List<String> log = new ArrayList<>();
        Schedule more = schedule(world, log, true);
        more.disable("half");
        World loaded = load(world);
        Schedule fewer = schedule(loaded, log, false);
        assertTrue(fewer.isEnabled("half"));
        fewer.close();
        assertFalse(schedule(loaded, log, true).isEnabled("half"));
    }

    private Schedule schedule(World of, String... systems) {
        var builder = Schedule.builder(of);
        for (String system : systems) {
            builder.add(system, () -> {}, Access.exclusive());
        }
        Schedule schedule = builder.build();
        schedules.add(schedule);
        return schedule;
    }

    @Test
    void shouldTakeTheScheduleWithTheMostSystems() {
        schedule(world, "x", "y").disable("y");
        World loaded = load(world);
        Schedule other = schedule(loaded, "x"); // the saved one waits
        other.disable("x");
        World both = load(loaded, new LoadOptions());
        Schedule most = schedule(both, "x", "y");
        assertFalse(most.isEnabled("y"));
        assertTrue(most.isEnabled("x"));
        most.close();
        Schedule fewest = schedule(both, "x", "y");
        assertTrue(fewest.isEnabled("y"));
        assertFalse(fewest.isEnabled("x"));
    }

    /** A counter that saves itself. */
    static class Counter implements Restorable {
        int count;

        @Override
        public int save(MutableDirectBuffer to, int offset) {
            to.putInt(offset, count);
            return Integer.BYTES;
        }

        @Override
        public void restore(DirectBuffer from, int offset, int length) {
            assertEquals(Integer.BYTES, length);
            count = from.getInt(offset);
        }
    }

    @Test
    void shouldRestoreAResourceWhenItIsPut() {
        Counter counter = new Counter();
        counter.count = 12;
        world.resources().put(counter);
        World loaded = load(world);
        assertFalse(loaded.resources().tryGet(Counter.class) != null);
        World again = load(loaded, new LoadOptions());
        for (World of : List.of(loaded, again)) {
            of.resources().put(new Counter());
            assertEquals(12, of.resources().get(Counter.class).count);
            of.resources().put(new Counter());
            assertEquals(0, of.resources().get(Counter.class).count, "once");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-5, -1, 100_000, Integer.MAX_VALUE})
    void shouldRefuseALengthThatAResourceHasNotWritten(int length) {
        class Wrong extends Counter {
            @Override
            public int save(MutableDirectBuffer to, int offset) {
                super.save(to, offset);
                return length;
            }
        }
        world.resources().put(new Wrong());
        try (Snapshots ring = Saves.snapshots(world, 2)) {
            List<Executable> calls =
                    List.of(() -> Saving.bytes(world), ring::capture, () -> Saving.bytes(world), ring::capture);
            for (Executable call : calls) {
                assertIllegal(call, "Wrong", "bytes=" + length);
            }
            world.resources().put(new Counter());
            world.resources().remove(Wrong.class);
            ring.capture();
        }
    }

    @Test
    void shouldKeepTheStateThatAResourceHasRefused() {
        Counter counter = new Counter();
        counter.count = 12;
        world.resources().put(counter);
        World loaded = load(world);
        class Later extends Counter {
            private boolean isReady;

            @Override
            public void restore(DirectBuffer from, int offset, int length) {
                if (!isReady) {
                    throw new IllegalStateException("not now");
                }
                super.restore(from, offset, length);
            }
        }
        Later later = new Later();
        assertThrows(IllegalStateException.class, () -> loaded.resources().put(Counter.class, later));
        later.isReady = true;
        loaded.resources().put(Counter.class, later);
        assertEquals(12, later.count);
    }

    enum Level {
        EASY,
        HARD
    }

    record Inner(double number, String text) {}

    record Settings(
            boolean flag,
            byte b,
            short s,
            char c,
            int i,
            long l,
            float f,
            double d,
            String name,
            Level level,
            Inner inner) {}

    private static final Settings SETTINGS = new Settings(
            true,
            (byte) -1,
            (short) -2,
            '\u00e4',
            -3,
            Long.MIN_VALUE,
            Float.NaN,
            -0.0,
            "n\u00e4me\n",
            Level.HARD,
            new Inner(1.5, null));

    @Test
    void shouldMakeRecordResources() {
        world.resources().put(SETTINGS);
        World loaded = load(world, new LoadOptions().resources(Settings.class));
        assertEquals(SETTINGS, loaded.resources().get(Settings.class));
    }

    @Test
    void shouldKeepRecordsThatAreNotNamed() {
        world.resources().put(SETTINGS);
        World loaded = load(world);
        assertNull(loaded.resources().tryGet(Settings.class));
        World again = load(loaded, new LoadOptions().resources(Settings.class));
        assertEquals(SETTINGS, again.resources().get(Settings.class));
        loaded.resources().put(new Settings(false, (byte) 0, (short) 0, ' ', 0, 0, 0, 0, "other", null, null));
        World other = load(loaded, new LoadOptions().resources(Settings.class));
        assertEquals("other", other.resources().get(Settings.class).name());
    }

    record Odd(int[] numbers) {}

    record Outer(Odd odd) {}

    private void assertRefused(String... parts) {
        String message = assertThrows(IllegalStateException.class, () -> Saving.bytes(world))
                .getMessage();
        for (String part : parts) {
            assertTrue(message.contains(part), message);
        }
    }

    @Test
    void shouldRefuseResourcesThatAFileCannotContain() {
        world.resources().put(new Object());
        assertRefused("java.lang.Object", "Restorable", "SaveOptions.exclude(Object.class)");
        Saving.bytes(world, new SaveOptions().exclude(Object.class));
        world.resources().remove(Object.class);
        world.resources().put(new Outer(new Odd(new int[1])));
        assertRefused("odd.numbers (int[])");
        world.resources().remove(Outer.class);
        world.resources().put(Record.class, new Inner(1, ""));
        assertRefused("its own", "Inner");
        world.resources().remove(Record.class);
        Saving.bytes(world);
    }

    /** In files, and in snapshots, which a check of determinism needs too. */
    @Test
    void shouldLeaveOutObjectsOfTheLibrary() {
        try (World owner = World.create()) {
            owner.resources().own(schedule(owner, new ArrayList<>(), true));
            owner.resources().own(owner.query().build());
            owner.resources().own(Saves.snapshots(owner, 1));
            Schedule schedule = owner.resources().get(Schedule.class);
            owner.resources().put(FixedStepLoop.builder(schedule).build());
            owner.resources().put(new Inner(1, "kept"));
            Snapshots snapshots = owner.resources().get(Snapshots.class);
            long before = snapshots.capture();
            owner.resources().put(new Inner(2, "later"));
            snapshots.restore(before);
            assertEquals(new Inner(1, "kept"), owner.resources().get(Inner.class));
            assertSame(schedule, owner.resources().get(Schedule.class));
            try (World again = load(owner)) {
                assertNull(again.resources().tryGet(Schedule.class));
            }
            owner.resources().remove(Snapshots.class).close();
            Determinism.check(schedule, 3);
            assertSame(schedule, owner.resources().get(Schedule.class));
        }
    }

    @Test
    void shouldRefuseTypesThatAreNoRecords() {
        LoadOptions options = new LoadOptions();
        assertThrows(IllegalArgumentException.class, () -> options.resources(Counter.class));
        assertThrows(IllegalArgumentException.class, () -> options.resources((Class<?>) null));
        assertThrows(IllegalArgumentException.class, () -> options.resources((Class<?>[]) null));
        assertThrows(IllegalArgumentException.class, () -> options.maxObjectBytes(0));
    }

    @Test
    void shouldLimitTheBytesOfResources() {
        world.resources().put(new Inner(1, "x".repeat(3_000_000)));
        byte[] bytes = Saving.bytes(world);
        assertThrowsWith(
                SaveFormatException.class,
                () -> Saving.load(bytes, new LoadOptions().maxObjectBytes(2_000_000)),
                "maxObjectBytes");
        World loaded = load(bytes, new LoadOptions().resources(Inner.class));
        assertEquals(3_000_000, loaded.resources().get(Inner.class).text().length());
    }

    record Strict(int value) {
        Strict {
            if (value < 0) {
                throw new IllegalStateException("negative");
            }
        }
    }

    /** Values of the file that the record refuses, and damaged ones. */
    @Test
    void shouldRefuseDamagedRecords() {
        world.resources().put(new Strict(7));
        byte[] bytes = Saving.bytes(world);
        LoadOptions small = new LoadOptions().resources(Strict.class).maxBytes(1 << 24);
        int loaded = DamagedFile.accepted(
                2_000,
                seed -> DamagedFile.of(bytes, seed),
                (damaged, which) -> Saving.isLoaded(damaged, small, which, of -> {}));
        assertTrue(loaded < 1_000, "loaded: " + loaded);
    }
}
