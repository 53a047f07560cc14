package basalt.examples.cluster;

import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.codecs.ArchiveIdRequestDecoder;
import io.aeron.archive.codecs.AuthConnectRequestDecoder;
import io.aeron.archive.codecs.BoundedReplayRequestDecoder;
import io.aeron.archive.codecs.ConnectRequestDecoder;
import io.aeron.archive.codecs.KeepAliveRequestDecoder;
import io.aeron.archive.codecs.ListRecordingRequestDecoder;
import io.aeron.archive.codecs.RecordingPositionRequestDecoder;
import io.aeron.archive.codecs.ReplayRequestDecoder;
import io.aeron.archive.codecs.StopReplayRequestDecoder;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.client.AeronCluster;
import io.aeron.cluster.codecs.BackupQueryDecoder;
import io.aeron.cluster.codecs.HeartbeatRequestDecoder;
import io.aeron.cluster.codecs.MessageHeaderDecoder;
import io.aeron.cluster.codecs.SessionConnectRequestDecoder;
import io.aeron.cluster.codecs.StandbySnapshotDecoder;
import io.aeron.protocol.DataHeaderFlyweight;
import io.aeron.protocol.HeaderFlyweight;
import java.nio.ByteOrder;
import java.util.function.Predicate;
import org.agrona.BitUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * What one socket of a media driver takes. The cluster and its archive make a publication for the answer to each
 * request before they look at its token, and the driver makes buffers for each new stream; too many of both end a node.
 * So new streams and requests are limited for each source, and those with a wrong token, which are answered too, much
 * more. Of the archive's requests only those are taken that read. What is refused becomes padding, or is dropped.
 *
 * <p>For the receiver's thread of the driver.
 */
final class RequestFilter {
    /** The longest term of all streams of this program. */
    static final int MOST_TERM_BYTES = 1 << 20;

    private static final int INGRESS = AeronCluster.Configuration.INGRESS_STREAM_ID_DEFAULT;
    private static final int CONSENSUS = ConsensusModule.Configuration.CONSENSUS_STREAM_ID_DEFAULT;
    private static final int ARCHIVE = AeronArchive.Configuration.CONTROL_STREAM_ID_DEFAULT;
    private static final int HEADER = DataHeaderFlyweight.HEADER_LENGTH;
    private static final int ALIGNMENT = 32;

    private static final int PER_SECOND = 20;
    private static final int AT_ONCE = 250; // players of one program
    private static final int WRONG_PER_SECOND = 5;
    private static final int WRONG_AT_ONCE = 20;

    private final Predicate<byte[]> credentials;
    private final RateLimit streams;
    private final RateLimit requests;
    private final RateLimit wrong;

    /**
     * Makes a filter.
     *
     * @param credentials tells whether the token of a request is right
     * @param nowNanos the time
     */
    RequestFilter(Predicate<byte[]> credentials, long nowNanos) {
        this.credentials = credentials;
        streams = new RateLimit(PER_SECOND, AT_ONCE, nowNanos);
        requests = new RateLimit(PER_SECOND, AT_ONCE, nowNanos);
        wrong = new RateLimit(WRONG_PER_SECOND, WRONG_AT_ONCE, nowNanos);
    }

    /** Whether a source may announce a stream. */
    boolean admitsStream(int source, int termBytes, long nowNanos) {
        return termBytes <= MOST_TERM_BYTES && streams.admits(source, nowNanos);
    }

    /** Makes padding of the messages that are refused. Returns whether the packet is to be taken. */
    boolean admits(UnsafeBuffer packet, int length, int source, long nowNanos) {
        int stream = packet.getInt(DataHeaderFlyweight.STREAM_ID_FIELD_OFFSET, ByteOrder.LITTLE_ENDIAN);
        if (stream != INGRESS && stream != CONSENSUS && stream != ARCHIVE) {
            return true;
        }
        if (length == HEADER && frameLength(packet, 0) == 0) {
            return true; // a heartbeat
        }
        for (int offset = 0; offset < length; offset += BitUtil.align(frameLength(packet, offset), ALIGNMENT)) {
            boolean isWhole = length - offset >= HEADER && frameLength(packet, offset) >= HEADER;
            if (isWhole && type(packet, offset) == HeaderFlyweight.HDR_TYPE_PAD) {
                if (frameLength(packet, offset) > length - offset) {
                    return true; // only its header is sent
                }
            } else if (!isWhole || frameLength(packet, offset) > length - offset) {
                return false;
            } else if (isRefused(packet, offset, stream, source, nowNanos)) {
                packet.putShort(
                        offset + HeaderFlyweight.TYPE_FIELD_OFFSET,
                        (short) HeaderFlyweight.HDR_TYPE_PAD,
                        ByteOrder.LITTLE_ENDIAN);
            }
        }
        return true;
    }

    private static int frameLength(UnsafeBuffer packet, int offset) {
        return packet.getInt(offset, ByteOrder.LITTLE_ENDIAN);
    }

    private static int type(UnsafeBuffer packet, int offset) {
        return unsigned(packet, offset + HeaderFlyweight.TYPE_FIELD_OFFSET);
    }

    private static int unsigned(UnsafeBuffer packet, int offset) {
        return packet.getShort(offset, ByteOrder.LITTLE_ENDIAN) & 0xFFFF;
    }

    private boolean isRefused(UnsafeBuffer packet, int offset, int stream, int source, long nowNanos) {
        if ((packet.getByte(offset + HeaderFlyweight.FLAGS_FIELD_OFFSET) & DataHeaderFlyweight.BEGIN_FLAG) == 0) {
            return false; // of a message that was taken, or whose beginning was refused
        }
        int message = offset + HEADER;
        int end = offset + frameLength(packet, offset);
        if (end - message < MessageHeaderDecoder.ENCODED_LENGTH) {
            return true;
        }
        boolean isArchive = stream == ARCHIVE;
        int schema = unsigned(packet, message + 4);
        int template = unsigned(packet, message + 2);
        if (schema != (isArchive ? ListRecordingRequestDecoder.SCHEMA_ID : SessionConnectRequestDecoder.SCHEMA_ID)) {
            return true;
        }
        if (isArchive ? isArchiveConnect(template) : isConnect(template)) {
            int fields = message + MessageHeaderDecoder.ENCODED_LENGTH + unsigned(packet, message);
            return credentials.test(credentials(packet, fields, end))
                    ? !requests.admits(source, nowNanos)
                    : !wrong.admits(source, nowNanos);
        }
        return isArchive && !reads(template);
    }

    /** The requests of players and observers for which the cluster makes a publication. */
    private static boolean isConnect(int template) {
        return switch (template) {
            case SessionConnectRequestDecoder.TEMPLATE_ID,
                    BackupQueryDecoder.TEMPLATE_ID,
                    HeartbeatRequestDecoder.TEMPLATE_ID,
                    StandbySnapshotDecoder.TEMPLATE_ID -> true; // the last one is never sent by this program
            default -> false;
        };
    }

    private static boolean isArchiveConnect(int template) {
        return template == AuthConnectRequestDecoder.TEMPLATE_ID || template == ConnectRequestDecoder.TEMPLATE_ID;
    }

    /** What nodes and observers ask of the archive of another node. */
    private static boolean reads(int template) {
        return switch (template) {
            case ArchiveIdRequestDecoder.TEMPLATE_ID,
                    KeepAliveRequestDecoder.TEMPLATE_ID,
                    ListRecordingRequestDecoder.TEMPLATE_ID,
                    RecordingPositionRequestDecoder.TEMPLATE_ID,
                    ReplayRequestDecoder.TEMPLATE_ID,
                    BoundedReplayRequestDecoder.TEMPLATE_ID,
                    StopReplayRequestDecoder.TEMPLATE_ID -> true;
            default -> false;
        };
    }

    /** All requests have the channel for the answer, and then the credentials. None if the message is cut off. */
    private static byte[] credentials(UnsafeBuffer packet, int fields, int end) {
        int start = fields + Integer.BYTES + variableLength(packet, fields, end);
        byte[] bytes = new byte[variableLength(packet, start, end)];
        packet.getBytes(Math.min(start + Integer.BYTES, end), bytes);
        return bytes;
    }

    /** The length of a field; 0 if the message ends before the field does. */
    private static int variableLength(UnsafeBuffer packet, int offset, int end) {
        if (end - offset < Integer.BYTES) {
            return 0;
        }
        int length = packet.getInt(offset, ByteOrder.LITTLE_ENDIAN);
        return length >= 0 && length <= end - offset - Integer.BYTES ? length : 0;
    }
}
