package basalt.examples.cluster;

import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The layout of the messages between spectators and a {@link FeedServer}. Little endian:
 *
 * <pre>
 *   from a spectator, several a second           to a spectator, one a frame
 *    0  session  long: a number of its own        0  session  long
 *    8  tick     long: that of its newest state   8  hash     long: of what it has then; 0 if it was not taken
 *   16  x        float: where it looks           16  feed     long: a number of the feed; another server has another
 *   20  y        float                           24  a packet of the feed
 *   24  port     int: to which the feed goes, at the address from which the request comes
 *   28  {@link Credentials}
 * </pre>
 */
final class SpectatorMessage {
    static final int FEED_HEADER = 24;

    private static final int SESSION = 0;
    private static final int TICK = 8;
    private static final int X = 16;
    private static final int Y = 20;
    private static final int PORT = 24;
    private static final int CREDENTIALS = 28;
    private static final int HASH = 8;
    private static final int FEED = 16;
    private static final int MOST_PORT = 0xFFFF;

    private SpectatorMessage() {}

    /** Writes a request. Returns its length. */
    static int putRequest(
            MutableDirectBuffer to,
            int offset,
            long session,
            long tick,
            float x,
            float y,
            int port,
            byte[] credentials) {
        to.putLong(offset + SESSION, session, ByteOrder.LITTLE_ENDIAN);
        to.putLong(offset + TICK, tick, ByteOrder.LITTLE_ENDIAN);
        to.putFloat(offset + X, x, ByteOrder.LITTLE_ENDIAN);
        to.putFloat(offset + Y, y, ByteOrder.LITTLE_ENDIAN);
        to.putInt(offset + PORT, port, ByteOrder.LITTLE_ENDIAN);
        to.putBytes(offset + CREDENTIALS, credentials);
        return CREDENTIALS + credentials.length;
    }

    /** Whether a message is a request with the right token. */
    static boolean isRequest(DirectBuffer from, int offset, int length, String token) {
        if (length < CREDENTIALS) {
            return false;
        }
        byte[] credentials = new byte[length - CREDENTIALS];
        from.getBytes(offset + CREDENTIALS, credentials);
        return Credentials.areValid(credentials, token)
                && Float.isFinite(x(from, offset))
                && Float.isFinite(y(from, offset))
                && port(from, offset) > 0
                && port(from, offset) <= MOST_PORT;
    }

    static long session(DirectBuffer from, int offset) {
        return from.getLong(offset + SESSION, ByteOrder.LITTLE_ENDIAN);
    }

    static long tick(DirectBuffer from, int offset) {
        return from.getLong(offset + TICK, ByteOrder.LITTLE_ENDIAN);
    }

    static float x(DirectBuffer from, int offset) {
        return from.getFloat(offset + X, ByteOrder.LITTLE_ENDIAN);
    }

    static float y(DirectBuffer from, int offset) {
        return from.getFloat(offset + Y, ByteOrder.LITTLE_ENDIAN);
    }

    static int port(DirectBuffer from, int offset) {
        return from.getInt(offset + PORT, ByteOrder.LITTLE_ENDIAN);
    }

    /** Writes what stands before a packet. */
    static void putFeedHeader(MutableDirectBuffer to, int offset, long session, long hash, long feed) {
        to.putLong(offset + SESSION, session, ByteOrder.LITTLE_ENDIAN);
        to.putLong(offset + HASH, hash, ByteOrder.LITTLE_ENDIAN);
        to.putLong(offset + FEED, feed, ByteOrder.LITTLE_ENDIAN);
    }

    static long feed(DirectBuffer from, int offset) {
        return from.getLong(offset + FEED, ByteOrder.LITTLE_ENDIAN);
    }

    static long hash(DirectBuffer from, int offset) {
        return from.getLong(offset + HASH, ByteOrder.LITTLE_ENDIAN);
    }
}
