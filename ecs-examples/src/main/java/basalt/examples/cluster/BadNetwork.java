package basalt.examples.cluster;

import io.aeron.driver.DataPacketDispatcher;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ext.DebugReceiveChannelEndpoint;
import io.aeron.driver.ext.RandomLossGenerator;
import io.aeron.driver.media.UdpChannel;
import io.aeron.protocol.DataHeaderFlyweight;
import java.net.InetSocketAddress;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.AtomicCounter;

/**
 * A bad network, for tests: a media driver drops a part of the packets that it receives, and of the control packets
 * that it sends back, and takes another part only after the packet that follows.
 */
final class BadNetwork extends DebugReceiveChannelEndpoint {
    private final double delayed;
    private final SplittableRandom random;

    /** The packet that waits for the next one. */
    private final UnsafeBuffer held = new UnsafeBuffer(new byte[1 << 16]); // more than a datagram

    private final DataHeaderFlyweight heldHeader = new DataHeaderFlyweight(held);
    private int heldLength;
    private InetSocketAddress heldSource;
    private int heldTransport;

    private BadNetwork(
            UdpChannel channel,
            DataPacketDispatcher dispatcher,
            AtomicCounter status,
            MediaDriver.Context context,
            ClusterConfig config,
            long seed) {
        super(
                channel,
                dispatcher,
                status,
                context,
                new RandomLossGenerator(config.lossPercent() / 100.0, seed),
                new RandomLossGenerator(config.lossPercent() / 100.0, seed + 1));
        delayed = config.reorderPercent() / 100.0;
        random = new SplittableRandom(seed);
    }

    /** Lets a media driver have the network that the settings ask for. */
    static void add(MediaDriver.Context driver, ClusterConfig config, long seed) {
        if (config.lossPercent() > 0 || config.reorderPercent() > 0) {
            driver.receiveChannelEndpointSupplier((channel, dispatcher, status, context) ->
                    new BadNetwork(channel, dispatcher, status, context, config, seed));
        }
    }

    @Override
    public int onDataPacket(
            DataHeaderFlyweight header, UnsafeBuffer buffer, int length, InetSocketAddress source, int transport) {
        if (heldLength == 0 && random.nextDouble() < delayed) {
            held.putBytes(0, buffer, 0, length);
            heldLength = length;
            heldSource = source;
            heldTransport = transport;
            return 0;
        }
        int bytes = super.onDataPacket(header, buffer, length, source, transport);
        if (heldLength > 0) {
            bytes += super.onDataPacket(heldHeader, held, heldLength, heldSource, heldTransport);
            heldLength = 0;
        }
        return bytes;
    }
}
