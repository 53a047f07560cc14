package basalt.storage;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A system of a schedule in a file.
 *
 * <pre>
 *   int systems; for each: int length and UTF-8 of the name, byte (1: enabled), byte (1: has run, if it runs once),
 *                          double seconds of its interval, double seconds since its run, int ticks of its interval
 * </pre>
 *
 * @param name its name
 * @param isEnabled whether it is enabled
 * @param isSpent whether it has run, and runs once
 * @param seconds the time of its interval that has passed
 * @param secondsSinceRun the time since its last run
 * @param ticks the ticks of its interval that have passed
 */
public record SavedSystem(
        String name, boolean isEnabled, boolean isSpent, double seconds, double secondsSinceRun, int ticks) {
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

    /** The most seconds in a file, which are more than 30,000 years. */
    private static final double MOST_SECONDS = 1e12;

    /** The least, because of rounding. */
    private static final double LEAST_SECONDS = -1;

    private static final int FIXED_BYTES = 2 + 2 * Double.BYTES + Integer.BYTES;

    /**
     * Writes systems.
     *
     * @param systems the systems of a schedule
     * @return the bytes
     */
    public static byte[] encode(List<SavedSystem> systems) {
        ExpandableArrayBuffer to = new ExpandableArrayBuffer();
        to.putInt(0, systems.size(), ORDER);
        int at = Integer.BYTES;
        for (SavedSystem system : systems) {
            at += to.putStringUtf8(at, system.name, ORDER);
            to.putByte(at++, (byte) (system.isEnabled ? 1 : 0));
            to.putByte(at++, (byte) (system.isSpent ? 1 : 0));
            to.putDouble(at, inFile(system.seconds), ORDER);
            to.putDouble(at + 8, inFile(system.secondsSinceRun), ORDER);
            to.putInt(at + 16, system.ticks, ORDER);
            at += 2 * Double.BYTES + Integer.BYTES;
        }
        byte[] bytes = new byte[at];
        to.getBytes(0, bytes);
        return bytes;
    }

    /**
     * Reads systems.
     *
     * @param bytes what {@link #encode} has made, or any bytes
     * @return the systems
     * @throws IllegalArgumentException if they are damaged
     */
    public static List<SavedSystem> decode(byte[] bytes) {
        UnsafeBuffer from = new UnsafeBuffer(bytes);
        List<SavedSystem> systems = new ArrayList<>();
        int at = 0;
        int count = bytes.length < Integer.BYTES ? -1 : from.getInt(0, ORDER);
        require(count >= 0 && count <= bytes.length / FIXED_BYTES);
        at += Integer.BYTES;
        for (; count > 0; count--) {
            require(bytes.length - at >= Integer.BYTES);
            int length = from.getInt(at, ORDER);
            require(length >= 0 && length <= bytes.length - at - Integer.BYTES - FIXED_BYTES);
            String name = from.getStringUtf8(at, ORDER);
            at += Integer.BYTES + length;
            int flags = from.getByte(at) | from.getByte(at + 1);
            SavedSystem system = new SavedSystem(
                    name,
                    from.getByte(at) != 0,
                    from.getByte(at + 1) != 0,
                    from.getDouble(at + 2, ORDER),
                    from.getDouble(at + 10, ORDER),
                    from.getInt(at + 18, ORDER));
            require((flags & ~1) == 0 && system.isValid());
            systems.add(system);
            at += FIXED_BYTES;
        }
        require(at == bytes.length);
        return systems;
    }

    private boolean isValid() {
        return seconds == inFile(seconds) && secondsSinceRun == inFile(secondsSinceRun) && ticks >= 0;
    }

    private static double inFile(double seconds) {
        return Math.max(LEAST_SECONDS, Math.min(seconds, MOST_SECONDS));
    }

    private static void require(boolean condition) {
        if (!condition) {
            throw new IllegalArgumentException("the systems of a schedule are damaged");
        }
    }
}
