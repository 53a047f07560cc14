package basalt.examples.cluster;

import io.aeron.driver.DataPacketDispatcher;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.media.ReceiveChannelEndpoint;
import io.aeron.driver.media.UdpChannel;
import io.aeron.protocol.DataHeaderFlyweight;
import io.aeron.protocol.SetupFlyweight;
import java.net.InetSocketAddress;
import java.util.function.Predicate;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.AtomicCounter;

/** Where a media driver receives, with a {@link RequestFilter} of its own. */
final class FilteredEndpoint extends ReceiveChannelEndpoint {
    private final RequestFilter filter;

    private FilteredEndpoint(
            UdpChannel channel,
            DataPacketDispatcher dispatcher,
            AtomicCounter status,
            MediaDriver.Context context,
            Predicate<byte[]> credentials) {
        super(channel, dispatcher, status, context);
        filter = new RequestFilter(credentials, System.nanoTime());
    }

    /** Lets a media driver filter what it receives, by the token of the settings. */
    static void add(MediaDriver.Context driver, ClusterConfig config) {
        String token = config.token();
        add(driver, credentials -> Credentials.areValid(credentials, token));
    }

    /** Lets a media driver filter what it receives. */
    static void add(MediaDriver.Context driver, Predicate<byte[]> credentials) {
        driver.receiveChannelEndpointSupplier((channel, dispatcher, status, context) ->
                new FilteredEndpoint(channel, dispatcher, status, context, credentials));
    }

    @Override
    public void onSetupMessage(
            SetupFlyweight header, UnsafeBuffer buffer, int length, InetSocketAddress source, int transport) {
        if (filter.admitsStream(hash(source), header.termLength(), System.nanoTime())) {
            super.onSetupMessage(header, buffer, length, source, transport);
        }
    }

    @Override
    public int onDataPacket(
            DataHeaderFlyweight header, UnsafeBuffer buffer, int length, InetSocketAddress source, int transport) {
        return filter.admits(buffer, length, hash(source), System.nanoTime())
                ? super.onDataPacket(header, buffer, length, source, transport)
                : 0;
    }

    private static int hash(InetSocketAddress source) {
        return source.getAddress().hashCode();
    }
}
