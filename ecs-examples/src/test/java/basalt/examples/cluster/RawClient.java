package basalt.examples.cluster;

import io.aeron.cluster.client.AeronCluster;
import io.aeron.cluster.codecs.MessageHeaderEncoder;
import io.aeron.cluster.codecs.SessionConnectRequestEncoder;
import io.aeron.protocol.DataHeaderFlyweight;
import io.aeron.protocol.HeaderFlyweight;
import io.aeron.protocol.SetupFlyweight;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.agrona.BitUtil;
import org.agrona.concurrent.UnsafeBuffer;

/** Sends packets of Aeron's protocol without Aeron: each stream is a new one, and nothing that comes back is read. */
final class RawClient implements AutoCloseable {
    static final int TERM_BYTES = 1 << 16;
    private static final int MTU = 1_408;

    private final DatagramSocket socket;
    private final InetSocketAddress to;
    private final UnsafeBuffer packet = new UnsafeBuffer(new byte[MTU]);
    private final SetupFlyweight setup = new SetupFlyweight(packet);
    private final DataHeaderFlyweight data = new DataHeaderFlyweight(packet);

    /** A client with the address {@code from}, which sends to {@code to}. */
    RawClient(String from, Member to) throws IOException {
        socket = new DatagramSocket(0, InetAddress.getByName(from));
        this.to = new InetSocketAddress(to.host(), to.port());
    }

    /** Announces a stream. */
    void setup(int session) throws IOException {
        packet.setMemory(0, SetupFlyweight.HEADER_LENGTH, (byte) 0);
        setup.headerType(HeaderFlyweight.HDR_TYPE_SETUP).frameLength(SetupFlyweight.HEADER_LENGTH);
        setup.sessionId(session).streamId(AeronCluster.Configuration.ingressStreamId());
        setup.termLength(TERM_BYTES).mtuLength(MTU);
        send(SetupFlyweight.HEADER_LENGTH);
    }

    /** Sends the first message of an announced stream: a request to connect, to be answered on an own stream. */
    void connect(int session, byte[] credentials) throws IOException {
        packet.setMemory(0, MTU, (byte) 0);
        int length = DataHeaderFlyweight.HEADER_LENGTH
                + putConnect(packet, DataHeaderFlyweight.HEADER_LENGTH, session, credentials);
        data.headerType(HeaderFlyweight.HDR_TYPE_DATA)
                .flags(DataHeaderFlyweight.BEGIN_AND_END_FLAGS)
                .frameLength(length);
        data.sessionId(session).streamId(AeronCluster.Configuration.ingressStreamId());
        send(BitUtil.align(length, DataHeaderFlyweight.HEADER_LENGTH));
    }

    /** Writes a request to connect. Returns its length. */
    static int putConnect(UnsafeBuffer to, int offset, int stream, byte[] credentials) {
        SessionConnectRequestEncoder request = new SessionConnectRequestEncoder()
                .wrapAndApplyHeader(to, offset, new MessageHeaderEncoder())
                .correlationId(stream)
                .responseStreamId(stream)
                .version(AeronCluster.Configuration.PROTOCOL_SEMANTIC_VERSION)
                .responseChannel("aeron:udp?endpoint=127.0.0.1:9")
                .putEncodedCredentials(credentials, 0, credentials.length)
                .clientInfo("");
        return MessageHeaderEncoder.ENCODED_LENGTH + request.encodedLength();
    }

    private void send(int length) throws IOException {
        socket.send(new DatagramPacket(packet.byteArray(), length, to));
    }

    @Override
    public void close() {
        socket.close();
    }
}
