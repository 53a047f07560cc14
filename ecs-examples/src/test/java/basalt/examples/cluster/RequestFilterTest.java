package basalt.examples.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.codecs.AuthConnectRequestEncoder;
import io.aeron.archive.codecs.ListRecordingRequestEncoder;
import io.aeron.archive.codecs.StopRecordingSubscriptionRequestEncoder;
import io.aeron.cluster.client.AeronCluster;
import io.aeron.cluster.codecs.MessageHeaderEncoder;
import io.aeron.cluster.codecs.SessionMessageHeaderEncoder;
import io.aeron.protocol.DataHeaderFlyweight;
import io.aeron.protocol.HeaderFlyweight;
import java.util.concurrent.TimeUnit;
import java.util.function.IntUnaryOperator;
import org.agrona.BitUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** What a node takes from the network, packet by packet. */
class RequestFilterTest {
    private static final int INGRESS = AeronCluster.Configuration.INGRESS_STREAM_ID_DEFAULT;
    private static final int ARCHIVE = AeronArchive.Configuration.CONTROL_STREAM_ID_DEFAULT;
    private static final int HEADER = DataHeaderFlyweight.HEADER_LENGTH;
    private static final String TOKEN = "secret";
    private static final byte[] RIGHT = Credentials.of(1, TOKEN);
    private static final byte[] WRONG = Credentials.of(1, "guess");

    private final RequestFilter filter = new RequestFilter(each -> Credentials.areValid(each, TOKEN), 0);
    private final UnsafeBuffer packet = new UnsafeBuffer(new byte[2_000]);
    private int length;

    private void frame(int stream, IntUnaryOperator message) {
        int end = message.applyAsInt(length + HEADER);
        DataHeaderFlyweight header = new DataHeaderFlyweight();
        header.wrap(packet, length, HEADER);
        header.headerType(HeaderFlyweight.HDR_TYPE_DATA)
                .flags(DataHeaderFlyweight.BEGIN_AND_END_FLAGS)
                .frameLength(end - length);
        header.streamId(stream);
        length = BitUtil.align(end, HEADER);
    }

    private void connect(byte[] credentials) {
        frame(INGRESS, offset -> offset + RawClient.putConnect(packet, offset, 1, credentials));
    }

    private void sessionMessage() {
        frame(
                INGRESS,
                offset -> offset
                        + MessageHeaderEncoder.ENCODED_LENGTH
                        + new SessionMessageHeaderEncoder()
                                .wrapAndApplyHeader(packet, offset, new MessageHeaderEncoder())
                                .clusterSessionId(7)
                                .encodedLength());
    }

    /** Whether the first message of the packet is left, of the others, as many as there are. */
    private boolean takes(int source, long second) {
        assertTrue(filter.admits(packet, length, source, TimeUnit.SECONDS.toNanos(second)));
        return isTaken(0);
    }

    private boolean isTaken(int offset) {
        return packet.getShort(offset + HeaderFlyweight.TYPE_FIELD_OFFSET) == HeaderFlyweight.HDR_TYPE_DATA;
    }

    private int taken(int requests, int source, byte[] credentials, long second) {
        int taken = 0;
        for (int i = 0; i < requests; i++) {
            length = 0;
            connect(credentials);
            taken += takes(source, second) ? 1 : 0;
        }
        return taken;
    }

    @Test
    void shouldLimitRequestsWithAWrongTokenAndTakeThoseWithTheRightOne() {
        assertEquals(20, taken(480, 1, WRONG, 1));
        assertEquals(20, taken(480, 1, WRONG, 100));
        assertEquals(5, taken(480, 1, WRONG, 101));
        assertEquals(200, taken(200, 1, RIGHT, 101));
    }

    @Test
    void shouldLimitEachSource() {
        assertEquals(250, taken(480, 1, RIGHT, 1));
        assertEquals(200, taken(200, 2, RIGHT, 1));
        assertEquals(20, taken(480, 1, RIGHT, 2));
    }

    @Test
    void shouldLimitAllSourcesTogether() {
        int taken = 0;
        for (int source = 0; source < 1_000; source++) {
            taken += taken(10, source, WRONG, 1);
        }
        assertEquals(5 * 20, taken, 5);
    }

    @Test
    void shouldLimitNewStreamsAndTheirMemory() {
        long now = TimeUnit.SECONDS.toNanos(1);
        assertFalse(filter.admitsStream(1, 1 << 30, now));
        int taken = 0;
        for (int i = 0; i < 480; i++) {
            taken += filter.admitsStream(1, 1 << 16, now) ? 1 : 0;
        }
        assertEquals(250, taken);
        assertTrue(filter.admitsStream(2, 1 << 16, now));
    }

    @Test
    void shouldLeaveOtherMessagesOfAPacket() {
        assertEquals(20, taken(480, 1, WRONG, 1));
        length = 0;
        sessionMessage();
        int second = length;
        connect(WRONG);
        int third = length;
        sessionMessage();
        assertTrue(takes(1, 1));
        assertFalse(isTaken(second));
        assertTrue(isTaken(third));
    }

    @Test
    void shouldTakeRequestsOfTheArchiveThatRead() {
        io.aeron.archive.codecs.MessageHeaderEncoder header = new io.aeron.archive.codecs.MessageHeaderEncoder();
        frame(
                ARCHIVE,
                offset -> offset
                        + MessageHeaderEncoder.ENCODED_LENGTH
                        + new ListRecordingRequestEncoder()
                                .wrapAndApplyHeader(packet, offset, header)
                                .recordingId(1)
                                .encodedLength());
        int second = length;
        frame(
                ARCHIVE,
                offset -> offset
                        + MessageHeaderEncoder.ENCODED_LENGTH
                        + new StopRecordingSubscriptionRequestEncoder()
                                .wrapAndApplyHeader(packet, offset, header)
                                .subscriptionId(1)
                                .encodedLength());
        int third = length;
        frame(
                ARCHIVE,
                offset -> offset
                        + MessageHeaderEncoder.ENCODED_LENGTH
                        + new AuthConnectRequestEncoder()
                                .wrapAndApplyHeader(packet, offset, header)
                                .responseChannel("aeron:udp?endpoint=localhost:1")
                                .putEncodedCredentials(RIGHT, 0, RIGHT.length)
                                .encodedLength());
        assertTrue(takes(1, 1));
        assertFalse(isTaken(second));
        assertTrue(isTaken(third));
    }

    @Test
    void shouldTakeHeartbeatsAndOtherStreamsAndDropBrokenPackets() {
        connect(RIGHT);
        int whole = length;
        packet.putInt(0, 1 << 20);
        assertFalse(filter.admits(packet, whole, 1, 0));
        packet.putInt(0, -1);
        assertFalse(filter.admits(packet, whole, 1, 0));
        packet.putInt(0, 0);
        assertFalse(filter.admits(packet, whole, 1, 0));
        assertTrue(filter.admits(packet, HEADER, 1, 0));
        packet.putInt(DataHeaderFlyweight.STREAM_ID_FIELD_OFFSET, INGRESS + 100);
        assertTrue(filter.admits(packet, whole, 1, 0));
    }
}
