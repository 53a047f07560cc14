package basalt.save;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.memory.Refusal.assertThrowsWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.EntityHandle;
import basalt.component.EventType;
import basalt.component.SaveFormatException;
import basalt.query.Query;
import basalt.storage.MovedRows;
import basalt.storage.StoreInvariants;
import basalt.storage.fixture.Bell;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Lists;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rarer;
import basalt.storage.fixture.Salvo;
import basalt.world.EventChannel;
import basalt.world.EventReader;
import basalt.world.ManyToMany;
import basalt.world.Name;
import basalt.world.Names;
import basalt.world.RemovedComponents;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damaged files are refused, by one exception, with nothing left behind; or they are worlds like any other. */
class SavedDamageTest {
    private static final int FILES = Integer.getInteger("basalt.save.damaged", 100);
    private static final Component<?>[] COMPONENTS = {
        Position.TYPE, Health.TYPE, Rarer.TYPE, Frozen.TYPE, Scalars.TYPE, Lists.TYPE, Edge.TYPE, Name.TYPE
    };

    private static final LoadOptions SMALL =
            new LoadOptions().maxBytes(256 << 20).maxRows(1 << 20);

    record Sign(byte number, String text) {
        static final EventType<Sign> TYPE = EventType.of(Sign.class);
    }

    record Edge(@EntityHandle long from, @EntityHandle long to, int weight) {
        static final Component<Edge> TYPE = Component.of(Edge.class);
    }

    private static final List<EventType<?>> EVENTS = List.of(Bell.TYPE, Blow.TYPE, Salvo.TYPE, Sign.TYPE);

    /** A world with something of everything. */
    private static byte[] sample() {
        return sample(false);
    }

    private static byte[] sample(boolean hasMoved) {
        try (World world = World.create()) {
            RemovedComponents removed = world.removed(Rarer.TYPE);
            Query changed = world.query().changed(Health.TYPE).build();
            Query added = world.query().added(Frozen.TYPE).build();
            EventReader<Sign> reader = world.events(Sign.TYPE).reader();
            Template one = world.template().with(new Position(1, 2)).build();
            Template two = world.template()
                    .with(new Health(1), new Rarer(2))
                    .with(Frozen.TYPE)
                    .build();
            List<Long> entities = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                entities.add(world.spawn(Scalars.sample(i)));
                entities.add(one.spawn());
                entities.add(two.spawn());
            }
            two.spawn(300);
            long lists = world.spawn(Lists.pairs(), new Name("lists"));
            world.manyToMany(Edge.class).relate(new Edge(lists, entities.get(1), 3));
            try (Snapshots ring = Saves.snapshots(world, 1)) {
                ring.capture();
                one.spawn(40);
                ring.restore(0);
            }
            for (int i = 0; i < entities.size(); i += 4) {
                world.destroy(entities.get(i));
            }
            for (int i = 1; i < entities.size(); i += 7) {
                if (world.isAlive(entities.get(i))) {
                    world.disable(entities.get(i));
                }
            }
            world.disable(entities.get(2), Rarer.TYPE);
            world.time().advance(0.5);
            world.events(Bell.TYPE).send();
            for (int i = 0; i < 20; i++) {
                world.events(Blow.TYPE).send(new Blow(i));
                world.events(Salvo.TYPE).send(Salvo.sample(i));
                world.events(Sign.TYPE).send(new Sign((byte) i, i % 3 == 0 ? null : "text " + i));
                if (i == 8) {
                    world.swapEvents();
                }
            }
            reader.next();
            if (hasMoved) {
                MovedRows.shuffle(world, new Random(1), 4);
                MovedRows.compact(world);
            }
            byte[] bytes = Saving.bytes(world);
            assertTrue(removed.remaining() > 0 && added.count() > 0 && changed.count() > 0);
            return bytes;
        }
    }

    private static SaveFormatException assertRefused(byte[] bytes) {
        return Saving.assertRefused(bytes, SMALL, "");
    }

    /** Either is fine; true if the file was loaded. The world can be used then. */
    private static boolean isLoaded(byte[] bytes, String which) {
        return Saving.isLoaded(bytes, SMALL, which, SavedDamageTest::use);
    }

    private static void use(World world) {
        ManyToMany<Edge> edges = world.manyToMany(Edge.class);
        Names names = world.hierarchy().names();
        StoreInvariants.checkLoaded(world);
        Contents.byHandle(world, COMPONENTS);
        world.query(Edge.class).rows().forEach(row -> {
            long source = row.get(edges.sourceColumn());
            assertTrue(!world.isAlive(source) || edges.countTargets(source) > 0);
        });
        world.query(Name.class).rows().forEach(row -> {
            String path = names.path(row.entity());
            assertTrue(path == null || names.find(path) == row.entity());
        });
        Saving.bytes(world);
        EVENTS.forEach(type -> use(world, type));
        world.removed(Rarer.TYPE).forEach(world::isAlive);
        world.query().changed(Health.TYPE).build().forEach(row -> row.entity());
        world.query().added(Frozen.TYPE).build().forEach(row -> row.entity());
        Saving.bytes(world);
        Template one = world.template().with(new Position(1, 2)).build();
        Template two = world.template()
                .with(new Health(1), new Rarer(2))
                .with(Frozen.TYPE)
                .build();
        for (int i = 0; i < 70; i++) {
            world.spawn(new Health(i));
            one.spawn();
            two.spawn();
        }
        one.spawn(400);
        MovedRows.compact(world);
        StoreInvariants.checkLoaded(world);
        try (Query all = world.query().includeDisabled().build()) {
            all.bulk().destroy();
        }
        assertEquals(0, world.entityCount());
        StoreInvariants.checkLoaded(world);
    }

    private static <E extends Record> void use(World world, EventType<E> type) {
        try {
            EventChannel<E> channel = world.events(type);
            channel.reader().forEachNumber(channel::get);
            channel.readerFromStart().forEachNumber(channel::get);
            channel.send();
            world.swapEvents();
        } catch (IllegalStateException e) { // fields and objects are not those of the type
            String message = e.getMessage();
            assertTrue(message.contains("other fields") || message.contains("codec"), message);
        }
    }

    @Test
    void shouldLoadTheFileThatIsDamagedHere() {
        assertTrue(isLoaded(sample(), "undamaged"));
    }

    @Test
    void shouldRefuseAFileThatEndsEarlyOrGoesOnOrHasAnotherByte() {
        DamagedFile.refuseEach(sample(), (bytes, message) -> Saving.assertRefused(bytes, SMALL, message));
    }

    @Test
    void shouldNoticeConversionsOfLineEnds() {
        byte[] sample = sample();
        byte[] changed = new byte[sample.length - 1];
        System.arraycopy(sample, 0, changed, 0, 4);
        System.arraycopy(sample, 5, changed, 4, sample.length - 5); // without the CR
        assertTrue(assertRefused(changed).getMessage().contains("no saved world"));
    }

    @Test
    void shouldSayWhereTheDamageIs() {
        byte[] sample = sample();
        List<Integer> offsets = DamagedFile.offsets(sample);
        int offset = offsets.get(3);
        sample[offset + 24] ^= 1;
        SaveFormatException refused = assertRefused(sample);
        assertEquals(offset, refused.offset());
        assertEquals("BLKS", refused.chunk());
        assertTrue(refused.getMessage().contains("checksum"), refused.getMessage());
    }

    @Test
    void shouldCheckLimits() {
        byte[] sample;
        try (World world = World.create()) {
            world.spawn(new Health(1));
            world.template().with(new Position(1, 2)).build().spawn(ROWS + 1);
            sample = Saving.bytes(world);
        }
        assertLimit(sample, new LoadOptions().maxRows(3 * ROWS - 1), "maxRows");
        assertLimit(sample, new LoadOptions().maxBytes(100_000), "maxBytes");
        assertLimit(sample, new LoadOptions().maxComponents(1), "maxComponents");
        assertLimit(sample, new LoadOptions().maxNameBytes(10), "the name of a component");
        Saving.load(sample, new LoadOptions().maxRows(3 * ROWS).maxComponents(2))
                .close();
    }

    private static void assertLimit(byte[] bytes, LoadOptions options, String named) {
        assertThrowsWith(SaveFormatException.class, () -> Saving.load(bytes, options), named);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void shouldRejectLimitsThatAreNotPositive(long limit) {
        LoadOptions options = new LoadOptions();
        assertThrows(IllegalArgumentException.class, () -> options.maxRows(limit));
        assertThrows(IllegalArgumentException.class, () -> options.maxBytes(limit));
        assertThrows(IllegalArgumentException.class, () -> options.maxComponents((int) limit));
        assertThrows(IllegalArgumentException.class, () -> options.maxNameBytes((int) limit));
    }

    /** {@code -Dbasalt.save.damaged=N} sets the number of files. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldSurviveAnyDamage(boolean hasMoved) {
        byte[] sample = sample(hasMoved);
        int loaded = DamagedFile.accepted(FILES, seed -> DamagedFile.of(sample, seed), SavedDamageTest::isLoaded);
        assertTrue(loaded > 0 && loaded < FILES / 2, "loaded: " + loaded); // values may be changed, little else
    }

    @Test
    void shouldSurviveDamageOfParts() {
        byte[] sample = sample();
        int loaded = DamagedFile.accepted(
                FILES / 2, seed -> DamagedFile.of(sample, "PART", seed), SavedDamageTest::isLoaded);
        assertTrue(loaded > 0 && loaded < FILES / 2, "loaded: " + loaded); // values of events and names may be changed
    }

    @Test
    void shouldKeepHandlesOfLoadedWorldsValidInStrictMode() {
        try (World first = World.create();
                World second = World.create()) {
            long entity = second.spawn(new Health(1));
            byte[] sample = Saving.bytes(second);
            try (World loaded = Saving.load(sample)) {
                loaded.commands().destroy(entity);
                loaded.applyCommands();
                assertFalse(loaded.isAlive(entity));
                assertEquals(second.spawn(), loaded.spawn());
            }
            first.spawn();
        }
    }
}
