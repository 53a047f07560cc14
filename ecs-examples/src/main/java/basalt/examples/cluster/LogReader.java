package basalt.examples.cluster;

import io.aeron.cluster.client.AeronCluster;
import io.aeron.cluster.codecs.MessageHeaderDecoder;
import io.aeron.cluster.codecs.NewLeadershipTermEventDecoder;
import io.aeron.cluster.codecs.SessionCloseEventDecoder;
import io.aeron.cluster.codecs.SessionMessageHeaderDecoder;
import io.aeron.cluster.codecs.SessionOpenEventDecoder;
import io.aeron.cluster.codecs.TimerEventDecoder;
import org.agrona.DirectBuffer;

/**
 * Feeds a {@link Replica} with a recorded log, as a node's service is fed: decodes the messages of Aeron Cluster. Other
 * kinds of messages, as the requests for snapshots, change no state.
 */
final class LogReader {
    private final Replica replica;
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final SessionMessageHeaderDecoder message = new SessionMessageHeaderDecoder();
    private final SessionOpenEventDecoder open = new SessionOpenEventDecoder();
    private final SessionCloseEventDecoder close = new SessionCloseEventDecoder();
    private final TimerEventDecoder timer = new TimerEventDecoder();
    private final NewLeadershipTermEventDecoder term = new NewLeadershipTermEventDecoder();

    LogReader(Replica replica) {
        this.replica = replica;
    }

    /** Applies one whole message of the log. */
    void apply(DirectBuffer from, int offset, int length) {
        header.wrap(from, offset);
        switch (header.templateId()) {
            case SessionMessageHeaderDecoder.TEMPLATE_ID -> {
                message.wrapAndApplyHeader(from, offset, header);
                long session = message.clusterSessionId();
                int body = offset + AeronCluster.SESSION_HEADER_LENGTH;
                int bodyLength = length - AeronCluster.SESSION_HEADER_LENGTH;
                if (session < 0) { // those of the service itself
                    replica.onPublished(from, body, bodyLength);
                } else {
                    replica.onMessage(session, from, body, bodyLength);
                }
            }
            case TimerEventDecoder.TEMPLATE_ID -> {
                timer.wrapAndApplyHeader(from, offset, header);
                replica.onTimer(timer.correlationId(), timer.timestamp());
            }
            case SessionOpenEventDecoder.TEMPLATE_ID -> {
                open.wrapAndApplyHeader(from, offset, header);
                open.skipResponseChannel();
                byte[] principal = new byte[open.encodedPrincipalLength()];
                open.getEncodedPrincipal(principal, 0, principal.length);
                replica.onOpen(open.clusterSessionId(), Credentials.player(principal));
            }
            case SessionCloseEventDecoder.TEMPLATE_ID -> {
                close.wrapAndApplyHeader(from, offset, header);
                replica.onClose(close.clusterSessionId());
            }
            case NewLeadershipTermEventDecoder.TEMPLATE_ID -> {
                term.wrapAndApplyHeader(from, offset, header);
                replica.onTerm(term.timestamp());
            }
            default -> {} // no part of the state
        }
    }
}
