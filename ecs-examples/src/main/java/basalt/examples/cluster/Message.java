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
 *   16  hashes  long for each
 * </pre>
 */
final class Message {
    static final short VERSION = 1;

    static final short STEER = 1;
    static final short FIRE = 2;
    static final short ANSWER = 3;
    static final short HASH = 4;

    static final int COMMAND_LENGTH = 24;
    static final int ANSWER_LENGTH = 40;

    private static final int HEADER_LENGTH = 16;

    private Message() {}

    /** What has become of a command. After a refusal the session is closed at the next tick. */
    enum Status {
        /** The command was applied now. */
        APPLIED("the command was applied"),

        /** The command had been applied before: the answer to a repetition. */
        REPEATED("the command had been applied before"),

        /** Commands before it are missing. The answer has the number of the last one that was applied. */
        GAP("earlier commands are missing"),

        /** Too many messages. */
        TOO_MANY("too many messages a second"),

        /** Not a command. */
        MALFORMED("the message is no command of this version"),

        /** The same player has joined with another session. */
        REPLACED("the player has joined again elsewhere");

        /** A text for people. */
        final String text;

        Status(String text) {
            this.text = text;
        }

        /** Whether the session is closed. */
        boolean isRefusal() {
            return compareTo(TOO_MANY) >= 0;
        }
    }

    /** {@link #STEER} or {@link #FIRE}: the only messages that the service takes from players. */
    record Command(short type, long sequence, float dx, float dy) {
        /** Reads a message; null if it is no command of this version. */
        static Command read(DirectBuffer from, int offset, int length) {
            if (length != COMMAND_LENGTH || from.getShort(offset + 2, ByteOrder.LITTLE_ENDIAN) != VERSION) {
                return null;
            }
            short type = Message.type(from, offset);
            float dx = from.getFloat(offset + 16, ByteOrder.LITTLE_ENDIAN);
            float dy = from.getFloat(offset + 20, ByteOrder.LITTLE_ENDIAN);
            boolean isKnown = type == STEER || type == FIRE;
            return isKnown && Float.isFinite(dx) && Float.isFinite(dy)
                    ? new Command(type, Message.sequence(from, offset), dx, dy)
                    : null;
        }

        /** Writes the message. Returns its length. */
        int write(MutableDirectBuffer to) {
            putHeader(to, type, Status.APPLIED, sequence);
            to.putFloat(16, dx, ByteOrder.LITTLE_ENDIAN);
            to.putFloat(20, dy, ByteOrder.LITTLE_ENDIAN);
            return COMMAND_LENGTH;
        }
    }

    /**
     * What the service says to a player: what has become of a command, how many of the player were applied at which
     * tick, and where the ship is.
     */
    record Answer(Status status, long sequence, long tick, long applied, float x, float y) {
        /** Reads a message; null if it is no answer. */
        static Answer read(DirectBuffer from, int offset, int length) {
            if (length != ANSWER_LENGTH || Message.type(from, offset) != ANSWER) {
                return null;
            }
            return new Answer(
                    Status.values()[from.getInt(offset + 4, ByteOrder.LITTLE_ENDIAN)],
                    Message.sequence(from, offset),
                    from.getLong(offset + 16, ByteOrder.LITTLE_ENDIAN),
                    from.getLong(offset + 24, ByteOrder.LITTLE_ENDIAN),
                    from.getFloat(offset + 32, ByteOrder.LITTLE_ENDIAN),
                    from.getFloat(offset + 36, ByteOrder.LITTLE_ENDIAN));
        }

        /** Writes the message. Returns its length. */
        int write(MutableDirectBuffer to) {
            putHeader(to, ANSWER, status, sequence);
            to.putLong(16, tick, ByteOrder.LITTLE_ENDIAN);
            to.putLong(24, applied, ByteOrder.LITTLE_ENDIAN);
            to.putFloat(32, x, ByteOrder.LITTLE_ENDIAN);
            to.putFloat(36, y, ByteOrder.LITTLE_ENDIAN);
            return ANSWER_LENGTH;
        }
    }

    static short type(DirectBuffer from, int offset) {
        return from.getShort(offset, ByteOrder.LITTLE_ENDIAN);
    }

    static long sequence(DirectBuffer from, int offset) {
        return from.getLong(offset + 8, ByteOrder.LITTLE_ENDIAN);
    }

    /** One of the hashes of a tick. */
    static long hash(DirectBuffer from, int offset, int index) {
        return from.getLong(offset + HEADER_LENGTH + index * Long.BYTES, ByteOrder.LITTLE_ENDIAN);
    }

    /** Writes the hashes of a tick. Returns the length of the message. */
    static int putHashes(MutableDirectBuffer to, long tick, long... hashes) {
        putHeader(to, HASH, Status.APPLIED, tick);
        for (int i = 0; i < hashes.length; i++) {
            to.putLong(HEADER_LENGTH + i * Long.BYTES, hashes[i], ByteOrder.LITTLE_ENDIAN);
        }
        return HEADER_LENGTH + hashes.length * Long.BYTES;
    }

    private static void putHeader(MutableDirectBuffer to, short type, Status status, long sequence) {
        to.putShort(0, type, ByteOrder.LITTLE_ENDIAN);
        to.putShort(2, VERSION, ByteOrder.LITTLE_ENDIAN);
        to.putInt(4, status.ordinal(), ByteOrder.LITTLE_ENDIAN);
        to.putLong(8, sequence, ByteOrder.LITTLE_ENDIAN);
    }
}
