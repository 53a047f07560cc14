package basalt.feed;

import static basalt.feed.Things.assertWrong;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.StringListColumn;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.system.Schedule;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Lists of strings of a feed. */
class FeedStringListsTest {
    private static final int MOST = 12;

    private record Item(String name, int count) {}

    private record Quest(List<String> steps, Item[] items) {
        static final Component<Quest> TYPE = Component.of(Quest.class);
        static final StringListColumn STEPS = TYPE.stringList("steps");

        Quest(String... steps) {
            this(Arrays.asList(steps), new Item[0]);
        }
    }

    private static final FeedSchema SCHEMA = FeedSchema.builder()
            .column(Quest.STEPS, MOST)
            .column(Quest.TYPE.stringList("items.name"), 9)
            .column(Quest.TYPE.int32List("items.count"), 3)
            .build();

    private final FeedPair pair =
            new FeedPair(SCHEMA, world -> world.query().all(Quest.TYPE).build());

    @AfterEach
    void close() {
        pair.close();
    }

    private void assertShown(long entity) {
        Quest expected = pair.server.get(entity, Quest.TYPE);
        Quest shown = pair.client.get(pair.local(entity), Quest.TYPE);
        assertEquals(expected.steps(), shown.steps());
        assertArrayEquals(expected.items(), shown.items());
    }

    @Test
    void shouldShowEachList() {
        long entity = pair.server.spawn(new Quest("find", "go"));
        String[][] all = {
            {},
            {null},
            {""},
            {"", ""},
            {null, "", null},
            {"a", null, "b", ""},
            {"eleven char"},
            {"\u0000", "\u20ac", "\ud83d\ude00"},
            {"\ud83d", "\ude00"},
            {"", "", "", "", "", "", "", "", "", "", "", ""},
        };
        for (String[] steps : all) {
            pair.server.set(entity, new Quest(steps));
            pair.update();
            assertShown(entity);
            assertEquals(steps.length, pair.client.row(pair.local(entity)).length(Quest.STEPS));
            assertEquals(Saves.stateHash(pair.client), hashOfWrittenAnew(entity));
        }
    }

    /** The hash of the client's world once it has written the shown list itself: by the same bytes. */
    private long hashOfWrittenAnew(long entity) {
        long local = pair.local(entity);
        pair.client.set(local, pair.client.get(local, Quest.TYPE));
        return Saves.stateHash(pair.client);
    }

    @Test
    void shouldShowStringsOfArraysOfRecords() {
        Item[] items = {new Item("axe", 1), new Item(null, 2), new Item("", 3)};
        long entity = pair.server.spawn(new Quest(List.of("one"), items));
        pair.update();
        assertShown(entity);
    }

    @Test
    void shouldSendLittleOfWhatStays() {
        for (int i = 0; i < 64; i++) {
            pair.server.spawn(new Quest("one", "two", "end"));
        }
        long entity = pair.server.spawn(new Quest("one", "two", "end"));
        int full = pair.exchange();
        pair.server.set(entity, new Quest("one", "two", "and"));
        int bytes = pair.exchange();
        assertTrue(bytes < 25 && bytes < full, bytes + " bytes");
        pair.mirror.show();
        assertShown(entity);
    }

    @Test
    void shouldRefuseToCaptureWhatIsTooLong() {
        long entity = pair.server.spawn(new Quest("eleven char"));
        pair.update();
        assertTooLong(entity, "eleven char", "");
        assertTooLong(entity, "twelve chars");
        pair.server.set(entity, new Quest("elf", "seven c"));
        pair.update();
        assertShown(entity);
    }

    private void assertTooLong(long entity, String... steps) {
        pair.server.set(entity, new Quest(steps));
        Things.tick(pair.server);
        IllegalStateException e = assertThrows(IllegalStateException.class, pair.feed::capture);
        String text = "steps of entity " + Entity.toString(entity)
                + " has 13 bytes as UTF-8 and one for each string, and the feed's schema sends 12 at most";
        assertTrue(e.getMessage().contains(text), e.getMessage());
    }

    @Test
    void shouldRejectWrongSchemas() {
        FeedSchemaBuilder builder = FeedSchema.builder().column(Quest.STEPS, 1024);
        assertEquals(2 + 1 + 256, builder.build().fields());
        assertWrong(
                () -> builder.column(Quest.STEPS, 3),
                () -> FeedSchema.builder().column(Quest.STEPS),
                () -> FeedSchema.builder().column(Quest.STEPS, 0),
                () -> FeedSchema.builder().column(Quest.STEPS, 1025));
        assertFalse(SCHEMA.fingerprint() == builder.build().fingerprint());
    }

    /** Whether a server could have sent the bytes of a list, of which one more has no fields. */
    private static boolean isValid(int... bytes) {
        return isValid(bytes.length, bytes);
    }

    private static boolean isValid(int length, int[] bytes) {
        FeedSchema schema = FeedSchema.builder().column(Quest.STEPS, 6).build();
        int[] values = new int[schema.fields() * Frames.CHUNK_ROWS];
        values[0] = 1; // the generation
        values[Frames.CHUNK_ROWS] = 1; // the component
        values[2 * Frames.CHUNK_ROWS] = length;
        for (int i = 0; i < bytes.length; i++) {
            values[(3 + (i >> 2)) * Frames.CHUNK_ROWS] |= bytes[i] << 8 * (i & 3);
        }
        return schema.isValid(values, 0);
    }

    @Test
    void shouldRefuseFieldsOfNoList() {
        assertTrue(isValid());
        assertTrue(isValid('a', 0xFF, 0xFE, 0xFF, 'b', 0xFF));
        assertTrue(isValid(0xFE, 0xFE, 0xFE, 0xFE, 0xFE, 0xFE));
        assertTrue(isValid(0xED, 0xA0, 0x80, 0xFF), "a surrogate");
        assertFalse(isValid('a'), "no end");
        assertFalse(isValid('a', 0xFF, 'b'), "no end");
        assertFalse(isValid('a', 0xFE), "null with text");
        assertFalse(isValid(0xFF, 'a', 0xFE), "null with text");
        assertFalse(isValid(0xC3, 0xFF, 0xBC, 0xFF), "a character in two strings");
        assertFalse(isValid('a', 0xFF, 0xC1, 0xBF, 0xFF), "in more bytes than needed");
        assertFalse(isValid(0xFD, 0xFF), "no first byte");
        assertFalse(isValid(7, new int[] {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF}), "length");
        assertFalse(isValid(-1, new int[0]), "length");
        assertFalse(isValid(Integer.MIN_VALUE, new int[0]), "length");
        assertFalse(isValid(1, new int[] {0xFF, 0xFF}), "behind the end");
        assertFalse(isValid(0, new int[] {0xFF}), "behind the end");
        assertFalse(isValid(4, new int[] {0xFF, 0xFF, 0xFF, 0xFF, 0xFF}), "behind the end");
    }

    @Test
    void shouldCorrectListsThatWerePredictedWrongly() {
        long own = pair.server.spawn(new Quest("one", null));
        try (Snapshots ring = Saves.snapshots(pair.client, 16);
                Schedule ticks = Schedule.builder(pair.client).build()) {
            Prediction<Quest> prediction = new Prediction<Quest>(
                            pair.mirror, ticks, ring, (world, quest) -> world.set(pair.local(own), quest))
                    .control(own);
            pair.exchange();
            assertTrue(prediction.correct(0), "the first state is taken over");
            Quest[] quests = {new Quest("one", ""), new Quest(), new Quest("two")};
            for (Quest quest : quests) {
                long input = prediction.tick(1, quest);
                pair.server.set(own, quest);
                pair.exchange();
                assertFalse(prediction.correct(input));
                assertShown(own);
            }
            for (Quest wrong : List.of(new Quest("twi"), new Quest("tw", ""), new Quest("longer than is sent"))) {
                long input = prediction.tick(1, wrong);
                pair.exchange();
                assertTrue(prediction.correct(input));
                assertShown(own);
            }
        }
    }
}
