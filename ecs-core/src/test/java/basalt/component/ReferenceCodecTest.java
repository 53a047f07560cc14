package basalt.component;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.storage.fixture.Route;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Codecs that fields declare, and those of their types. */
class ReferenceCodecTest {
    record All(@WithCodec(Route.Codec.class) Route route, Object other, List<TimeUnit> units, List<Object> others) {
        static final Component<All> TYPE = Component.of(All.class);
        static final ReferenceColumn<Route> ROUTE = TYPE.reference("route", Route.class);
        static final ReferenceColumn<Object> OTHER = TYPE.reference("other", Object.class);
    }

    record Sent(@WithCodec(Route.Codec.class) Route route, String name) {
        static final EventType<Sent> TYPE = EventType.of(Sent.class);
        static final ReferenceColumn<String> NAME = TYPE.reference("name", String.class);
    }

    private static <T> T copy(ReferenceColumn<T> column, T value) {
        var buffer = new ExpandableArrayBuffer(4);
        int length = column.codec().write(value, buffer, 3);
        buffer.putInt(3 + length, -1); // what follows is not read
        return column.codec().read(buffer, 3, length);
    }

    @Test
    void shouldUseTheCodecOfAField() {
        assertEquals(new Route(3, -4), copy(All.ROUTE, new Route(3, -4)));
        assertSame(All.ROUTE.codec(), All.TYPE.reference("route", Route.class).codec());
        assertTrue(Sent.TYPE.reference("route", Route.class).hasCodec());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "ümläut \uD83D\uDE00 \0 end", "a\uD800b"})
    void shouldCopyStrings(String text) {
        assertEquals(text, copy(Sent.NAME, text));
    }

    @Test
    void shouldCopyCollections() {
        List<TimeUnit> units = Arrays.asList(TimeUnit.DAYS, null, TimeUnit.HOURS);
        assertEquals(units, copy(All.TYPE.reference("units", List.class), units));
    }

    @Test
    void shouldHaveNoCodecOtherwise() {
        assertFalse(All.OTHER.hasCodec());
        assertFalse(All.TYPE.reference("others", List.class).hasCodec());
        String message =
                assertThrows(IllegalStateException.class, All.OTHER::codec).getMessage();
        assertTrue(message.contains("All.other has no codec: declare one"), message);
        assertTrue(message.contains("@WithCodec"), message);
    }

    record Number(@WithCodec(Route.Codec.class) int x) {}

    record Other(@WithCodec(Route.Codec.class) String text) {}

    record Broken(@WithCodec(Throwing.class) Route route) {}

    record Unmade(@WithCodec(Needing.class) Route route) {}

    record Unfinished(@WithCodec(Abstract.class) Route route) {}

    record Wider(@WithCodec(OfObjects.class) Route route) {
        static final Component<Wider> TYPE = Component.of(Wider.class);
    }

    static class Throwing extends Route.Codec {
        Throwing() {
            throw new UnsupportedOperationException("not now");
        }
    }

    static class Needing extends Route.Codec {
        Needing(int argument) {
            assertEquals(0, argument);
        }
    }

    abstract static class Abstract extends Route.Codec {}

    /** A codec may write more objects than the field has. */
    static final class OfObjects implements ReferenceCodec<Record> {
        private OfObjects() {}

        @Override
        public int write(Record value, MutableDirectBuffer to, int offset) {
            return 0;
        }

        @Override
        public Record read(DirectBuffer from, int offset, int length) {
            return new Route(0, 0);
        }
    }

    @Test
    void shouldTakeACodecOfASupertype() {
        assertEquals(new Route(0, 0), copy(Wider.TYPE.reference("route", Route.class), new Route(5, 6)));
    }

    @Test
    void shouldRejectWrongDeclarations() {
        assertRejected(Number.class, "field x", "which only a reference can have: remove it");
        assertRejected(Other.class, "field text", "has a codec of other objects", "name one of java.lang.String");
        assertRejected(Broken.class, "field route", "whose constructor throws", Throwing.class.getName());
        assertRejected(Unmade.class, "field route", "a constructor without parameters", Needing.class.getName());
        assertRejected(Unfinished.class, "field route", "abstract", Abstract.class.getName());
    }

    private static void assertRejected(Class<? extends Record> type, String... parts) {
        for (int i = 0; i < 2; i++) { // it is not half registered
            var rejected = assertThrows(IllegalArgumentException.class, () -> Component.of(type));
            for (String part : parts) {
                assertTrue(rejected.getMessage().contains(part), rejected.getMessage());
            }
        }
    }

    @Test
    void shouldKeepTheCauseOfABrokenCodec() {
        var rejected = assertThrows(IllegalArgumentException.class, () -> Component.of(Broken.class));
        assertEquals("not now", rejected.getCause().getMessage());
        assertNull(rejected.getCause().getCause());
    }
}
