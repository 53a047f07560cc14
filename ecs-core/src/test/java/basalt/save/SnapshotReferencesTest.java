package basalt.save;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.memory.Refusal.assertIllegal;
import static basalt.memory.Refusal.assertThrowsWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.EventType;
import basalt.component.IntColumn;
import basalt.component.ReferenceColumn;
import basalt.component.StringColumn;
import basalt.component.WithCodec;
import basalt.memory.CountingMemory;
import basalt.memory.Soak;
import basalt.memory.Unreachable;
import basalt.query.Query;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Route;
import basalt.storage.fixture.TextCodec;
import basalt.world.EventReader;
import basalt.world.Template;
import basalt.world.World;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Managed columns in snapshots: with a codec they are in them, without one they are refused or excluded. */
class SnapshotReferencesTest {
    record Patrol(int speed, @WithCodec(Route.Codec.class) Route route, String name) {
        static final Component<Patrol> TYPE = Component.of(Patrol.class);
        static final IntColumn SPEED = TYPE.int32("speed");
        static final ReferenceColumn<Route> ROUTE = TYPE.reference("route", Route.class);
        static final StringColumn NAME = TYPE.string("name");
    }

    /** Has no bytes. */
    record Label(@WithCodec(TextCodec.class) String text) {
        static final Component<Label> TYPE = Component.of(Label.class);
        static final ReferenceColumn<String> TEXT = TYPE.reference("text", String.class);
    }

    record Opaque(int number, Object thing) {
        static final Component<Opaque> TYPE = Component.of(Opaque.class);
        static final IntColumn NUMBER = TYPE.int32("number");
        static final ReferenceColumn<Object> THING = TYPE.reference("thing", Object.class);
    }

    record Call(int number, String text) {
        static final EventType<Call> TYPE = EventType.of(Call.class);
    }

    record Signal(int number, Object thing) {
        static final EventType<Signal> TYPE = EventType.of(Signal.class);
        static final IntColumn NUMBER = TYPE.int32("number");
        static final ReferenceColumn<Object> THING = TYPE.reference("thing", Object.class);
    }

    private final CountingMemory memory = new CountingMemory(DirtyMemory.atBothEnds(0xFF));
    private final World world = World.builder().memory(memory).build();
    private Snapshots ring;

    @AfterEach
    void close() {
        world.close();
        assertEquals(0, memory.outstanding());
    }

    private long capture() {
        world.time().advance(1);
        return ring.capture();
    }

    @Test
    void shouldRestoreReferences() {
        ring = Saves.snapshots(world, 4);
        Route first = new Route(1, 2);
        long guard = world.spawn(new Patrol(3, first, "Ann"));
        long tick = capture();
        Route second = new Route(3, 4);
        world.set(guard, Patrol.ROUTE, second);
        world.set(guard, Patrol.NAME, null);
        capture();
        ring.restore(tick);
        assertSame(first, world.get(guard, Patrol.ROUTE), "values are not copied");
        assertEquals(new Patrol(3, first, "Ann"), world.get(guard, Patrol.TYPE));
        ring.restore(tick + 1);
        assertSame(second, world.get(guard, Patrol.ROUTE));
        assertNull(world.get(guard, Patrol.NAME));
    }

    /** Compares with copies: random changes of three blocks, at all kinds of moments. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void shouldAgreeWithCopies(long seed) {
        Random random = new Random(seed);
        ring = Saves.snapshots(world, 3);
        Template patrols = world.template()
                .with(new Patrol(1, new Route(0, 0), "of a template"))
                .build();
        Query all = world.query().build();
        TreeMap<Long, Map<Long, String>> states = new TreeMap<>();
        for (int step = 0; step < Soak.times(8, 40); step++) {
            for (int i = random.nextInt(4); i > 0; i--) {
                change(random, patrols, all);
            }
            if (states.isEmpty() || random.nextInt(3) > 0) {
                states.tailMap(world.time().tick(), false).clear();
                states.put(capture(), contents());
            } else {
                List<Long> ticks = states.keySet().stream().filter(ring::has).toList();
                long tick = ticks.get(random.nextInt(ticks.size()));
                ring.restore(tick);
                assertEquals(states.get(tick), contents(), "seed " + seed + ", step " + step);
            }
        }
    }

    private Map<Long, String> contents() {
        return Contents.byHandle(world, Patrol.TYPE, Label.TYPE);
    }

    private void change(Random random, Template patrols, Query all) {
        List<Long> alive = new ArrayList<>();
        all.forEach(row -> alive.add(row.entity()));
        int from = random.nextInt(alive.size() + 1);
        List<Long> some = alive.subList(from, Math.min(alive.size(), from + random.nextInt(700)));
        int number = random.nextInt(1000);
        switch (random.nextInt(8)) {
            case 0 -> patrols.spawn(random.nextInt(ROWS));
            case 1 -> world.spawn(new Label("label " + number));
            case 2 -> some.forEach(world::destroy);
            case 3 ->
                some.forEach(entity -> {
                    if (world.has(entity, Patrol.TYPE)) {
                        world.set(
                                entity, Patrol.ROUTE, number % 3 == 0 ? null : new Route(number, Entity.index(entity)));
                    }
                });
            case 4 -> some.forEach(entity -> world.add(entity, new Label("added " + number)));
            case 5 -> some.forEach(entity -> world.remove(entity, Label.TYPE));
            case 6 -> some.forEach(entity -> world.remove(entity, Patrol.TYPE));
            default -> world.query().all(Patrol.TYPE).build().forEach(row -> row.set(Patrol.NAME, "n" + number));
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {Opaque.class, Signal.class})
    void shouldRefuseComponentsAndEventsWithoutCodec(Class<?> type) {
        ring = Saves.snapshots(world, 4);
        long tick = capture();
        if (type == Opaque.class) {
            world.spawn(new Opaque(1, this));
        } else {
            world.events(Signal.TYPE).send(new Signal(1, this));
        }
        String[] parts = {
            type.getSimpleName() + " ",
            "thing has no codec",
            "@WithCodec",
            "Saves.snapshots(world, capacity, " + type.getSimpleName() + ".class)"
        };
        assertIllegal(ring::capture, parts);
        assertIllegal(() -> ring.restore(tick), parts);
        world.query().all(Opaque.TYPE).build().forEach(row -> assertSame(this, row.get(Opaque.THING)));
        ring.close();
        assertIllegal(() -> Saves.snapshots(world, 1), "has no codec");
    }

    @Test
    void shouldRefuseToExcludeNativeColumns() {
        world.spawn(new Health(1));
        assertThrowsWith(
                IllegalArgumentException.class,
                () -> Saves.snapshots(world, 1, Health.class),
                "native columns cannot be excluded");
        world.resources().put(new Health(3)); // a record can be both
        ring = Saves.snapshots(world, 1, Health.class);
    }

    @Test
    void shouldLeaveReferencesThatAreExcluded() {
        ring = Saves.snapshots(world, 4, Opaque.class);
        Object now = new Object();
        long stays = world.spawn(new Opaque(1, "before"));
        long loses = world.spawn(new Opaque(2, "lost"));
        long gains = world.spawn();
        long dies = world.spawn(new Opaque(3, "dead"));
        long tick = capture();
        world.set(stays, Opaque.THING, now);
        world.set(stays, Opaque.NUMBER, 10);
        world.remove(loses, Opaque.TYPE);
        world.add(gains, new Opaque(5, "of the abandoned future"));
        world.destroy(dies);
        long other = world.spawn(new Opaque(6, "of another entity"));
        while (Entity.index(other) != Entity.index(dies)) {
            other = world.spawn(new Opaque(6, "of another entity"));
        }
        capture();
        ring.restore(tick);
        assertEquals(new Opaque(1, now), world.get(stays, Opaque.TYPE));
        assertEquals(new Opaque(2, null), world.get(loses, Opaque.TYPE));
        assertEquals(new Opaque(3, null), world.get(dies, Opaque.TYPE));
        world.add(gains, Opaque.TYPE);
        assertNull(world.get(gains, Opaque.THING));
    }

    /** They keep their references though the block is another one. */
    @Test
    void shouldLeaveReferencesOfBlocksThatAreReplaced() {
        ring = Saves.snapshots(world, 4, Opaque.class);
        Template opaques = world.template().with(new Opaque(1, "x")).build();
        Template positions = world.template().with(new Position(1, 2)).build();
        long first = capture();
        opaques.spawn(ROWS);
        long tick = capture();
        ring.restore(first);
        positions.spawn(ROWS);
        opaques.spawn(10);
        capture();
        assertEquals(ROWS + 10, world.entityCount());
        ring.restore(first);
        world.query().all(Opaque.TYPE).build().forEach(row -> assertNull(row.get(Opaque.THING)));
        opaques.spawn(10);
        world.query().all(Opaque.TYPE).build().forEach(row -> assertEquals("x", row.get(Opaque.THING)));
        assertFalse(ring.has(tick + 5));
    }

    @Test
    void shouldExcludeReferencesThatHaveACodec() {
        ring = Saves.snapshots(world, 4, Patrol.class);
        long guard = world.spawn(new Patrol(3, new Route(1, 2), "Ann"));
        long tick = capture();
        world.set(guard, Patrol.ROUTE, new Route(5, 6));
        world.set(guard, Patrol.NAME, "Bob");
        world.set(guard, Patrol.SPEED, 4);
        ring.restore(tick);
        assertEquals(new Patrol(3, new Route(5, 6), "Ann"), world.get(guard, Patrol.TYPE));
    }

    @Test
    void shouldRestoreEvents() {
        ring = Saves.snapshots(world, 4);
        EventReader<Call> reader = world.events(Call.TYPE).reader();
        int many = ROWS + 10;
        for (int i = 0; i < many; i++) {
            world.events(Call.TYPE).send(new Call(i, i % 5 == 0 ? null : "call " + i));
        }
        world.swapEvents();
        world.events(Call.TYPE).send(new Call(-1, "last"));
        long tick = capture();
        world.swapEvents();
        world.swapEvents();
        world.events(Call.TYPE).send(new Call(-2, "of the abandoned future"));
        world.events(Call.TYPE).trim();
        ring.restore(tick);
        List<Call> read = new ArrayList<>();
        reader.forEachNumber(event -> read.add(world.events(Call.TYPE).get(event)));
        assertEquals(many + 1, read.size());
        for (int i = 0; i < many; i++) {
            assertEquals(new Call(i, i % 5 == 0 ? null : "call " + i), read.get(i));
        }
        assertEquals(new Call(-1, "last"), read.get(many));
    }

    @Test
    void shouldHaveNullInEventsThatAreExcluded() {
        ring = Saves.snapshots(world, 4, Signal.class);
        long event = world.events(Signal.TYPE).send(new Signal(7, this));
        long tick = capture();
        world.swapEvents();
        world.swapEvents();
        ring.restore(tick);
        assertEquals(new Signal(7, null), world.events(Signal.TYPE).get(event));
    }

    /** Components, events and exclusions that a later ring does not have. */
    @Test
    void shouldExcludeForOneRingOnly() {
        ring = Saves.snapshots(world, 4, Signal.class, Opaque.class);
        ring.close();
        long entity = world.spawn(new Opaque(1, this));
        assertIllegal(() -> Saves.snapshots(world, 1), "thing has no codec");
        world.destroy(entity);
        assertIllegal(() -> Saves.snapshots(world, 1), "thing has no codec");
    }

    @Test
    void shouldNotKeepObjectsOfDroppedStates() {
        ring = Saves.snapshots(world, 1);
        long entity = world.spawn(new Label("x"));
        WeakReference<String> dropped = captured(entity, () -> new String("dropped"));
        WeakReference<String> sent = sent(new String("dropped"));
        world.set(entity, Label.TEXT, "y");
        capture();
        world.swapEvents();
        world.swapEvents();
        capture();
        Unreachable.await(dropped);
        Unreachable.await(sent);
    }

    @Test
    void shouldNotKeepObjectsOfAbandonedStates() {
        ring = Saves.snapshots(world, 4);
        long entity = world.spawn(new Label("x"));
        long tick = capture();
        WeakReference<String> sent = sent(new String("abandoned"));
        WeakReference<String> abandoned = captured(entity, () -> new String("abandoned"));
        capture(); // a state that another one does not replace
        ring.restore(tick);
        capture();
        Unreachable.await(abandoned);
        Unreachable.await(sent);
    }

    /** The row is not written, and the component's columns do not change. */
    @Test
    void shouldNotKeepObjectsOfRowsThatLostThem() {
        ring = Saves.snapshots(world, 1);
        long entity = world.spawn(new Label("x"));
        world.spawn(new Label("stays"));
        WeakReference<String> lost = captured(entity, () -> new String("lost"));
        world.remove(entity, Label.TYPE);
        capture();
        Unreachable.await(lost);
        WeakReference<String> dead = captured(world.spawn(new Label("y")), () -> new String("dead"));
        world.query().all(Label.TYPE).build().forEach(row -> world.destroy(row.entity()));
        capture();
        Unreachable.await(dead);
    }

    @Test
    void shouldNotKeepObjectsAfterClose() {
        ring = Saves.snapshots(world, 4);
        long entity = world.spawn(new Label("x"));
        WeakReference<String> kept = captured(entity, () -> new String("kept"));
        world.set(entity, Label.TEXT, null);
        capture();
        ring.close();
        Unreachable.await(kept);
    }

    private WeakReference<String> captured(long entity, Supplier<String> value) {
        String object = value.get();
        world.set(entity, Label.TEXT, object);
        capture();
        return new WeakReference<>(object);
    }

    private WeakReference<String> sent(String object) {
        world.events(Call.TYPE).send(new Call(1, object));
        return new WeakReference<>(object);
    }

    @Test
    void shouldRestoreAllKinds() {
        ring = Saves.snapshots(world, 4);
        List<Long> all = new ArrayList<>();
        Kinds.SAMPLES.forEach(sample -> all.add(world.spawn(sample)));
        long tick = capture();
        all.forEach(entity -> world.set(entity, Kinds.ZERO));
        ring.restore(tick);
        for (int i = 0; i < all.size(); i++) {
            assertEquals(Kinds.SAMPLES.get(i), world.get(all.get(i), Kinds.TYPE));
        }
    }
}
