package basalt.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SavedSystemTest {
    private static byte[] encode(double seconds, double sinceRun) {
        return SavedSystem.encode(List.of(new SavedSystem("move", true, false, seconds, sinceRun, 3)));
    }

    @Test
    void shouldDecodeWhatItHasEncoded() {
        assertEquals(
                List.of(new SavedSystem("move", true, false, -1e-7, 1.5, 3)), SavedSystem.decode(encode(-1e-7, 1.5)));
    }

    @ParameterizedTest
    @ValueSource(doubles = {-3e38, -2, 1e13, 3e38, Double.NaN, Double.POSITIVE_INFINITY})
    void shouldRefuseTimesThatNoScheduleHas(double seconds) {
        byte[] bytes = encode(0, 0);
        ByteBuffer wrapped = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int at : new int[] {bytes.length - 20, bytes.length - 12}) {
            wrapped.putDouble(at, seconds);
            assertThrows(IllegalArgumentException.class, () -> SavedSystem.decode(bytes));
            wrapped.putDouble(at, 0);
        }
        SavedSystem.decode(bytes);
    }

    @Test
    void shouldLimitTheSystems() {
        byte[] bytes = SavedSystem.encode(Collections.nCopies(65_537, new SavedSystem("", true, false, 0, 0, 0)));
        assertThrows(IllegalArgumentException.class, () -> SavedSystem.decode(bytes));
    }

    /** What was saved is never refused. */
    @ParameterizedTest
    @ValueSource(doubles = {-2, 1e13})
    void shouldEncodeTheNearestTime(double seconds) {
        double nearest = seconds < 0 ? -1 : 1e12;
        assertEquals(
                List.of(new SavedSystem("move", true, false, nearest, nearest, 3)),
                SavedSystem.decode(encode(seconds, seconds)));
    }
}
