package basalt.save;

import static basalt.memory.Refusal.assertIllegal;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.Unreachable;
import basalt.storage.fixture.Health;
import basalt.system.Access;
import basalt.system.Schedule;
import basalt.system.SystemException;
import basalt.world.Resources;
import basalt.world.Restorable;
import basalt.world.Time;
import basalt.world.World;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Time and resources in snapshots, and what a world refuses when a resource fails to be restored. */
class SnapshotStateTest extends SnapshotFixture {
    SnapshotStateTest() {
        super(4, Score.class);
    }

    private record Settings(int speed) {}

    private record Device(List<String> log) implements AutoCloseable {
        @Override
        public void close() {
            log.add("closed");
        }
    }

    private static final class Score {}

    private interface Named {}

    private record Name(String text) implements Named {}

    /** A generator of numbers. */
    private static final class Numbers implements Restorable {
        private long state = 1;

        long next() {
            state = state * 6364136223846793005L + 1442695040888963407L;
            return state;
        }

        @Override
        public int save(MutableDirectBuffer to, int offset) {
            to.putLong(offset, state);
            return Long.BYTES;
        }

        @Override
        public void restore(DirectBuffer from, int offset, int length) {
            state = from.getLong(offset);
        }
    }

    private final Resources resources = world.resources();

    private static String text(Time time) {
        return time.deltaSeconds() + " " + time.elapsedSeconds() + " " + time.tick() + " " + time.alpha();
    }

    @Test
    void shouldRestoreTime() {
        Time time = world.time();
        for (int i = 0; i < 1_000; i++) {
            time.advance(0.1 + i * 1e-9);
        }
        time.interpolate(0.25f);
        ring.capture();
        List<String> texts = new ArrayList<>(List.of(text(time)));
        advance(time, texts);
        for (int times = 0; times < 2; times++) {
            ring.restore(1_000);
            List<String> again = new ArrayList<>(List.of(text(time)));
            advance(time, again);
            assertEquals(texts, again, "rounding errors are part of the state");
        }
    }

    private static void advance(Time time, List<String> texts) {
        for (int i = 0; i < 100; i++) {
            time.advance(1 / 3.0);
            time.interpolate(0.5f);
            texts.add(text(time));
        }
    }

    @Test
    void shouldRestoreRecords() {
        Settings slow = new Settings(1);
        resources.put(slow);
        resources.put(Named.class, new Name("one"));
        long first = capture();
        Settings fast = new Settings(2);
        resources.put(fast);
        resources.remove(Named.class);
        resources.put(new Name("two"));
        long second = capture();
        ring.restore(first);
        assertSame(slow, resources.get(Settings.class));
        assertEquals(new Name("one"), resources.get(Named.class));
        assertFalse(resources.tryGet(Name.class) != null);
        ring.restore(second);
        assertSame(fast, resources.get(Settings.class));
        assertFalse(resources.tryGet(Named.class) != null);
        assertEquals(new Name("two"), resources.get(Name.class));
    }

    @Test
    void shouldRestoreTheStatesOfResources() {
        Numbers numbers = new Numbers();
        resources.put(numbers);
        long first = capture();
        List<Long> following = List.of(numbers.next(), numbers.next());
        long second = capture();
        long last = numbers.next();
        ring.restore(first);
        assertSame(numbers, resources.get(Numbers.class));
        assertEquals(following, List.of(numbers.next(), numbers.next()));
        ring.restore(second);
        assertEquals(last, numbers.next());
    }

    @Test
    void shouldRefuseOtherResources() {
        capture();
        resources.put(new StringBuilder());
        assertIllegal(ring::capture, "resource java.lang.StringBuilder", "StringBuilder.class)");
        assertEquals(1, ring.count());
        ring.close();
        assertThrows(IllegalStateException.class, () -> Saves.snapshots(world, 1));
        assertDoesNotThrow(() -> Saves.snapshots(world, 1, StringBuilder.class));
    }

    @Test
    void shouldLeaveExcludedResourcesAlone() {
        Score score = new Score();
        resources.put(score);
        long tick = capture();
        ring.restore(tick);
        assertSame(score, resources.get(Score.class));
        Score other = new Score();
        resources.put(other);
        ring.restore(tick);
        assertSame(other, resources.get(Score.class));
        resources.remove(Score.class);
        ring.restore(tick);
        assertFalse(resources.tryGet(Score.class) != null);
    }

    @Test
    void shouldLeaveExcludedRecordsAlone() {
        ring.close();
        try (Snapshots other = Saves.snapshots(world, 2, Settings.class, Numbers.class)) {
            Numbers numbers = new Numbers();
            resources.put(numbers);
            resources.put(new Settings(1));
            other.capture();
            Settings later = new Settings(2);
            resources.put(later);
            long next = numbers.next();
            other.restore(0);
            assertSame(later, resources.get(Settings.class));
            assertEquals(next, numbers.state);
        }
    }

    /** A restoration would drop it without closing it. */
    @Test
    void shouldRefuseRecordsThatTheWorldOwns() {
        long tick = capture();
        List<String> log = new ArrayList<>();
        resources.own(new Device(log));
        assertIllegal(ring::capture, "Device is owned by the world");
        assertThrows(IllegalStateException.class, () -> ring.restore(tick));
        ring.close();
        try (Snapshots other = Saves.snapshots(world, 1, Device.class)) {
            other.capture();
            other.restore(tick);
        }
        assertTrue(resources.tryGet(Device.class) != null);
        world.close();
        assertEquals(List.of("closed"), log);
    }

    /** A resource that fails leaves the states as they were. */
    @Test
    void shouldKeepItsStatesWhenAResourceThrows() {
        Settings settings = new Settings(1);
        resources.put(settings);
        long tick = capture();
        Disturbing failing = new Disturbing();
        failing.whenSaved = Disturbing::fail;
        resources.put(Restorable.class, failing);
        world.time().advance(1);
        assertThrows(UnsupportedOperationException.class, ring::capture);
        assertEquals(1, ring.count());
        resources.remove(Restorable.class);
        resources.put(new Settings(5));
        ring.restore(tick);
        assertSame(settings, resources.get(Settings.class));
        assertTrue(capture() > tick);
        assertEquals(2, ring.count());
    }

    @Test
    void shouldPutBackRestorableResourcesThatWereReplacedOrRemoved() {
        Numbers first = new Numbers();
        Numbers removed = new Numbers();
        resources.put(Numbers.class, first);
        resources.put(Restorable.class, removed);
        ring.capture();
        long next = first.next();
        resources.put(Numbers.class, new Numbers());
        resources.remove(Restorable.class);
        ring.restore(0);
        assertSame(first, resources.get(Numbers.class));
        assertSame(removed, resources.get(Restorable.class));
        assertEquals(next, first.next());
    }

    @Test
    void shouldPutBackARestorableResourceUnderTheTypeOfALaterRecord() {
        Numbers numbers = new Numbers();
        resources.put(Object.class, numbers);
        ring.capture();
        resources.put(Object.class, new Settings(3));
        ring.restore(0);
        assertSame(numbers, resources.get(Object.class));
    }

    @Test
    void shouldRemoveRestorableResourcesThatWerePutLater() {
        ring.capture();
        resources.put(Numbers.class, new Numbers());
        ring.restore(0);
        assertFalse(resources.tryGet(Numbers.class) != null);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 9, 5_000})
    void shouldRestoreStatesOfAnyLength(int bytes) {
        byte[] state = new byte[bytes];
        Arrays.fill(state, (byte) 3);
        List<DirectBuffer> kept = new ArrayList<>();
        resources.put(Restorable.class, new Restorable() {
            @Override
            public int save(MutableDirectBuffer to, int offset) {
                to.putBytes(offset, state);
                return bytes;
            }

            @Override
            public void restore(DirectBuffer from, int offset, int length) {
                assertEquals(bytes, length);
                from.getBytes(offset, state);
                kept.add(from);
            }
        });
        resources.put(new Numbers());
        resources.get(Numbers.class).next();
        ring.capture();
        long next = resources.get(Numbers.class).next();
        Arrays.fill(state, (byte) 4);
        ring.restore(0);
        for (byte value : state) {
            assertEquals(3, value);
        }
        assertEquals(next, resources.get(Numbers.class).next());
        assertEquals(0, kept.get(0).capacity(), "the memory of the snapshot is not left to the resource");
    }

    /** A resource that calls the snapshots that save or restore it. */
    @Test
    void shouldRefuseCallsOfResources() {
        List<String> refused = new ArrayList<>();
        disturbing.whenSaved = () -> {
            assertEquals(ring.count() > 0, ring.has(0));
            for (Executable call : List.<Executable>of(ring::capture, () -> ring.restore(0), ring::close)) {
                String message = assertThrows(IllegalStateException.class, call).getMessage();
                assertTrue(message.contains("during a capture or a restoration"), message);
                refused.add(message);
            }
        };
        disturbing.whenRestored = disturbing.whenSaved;
        resources.put(disturbing);
        ring.capture();
        ring.restore(0);
        assertEquals(6, refused.size());
        assertEquals(1, ring.count());
    }

    @Test
    void shouldRefuseResourcesThatChangeEntities() {
        disturbing.whenSaved = world::spawn;
        resources.put(disturbing);
        assertIllegal(ring::capture, "Restorable.save may only read");
        assertEquals(0, ring.count());
    }

    @Test
    void shouldBeFreedBySystemsThatCloseTheWorld() {
        World other = World.create();
        Snapshots states = Saves.snapshots(other, 2);
        other.spawn();
        states.capture();
        Schedule schedule = Schedule.builder(other)
                .add("closes", other::close, Access.exclusive())
                .build();
        assertThrows(SystemException.class, () -> schedule.tick(1));
        assertEquals(0, states.reservedBytes());
        states.close();
        schedule.close();
    }

    /** Throws, or uses the world, when it is saved or restored. */
    private static final class Disturbing implements Restorable {
        private Runnable whenSaved = () -> {};
        private Runnable whenRestored = () -> {};

        static void fail() {
            throw new UnsupportedOperationException("on purpose");
        }

        @Override
        public int save(MutableDirectBuffer to, int offset) {
            whenSaved.run();
            return 0;
        }

        @Override
        public void restore(DirectBuffer from, int offset, int length) {
            whenRestored.run();
        }
    }

    @Test
    void shouldNotCloseTheWorldWhileItIsSaved() {
        resources.put(disturbing);
        long tick = capture();
        disturbing.whenSaved = world::close;
        assertIllegal(ring::capture, "world.close() is refused during a capture or a restoration");
        disturbing.whenSaved = () -> {};
        disturbing.whenRestored = world::close;
        assertIllegal(() -> ring.restore(tick), "world.close() is refused during a capture or a restoration");
        disturbing.whenRestored = () -> {};
        ring.restore(tick);
        assertEquals(1, ring.count());
    }

    /** Other parts have been restored then, and some have not. */
    @Test
    void shouldNotCaptureAHalfRestoredWorld() {
        resources.put(disturbing);
        long first = capture();
        long second = capture();
        disturbing.whenRestored = Disturbing::fail;
        assertThrows(UnsupportedOperationException.class, () -> ring.restore(first));
        assertIllegal(ring::capture, "the last restoration has failed in its middle");
        assertThrows(UnsupportedOperationException.class, () -> ring.restore(second));
        disturbing.whenRestored = () -> {};
        ring.restore(second);
        assertEquals(second, world.time().tick());
        ring.capture();
        assertEquals(3, ring.count());
    }

    @Test
    void shouldNotKeepResourcesOfDroppedStates() {
        ring.close();
        try (Snapshots one = Saves.snapshots(world, 1)) {
            WeakReference<Name> dropped = putNew();
            one.capture();
            resources.remove(Name.class);
            one.capture();
            Unreachable.await(dropped);
        }
        try (Snapshots four = Saves.snapshots(world, 4)) {
            long tick = four.capture();
            WeakReference<Name> abandoned = putNew();
            world.time().advance(1);
            four.capture();
            four.restore(tick);
            four.capture();
            Unreachable.await(abandoned);
        }
    }

    /** The resources that come first are in the state then. */
    @Test
    void shouldNotKeepResourcesOfAFailedCapture() {
        resources.put(disturbing);
        WeakReference<Name> put = putNew();
        disturbing.whenSaved = Disturbing::fail;
        assertThrows(UnsupportedOperationException.class, ring::capture);
        resources.remove(Name.class);
        Unreachable.await(put);
    }

    private WeakReference<Name> putNew() {
        Name name = new Name("x");
        resources.put(name);
        return new WeakReference<>(name);
    }

    private final Disturbing disturbing = new Disturbing();

    private long captureDisturbing() {
        world.spawn(new Health(1));
        world.resources().put(disturbing);
        long tick = ring.capture();
        world.spawn(new Health(2));
        return tick;
    }

    private void assertAllRefused(String reason) {
        assertIllegal(() -> Saving.bytes(world), reason);
        assertIllegal(() -> Saves.stateHash(world), reason);
        assertIllegal(ring::capture, reason);
        assertIllegal(
                () -> Saves.merge(world, SaveSource.of(new UnsafeBuffer(new byte[0]), 0, 0), new LoadOptions()),
                reason);
    }

    @Test
    void shouldRefuseToSaveDuringARestoration() {
        long tick = captureDisturbing();
        disturbing.whenRestored = () -> assertAllRefused("is refused during a capture or a restoration");
        ring.restore(tick);
        assertEquals(1, world.entityCount());
    }

    @Test
    void shouldRefuseToSaveAWorldInNoState() {
        long tick = captureDisturbing();
        disturbing.whenRestored = Disturbing::fail;
        assertThrows(UnsupportedOperationException.class, () -> ring.restore(tick));
        assertAllRefused("call snapshots.restore(...) again");
        disturbing.whenRestored = () -> {};
        ring.restore(tick);
        assertEquals(1, world.entityCount());
        Saves.stateHash(world);
        disturbing.whenRestored = Disturbing::fail;
        assertThrows(UnsupportedOperationException.class, () -> ring.restore(tick));
        ring.close();
        assertIllegal(() -> Saves.snapshots(world, 2), "close it, and load or make another one");
    }
}
