package basalt.save;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.memory.Refusal.assertIllegal;
import static basalt.save.Contents.read;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.EventType;
import basalt.component.IntColumn;
import basalt.component.WithCodec;
import basalt.storage.fixture.Bell;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.Notice;
import basalt.storage.fixture.Route;
import basalt.storage.fixture.Salvo;
import basalt.world.EventChannel;
import basalt.world.EventReader;
import basalt.world.World;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Live events, and the places of their readers, in files. */
class SavedEventsTest extends LoadedFixture {
    private static void send(EventChannel<Blow> channel, int count) {
        for (int i = 0; i < count; i++) {
            channel.send(new Blow(channel.sent()));
        }
    }

    @ParameterizedTest
    @CsvSource({"0,0", "0,1", "1,0", "1,1", "3,1000", "16384,16384", "16383,16385", "40000,0"})
    void shouldGoOnWithEvents(int last, int now) {
        EventChannel<Blow> channel = world.events(Blow.TYPE);
        EventReader<Blow> slow = channel.reader();
        EventReader<Blow> fast = channel.reader();
        EventReader<Blow> middle = channel.reader();
        send(channel, 5);
        world.swapEvents();
        send(channel, last);
        world.swapEvents();
        middle.next();
        send(channel, now);
        fast.skipAll();

        World loaded = load(world);
        EventChannel<Blow> again = loaded.events(Blow.TYPE);
        List<EventReader<Blow>> readers = List.of(again.reader(), again.readerFromStart(), again.reader());
        for (int ticks = 0; ticks < 4; ticks++) {
            assertEquals(channel.firstLive(), again.firstLive());
            assertEquals(channel.sent(), again.sent());
            for (long event = channel.firstLive(); event < channel.sent(); event++) {
                assertEquals(channel.get(event), again.get(event));
            }
            assertEquals(slow.remaining(), readers.get(0).remaining());
            assertEquals(slow.missed(), readers.get(0).missed());
            assertEquals(read(fast), read(readers.get(1)));
            assertEquals(middle.next(), readers.get(2).next());
            assertEquals(middle.remaining(), readers.get(2).remaining());
            send(channel, ticks);
            send(again, ticks);
            world.swapEvents();
            loaded.swapEvents();
        }
    }

    @Test
    void shouldKeepVectors() {
        EventChannel<Salvo> channel = world.events(Salvo.TYPE);
        for (int i = 0; i < 70; i++) {
            channel.send(Salvo.sample(i));
        }
        EventChannel<Salvo> again = load(world).events(Salvo.TYPE);
        for (int i = 0; i < 70; i++) {
            Salvo.assertSame(Salvo.sample(i), again.get(i));
        }
    }

    record Sign(
            int number,
            String text,
            @WithCodec(Route.Codec.class) Route route) {
        static final EventType<Sign> TYPE = EventType.of(Sign.class);
        static final IntColumn NUMBER = TYPE.int32("number");
    }

    @Test
    void shouldKeepObjectsWithCodecs() {
        EventChannel<Sign> channel = world.events(Sign.TYPE);
        List<Sign> sent = new ArrayList<>();
        for (int i = 0; i < 3 * ROWS / 2; i++) {
            if (i == 20) {
                world.swapEvents();
            }
            sent.add(new Sign(i, i % 3 == 0 ? null : "\u00e4".repeat(i % 7), i % 5 == 0 ? null : new Route(i, -i)));
            channel.send(sent.get(i));
        }
        EventChannel<Sign> again = load(world).events(Sign.TYPE);
        for (int i = 0; i < sent.size(); i++) {
            assertEquals(sent.get(i), again.get(i));
        }
        EventChannel<Sign> without = load(world, new SaveOptions().exclude(Sign.class), new LoadOptions())
                .events(Sign.TYPE);
        assertEquals(new Sign(4, null, null), without.get(4));
        assertEquals(sent.size(), without.sent());
    }

    @Test
    void shouldRefuseObjectsWithoutCodecs() {
        world.events(Notice.TYPE).send(new Notice("x"));
        assertIllegal(() -> Saving.bytes(world), "event type", "SaveOptions.exclude(Notice.class)");
        World loaded = load(world, new SaveOptions().exclude(Notice.class), new LoadOptions());
        assertNull(loaded.events(Notice.TYPE).get(0).text());
        assertEquals(1, loaded.events(Notice.TYPE).sent());
    }

    /** The type is used some ticks after the world was loaded, which is also saved and loaded meanwhile. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void shouldLetWaitingEventsLiveAsLongAsOthers(int ticks) {
        EventChannel<Blow> channel = world.events(Blow.TYPE);
        EventReader<Blow> reader = channel.reader();
        send(channel, 3);
        world.swapEvents();
        send(channel, 4);
        World loaded = load(world);
        for (int i = 0; i < ticks; i++) {
            world.swapEvents();
            loaded.swapEvents();
            loaded = load(loaded);
        }
        EventChannel<Blow> again = loaded.events(Blow.TYPE);
        EventReader<Blow> other = again.reader();
        assertEquals(channel.firstLive(), again.firstLive());
        assertEquals(7, again.sent());
        assertEquals(reader.missed(), other.missed());
        assertEquals(read(reader), read(other));
    }

    @Test
    void shouldMatchReadersInTheirOrder() {
        EventChannel<Blow> channel = world.events(Blow.TYPE);
        EventReader<Blow> closed = channel.reader();
        List<EventReader<Blow>> readers = new ArrayList<>();
        send(channel, 9);
        closed.close();
        for (int i = 0; i < 4; i++) {
            EventReader<Blow> reader = channel.readerFromStart();
            for (int skipped = 0; skipped <= i; skipped++) {
                reader.next();
            }
            readers.add(reader);
        }
        readers.remove(1).close();
        World loaded = load(world);
        EventChannel<Blow> again = loaded.events(Blow.TYPE);
        assertEquals(8, again.reader().remaining());
        loaded = load(loaded); // one reader is made, and two wait
        again = loaded.events(Blow.TYPE);
        assertEquals(8, again.reader().remaining());
        EventReader<Blow> second = again.reader();
        assertEquals(6, second.remaining());
        assertEquals(5, again.reader().remaining());
        assertEquals(0, again.reader().remaining(), "a new one");
        assertEquals(9, again.readerFromStart().remaining());
    }

    @Test
    void shouldNotSaveReadersThatWereCollected() throws InterruptedException {
        EventChannel<Blow> channel = world.events(Blow.TYPE);
        WeakReference<EventReader<Blow>> dropped = new WeakReference<>(channel.reader());
        send(channel, 9);
        EventReader<Blow> kept = channel.readerFromStart();
        kept.next();
        for (int times = 0; times < 100 && dropped.get() != null; times++) {
            System.gc();
            Thread.sleep(10);
        }
        assertNull(dropped.get());
        assertEquals(kept.remaining(), load(world).events(Blow.TYPE).reader().remaining());
    }

    @Test
    void shouldNotSaveTypesWithoutEvents() {
        byte[] before = Saving.bytes(world);
        world.events(Blow.TYPE).reader();
        assertArrayEquals(before, Saving.bytes(world));
    }

    @Test
    void shouldSaveTheSameWhateverWasUsedFirst() {
        try (World one = World.builder().distinctHandles(false).build();
                World other = World.builder().distinctHandles(false).build()) {
            one.events(Bell.TYPE).send();
            one.events(Blow.TYPE).send();
            other.events(Blow.TYPE).send();
            other.events(Bell.TYPE).send();
            assertArrayEquals(Saving.bytes(one), Saving.bytes(other));
            World loaded = load(one);
            assertArrayEquals(Saving.bytes(one), Saving.bytes(loaded));
        }
    }

    @Test
    void shouldReportWhatWaits() {
        world.events(Blow.TYPE).send();
        List<LoadReport> reports = new ArrayList<>();
        load(world, new SaveOptions(), new LoadOptions().onReport(reports::add));
        assertEquals(List.of("events " + Blow.TYPE.name()), reports.get(0).waiting());
    }

    record Old(int damage, float weight) {
        static final EventType<Old> TYPE = EventType.of(Old.class);
    }

    record Same(float weight, String text, int damage) {
        static final EventType<Same> TYPE = EventType.of(Same.class);
    }

    record Fewer(int damage) {
        static final EventType<Fewer> TYPE = EventType.of(Fewer.class);
    }

    record Wider(int damage, double weight) {
        static final EventType<Wider> TYPE = EventType.of(Wider.class);
    }

    @Test
    void shouldRenameTypes() {
        world.events(Old.TYPE).send(new Old(3, 2.5f));
        World loaded = load(world, new SaveOptions(), new LoadOptions().rename(Old.TYPE.name(), Same.TYPE.name()));
        assertEquals(new Same(2.5f, null, 3), loaded.events(Same.TYPE).get(0));
        assertEquals(0, loaded.events(Old.TYPE).sent());
    }

    @Test
    void shouldRefuseOtherFields() {
        world.events(Old.TYPE).send(new Old(3, 2.5f));
        for (EventType<?> type : List.of(Fewer.TYPE, Wider.TYPE, Bell.TYPE)) {
            LoadOptions options = new LoadOptions().rename(Old.TYPE.name(), type.name());
            World loaded = load(world, new SaveOptions(), options);
            for (int times = 0; times < 2; times++) {
                assertIllegal(() -> loaded.events(type), type.name(), "weight FLOAT32", "skipUnknown()");
            }
        }
    }

    /** Nothing is lost: only the numbers go on. */
    @ParameterizedTest
    @CsvSource({"0,2", "1,1", "2,0"})
    void shouldAcceptOtherFieldsOfEventsThatAreGone(int ticksBefore, int ticksAfter) {
        EventReader<Old> reader = world.events(Old.TYPE).reader(); // kept, so that it is saved
        world.events(Old.TYPE).send(new Old(3, 2.5f));
        for (int i = 0; i < ticksBefore; i++) {
            world.swapEvents();
        }
        World loaded = load(world, new SaveOptions(), new LoadOptions().rename(Old.TYPE.name(), Fewer.TYPE.name()));
        for (int i = 0; i < ticksAfter; i++) {
            loaded.swapEvents();
        }
        EventChannel<Fewer> channel = loaded.events(Fewer.TYPE);
        EventReader<Fewer> again = channel.reader();
        assertEquals(1, channel.firstLive());
        assertEquals(1, channel.send(new Fewer(7)));
        assertEquals(1, again.missed());
        assertEquals(List.of(1L), read(again));
        reader.close();
    }

    @Test
    void shouldLeaveEventsWithOtherFieldsOut() {
        EventChannel<Old> channel = world.events(Old.TYPE);
        channel.reader();
        EventReader<Old> second = channel.reader();
        channel.send(new Old(3, 2.5f));
        channel.send(new Old(4, 3.5f));
        second.next();
        World loaded = load(
                world,
                new SaveOptions(),
                new LoadOptions().rename(Old.TYPE.name(), Wider.TYPE.name()).skipUnknown());
        EventChannel<Wider> again = loaded.events(Wider.TYPE);
        assertEquals(2, again.firstLive());
        again.reader();
        assertEquals(1, again.reader().missed());
        assertEquals(2, again.send(new Wider(5, 4)));
        assertTrue(second.next());
    }

    /** Commands that send events of a type that is refused are dropped, and all others applied. */
    @Test
    void shouldApplyOtherCommands() {
        world.events(Old.TYPE).send(new Old(3, 2.5f));
        World loaded = load(world, new SaveOptions(), new LoadOptions().rename(Old.TYPE.name(), Wider.TYPE.name()));
        long event = loaded.commands().send(Wider.TYPE);
        loaded.commands().set(event, Wider.TYPE.int32("damage"), 3);
        loaded.commands().send(Bell.TYPE);
        loaded.commands().send(new Wider(1, 2));
        assertIllegal(loaded::applyCommands, "other fields");
        assertEquals(1, loaded.events(Bell.TYPE).sent());
    }

    @Test
    void shouldNotMergeEvents() {
        EventChannel<Blow> channel = world.events(Blow.TYPE);
        send(channel, 3);
        try (World other = World.create()) {
            EventReader<Blow> reader = other.events(Blow.TYPE).reader();
            Saves.merge(other, Saving.source(Saving.bytes(world)), new LoadOptions());
            assertEquals(0, other.events(Blow.TYPE).sent());
            assertFalse(reader.next());
        }
    }

    /** Snapshots that are taken before the type is used have no events of it; later ones do. */
    @Test
    void shouldBeInSnapshotsOfLoadedWorlds() {
        EventChannel<Blow> channel = world.events(Blow.TYPE);
        EventReader<Blow> reader = channel.reader();
        send(channel, 3);
        reader.next();
        World loaded = load(world);
        EventChannel<Blow> again = loaded.events(Blow.TYPE);
        try (Snapshots ring = Saves.snapshots(loaded, 1)) {
            ring.capture(); // the reader waits
            EventReader<Blow> other = again.reader();
            assertEquals(List.of(1L, 2L), read(other));
            loaded.swapEvents();
            send(again, 4);
            ring.restore(0);
            assertEquals(3, again.sent());
            assertEquals(List.of(1L, 2L), read(other));
        }
    }

    @Test
    void shouldLoseNothingWithoutMemory() {
        EventChannel<Blow> channel = world.events(Blow.TYPE);
        EventReader<Blow> reader = channel.reader();
        send(channel, ROWS + 3);
        world.swapEvents();
        send(channel, ROWS + 4);
        assertRetriable(Saving.bytes(world), 4, loaded -> loaded.events(Blow.TYPE), loaded -> {
            EventChannel<Blow> again = loaded.events(Blow.TYPE);
            assertEquals(read(reader), read(again.reader()));
            assertEquals(channel.get(channel.sent() - 1), again.get(again.sent() - 1));
        });
    }
}
