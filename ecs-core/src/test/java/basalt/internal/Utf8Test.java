package basalt.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Strings as bytes. */
class Utf8Test {
    @ParameterizedTest
    @ValueSource(
            strings = {"", "a", "\u00e9", "\u20ac", "\ud7ff", "\ue000", "\uffff", "\ud83d\ude00", "x\ud83d\ude00y"})
    void shouldEncodeTextInUtf8(String text) {
        assertArrayEquals(text.getBytes(StandardCharsets.UTF_8), Utf8.encode(text));
        assertEquals(text, Utf8.decode(Utf8.encode(text)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\ud83d", "\ude00", "Ann \ud83d", "\ude00\ud83d", "\ud83d\ud83d\ude00\ude00", "\udbff\u0000"})
    void shouldKeepUnpairedSurrogates(String text) {
        assertEquals(text, Utf8.decode(Utf8.encode(text)));
    }

    @Test
    void shouldKeepAnyString() {
        Random random = new Random(5);
        for (int times = 0; times < 1000; times++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(12); i > 0; i--) {
                text.append((char) (random.nextBoolean() ? 0xD780 + random.nextInt(0x900) : random.nextInt(0x10000)));
            }
            assertEquals(text.toString(), Utf8.decode(Utf8.encode(text.toString())));
        }
    }

    @Test
    void shouldRefuseBytesThatAreNoText() {
        byte[][] wrong = {{(byte) 0x80}, {(byte) 0xED}, {(byte) 0xED, (byte) 0xA0}, {(byte) 0xED, (byte) 0xA0, 0}, {-1}
        };
        for (byte[] bytes : wrong) {
            assertThrows(IllegalArgumentException.class, () -> Utf8.decode(bytes));
        }
    }
}
