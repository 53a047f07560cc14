package basalt.save;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.save.Contents.read;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.query.Query;
import basalt.storage.fixture.Bell;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.world.EventChannel;
import basalt.world.EventReader;
import basalt.world.RemovedComponents;
import basalt.world.Template;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What queries of changes and readers of removals and events have not read is part of the state. */
class SnapshotReadersTest extends SnapshotFixture {
    SnapshotReadersTest() {
        super(4);
    }

    private final Template template = world.template().with(new Health(1)).build();

    private List<Long> spawn(int count) {
        return Contents.spawn(template, count);
    }

    private Query changedHealth() {
        return world.query().all(Health.TYPE).changed(Health.TYPE).build();
    }

    @Test
    void shouldShowUnreadChangesAgain() {
        Query changed = changedHealth();
        Query added = world.query().added(Health.TYPE).build();
        List<Long> spawned = spawn(ROWS + 1_000);
        assertEquals(spawned.size(), read(changed).size());
        world.set(spawned.get(7), Health.POINTS, 3);
        world.set(spawned.get(ROWS + 5), Health.POINTS, 3);
        world.remove(spawned.get(9), Health.TYPE);
        world.add(spawned.get(9), new Health(9));
        long tick = capture();

        List<Integer> changes = read(changed);
        List<Integer> additions = read(added);
        assertEquals(List.of(7, 9, ROWS + 5), changes);
        assertEquals(spawned.size(), additions.size());
        for (int times = 0; times < 3; times++) {
            world.set(spawned.get(100 + times), Health.POINTS, 3);
            spawn(2 * ROWS);
            assertTrue(read(added).size() >= 2 * ROWS);
            ring.restore(tick);
            assertEquals(changes, read(changed));
            assertEquals(List.of(), read(changed));
            assertEquals(additions, read(added));
            assertEquals(List.of(), read(added));
        }
    }

    /** A query that was made later sees no rows of blocks that vanish. */
    @Test
    void shouldKeepQueriesThatWereMadeLater() {
        List<Long> spawned = spawn(200);
        long tick = capture();
        Query late = changedHealth();
        Query lateAdded = world.query().added(Health.TYPE).build();
        world.set(spawned.get(3), Health.POINTS, 3);
        spawn(3 * ROWS);
        ring.restore(tick);
        assertEquals(List.of(3), read(late), "too many are found rather than too few");
        assertEquals(List.of(), read(lateAdded));
        assertEquals(List.of(), read(late));
        world.set(spawned.get(4), Health.POINTS, 3);
        assertEquals(List.of(4), read(late));
        spawn(2 * ROWS);
        assertEquals(2 * ROWS, read(lateAdded).size());
    }

    @Test
    void shouldLeaveOutClosedQueries() {
        Query closed = changedHealth();
        Query open = changedHealth();
        List<Long> spawned = spawn(ROWS + 100);
        read(open);
        world.set(spawned.get(5), Health.POINTS, 3);
        long tick = capture();
        closed.close();
        Query later = changedHealth();
        ring.restore(tick);
        assertEquals(List.of(5), read(open));
        assertEquals(List.of(), read(later));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 50, 1023, 1024, 1025, 5000})
    void shouldShowUnreadRemovalsAgain(int count) {
        RemovedComponents removals = world.removed(Health.TYPE);
        RemovedComponents other = world.removed(Health.TYPE);
        List<Long> spawned = spawn(3 * count);
        spawned.subList(0, count).forEach(world::destroy);
        assertEquals(count, read(removals).size());
        spawned.subList(count, 2 * count).forEach(entity -> world.remove(entity, Health.TYPE));
        long tick = capture();

        for (int times = 0; times < 3; times++) {
            assertEquals(spawned.subList(count, 2 * count), read(removals));
            assertEquals(spawned.subList(0, 2 * count), read(other));
            spawned.subList(2 * count, 3 * count).forEach(world::destroy);
            assertEquals(spawned.subList(2 * count, 3 * count), read(removals));
            spawn(3 * count).forEach(world::destroy);
            ring.restore(tick);
            assertEquals(count, removals.remaining());
        }
    }

    @Test
    void shouldKeepReadersOfRemovalsThatWereMadeLater() {
        RemovedComponents early = world.removed(Health.TYPE);
        List<Long> spawned = spawn(20);
        world.destroy(spawned.get(0));
        long tick = capture();
        RemovedComponents late = world.removed(Health.TYPE);
        RemovedComponents positions = world.removed(Position.TYPE);
        spawned.subList(1, 10).forEach(world::destroy);
        world.destroy(world.spawn(new Position(1, 2)));
        early.close();
        ring.restore(tick);
        assertEquals(List.of(), read(late));
        assertEquals(List.of(), read(positions));
        world.destroy(spawned.get(5));
        assertEquals(List.of(spawned.get(5)), read(late));
        ring.restore(tick);
        assertEquals(List.of(), read(late));
        assertEquals(0, positions.remaining());
    }

    /** The log of a component ends with its last reader, and another one begins. */
    @Test
    void shouldRestoreWhenAllReadersOfRemovalsAreOthers() {
        RemovedComponents early = world.removed(Health.TYPE);
        List<Long> spawned = spawn(3_000);
        spawned.subList(0, 2_500).forEach(world::destroy);
        long tick = capture();
        early.close();
        ring.restore(tick);
        RemovedComponents late = world.removed(Health.TYPE);
        world.destroy(spawned.get(2_600));
        ring.restore(tick);
        assertEquals(List.of(), read(late));
        world.destroy(spawned.get(2_700));
        assertEquals(List.of(spawned.get(2_700)), read(late));
    }

    private void send(EventChannel<Blow> channel, int count) {
        for (int i = 0; i < count; i++) {
            channel.send(new Blow(channel.sent()));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 1000, ROWS, ROWS + 1})
    void shouldShowUnreadEventsAgain(int count) {
        EventChannel<Blow> channel = world.events(Blow.TYPE);
        EventReader<Blow> slow = channel.reader();
        EventReader<Blow> fast = channel.reader();
        send(channel, 5);
        world.swapEvents();
        send(channel, count);
        world.swapEvents();
        send(channel, count + 2);
        assertEquals(2 * count + 2, read(fast).size());
        send(channel, 1);
        long tick = capture();
        long sent = channel.sent();

        for (int times = 0; times < 3; times++) {
            assertEquals(5, channel.firstLive());
            assertEquals(5, slow.missed());
            assertEquals(2L * count + 3, slow.remaining());
            assertEquals(List.of(sent - 1), read(fast));
            slow.forEachNumber(event -> assertEquals(event, channel.get(event, Blow.WEIGHT)));
            send(channel, 2 * ROWS);
            world.swapEvents();
            send(channel, times);
            world.swapEvents();
            channel.trim();
            assertEquals(2L * ROWS, slow.missed() - 5);
            ring.restore(tick);
            assertEquals(sent, channel.sent());
        }
    }

    @Test
    void shouldLetReadersBeAtNoEvent() {
        EventChannel<Blow> channel = world.events(Blow.TYPE);
        EventReader<Blow> reader = channel.reader();
        send(channel, 3);
        long tick = capture();
        assertTrue(reader.next());
        ring.restore(tick);
        assertTrue(reader.next());
        assertEquals(0, reader.event());
        assertEquals(2, reader.remaining());
    }

    @Test
    void shouldLetLaterReadersReadWhatIsSentNext() {
        EventChannel<Blow> channel = world.events(Blow.TYPE);
        send(channel, 3);
        long tick = capture();
        EventReader<Blow> late = channel.readerFromStart();
        send(channel, 4);
        ring.restore(tick);
        assertEquals(0, late.remaining());
        send(channel, 1);
        assertEquals(List.of(3L), read(late));
        assertEquals(0, late.missed());
    }

    /** A type of events that was first used after the capture has no events. */
    @Test
    void shouldLetReadersOfLaterTypesReadWhatIsSentNext() {
        world.events(Bell.TYPE).send();
        long tick = capture();
        EventChannel<Blow> channel = world.events(Blow.TYPE);
        EventReader<Blow> late = channel.reader();
        send(channel, 4);
        assertEquals(4, read(late).size());
        ring.restore(tick);
        assertEquals(0, channel.sent());
        assertEquals(0, late.remaining());
        assertFalse(late.next());
        send(channel, 2);
        assertEquals(List.of(0L, 1L), read(late));
        assertEquals(0, late.missed());
        assertEquals(1, world.events(Bell.TYPE).sent());
    }

    @Test
    void shouldRestoreEventsWithoutColumns() {
        EventChannel<Bell> channel = world.events(Bell.TYPE);
        EventReader<Bell> reader = channel.reader();
        channel.send();
        world.swapEvents();
        channel.send();
        long tick = capture();
        assertEquals(List.of(0L, 1L), read(reader));
        world.swapEvents();
        world.swapEvents();
        ring.restore(tick);
        assertEquals(List.of(0L, 1L), read(reader));
    }
}
