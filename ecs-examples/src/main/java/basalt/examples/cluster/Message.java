package basalt.examples.cluster;

import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The layout of all messages between players and the service. Aeron's own header stands before it. Little endian:
 *
 * <pre>
 *    0  type      short
 *    2  version   short, {@link #VERSION}
 *    4  status    int: a {@link Status} in answers, else 0
 *    8  sequence  long: the number of a command; in a hash its tick
 *
 *   STEER, FIRE (to the service)           ANSWER (to the player)
 *   16  dx  float                          16  tick     long
 *   20  dy  float                          24  applied  long
 *                                          32  x        float
 *   HASH (between nodes, see StateCheck)   36  y        float
 *   16  hash        long
 *   24  components  long for each component
 * </pre>
 */
final class Message {
    static final short VERSION = 1;

    static final short STEER = 1;
    static final short FIRE = 2;
    static final short ANSWER = 3;
    static final short HASH = 4;

    static final int HEADER_LENGTH = 16;
    static final int COMMAND_LENGTH = 24;
    static final int ANSWER_LENGTH = 40;

    private static final int TYPE = 0;
    private static final int VERSION_AT = 2;
    private static final int STATUS = 4;
    private static final int SEQUENCE = 8;
    private static final int DX = 16;
    private static final int DY = 20;
    private static final int TICK = 16;
    private static final int APPLIED = 24;
    private static final int X = 32;
    private static final int Y = 36;
    private static final int HASH_AT = 16;
    private static final int COMPONENTS = 24;

    private Message() {}

    /** Whether a message is a command of this version: the only kind that the service takes from players. */
    static boolean isCommand(DirectBuffer from, int offset, int length) {
        if (length != COMMAND_LENGTH || from.getShort(offset + VERSION_AT, ByteOrder.LITTLE_ENDIAN) != VERSION) {
            return false;
        }
        short type = type(from, offset);
        return (type == STEER || type == FIRE) && Float.isFinite(dx(from, offset)) && Float.isFinite(dy(from, offset));
    }

    static short type(DirectBuffer from, int offset) {
        return from.getShort(offset + TYPE, ByteOrder.LITTLE_ENDIAN);
    }

    static Status status(DirectBuffer from, int offset) {
        return Status.of(from.getInt(offset + STATUS, ByteOrder.LITTLE_ENDIAN));
    }

    static long sequence(DirectBuffer from, int offset) {
        return from.getLong(offset + SEQUENCE, ByteOrder.LITTLE_ENDIAN);
    }

    static float dx(DirectBuffer from, int offset) {
        return from.getFloat(offset + DX, ByteOrder.LITTLE_ENDIAN);
    }

    static float dy(DirectBuffer from, int offset) {
        return from.getFloat(offset + DY, ByteOrder.LITTLE_ENDIAN);
    }

    static long tick(DirectBuffer from, int offset) {
        return from.getLong(offset + TICK, ByteOrder.LITTLE_ENDIAN);
    }

    static long applied(DirectBuffer from, int offset) {
        return from.getLong(offset + APPLIED, ByteOrder.LITTLE_ENDIAN);
    }

    static float x(DirectBuffer from, int offset) {
        return from.getFloat(offset + X, ByteOrder.LITTLE_ENDIAN);
    }

    static float y(DirectBuffer from, int offset) {
        return from.getFloat(offset + Y, ByteOrder.LITTLE_ENDIAN);
    }

    static long hash(DirectBuffer from, int offset) {
        return from.getLong(offset + HASH_AT, ByteOrder.LITTLE_ENDIAN);
    }

    /** The hash of a component, by its index in the list of components. */
    static long componentHash(DirectBuffer from, int offset, int component) {
        return from.getLong(offset + COMPONENTS + component * Long.BYTES, ByteOrder.LITTLE_ENDIAN);
    }

    private static void putHeader(MutableDirectBuffer to, int offset, short type, Status status, long sequence) {
        to.putShort(offset + TYPE, type, ByteOrder.LITTLE_ENDIAN);
        to.putShort(offset + VERSION_AT, VERSION, ByteOrder.LITTLE_ENDIAN);
        to.putInt(offset + STATUS, status.ordinal(), ByteOrder.LITTLE_ENDIAN);
        to.putLong(offset + SEQUENCE, sequence, ByteOrder.LITTLE_ENDIAN);
    }

    /** Writes a command, {@link #STEER} or {@link #FIRE}. Returns its length. */
    static int putCommand(MutableDirectBuffer to, int offset, short type, long sequence, float dx, float dy) {
        putHeader(to, offset, type, Status.APPLIED, sequence);
        to.putFloat(offset + DX, dx, ByteOrder.LITTLE_ENDIAN);
        to.putFloat(offset + DY, dy, ByteOrder.LITTLE_ENDIAN);
        return COMMAND_LENGTH;
    }

    /** Writes an answer. Returns its length. */
    static int putAnswer(
            MutableDirectBuffer to,
            int offset,
            Status status,
            long sequence,
            long tick,
            long applied,
            float x,
            float y) {
        putHeader(to, offset, ANSWER, status, sequence);
        to.putLong(offset + TICK, tick, ByteOrder.LITTLE_ENDIAN);
        to.putLong(offset + APPLIED, applied, ByteOrder.LITTLE_ENDIAN);
        to.putFloat(offset + X, x, ByteOrder.LITTLE_ENDIAN);
        to.putFloat(offset + Y, y, ByteOrder.LITTLE_ENDIAN);
        return ANSWER_LENGTH;
    }

    /** Writes the hash of a tick, with those of its components. Returns its length. */
    static int putHash(MutableDirectBuffer to, int offset, long tick, long hash, long[] components) {
        putHeader(to, offset, HASH, Status.APPLIED, tick);
        to.putLong(offset + HASH_AT, hash, ByteOrder.LITTLE_ENDIAN);
        for (int component = 0; component < components.length; component++) {
            to.putLong(offset + COMPONENTS + component * Long.BYTES, components[component], ByteOrder.LITTLE_ENDIAN);
        }
        return COMPONENTS + components.length * Long.BYTES;
    }
}
