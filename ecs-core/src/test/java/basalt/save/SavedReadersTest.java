package basalt.save;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.save.Contents.read;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.query.LeftEntities;
import basalt.query.Query;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.world.RemovedComponents;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What readers of removals and queries for changes have not read, in files. */
class SavedReadersTest extends LoadedFixture {
    private final Template template = world.template().with(new Health(1)).build();

    private List<Long> spawn(int count) {
        return Contents.spawn(template, count);
    }

    private static Query changed(World of) {
        return of.query().all(Health.TYPE).changed(Health.TYPE).build();
    }

    private static Query added(World of) {
        return of.query().added(Health.TYPE).build();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 1023, 1024, 1025, 3000})
    void shouldGoOnWithRemovals(int count) {
        RemovedComponents slow = world.removed(Health.TYPE);
        RemovedComponents fast = world.removed(Health.TYPE);
        RemovedComponents middle = world.removed(Health.TYPE);
        RemovedComponents positions = world.removed(Position.TYPE);
        List<Long> spawned = spawn(count + 20);
        spawned.subList(0, 10).forEach(world::destroy);
        middle.next();
        middle.next();
        spawned.subList(10, 10 + count).forEach(entity -> world.remove(entity, Health.TYPE));
        fast.skipAll();

        World loaded = load(world);
        RemovedComponents slowAgain = loaded.removed(Health.TYPE);
        RemovedComponents fastAgain = loaded.removed(Health.TYPE);
        RemovedComponents middleAgain = loaded.removed(Health.TYPE);
        assertEquals(0, loaded.removed(Position.TYPE).remaining());
        assertEquals(0, positions.remaining());
        for (World of : List.of(world, loaded)) {
            of.destroy(spawned.get(count + 15));
        }
        assertEquals(slow.remaining(), slowAgain.remaining());
        assertEquals(5, slow.skipAll() - slow.remaining() - (count + 6));
        for (int i = 0; i < count + 11 - 3; i++) {
            slowAgain.next();
        }
        assertEquals(3, slowAgain.skipAll());
        assertEquals(List.of(spawned.get(count + 15)), read(fastAgain));
        assertEquals(1, read(fast).size());
        assertEquals(read(middle), read(middleAgain));
        assertEquals(0, loaded.removed(Health.TYPE).remaining(), "a new one");
    }

    @Test
    void shouldBeInSnapshotsOfLoadedWorlds() {
        world.removed(Health.TYPE);
        List<Long> spawned = spawn(9);
        spawned.subList(0, 5).forEach(world::destroy);
        World loaded = load(world);
        RemovedComponents removed = loaded.removed(Health.TYPE);
        removed.next();
        loaded.destroy(spawned.get(6));
        try (Snapshots ring = Saves.snapshots(loaded, 1)) {
            ring.capture();
            List<Long> unread = read(removed);
            assertEquals(5, unread.size());
            loaded.destroy(spawned.get(7));
            RemovedComponents late = loaded.removed(Health.TYPE);
            loaded.destroy(spawned.get(8));
            for (int times = 0; times < 2; times++) {
                ring.restore(0);
                assertEquals(0, late.remaining());
                assertEquals(5, removed.remaining());
                assertEquals(unread, read(load(loaded).removed(Health.TYPE)));
                assertEquals(unread, read(removed));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 70, ROWS + 5})
    void shouldGoOnWithEnteredAndLeft(int count) {
        List<Long> spawned = spawn(count + 40);
        List<Query> entered =
                new ArrayList<>(List.of(healthy(world).entered(), healthy(world).enteredFromNow()));
        List<LeftEntities> left =
                new ArrayList<>(List.of(healthy(world).left(), healthy(world).left()));
        read(entered.get(0));
        spawned.subList(0, 30).forEach(world::destroy);
        spawn(10);
        spawned.subList(30, 35).forEach(entity -> world.add(entity, Frozen.TYPE));
        read(left.get(1));
        world.remove(spawned.get(31), Frozen.TYPE);
        World loaded = load(world);
        entered.addAll(List.of(
                healthy(loaded).entered(),
                healthy(loaded).entered(),
                healthy(loaded).entered()));
        left.addAll(List.of(
                healthy(loaded).left(), healthy(loaded).left(), healthy(loaded).left()));
        World again = load(loaded);
        entered.addAll(List.of(healthy(again).entered(), healthy(again).enteredFromNow()));
        left.addAll(List.of(healthy(again).left(), healthy(again).left()));
        for (World of : List.of(world, loaded, again)) {
            of.destroy(spawned.get(36));
            of.add(spawned.get(37), Frozen.TYPE);
        }
        List<List<Integer>> foundEntered =
                entered.stream().map(query -> read(query)).toList();
        assertEquals(10, foundEntered.get(0).size());
        assertEquals(10, foundEntered.get(1).size());
        assertEquals(foundEntered.subList(0, 2), foundEntered.subList(2, 4));
        assertEquals(count + 14, foundEntered.get(4).size(), "a new one");
        assertEquals(foundEntered.subList(0, 2), foundEntered.subList(5, 7));
        List<List<Long>> foundLeft = left.stream().map(reader -> read(reader)).toList();
        assertEquals(36, foundLeft.get(0).size());
        assertEquals(2, foundLeft.get(1).size());
        assertEquals(foundLeft.subList(0, 2), foundLeft.subList(2, 4));
        assertEquals(List.of(spawned.get(36), spawned.get(37)), foundLeft.get(4), "a new one");
        assertEquals(foundLeft.subList(0, 2), foundLeft.subList(5, 7));
    }

    private static Query healthy(World of) {
        return of.query().all(Health.TYPE).none(Frozen.TYPE).build();
    }

    /** A reader that begins with the removals of a file, when its world goes back to before it was made. */
    @Test
    void shouldForgetWhatWasLoadedLater() {
        world.removed(Health.TYPE);
        List<Long> spawned = spawn(9);
        spawned.subList(0, 5).forEach(world::destroy);
        World loaded = load(world);
        try (Snapshots ring = Saves.snapshots(loaded, 1)) {
            ring.capture();
            RemovedComponents removed = loaded.removed(Health.TYPE);
            removed.next();
            ring.restore(0);
            assertEquals(0, removed.remaining());
            loaded.destroy(spawned.get(6));
            assertEquals(List.of(spawned.get(6)), read(removed));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 64, 1000, ROWS, 2 * ROWS + 7})
    void shouldGoOnWithChanges(int count) {
        Query gone = changed(world);
        gone.close();
        Query first = changed(world);
        Query second = changed(world);
        Query added = added(world);
        Query several = world.query()
                .changed(Health.TYPE, Position.TYPE)
                .added(Frozen.TYPE)
                .build();
        List<Long> spawned = spawn(count);
        assertEquals(count, read(first).size());
        for (int i = 0; i < count; i += 3) {
            world.set(spawned.get(i), Health.POINTS, 4);
        }
        world.add(spawned.get(count / 2), Frozen.TYPE);
        World loaded = load(world);
        List<Query> again = List.of(
                changed(loaded),
                changed(loaded),
                added(loaded),
                loaded.query()
                        .changed(Health.TYPE, Position.TYPE)
                        .added(Frozen.TYPE)
                        .build(),
                changed(loaded));
        for (World of : List.of(world, loaded)) {
            of.set(spawned.get(count - 1), Health.POINTS, 5);
        }
        assertEquals(read(first), read(again.get(0)));
        assertEquals(count, read(second).size());
        assertEquals(count, read(again.get(1)).size());
        assertEquals(read(added), read(again.get(2)));
        assertEquals(read(several), read(again.get(3)));
        assertEquals(1, read(again.get(4)).size(), "a new one");
        again.forEach(query -> assertEquals(List.of(), read(query)));
    }

    /** Rows that change before the query is made again: it does not see that, and rows that are gone do not match. */
    @Test
    void shouldNotSeeWhatChangesBeforeItIsMadeAgain() {
        Query query = changed(world);
        List<Long> spawned = spawn(9);
        read(query);
        world.set(spawned.get(2), Health.POINTS, 4);
        world.set(spawned.get(5), Health.POINTS, 4);
        World loaded = load(world);
        loaded.destroy(spawned.get(2));
        loaded.set(spawned.get(7), Health.POINTS, 4);
        assertEquals(List.of(5), read(changed(loaded)));
    }

    @Test
    void shouldNotSaveReadersThatHaveReadAll() {
        List<Long> spawned = spawn(9);
        byte[] before = Saving.bytes(world);
        RemovedComponents removed = world.removed(Health.TYPE);
        Query changed = changed(world);
        Query added = added(world);
        assertArrayEquals(before, Saving.bytes(world));
        world.set(spawned.get(0), Health.POINTS, 1);
        byte[] unread = Saving.bytes(world);
        assertNotEquals(before.length, unread.length);
        assertArrayEquals(unread, Saving.bytes(load(world)));
        read(changed);
        assertArrayEquals(before, Saving.bytes(world));
        assertEquals(0, removed.remaining() + read(added).size());
    }

    /** A query that was built later than a snapshot keeps rows of blocks that vanish. */
    @Test
    void shouldNotSaveRowsOfBlocksThatAreGone() {
        spawn(10);
        try (Snapshots ring = Saves.snapshots(world, 1)) {
            ring.capture();
            Query query = changed(world);
            spawn(3 * ROWS);
            ring.restore(0);
            World loaded = load(world);
            read(query);
            spawn(5);
            assertEquals(5, read(query).size());
            assertTrue(read(changed(loaded)).size() <= 10);
        }
    }

    @Test
    void shouldReportWhatWaits() {
        world.removed(Health.TYPE);
        Query changed = changed(world);
        Query added = added(world);
        world.destroy(spawn(2).get(0));
        List<LoadReport> reports = new ArrayList<>();
        load(world, new LoadOptions().onReport(reports::add));
        String name = Health.TYPE.name();
        assertEquals(
                List.of("added " + name, "changed " + name, "removed " + name),
                reports.get(0).waiting());
        assertEquals(1, read(added).size() * read(changed).size());
    }

    @Test
    void shouldRenameComponents() {
        RemovedComponents removed = world.removed(Health.TYPE);
        Query changed = changed(world);
        world.destroy(spawn(2).get(0));
        World loaded = load(
                world,
                new LoadOptions().rename(Health.TYPE.name(), Frozen.TYPE.name()).skipUnknown());
        assertEquals(1, loaded.removed(Frozen.TYPE).remaining());
        assertEquals(1, loaded.query().changed(Frozen.TYPE).build().count());
        assertEquals(0, loaded.removed(Health.TYPE).remaining());
        assertEquals(1, removed.remaining() * changed.count());
    }

    @Test
    void shouldNotMergeWhatWasNotRead() {
        RemovedComponents removed = world.removed(Health.TYPE);
        Query changed = changed(world);
        world.destroy(spawn(3).get(0));
        try (World other = World.create()) {
            RemovedComponents otherRemoved = other.removed(Health.TYPE);
            Saves.merge(other, Saving.source(Saving.bytes(world)), new LoadOptions());
            assertEquals(0, otherRemoved.remaining());
            assertEquals(0, changed(other).count());
        }
        assertEquals(2, removed.remaining() * changed.count());
    }

    @Test
    void shouldLoseNothingWithoutMemory() {
        Query changed = changed(world);
        Query second = changed(world);
        List<Long> spawned = spawn(ROWS + 3);
        read(changed);
        world.set(spawned.get(7), Health.POINTS, 3);
        world.set(spawned.get(ROWS + 1), Health.POINTS, 3);
        Query[] again = {null};
        assertRetriable(Saving.bytes(world), 3, loaded -> again[0] = changed(loaded), loaded -> {
            assertEquals(read(changed), read(again[0]));
            assertEquals(read(second), read(changed(loaded)));
        });
    }
}
