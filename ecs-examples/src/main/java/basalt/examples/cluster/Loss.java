package basalt.examples.cluster;

import io.aeron.driver.MediaDriver;
import io.aeron.driver.ext.DebugReceiveChannelEndpoint;
import io.aeron.driver.ext.LossGenerator;
import io.aeron.driver.ext.RandomLossGenerator;

/**
 * A bad network, for tests: a media driver drops a part of the packets that it receives, and of the control packets
 * that it sends back. What was lost comes again later, after what followed it, so packets are out of order, too.
 */
final class Loss {
    private Loss() {}

    static void add(MediaDriver.Context driver, int percent, long seed) {
        LossGenerator data = new RandomLossGenerator(percent / 100.0, seed);
        LossGenerator control = new RandomLossGenerator(percent / 100.0, seed + 1);
        driver.receiveChannelEndpointSupplier((channel, dispatcher, status, context) ->
                new DebugReceiveChannelEndpoint(channel, dispatcher, status, context, data, control));
    }
}
