package basalt.storage;

import java.util.ArrayList;
import java.util.List;

/**
 * A system of a schedule in a file.
 *
 * <pre>
 *   int systems; for each: int length and UTF-8 of the name, byte (1: enabled), byte (1: has run, if it runs once),
 *                          double seconds of its interval, double seconds since its run, int ticks of its interval
 * </pre>
 *
 * @param isSpent whether it has run, and runs once
 */
public record SavedSystem(
        String name, boolean isEnabled, boolean isSpent, double seconds, double secondsSinceRun, int ticks) {
    private static final String PART = "the systems of a schedule";

    /** The most seconds in a file, which are more than 30,000 years. */
    private static final double MOST_SECONDS = 1e12;

    /** The least, because of rounding. */
    private static final double LEAST_SECONDS = -1;

    private static final int MOST_SYSTEMS = 1 << 16;
    private static final int FIXED_BYTES = Integer.BYTES + 2 + 2 * Double.BYTES + Integer.BYTES;

    public static byte[] encode(List<SavedSystem> systems) {
        PartWriter to = new PartWriter(PART);
        to.putInt(systems.size());
        for (SavedSystem system : systems) {
            to.putText(system.name);
            to.putByte(system.isEnabled ? 1 : 0);
            to.putByte(system.isSpent ? 1 : 0);
            to.putLong(Double.doubleToRawLongBits(inFile(system.seconds)));
            to.putLong(Double.doubleToRawLongBits(inFile(system.secondsSinceRun)));
            to.putInt(system.ticks);
        }
        return to.bytes();
    }

    public static List<SavedSystem> decode(byte[] bytes) {
        PartReader from = new PartReader(PART, bytes);
        List<SavedSystem> systems = new ArrayList<>();
        int count = from.getCount(FIXED_BYTES);
        from.require(count <= MOST_SYSTEMS, "they are more than " + MOST_SYSTEMS);
        for (; count > 0; count--) {
            String name = from.getName();
            int enabled = from.getByte();
            int spent = from.getByte();
            SavedSystem system = new SavedSystem(
                    name,
                    enabled != 0,
                    spent != 0,
                    Double.longBitsToDouble(from.getLong()),
                    Double.longBitsToDouble(from.getLong()),
                    from.getInt());
            from.require(((enabled | spent) & ~1) == 0 && system.isValid(), "a value is out of range");
            systems.add(system);
        }
        from.requireEnd();
        return systems;
    }

    private boolean isValid() {
        return seconds == inFile(seconds) && secondsSinceRun == inFile(secondsSinceRun) && ticks >= 0;
    }

    private static double inFile(double seconds) {
        return Math.max(LEAST_SECONDS, Math.min(seconds, MOST_SECONDS));
    }
}
