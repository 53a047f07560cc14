package basalt.feed;

import static basalt.feed.Quantisation.inRange;
import static basalt.feed.Quantisation.quantised;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.component.BooleanColumn;
import basalt.component.ByteColumn;
import basalt.component.Component;
import basalt.component.DoubleColumn;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.component.Length;
import basalt.component.ListColumn;
import basalt.component.LongColumn;
import basalt.component.ShortColumn;
import basalt.component.StringColumn;
import basalt.component.StringListColumn;
import basalt.internal.Utf8;
import basalt.system.Schedule;
import basalt.world.World;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.function.Executable;

/** The components of the feed's tests, and a schema that has all kinds of columns. */
final class Things {
    static final double STEP = 1 / 512.0;
    static final double SECONDS = 1 / 60.0;

    record Place(float x, float y) {
        static final Component<Place> TYPE = Component.of(Place.class);
        static final FloatColumn X = TYPE.float32("x");
        static final FloatColumn Y = TYPE.float32("y");
    }

    record Speed(float dx, float dy) {
        static final Component<Speed> TYPE = Component.of(Speed.class);
        static final FloatColumn DX = TYPE.float32("dx");
        static final FloatColumn DY = TYPE.float32("dy");
    }

    record Turn(float x, float y, float z, float w) {
        static final Component<Turn> TYPE = Component.of(Turn.class);
        static final FloatColumn X = TYPE.float32("x");
        static final FloatColumn Y = TYPE.float32("y");
        static final FloatColumn Z = TYPE.float32("z");
        static final FloatColumn W = TYPE.float32("w");
    }

    record Kinds(
            double exact,
            double rounded,
            byte small,
            short medium,
            int count,
            long large,
            boolean flag,
            @EntityHandle long target,
            @Length(3) float[] ranged) {
        static final Component<Kinds> TYPE = Component.of(Kinds.class);
        static final DoubleColumn EXACT = TYPE.float64("exact");
        static final DoubleColumn ROUNDED = TYPE.float64("rounded");
        static final ByteColumn SMALL = TYPE.int8("small");
        static final ShortColumn MEDIUM = TYPE.int16("medium");
        static final IntColumn COUNT = TYPE.int32("count");
        static final LongColumn LARGE = TYPE.int64("large");
        static final BooleanColumn FLAG = TYPE.bool("flag");
        static final EntityColumn TARGET = TYPE.entity("target");
        static final FloatColumn RANGED = TYPE.float32("ranged");
    }

    /** A thing in a {@link Bag}. */
    record Item(short kind, float weight) {}

    record Bag(
            int[] counts,
            String name,
            @EntityHandle long[] friends,
            Item[] items,
            boolean[] flags,
            double[] way,
            List<String> notes) {
        static final Component<Bag> TYPE = Component.of(Bag.class);
        static final ListColumn.OfInt COUNTS = TYPE.int32List("counts");
        static final StringColumn NAME = TYPE.string("name");
        static final ListColumn.OfEntity FRIENDS = TYPE.entityList("friends");
        static final ListColumn.OfShort KINDS = TYPE.int16List("items.kind");
        static final ListColumn.OfFloat WEIGHTS = TYPE.float32List("items.weight");
        static final ListColumn.OfBoolean FLAGS = TYPE.boolList("flags");
        static final ListColumn.OfDouble WAY = TYPE.float64List("way");
        static final StringListColumn NOTES = TYPE.stringList("notes");

        /** As long as the schema sends. */
        static final int MOST = 5;

        static final int MOST_BYTES = 9;
        static final int MOST_NOTE_BYTES = 14;

        /** Without notes. */
        Bag(int[] counts, String name, long[] friends, Item[] items, boolean[] flags, double[] way) {
            this(counts, name, friends, items, flags, way, List.of());
        }

        /** How long the notes are for the schema. */
        static int bytes(List<String> notes) {
            return notes.stream()
                    .mapToInt(note -> 1 + (note == null ? 0 : Utf8.encode(note).length))
                    .sum();
        }

        @Override
        public String toString() {
            return name
                    + Arrays.toString(counts)
                    + Arrays.toString(items)
                    + Arrays.toString(flags)
                    + Arrays.toString(way)
                    + notes;
        }
    }

    record Frozen() {
        static final Component<Frozen> TYPE = Component.of(Frozen.class);
    }

    private Things() {}

    /** A tick in which nothing happens. */
    static void tick(World world) {
        try (Schedule schedule = Schedule.builder(world).build()) {
            schedule.tick((float) SECONDS);
        }
    }

    /** Some lists and a string, no longer than the schema sends. */
    static Bag bag(Random random, long[] friends) {
        String[] names = {null, "", "a", "four", "Grüße", "€€€", "\uD83D\uDE00!", "\uD800", "\uDE00\uD83D", "ninebytes"
        };
        List<String> notes = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            notes.add(names[random.nextInt(names.length)]);
        }
        while (Bag.bytes(notes) > Bag.MOST_NOTE_BYTES) {
            notes.remove(0);
        }
        Item[] items = new Item[random.nextInt(Bag.MOST + 1)];
        Arrays.setAll(items, i -> new Item((short) random.nextInt(), random.nextInt(99) * 0.25f));
        boolean[] flags = new boolean[random.nextInt(Bag.MOST + 1)];
        for (int i = 0; i < flags.length; i++) {
            flags[i] = random.nextBoolean();
        }
        return new Bag(
                random.ints(random.nextInt(Bag.MOST + 1)).toArray(),
                names[random.nextInt(names.length)],
                friends,
                items,
                flags,
                random.ints(random.nextInt(Bag.MOST + 1), -9, 9)
                        .mapToDouble(i -> i * 0.5)
                        .toArray(),
                notes);
    }

    /** A schema with all of them. */
    static FeedSchema schema(int frames) {
        return FeedSchema.builder()
                .moving(Place.X, quantised(STEP), Speed.DX, SECONDS)
                .moving(Place.Y, quantised(STEP), Speed.DY, SECONDS)
                .column(Speed.DX, quantised(STEP))
                .column(Speed.DY, quantised(STEP))
                .rotation(Turn.X, Turn.Y, Turn.Z, Turn.W, 10)
                .column(Kinds.EXACT)
                .column(Kinds.ROUNDED, quantised(0.25))
                .column(Kinds.SMALL)
                .column(Kinds.MEDIUM)
                .column(Kinds.COUNT)
                .column(Kinds.LARGE)
                .column(Kinds.FLAG)
                .column(Kinds.TARGET)
                .column(Kinds.RANGED, inRange(-1, 1, 12))
                .column(Bag.COUNTS, Bag.MOST)
                .column(Bag.NAME, Bag.MOST_BYTES)
                .column(Bag.FRIENDS, Bag.MOST)
                .column(Bag.KINDS, Bag.MOST)
                .column(Bag.WEIGHTS, Bag.MOST, quantised(0.25))
                .column(Bag.FLAGS, Bag.MOST)
                .column(Bag.WAY, Bag.MOST, quantised(0.5))
                .column(Bag.NOTES, Bag.MOST_NOTE_BYTES)
                .component(Frozen.TYPE)
                .frames(frames)
                .build();
    }

    /** Calls that must be refused because of their arguments. */
    static void assertWrong(Executable... calls) {
        for (int i = 0; i < calls.length; i++) {
            assertThrows(IllegalArgumentException.class, calls[i], "call " + i);
        }
    }
}
