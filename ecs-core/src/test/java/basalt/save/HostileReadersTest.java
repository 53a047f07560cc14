package basalt.save;

import static basalt.memory.Refusal.assertThrowsWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.component.ColumnKind;
import basalt.component.Entity;
import basalt.component.EventType;
import basalt.component.SaveFormatException;
import basalt.storage.PartWriter;
import basalt.storage.SavedField;
import basalt.storage.SavedRows;
import basalt.storage.fixture.Bell;
import basalt.storage.fixture.Health;
import basalt.world.EventChannel;
import basalt.world.EventReader;
import basalt.world.World;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Events and unread changes in files that are made to do harm, with checksums that are right. */
class HostileReadersTest {
    private static final long FIRST_GENERATION = 1L << Integer.SIZE;

    /** A file of a world with one entity, in a block, and with one more part. */
    private static FileChunks file(String kind, byte[] bytes) {
        FileChunks file;
        try (World world = World.create()) {
            world.spawn(new Health(1));
            file = new FileChunks(Saving.bytes(world));
        }
        ByteArrayOutputStream part = new ByteArrayOutputStream();
        putInt(part, 0);
        for (byte[] text : new byte[][] {text(kind), text("some.Type"), bytes}) {
            putInt(part, text.length);
            part.writeBytes(text);
        }
        file.insertBefore("END ", "PART", part.toByteArray());
        return file;
    }

    private static void putInt(ByteArrayOutputStream to, int value) {
        to.writeBytes(ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(value)
                .array());
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void assertRefused(String kind, String message, Consumer<PartWriter> contents) {
        PartWriter to = new PartWriter("a part for a test");
        contents.accept(to);
        FileChunks file = file(kind, to.bytes());
        long block = SavedRows.blockBytes(new int[] {Health.TYPE.id()}); // larger the later it was registered
        LoadOptions options = new LoadOptions().maxObjectBytes(16_000);
        var refused = Saving.assertRefused(file.complete(), options, message, (2 << 20) + block);
        assertEquals("PART", refused.chunk());
        assertEquals(file.offset(file.find("PART")), refused.offset());
    }

    private static void putField(PartWriter to, String name, int kind, int length) {
        to.putText(name);
        to.putByte(kind);
        to.putInt(length);
    }

    private static final int INT = SavedField.number(ColumnKind.INT32);
    private static final int FLAG = SavedField.number(ColumnKind.BOOLEAN);
    private static final int OBJECT = SavedField.number(ColumnKind.REFERENCE);

    private static void assertFieldsRefused(String message, int count, Consumer<PartWriter> fields) {
        assertRefused("events", message, to -> {
            to.putByte(0);
            to.putInt(count);
            fields.accept(to);
            putNumbers(to, 0, 0, 0);
            to.putInt(0);
        });
    }

    private static void putNumbers(PartWriter to, long first, long current, long end) {
        to.putLong(first);
        to.putLong(current);
        to.putLong(end);
    }

    @Test
    void shouldRefuseFieldsOfEvents() {
        assertFieldsRefused("the number of fields", -1, to -> {});
        assertFieldsRefused("the number of fields", Integer.MAX_VALUE, to -> {});
        assertFieldsRefused("the number of fields", 256, to -> {
            for (int i = 0; i < 256; i++) {
                putField(to, "" + i, INT, 1);
            }
        });
        assertFieldsRefused("there twice", 2, to -> {
            putField(to, "x", INT, 1);
            putField(to, "x", INT, 1);
        });
        assertFieldsRefused("the kind of field x", 1, to -> putField(to, "x", 10, 1));
        for (int length : new int[] {0, -1, Integer.MIN_VALUE, SavedField.MAX_ROW_BYTES + 1}) {
            assertFieldsRefused("the length of field x", 1, to -> putField(to, "x", INT, length));
        }
        assertFieldsRefused("too long", 1, to -> putField(to, "x", INT, SavedField.MAX_ROW_BYTES / 4 + 1));
        assertFieldsRefused("the length of field x", 1, to -> putField(to, "x", OBJECT, 2));
        assertFieldsRefused("the length of the name of a field", 1, to -> to.putInt(Integer.MAX_VALUE));
        assertFieldsRefused("no text", 1, to -> {
            to.putInt(1);
            to.putByte(0x80);
            to.putByte(INT);
            to.putInt(1);
        });
    }

    private static void assertEventsRefused(String message, int kind, Consumer<PartWriter> rest) {
        assertRefused("events", message, to -> {
            to.putByte(0);
            to.putInt(kind == 0 ? 0 : 1);
            if (kind != 0) {
                putField(to, "x", kind, 1);
            }
            rest.accept(to);
        });
    }

    @Test
    void shouldRefuseEvents() {
        assertRefused("events", "too early", to -> {});
        assertRefused("events", "too old", to -> to.putByte(3));
        assertEventsRefused("not ascending", 0, to -> putNumbers(to, -1, 0, 0));
        assertEventsRefused("not ascending", 0, to -> putNumbers(to, 2, 1, 3));
        assertEventsRefused("not ascending", 0, to -> putNumbers(to, 2, 3, 2));
        assertEventsRefused("not ascending", 0, to -> putNumbers(to, 2, 3, Long.MAX_VALUE));
        assertEventsRefused("maxObjectBytes", 0, to -> putNumbers(to, 2, 3, 2003));
        assertEventsRefused("maxObjectBytes", 0, to -> putNumbers(to, 2, 3, 1L << 61));
        assertEventsRefused("too early", INT, to -> putNumbers(to, 0, 0, 1000));
        assertEventsRefused("neither 0 nor 1", FLAG, to -> {
            putNumbers(to, 0, 1, 3);
            to.putByte(1);
            to.putByte(0);
            to.putByte(2);
        });
        for (int length : new int[] {5, -2, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            assertEventsRefused("too early", OBJECT, to -> {
                putNumbers(to, 0, 0, 1);
                to.putInt(length);
                to.putInt(0);
            });
        }
    }

    /** A type with nothing but objects can be used with events that have none in the file. */
    @Test
    void shouldCountEventsWithoutBytes() {
        assertEventsRefused("maxObjectBytes", 0, to -> {
            putNumbers(to, 0, 0, 67_108_864);
            to.putInt(0);
        });
        PartWriter to = new PartWriter("a part for a test");
        to.putByte(0);
        to.putInt(0);
        putNumbers(to, 0, 0, 67_108_864);
        to.putInt(0);
        byte[] bytes = file("events", to.bytes()).complete();
        assertThrows(SaveFormatException.class, () -> Saving.load(bytes));
    }

    /** Each is an object of the heap, and needs 4 bytes in the file, or few where it is compressed. */
    @Test
    void shouldCountReadersWithoutBytes() {
        for (String kind : new String[] {"removed", "added", "changed"}) {
            assertRefused(kind, "maxObjectBytes", to -> {
                to.putInt(250);
                for (int i = 0; i < 250; i++) {
                    to.putInt(0);
                }
            });
        }
        assertPlacesRefused("maxObjectBytes", 250, new long[500]);
    }

    @Test
    void shouldCountPartsWithoutBytes() {
        FileChunks file = file("schedule", new byte[4]);
        ByteArrayOutputStream parts = new ByteArrayOutputStream();
        for (int i = 0; i < 250; i++) {
            putInt(parts, i);
            putInt(parts, 0);
            putInt(parts, 3);
            parts.writeBytes(text("" + (100 + i)));
            putInt(parts, 0);
        }
        file.set("PART", parts.toByteArray());
        LoadOptions options = new LoadOptions().maxObjectBytes(16_000);
        assertThrowsWith(SaveFormatException.class, () -> Saving.load(file.complete(), options), "maxObjectBytes");
    }

    /** The next events would have numbers that the file cannot have. */
    @Test
    void shouldSaveAgainWhatHasTheHighestNumbers() {
        PartWriter to = new PartWriter("a part for a test");
        long end = 1L << 62;
        to.putByte(0);
        to.putInt(0);
        putNumbers(to, end - 3, end - 1, end);
        to.putInt(2);
        for (long place : new long[] {0, 0, end, end}) {
            to.putLong(place);
        }
        byte[] bytes = file("events", to.bytes()).complete();
        try (World world = Saving.load(bytes, new LoadOptions().rename("some.Type", Gong.TYPE.name()))) {
            EventChannel<Gong> channel = world.events(Gong.TYPE);
            EventReader<Gong> slow = channel.reader();
            EventReader<Gong> fast = channel.reader();
            for (int i = 0; i < 100; i++) {
                channel.send();
            }
            try (World again = Saving.load(Saving.bytes(world))) {
                EventChannel<Gong> loaded = again.events(Gong.TYPE);
                assertEquals(103, loaded.sent() - loaded.firstLive());
                assertEquals(slow.remaining(), loaded.reader().remaining());
                assertEquals(fast.remaining(), loaded.reader().remaining());
            }
        }
    }

    record Gong() {
        static final EventType<Gong> TYPE = EventType.of(Gong.class);
    }

    private static void assertPlacesRefused(String message, int count, long... places) {
        assertEventsRefused(message, 0, to -> {
            putNumbers(to, 3, 4, 5);
            to.putInt(count);
            for (long place : places) {
                to.putLong(place);
            }
        });
    }

    @Test
    void shouldRefusePlacesOfReaders() {
        assertPlacesRefused("too early", 1);
        assertPlacesRefused("too early", -1);
        assertPlacesRefused("too early", Integer.MAX_VALUE, 1, 0);
        assertPlacesRefused("place of a reader", 1, 6, 0);
        assertPlacesRefused("place of a reader", 1, -1, 0);
        assertPlacesRefused("place of a reader", 1, 3, 4);
        assertPlacesRefused("place of a reader", 1, 3, -1);
        assertPlacesRefused("too long", 1, 5, 5, 5);
    }

    private static void assertLongsRefused(String kind, String message, int readers, int count, long... values) {
        assertRefused(kind, message, to -> {
            to.putInt(readers);
            to.putInt(count);
            for (long value : values) {
                to.putLong(value);
            }
        });
    }

    @Test
    void shouldRefuseReaders() {
        for (String kind : new String[] {"removed", "added", "changed"}) {
            assertRefused(kind, "too early", to -> {});
            assertRefused(kind, "there are none", to -> to.putInt(0));
            assertLongsRefused(kind, "too early", -1, 0);
            assertLongsRefused(kind, "too early", Integer.MAX_VALUE, 0);
            assertLongsRefused(kind, "too early", 1, -1);
            assertLongsRefused(kind, "too early", 1, Integer.MAX_VALUE, 1, 1);
            assertLongsRefused(kind, "too long", 1, 0, 1);
        }
    }

    @Test
    void shouldRefuseRemovals() {
        String message = "cannot have been one of the world";
        assertLongsRefused("removed", message, 1, 1, FIRST_GENERATION | 16384);
        assertLongsRefused("removed", message, 1, 1, FIRST_GENERATION | 0xFFFF_FFFFL);
        assertLongsRefused("removed", message, 1, 2, FIRST_GENERATION, 2 * FIRST_GENERATION);
        assertLongsRefused("removed", message, 1, 1, Entity.NULL);
    }

    @Test
    void shouldRefuseChangedRows() {
        for (String kind : new String[] {"added", "changed"}) {
            assertLongsRefused(kind, "not ascending", 1, 1, 0);
            assertLongsRefused(kind, "not ascending", 1, 2, 0, 0);
            assertLongsRefused(kind, "not ascending", 1, 2, 256, 1);
            assertLongsRefused(kind, "not ascending", 1, 2, -1, 1);
            assertLongsRefused(kind, "not ascending", 1, 2, Long.MAX_VALUE, 1);
            assertLongsRefused(kind, "not ascending", 1, 4, 3, 1, 3, 1);
            assertLongsRefused(kind, "not ascending", 1, 4, 3, 1, 2, 1);
        }
    }

    @Test
    void shouldRefuseMatchedRows() {
        assertLongsRefused("matched", "cut off", 1, 0);
        assertLongsRefused("matched", "cut off", 1, 1, -1);
        assertLongsRefused("matched", "cut off", 1, 2, 2, FIRST_GENERATION);
        assertLongsRefused("matched", "cannot have been one of the world", 1, 2, 1, FIRST_GENERATION | 16384);
        assertLongsRefused("matched", "not ascending", 1, 2, 0, 1);
        assertLongsRefused("matched", "not ascending", 1, 3, 0, 256, 1);
        assertLongsRefused("matched", "not ascending", 1, 5, 0, 3, 1, 3, 1);
    }

    /** What is not refused is used. */
    @Test
    void shouldUseWhatIsRight() {
        PartWriter to = new PartWriter("a part for a test");
        to.putByte(0);
        to.putInt(0);
        putNumbers(to, 1L << 61, 1L << 61, (1L << 61) + 1);
        to.putInt(1);
        to.putLong(1L << 61);
        to.putLong(1L << 61);
        byte[] bytes = file("events", to.bytes()).complete();
        try (World world = Saving.load(bytes, new LoadOptions().rename("some.Type", Bell.TYPE.name()))) {
            assertEquals(1L << 61, world.events(Bell.TYPE).reader().missed());
            assertEquals((1L << 61) + 1, world.events(Bell.TYPE).send());
        }
    }
}
