package basalt.memory.frame;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.MemorySource;
import basalt.memory.Slice;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of texts only; {@link FrameCollectionTest} covers what they share with lists and maps. */
class FrameStringTest {
    private final FrameArena arena = new FrameArena(MemorySource.direct());

    @AfterEach
    void closeArena() {
        arena.close();
    }

    @Test
    void shouldBuildALine() {
        int count = 12;
        FrameString line = FrameString.in(arena, 128);
        line.append("alive: ")
                .append(count)
                .append(", ms: ")
                .appendFixed(1.005, 2)
                .append(';');
        assertEquals("alive: 12, ms: 1.00;", line.toString());
        UnsafeBuffer buffer = new UnsafeBuffer();
        line.wrapUnchecked(buffer);
        assertEquals(20, buffer.capacity());
        assertEquals("alive: 12, ms: 1.00;", buffer.getStringWithoutLengthAscii(0, 20));
        line.clear();
        assertEquals("", line.toString());
        line.wrapUnchecked(buffer);
        assertEquals(0, buffer.capacity());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 63, 64, 65, 4097})
    void shouldFillToItsCapacity(int capacity) {
        FrameString text = FrameString.in(arena, capacity);
        Slice behind = arena.allocate(8, 1);
        behind.putLong(0, 0x2222);
        assertEquals(capacity + 8, arena.usedBytes());
        text.append("x".repeat(capacity - 1));
        assertFalse(text.isFull());
        for (CharSequence tooLong : new CharSequence[] {"ab", "\u00e9", "\u20ac", "\ud83d\ude00", "a\u00e9"}) {
            String message = assertThrows(IllegalStateException.class, () -> text.append(tooLong))
                    .getMessage();
            assertEquals(
                    "text does not fit: size=" + (capacity - 1) + ", capacity=" + capacity
                            + "; create it with a larger capacity",
                    message);
        }
        List<Runnable> appends = List.of(
                () -> text.append('\u00e9'),
                () -> text.append(10),
                () -> text.append(-1),
                () -> text.appendFixed(1, 1),
                () -> text.appendFixed(Double.NaN, 1));
        appends.forEach(append -> assertThrows(IllegalStateException.class, append::run));
        assertEquals(capacity - 1, text.size());
        text.append('!');
        assertTrue(text.isFull());
        assertEquals("x".repeat(capacity - 1) + "!", text.toString());
        assertThrows(IllegalStateException.class, () -> text.append('a'));
        text.append("");
        assertEquals(0x2222, behind.getLong(0));
    }

    @Test
    void shouldRejectMissingText() {
        FrameString text = FrameString.in(arena, 64);
        assertThrows(IllegalArgumentException.class, () -> text.append(null));
    }

    @Test
    void shouldBeDeadWhenEmptyToo() {
        FrameString text = FrameString.in(arena, 64);
        arena.reset();
        assertThrows(IllegalStateException.class, text::toString);
        assertThrows(IllegalStateException.class, () -> text.wrapUnchecked(new UnsafeBuffer()));
        assertThrows(IllegalStateException.class, () -> text.append(""));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldEncodeAsTheJdkDoes(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            StringBuilder chars = new StringBuilder();
            for (int i = random.nextInt(40); i > 0; i--) {
                append(random, chars);
            }
            byte[] expected = chars.toString().getBytes(StandardCharsets.UTF_8);
            FrameString text = FrameString.in(arena, expected.length + 1);
            text.append(chars);
            assertEquals(expected.length, text.size());
            byte[] actual = new byte[text.size()];
            UnsafeBuffer buffer = new UnsafeBuffer();
            text.wrapUnchecked(buffer);
            buffer.getBytes(0, actual);
            assertArrayEquals(expected, actual);
            assertEquals(new String(expected, StandardCharsets.UTF_8), text.toString());
            arena.reset();
        }
    }

    private static void append(Random random, StringBuilder chars) {
        switch (random.nextInt(6)) {
            case 0 -> chars.append((char) random.nextInt(0x80));
            case 1 -> chars.append((char) (0x80 + random.nextInt(0x780)));
            case 2 -> chars.append((char) random.nextInt(0x1_0000));
            case 3 -> chars.appendCodePoint(0x1_0000 + random.nextInt(0x10_0000));
            case 4 -> chars.append((char) (0xd800 + random.nextInt(0x800)));
            default -> chars.append(new char[] {0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xffff}[random.nextInt(7)]);
        }
    }

    @Test
    void shouldReplaceSingleSurrogates() {
        FrameString text = FrameString.in(arena, 64);
        text.append("\ud83d\ude00").append('\ud83d').append('\ude00').append("\ude00\ud83d");
        assertEquals("\ud83d\ude00????", text.toString());
    }

    @ParameterizedTest
    @ValueSource(
            longs = {0, 1, -1, 9, 10, -10, 99, 100, Integer.MIN_VALUE, Integer.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE
            })
    void shouldWriteWholeNumbers(long value) {
        String expected = Long.toString(value);
        FrameString text = FrameString.in(arena, expected.length());
        text.append(value);
        assertEquals(expected, text.toString());
        if (expected.length() > 1) {
            FrameString small = FrameString.in(arena, expected.length() - 1);
            assertThrows(IllegalStateException.class, () -> small.append(value));
            assertEquals("", small.toString());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0",
        "-0.0, 2, 0.00",
        "-0.004, 2, 0.00",
        "-0.005, 2, -0.01",
        "0.5, 0, 1",
        "-0.5, 0, -1",
        "1.5, 0, 2",
        "0.125, 2, 0.13",
        "0.999, 2, 1.00",
        "9.9999, 3, 10.000",
        "-99.96, 1, -100.0",
        "0.000000001, 9, 0.000000001",
        "1.05, 3, 1.050",
        "16.666666, 2, 16.67",
        "2251799813685249.5, 1, 2251799813685249.5",
        "9007199254740993, 3, 9007199254740992.000",
        "9223372036854774784, 2, 9223372036854774784.00",
        "-9223372036854774784, 0, -9223372036854774784",
        "9223372036854775808, 2, 9.223372036854776E18",
        "NaN, 2, NaN",
        "-Infinity, 2, -Infinity",
    })
    void shouldWriteFixedDecimals(double value, int decimals, String expected) {
        assertEquals(
                expected, FrameString.in(arena, 64).appendFixed(value, decimals).toString());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldRoundToTheNearest(long seed) {
        Random random = new Random(seed);
        FrameString text = FrameString.in(arena, 64);
        for (int i = 0; i < 10_000; i++) {
            int decimals = random.nextInt(FrameString.MAX_DECIMALS + 1);
            double value = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(22) - 4);
            text.clear();
            text.appendFixed(value, decimals);
            BigDecimal written = new BigDecimal(text.toString());
            assertEquals(decimals, written.scale());
            // Half a unit of the last digit, plus the rounding error of one multiplication near a tie.
            BigDecimal off = written.subtract(new BigDecimal(value)).abs().scaleByPowerOfTen(decimals);
            assertTrue(off.doubleValue() <= 0.5 + 1e-6, () -> value + " with " + decimals + ": " + text);
            BigDecimal rounded = new BigDecimal(value).setScale(decimals, RoundingMode.HALF_UP);
            if (Math.abs(off.doubleValue() - 0.5) > 1e-6) {
                assertEquals(0, rounded.compareTo(written), () -> value + " with " + decimals + ": " + text);
            }
        }
    }

    @Test
    void shouldRejectDecimalsOutOfRange() {
        FrameString text = FrameString.in(arena, 64);
        for (int decimals : new int[] {-1, 10, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            var e = assertThrows(IllegalArgumentException.class, () -> text.appendFixed(1, decimals));
            assertEquals("decimals must be from 0 to 9: decimals=" + decimals, e.getMessage());
        }
        assertTrue(text.isEmpty());
    }
}
