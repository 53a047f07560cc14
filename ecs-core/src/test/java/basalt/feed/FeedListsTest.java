package basalt.feed;

import static basalt.feed.Quantisation.quantised;
import static basalt.feed.Things.assertWrong;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.ListColumn;
import basalt.component.StringColumn;
import basalt.component.VariableColumn;
import basalt.feed.Things.Bag;
import basalt.feed.Things.Item;
import basalt.feed.Things.Kinds;
import basalt.feed.Things.Place;
import basalt.internal.Utf8;
import basalt.memory.FailingMemory;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.Soak;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.system.Schedule;
import basalt.world.World;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists and strings of a feed. */
class FeedListsTest {
    private static final Bag EMPTY = bag("", new int[0]);

    private final FeedPair pair =
            new FeedPair(Things.schema(8), world -> world.query().all(Bag.TYPE).build());

    @AfterEach
    void close() {
        pair.close();
    }

    private static Bag bag(String name, int[] counts, long... friends) {
        return new Bag(counts, name, friends, new Item[0], new boolean[0], new double[0]);
    }

    private Bag shown(long entity) {
        return pair.client.get(pair.local(entity), Bag.TYPE);
    }

    @Test
    void shouldShowListsThatGrowAndShrink() {
        long entity = pair.server.spawn(EMPTY);
        Random random = new Random(5);
        for (int i = 0; i < 200; i++) {
            Bag bag = Things.bag(random, new long[0]);
            pair.server.set(entity, bag);
            pair.update();
            assertEquals(bag.toString(), shown(entity).toString());
        }
        pair.server.remove(entity, Bag.TYPE);
        pair.server.add(entity, Bag.TYPE);
        pair.update();
        assertEquals(bag(null, new int[0]).toString(), shown(entity).toString());
    }

    @Test
    void shouldShowEntitiesOfListsAsThoseOfTheClient() {
        long friend = pair.server.spawn(EMPTY);
        long hidden = pair.server.spawn(new Place(1, 1));
        long entity = pair.server.spawn(bag("", new int[0], hidden, friend, Entity.NULL));
        pair.update();
        assertFriends(entity, Entity.NULL, pair.local(friend), Entity.NULL);
        pair.server.add(hidden, EMPTY);
        pair.update();
        assertFriends(entity, pair.local(hidden), pair.local(friend), Entity.NULL);
        pair.server.destroy(friend);
        pair.update();
        assertFriends(entity, pair.local(hidden), Entity.NULL, Entity.NULL);
    }

    private record Shade(Thread.State state, int depth) {}

    private record Shades(Shade[] all, List<String> notSent) {
        static final Component<Shades> TYPE = Component.of(Shades.class);
    }

    @Test
    void shouldShowConstantsInArraysOfRecords() {
        FeedSchema schema = FeedSchema.builder()
                .column(Shades.TYPE.enumerationList("all.state", Thread.State.class), 5)
                .column(Shades.TYPE.int32List("all.depth"), 5)
                .build();
        try (FeedPair shades =
                new FeedPair(schema, world -> world.query().all(Shades.TYPE).build())) {
            Shade[] all = {new Shade(Thread.State.WAITING, 3), new Shade(null, 4), new Shade(Thread.State.NEW, 5)};
            long entity = shades.server.spawn(new Shades(all, List.of("not sent")));
            shades.update();
            Shades shown = shades.client.get(shades.local(entity), Shades.TYPE);
            assertArrayEquals(all, shown.all());
            assertEquals(List.of(), shown.notSent());
        }
    }

    private void assertFriends(long entity, long... friends) {
        assertArrayEquals(friends, shown(entity).friends());
    }

    @Test
    void shouldChangeListsAtOnce() {
        Bag first = new Bag(new int[] {2}, "one", new long[0], new Item[0], new boolean[0], new double[] {1, 2});
        Bag second = new Bag(
                new int[] {4, 6},
                "two",
                new long[0],
                new Item[] {new Item((short) 3, 0.5f)},
                new boolean[1],
                new double[] {3, 4});
        long entity = pair.server.spawn(first, new Place(0, 0));
        pair.exchange();
        pair.server.set(entity, second);
        pair.server.set(entity, new Place(8, 0));
        pair.exchange();
        pair.mirror.show(1.75);
        assertEquals(6, pair.get(entity, Place.X));
        assertEquals(first.toString(), shown(entity).toString());
        pair.mirror.show(2);
        assertEquals(second.toString(), shown(entity).toString());
    }

    @Test
    void shouldRoundElements() {
        long entity = pair.server.spawn(new Bag(
                new int[0],
                null,
                new long[0],
                new Item[] {new Item((short) -1, 0.3f), new Item((short) 9, Float.NaN)},
                new boolean[0],
                new double[] {-0.3, 1e300}));
        pair.update();
        assertEquals(
                "null[][Item[kind=-1, weight=0.25], Item[kind=9, weight=NaN]][][-0.5, " + Integer.MAX_VALUE * 0.5
                        + "][]",
                shown(entity).toString());
    }

    @Test
    void shouldRefuseToCaptureWhatIsTooLong() {
        long entity = pair.server.spawn(bag("", new int[5]));
        pair.update();
        pair.server.row(entity).add(Bag.COUNTS, 7);
        assertTooLong("counts of entity " + Entity.toString(entity) + " has 6 elements, and the feed's schema sends 5");
        pair.server.set(entity, bag("ten bytes!", new int[0]));
        assertTooLong(
                "name of entity " + Entity.toString(entity) + " has 10 bytes as UTF-8, and the feed's schema sends 9"
                        + " at most; give column(...) of the schema, on both sides, a greater length, or shorten it");
        pair.server.set(entity, bag("nine byte", new int[] {7}));
        pair.send();
        pair.mirror.show();
        assertEquals("nine byte[7][][][][]", shown(entity).toString());
    }

    @Test
    void shouldNameOnlyTheRemediesThatThereAre() {
        FeedSchema schema = FeedSchema.builder().column(Bag.COUNTS, 1024).build();
        try (FeedPair longest =
                new FeedPair(schema, world -> world.query().all(Bag.TYPE).build())) {
            longest.server.spawn(bag("", new int[1025]));
            IllegalStateException e = assertThrows(IllegalStateException.class, longest.feed::capture);
            assertTrue(e.getMessage().endsWith("sends 1024 at most; shorten it"), e.getMessage());
        }
    }

    private void assertTooLong(String text) {
        long before = pair.feed.tick();
        Things.tick(pair.server);
        IllegalStateException e = assertThrows(IllegalStateException.class, pair.feed::capture);
        assertTrue(e.getMessage().contains(text), e.getMessage());
        assertEquals(before, pair.feed.tick());
    }

    @Test
    void shouldSendLittleOfWhatStays() {
        Random random = new Random(2);
        for (int i = 0; i < 64; i++) {
            pair.server.spawn(Things.bag(random, new long[0]));
        }
        long entity = pair.server.spawn(bag("", new int[] {1, 2, 3}));
        pair.exchange();
        pair.server.row(entity).set(Bag.COUNTS, 1, 3);
        int bytes = pair.exchange();
        assertTrue(bytes < 25, bytes + " bytes");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 60})
    void shouldSendTheOthersOfAnEntityThatDoesNotFit(int others) {
        FeedSchema schema = FeedSchema.builder()
                .column(Place.X)
                .column(Place.Y)
                .column(Bag.COUNTS, 256)
                .build();
        try (FeedPair small = new FeedPair(schema)) {
            int[] counts = new Random(6).ints(256).toArray(); // 1,024 bytes
            long large = small.server.spawn(new Place(0, 0), bag(null, counts));
            long[] entities = small.spawn(others);
            small.peer.budget(300).priority(entity -> entity == large ? 2 : 1);
            for (int i = 0; i < 30; i++) {
                small.server.set(entities[0], new Place(i, i));
                assertTrue(small.exchange() <= 300);
            }
            small.mirror.show();
            assertEquals(others, small.mirror.count());
            assertEquals(Entity.NULL, small.local(large));
            assertEquals(29, small.get(entities[0], Place.X));
            small.peer.budget(1_500);
            small.update();
            assertArrayEquals(
                    counts, small.client.get(small.local(large), Bag.TYPE).counts());
        }
    }

    private record Text(String text) {
        static final StringColumn TEXT = Component.of(Text.class).string("text");
    }

    private record Marks(boolean[] marks, byte[] bytes, float[] numbers) {
        static final Component<Marks> TYPE = Component.of(Marks.class);
        static final ListColumn.OfBoolean MARKS = TYPE.boolList("marks");
        static final ListColumn.OfByte BYTES = TYPE.int8List("bytes");
        static final ListColumn.OfFloat NUMBERS = TYPE.float32List("numbers");
    }

    /** Whether a server could have sent the fields of a list. */
    private static boolean isValid(FeedSchema schema, int... fields) {
        int[] values = new int[schema.fields() * Frames.CHUNK_ROWS];
        values[0] = 1; // the generation
        values[Frames.CHUNK_ROWS] = 1; // the component
        for (int i = 0; i < fields.length; i++) {
            values[(2 + i) * Frames.CHUNK_ROWS] = fields[i];
        }
        return schema.isValid(values, 0);
    }

    private static FeedSchema schema(VariableColumn column) {
        return FeedSchema.builder().column(column, 6).build();
    }

    @Test
    void shouldRefuseFieldsOfNoList() {
        FeedSchema marks = schema(Marks.MARKS);
        assertTrue(isValid(marks, 6, 0x01000101, 0x0101));
        assertTrue(isValid(marks, 0, 0, 0));
        assertFalse(isValid(marks, -1, 0, 0), "length");
        assertFalse(isValid(marks, 7, 0, 0), "length");
        assertFalse(isValid(marks, Integer.MIN_VALUE, 0, 0), "length");
        assertFalse(isValid(marks, 6, 0x02000000, 0), "a boolean");
        assertFalse(isValid(marks, 5, 0, 0x0101), "behind the end");
        assertFalse(isValid(marks, 4, 0, 1), "behind the end");
        assertFalse(isValid(marks, 0, 1, 0), "behind the end");
        FeedSchema bytes = schema(Marks.BYTES);
        assertTrue(isValid(bytes, 3, 0xFFFFFF, 0));
        assertFalse(isValid(bytes, 3, 0x1FFFFFF, 0), "behind the end");
        FeedSchema numbers = FeedSchema.builder()
                .column(Marks.NUMBERS, 2, Quantisation.inRange(0, 1, 4))
                .build();
        assertTrue(isValid(numbers, 2, 0, 15));
        assertFalse(isValid(numbers, 2, 0, 16), "a rounded number");
        assertFalse(isValid(numbers, 1, 0, 1), "behind the end");
    }

    private static boolean isText(int... bytes) {
        int[] fields = new int[3];
        fields[0] = bytes.length + 1;
        for (int i = 0; i < bytes.length; i++) {
            fields[1 + (i >> 2)] |= bytes[i] << 8 * (i & 3);
        }
        return isValid(schema(Text.TEXT), fields);
    }

    @Test
    void shouldRefuseBytesOfNoText() {
        assertTrue(isText());
        assertTrue(isValid(schema(Text.TEXT), 0, 0, 0), "null");
        assertFalse(isValid(schema(Text.TEXT), 0, 1, 0), "null");
        assertFalse(isValid(schema(Text.TEXT), 8, 0, 0), "length");
        assertFalse(isValid(schema(Text.TEXT), Integer.MIN_VALUE, 0, 0), "length");
        assertTrue(isText(0xF4, 0x8F, 0xBF, 0xBF));
        assertFalse(isText(0xF4, 0x90, 0x80, 0x80), "beyond the last character");
        assertFalse(isText(0xED, 0xA0, 0x80, 0xED, 0xB0, 0x80), "a character as two surrogates");
        assertTrue(isText(0xED, 0xB0, 0x80, 0xED, 0xA0, 0x80), "surrogates that are no character");
        assertFalse(isText(0xE0, 0x9F, 0xBF), "in more bytes than needed");
        assertFalse(isText(0xF0, 0x8F, 0xBF, 0xBF), "in more bytes than needed");
        assertFalse(isText(0xC1, 0xBF), "in more bytes than needed");
        assertFalse(isText('a', 0xE2, 0x82), "cut off");
        assertFalse(isText(0x80), "no first byte");
        assertFalse(isText(0xF8, 0x88, 0x80, 0x80, 0x80), "no first byte");
        assertFalse(isText(0xC3, 'a'), "no next byte");
    }

    /** Of two, three and four bytes. */
    @Test
    void shouldTakeExactlyWhatStringsAreEncodedTo() {
        for (int c = 0; c < 1 << 16; c += Soak.times(5, 1)) {
            int[] bytes = {c >> 8, c & 0xFF};
            assertEquals(isCanonical(bytes), isText(bytes), () -> bytes[0] + ", " + bytes[1]);
            int[] three = {0xE0 | c >> 12, c >> 4 & 0xFF, 0x80 | c & 0x4F};
            assertEquals(isCanonical(three), isText(three), () -> three[0] + ", " + three[1] + ", " + three[2]);
            int[] four = {0xF0 | c >> 13, c >> 5 & 0xFF, 0x80 | c & 0x41, 0x80 | c & 0x3F};
            assertEquals(isCanonical(four), isText(four), () -> Arrays.toString(four));
        }
    }

    private static boolean isCanonical(int... ints) {
        byte[] bytes = new byte[ints.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) ints[i];
        }
        try {
            return Arrays.equals(bytes, Utf8.encode(Utf8.decode(bytes)));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    @Test
    void shouldRejectWrongSchemas() {
        FeedSchemaBuilder taken = FeedSchema.builder().column(Bag.COUNTS, 3);
        FeedSchemaBuilder builder = FeedSchema.builder();
        assertWrong(
                () -> builder.column(Bag.COUNTS),
                () -> builder.column(Bag.NAME),
                () -> builder.column(Bag.WAY, quantised(1)),
                () -> builder.column(null, 4),
                () -> builder.column(Bag.COUNTS, 0),
                () -> builder.column(Bag.COUNTS, 1025),
                () -> builder.column(Bag.COUNTS, 4, quantised(1)),
                () -> builder.column(Bag.WAY, 4, null),
                () -> builder.moving(Place.X, quantised(1), Bag.WAY, 1),
                () -> builder.column(null, 4, quantised(1)),
                () -> taken.column(Bag.COUNTS, 3));
        assertRemedy("column(column, mostLength)", () -> builder.column(Bag.COUNTS));
        String quantised = "column(column, mostLength, quantisation)";
        assertRemedy(quantised, () -> builder.column(Bag.WAY, quantised(1)));
        assertRemedy(quantised, () -> builder.moving(Place.X, quantised(1), Bag.WAY, 1));
        FeedSchema longest = FeedSchema.builder().column(Bag.COUNTS, 1024).build();
        assertEquals(2 + 1 + 1024, longest.fields());
        assertFalse(taken.build().fingerprint()
                == FeedSchema.builder().column(Bag.COUNTS, 4).build().fingerprint());
    }

    private static void assertRemedy(String remedy, Executable call) {
        String message = assertThrows(IllegalArgumentException.class, call).getMessage();
        assertTrue(message.endsWith("by " + remedy), message);
    }

    /** Entities of lists are those that are shown, also if there was no memory for another entity meanwhile. */
    @Test
    void shouldShowEntitiesOfListsAfterMissingMemory() {
        World.trimRetainedMemory();
        long own = pair.server.spawn(EMPTY);
        for (int i = 2; i < 256; i++) {
            pair.server.spawn(EMPTY); // one less than the entities of a template that need no block of their own
        }
        long friend = pair.server.spawn(new Place(1, 1));
        long other = pair.server.spawn(new Place(2, 2));
        pair.server.set(own, bag("", new int[0], friend));
        FailingMemory memory = new FailingMemory(MemorySource.direct(), 0, Long.MAX_VALUE / 2);
        try (World client = World.builder().memory(memory).build()) {
            WorldMirror mirror = WorldMirror.of(client, pair.mirror.schema(), 5);
            show(mirror);
            memory.failNth(1);
            pair.server.add(friend, EMPTY);
            pair.server.add(other, EMPTY);
            assertThrows(NativeMemoryException.class, () -> show(mirror));
            pair.server.remove(other, Bag.TYPE);
            memory.failNth(Long.MAX_VALUE / 4);
            show(mirror);
            assertTrue(client.isAlive(mirror.local(friend)));
            long[] friends = client.get(mirror.local(own), Bag.TYPE).friends();
            assertArrayEquals(new long[] {mirror.local(friend)}, friends);
        }
    }

    private void show(WorldMirror mirror) {
        assertEquals(Received.APPLIED, mirror.apply(pair.buffer, 0, pair.encode(mirror.tick())));
        mirror.show();
    }

    /** Whatever allocation fails, each entity has all values of a component or none, and the next call shows all. */
    @ParameterizedTest
    @ValueSource(longs = {1, Long.MAX_VALUE / 2})
    void shouldShowAllAfterMissingMemory(long failures) {
        FeedSchema schema = FeedSchema.builder()
                .column(Bag.KINDS, 1024)
                .column(Bag.WEIGHTS, 1024)
                .column(Bag.NOTES, 1024)
                .frames(2)
                .build();
        try (FeedPair large =
                new FeedPair(schema, world -> world.query().all(Bag.TYPE).build())) {
            for (int i = 0; i < 100; i++) {
                Item[] items = new Item[i * 10];
                Arrays.fill(items, new Item((short) i, i));
                List<String> notes = Collections.nCopies(i, "note " + i);
                large.server.spawn(new Bag(new int[0], null, new long[0], items, new boolean[0], new double[0], notes));
            }
            int bytes = large.exchange();
            int nth = 1;
            while (hasFailed(large, bytes, nth, failures)) {
                nth++;
            }
            assertTrue(nth > 5, nth + " allocations");
        }
    }

    private static boolean hasFailed(FeedPair large, int bytes, int nth, long failures) {
        World.trimRetainedMemory();
        FailingMemory memory = new FailingMemory(MemorySource.direct(), 0, failures);
        try (World client = World.builder().memory(memory).build()) {
            WorldMirror mirror = WorldMirror.of(client, large.mirror.schema(), 5);
            assertEquals(Received.APPLIED, mirror.apply(large.buffer, 0, bytes));
            memory.failNth(nth);
            boolean hasFailed = isFailing(mirror);
            memory.failNth(Long.MAX_VALUE / 4);
            client.query(Bag.class).forEach(bag -> assertTrue(bag.items().length % 10 == 0)); // all can be read
            mirror.show();
            large.server.query().all(Bag.TYPE).build().forEach(row -> {
                String expected = large.server.get(row.entity(), Bag.TYPE).toString();
                long local = mirror.local(row.entity());
                assertEquals(expected, client.get(local, Bag.TYPE).toString());
            });
            return hasFailed;
        }
    }

    private static boolean isFailing(WorldMirror mirror) {
        try {
            mirror.show();
            return false;
        } catch (NativeMemoryException e) {
            return true;
        }
    }

    @Test
    void shouldTellObserversWhenAllListsAreWritten() {
        int[] calls = new int[1];
        pair.client.observers().onSet(Bag.TYPE, entity -> {
            calls[0] += pair.client.get(entity, Bag.TYPE).items().length;
        });
        pair.server.spawn(new Bag(
                new int[2],
                "a",
                new long[0],
                new Item[] {new Item((short) 1, 1), new Item((short) 2, 2)},
                new boolean[0],
                new double[0]));
        pair.update();
        assertEquals(2, calls[0]);
    }

    /** A client without inputs, of whose world nothing changes by itself. */
    private void predict(long own, Consumer<Prediction<Integer>> test) {
        try (Snapshots ring = Saves.snapshots(pair.client, 16);
                Schedule ticks = Schedule.builder(pair.client).build()) {
            test.accept(new Prediction<Integer>(pair.mirror, ticks, ring, (world, input) -> {}).control(own));
        }
    }

    /** A tick of both. Returns whether the client's was corrected. */
    private boolean isCorrected(Prediction<Integer> prediction) {
        long input = prediction.tick(1, 0);
        pair.exchange();
        return prediction.correct(input);
    }

    @Test
    void shouldCorrectEntitiesThatWerePredictedWrongly() {
        long first = pair.server.spawn(EMPTY);
        long second = pair.server.spawn(EMPTY);
        long late = pair.server.spawn(new Place(1, 1));
        long own = pair.server.spawn(bag("", new int[0], first), kinds(first));
        predict(own, prediction -> {
            assertTrue(isCorrected(prediction), "the first state is taken over");
            assertFalse(isCorrected(prediction));
            pair.server.set(own, bag("", new int[0], second));
            assertTrue(isCorrected(prediction));
            assertFriends(own, pair.local(second));
            pair.server.set(own, kinds(second));
            assertTrue(isCorrected(prediction));
            assertEquals(pair.local(second), pair.client.get(pair.local(own), Kinds.TARGET));
            pair.server.set(own, bag("", new int[0], late, second));
            assertTrue(isCorrected(prediction));
            assertFriends(own, Entity.NULL, pair.local(second));
            pair.server.add(late, EMPTY);
            assertFalse(isCorrected(prediction), "it is not shown yet");
            pair.mirror.show();
            assertTrue(isCorrected(prediction));
            assertFriends(own, pair.local(late), pair.local(second));
            pair.server.destroy(second);
            assertFalse(isCorrected(prediction));
            pair.mirror.show();
            assertFalse(isCorrected(prediction), "neither has it");
        });
    }

    private static Kinds kinds(long target) {
        return new Kinds(0, 0, (byte) 0, (short) 0, 0, 0, false, target, new float[3]);
    }

    @Test
    void shouldCorrectListsThatWerePredictedWrongly() {
        long own = pair.server.spawn(bag("me", new int[0], pair.server.spawn(EMPTY)));
        try (Snapshots ring = Saves.snapshots(pair.client, 16);
                Schedule ticks = Schedule.builder(pair.client).build()) {
            Prediction<Integer> prediction = new Prediction<Integer>(
                            pair.mirror,
                            ticks,
                            ring,
                            (world, count) -> world.row(pair.local(own)).add(Bag.COUNTS, count))
                    .control(own);
            pair.exchange();
            assertTrue(prediction.correct(0), "the first state is taken over");
            for (int count = 1; count <= 3; count++) {
                long input = prediction.tick(1, count);
                pair.server.row(own).add(Bag.COUNTS, count);
                pair.exchange();
                assertFalse(prediction.correct(input));
            }
            long input = 0;
            for (int i = 1; i <= 5; i++) {
                input = prediction.tick(1, i); // in the end more than the schema sends
            }
            pair.exchange();
            assertTrue(prediction.correct(input));
            assertEquals("me[1, 2, 3][][][][]", shown(own).toString());
        }
    }

    @Test
    void shouldCorrectElementsThatWerePredictedWrongly() {
        long own = pair.server.spawn(full("me", 1, 0.5));
        predict(own, prediction -> {
            assertTrue(isCorrected(prediction), "the first state is taken over");
            assertCorrected(prediction, own, full("me", 2, 0.5));
            assertCorrected(prediction, own, full("we", 2, 0.5));
            assertCorrected(prediction, own, full(null, 2, 0.5));
            assertCorrected(prediction, own, full("", 2, 0.5));
            assertCorrected(prediction, own, full("", 2, 2));
            pair.server.set(own, full("", 2, 2.5));
            assertFalse(isCorrected(prediction), "one step");
            prediction.tolerance(0);
            assertTrue(isCorrected(prediction));
        });
    }

    private static Bag full(String name, int count, double way) {
        return new Bag(new int[] {7, count}, name, new long[0], new Item[0], new boolean[0], new double[] {9, way});
    }

    private void assertCorrected(Prediction<Integer> prediction, long own, Bag bag) {
        pair.server.set(own, bag);
        assertTrue(isCorrected(prediction), bag.toString());
        assertEquals(bag.toString(), shown(own).toString());
        assertFalse(isCorrected(prediction));
    }
}
