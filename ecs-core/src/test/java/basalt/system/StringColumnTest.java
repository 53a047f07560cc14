package basalt.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.MissingComponentException;
import basalt.component.StringColumn;
import basalt.memory.HeapBytes;
import basalt.query.Condition;
import basalt.query.Query;
import basalt.query.Row;
import basalt.query.RowKernel;
import basalt.save.Saves;
import basalt.save.Saving;
import basalt.save.Snapshots;
import basalt.storage.fixture.Health;
import basalt.world.StateHashes;
import basalt.world.World;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Strings off heap. */
class StringColumnTest {
    private static final int ENTITIES = 20_000;

    /** One of each number of bytes, at the ends of their ranges; parts of pairs; and long ones. */
    private static final List<String> SAMPLES = List.of(
            "",
            "a",
            "\0",
            "\u007f\u0080\u07ff\u0800\uffff",
            "\ud800\udc00\udbff\udfff",
            "\ud800",
            "\udc00\ud800",
            "a\ud83db",
            "sixteen bytes...",
            "seventeen bytes..",
            "\u00e4".repeat(5000),
            "\ud83d\ude00".repeat(40_000));

    record Label(String text, int number, String other) {
        static final Component<Label> TYPE = Component.of(Label.class);
        static final StringColumn TEXT = TYPE.string("text");
        static final StringColumn OTHER = TYPE.string("other");
    }

    private final World world = World.create();
    private final long entity = world.spawn(new Label(null, 1, "other"));

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void shouldReadWhatWasWritten() {
        Row row = world.row(entity);
        for (String text : SAMPLES) {
            row.set(Label.TEXT, text);
            assertEquals(text, row.get(Label.TEXT));
            world.set(entity, Label.OTHER, text);
            assertEquals(text, world.get(entity, Label.OTHER));
            world.set(entity, new Label(text + text, 2, text));
            assertEquals(new Label(text + text, 2, text), world.get(entity, Label.TYPE));
            world.commands().set(entity, Label.TEXT, "by command " + text);
            long spawned = world.commands().spawn(new Label(text, 3, null));
            world.applyCommands();
            assertEquals("by command " + text, row.get(Label.TEXT));
            assertEquals(new Label(text, 3, null), world.get(spawned, Label.TYPE));
            StateHashes.requireExact(world);
        }
    }

    @Test
    void shouldTellNullFromAnEmptyString() {
        Row row = world.row(entity);
        assertNull(row.get(Label.TEXT));
        assertTrue(row.isNull(Label.TEXT));
        assertEquals(0, row.length(Label.TEXT));
        long hash = Saves.stateHash(world);
        row.set(Label.TEXT, "");
        assertEquals("", row.get(Label.TEXT));
        assertFalse(row.isNull(Label.TEXT));
        assertEquals(0, row.length(Label.TEXT));
        assertTrue(hash != Saves.stateHash(world));
        world.commands().set(entity, Label.TEXT, null);
        world.applyCommands();
        assertTrue(row.isNull(Label.TEXT));
        assertEquals(hash, Saves.stateHash(world));
        world.add(entity, new Health(1));
        long other = world.spawn();
        world.add(other, Label.TYPE);
        assertEquals(new Label(null, 0, null), world.get(other, Label.TYPE));
    }

    @Test
    void shouldCompareAsStringsDo() {
        Row row = world.row(entity);
        for (String text : SAMPLES) {
            row.set(Label.TEXT, text);
            assertEquals(text.hashCode(), row.hash(Label.TEXT));
            for (String other : SAMPLES) {
                assertEquals(text.equals(other), row.equals(Label.TEXT, new StringBuilder(other)));
                assertEquals(text.compareTo(other), row.compare(Label.TEXT, other));
            }
            assertFalse(row.equals(Label.TEXT, null));
            assertEquals(1, row.compare(Label.TEXT, null));
        }
        row.set(Label.TEXT, null);
        assertTrue(row.equals(Label.TEXT, null));
        assertEquals(-1, row.compare(Label.TEXT, ""));
        assertEquals(0, row.hash(Label.TEXT));
    }

    @Test
    void shouldMakeNoGarbageButWhatItReturns() {
        Row row = world.row(entity);
        String text = "text of an entity";
        HeapBytes.assertNone(1000, rounds -> {
            for (int i = 0; i < rounds; i++) {
                row.set(Label.TEXT, row.equals(Label.TEXT, text) ? "another \u00e4" : text);
                row.set(Label.OTHER, row.compare(Label.TEXT, text) > 0 ? null : "x");
                world.set(entity, Label.OTHER, row.hash(Label.TEXT) % 2 == 0 ? text : "");
            }
        });
    }

    @Tag("slow")
    @Test
    void shouldBeTheSameForAnyNumberOfWorkers() {
        Set<Long> hashes = new HashSet<>();
        for (int workers : new int[] {1, 2, 4}) {
            try (World other = World.create();
                    Schedule schedule = Schedule.builder(other)
                            .workers(workers)
                            .thresholds(0, 1)
                            .add("rename", rename(other))
                            .build()) {
                other.template().with(new Label("first", 1, null)).build().spawn(ENTITIES);
                for (int tick = 0; tick < 5; tick++) {
                    schedule.tick(1);
                }
                hashes.add(StateHashes.requireExact(other));
            }
        }
        assertEquals(1, hashes.size());
    }

    private static RowKernel rename(World world) {
        return world.query().all(Label.TYPE).build().kernel(row -> {
            if (row.isNull(Label.OTHER) || row.compare(Label.TEXT, "x") < 0) {
                row.set(Label.OTHER, row.get(Label.TEXT) + row.hash(Label.TEXT) % 10);
                row.set(Label.TEXT, row.equals(Label.TEXT, "first") ? "x".repeat(row.index() % 40) : null);
            }
        });
    }

    @Test
    void shouldBeInBodiesOfRecords() {
        world.query(Label.class)
                .update(label -> new Label(label.other(), label.number() + 1, "new " + label.number()))
                .run();
        assertEquals(new Label("other", 2, "new 1"), world.get(entity, Label.TYPE));
        List<String> found = new ArrayList<>();
        world.query(Label.class)
                .where(Label.class, label -> label.other().startsWith("new"))
                .forEach(label -> found.add(label.text()));
        assertEquals(List.of("other"), found);
    }

    @Test
    void shouldHaveConditionsOnTheirLength() {
        world.spawn(new Label("\u00e4\u00e4", 1, ""));
        Query query =
                world.query().where(Condition.onLength(Label.TEXT).atLeast(4)).build();
        assertEquals(1, query.count());
        world.row(entity).set(Label.TEXT, "four");
        assertEquals(2, query.count());
    }

    @Test
    void shouldBeInSnapshotsAndFiles() {
        for (String text : SAMPLES) {
            world.spawn(new Label(text, 1, null));
        }
        long hash = StateHashes.requireExact(world);
        try (Snapshots kept = Saves.snapshots(world, 2)) {
            long tick = kept.capture();
            world.query().all(Label.TYPE).build().forEach(row -> row.set(Label.TEXT, "gone"));
            kept.restore(tick);
            assertEquals(hash, StateHashes.requireExact(world));
        }
        try (World loaded = Saving.load(Saving.bytes(world))) {
            assertEquals(hash, StateHashes.requireExact(loaded));
            assertEquals(new Label(null, 1, "other"), loaded.get(entity, Label.TYPE));
        }
    }

    @Test
    void shouldBeRefusedWithoutTheComponent() {
        Row row = world.row(entity);
        world.remove(entity, Label.TYPE);
        assertThrows(MissingComponentException.class, () -> row.get(Label.TEXT));
        assertThrows(MissingComponentException.class, () -> row.set(Label.TEXT, "x"));
        assertThrows(MissingComponentException.class, () -> world.set(entity, Label.TEXT, "x"));
    }
}
