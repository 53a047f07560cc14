package basalt.examples.cluster;

import basalt.save.SaveSource;
import io.aeron.Aeron;
import io.aeron.Counter;
import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Publication;
import io.aeron.cluster.codecs.CloseReason;
import io.aeron.cluster.service.ClientSession;
import io.aeron.cluster.service.Cluster;
import io.aeron.cluster.service.ClusteredService;
import io.aeron.logbuffer.Header;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.IdleStrategy;

/**
 * A {@link BulletsReplica} as a service of Aeron Cluster. All calls come on one thread, which owns the world.
 *
 * <p>A node that cannot apply the log, or has another state than the leader, must not go on: any exception ends the
 * service.
 */
final class GameService implements ClusteredService, BulletsReplica.Effects {
    private static final int ANSWER_ATTEMPTS = 3;

    private final ClusterConfig config;
    private final Consumer<Throwable> onFailure;
    private Cluster cluster;
    private BulletsReplica replica;
    private Counter tickCounter;
    private Counter hashCounter;
    private Counter sessionCounter;

    GameService(ClusterConfig config, Consumer<Throwable> onFailure) {
        this.config = config;
        this.onFailure = onFailure;
    }

    @Override
    public void onStart(Cluster newCluster, Image snapshot) {
        cluster = newCluster;
        Aeron aeron = newCluster.aeron();
        tickCounter = aeron.addCounter(NodeStatus.TICK, "basalt tick");
        hashCounter = aeron.addCounter(NodeStatus.HASH, "basalt hash");
        sessionCounter = aeron.addCounter(NodeStatus.SESSIONS, "basalt sessions");
        apply(() -> {
            SaveSource saved = snapshot == null ? null : Snapshot.source(snapshot, newCluster.idleStrategy());
            replica = new BulletsReplica(config, this, (world, tick) -> {}, saved);
        });
    }

    /** Does what the log says, and ends the service if that fails. */
    private void apply(Runnable event) {
        try {
            event.run();
        } catch (AgentTerminationException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            onFailure.accept(e);
            throw new AgentTerminationException(e);
        }
        tickCounter.setRelease(replica.tick());
        hashCounter.setRelease(replica.hash());
        sessionCounter.setRelease(cluster.clientSessions().size());
    }

    @Override
    public void onNewLeadershipTermEvent(
            long leadershipTermId,
            long logPosition,
            long timestamp,
            long termBaseLogPosition,
            int leaderMemberId,
            int logSessionId,
            TimeUnit timeUnit,
            int appVersion) {
        apply(() -> replica.onTerm(timestamp));
    }

    @Override
    public void onSessionOpen(ClientSession session, long timestamp) {
        apply(() -> replica.onOpen(session.id(), Credentials.player(session.encodedPrincipal())));
    }

    @Override
    public void onSessionClose(ClientSession session, long timestamp, CloseReason reason) {
        apply(() -> replica.onClose(session.id()));
    }

    @Override
    public void onSessionMessage(
            ClientSession session, long timestamp, DirectBuffer buffer, int offset, int length, Header header) {
        if (session == null) {
            apply(() -> replica.onPublished(buffer, offset));
        } else {
            apply(() -> replica.onMessage(session.id(), buffer, offset, length));
        }
    }

    @Override
    public void onTimerEvent(long correlationId, long timestamp) {
        apply(() -> replica.onTimer(correlationId, timestamp));
    }

    @Override
    public void onTakeSnapshot(ExclusivePublication snapshot) {
        apply(() -> replica.save(Snapshot.sink(snapshot, cluster.idleStrategy())));
    }

    @Override
    public void onRoleChange(Cluster.Role newRole) {}

    @Override
    public void onTerminate(Cluster ended) {
        CloseHelper.closeAll(replica); // null if the node could not load it
    }

    @Override
    public void answer(long id, DirectBuffer message, int length) {
        ClientSession session = cluster.getClientSession(id);
        if (session == null || session.isClosing()) {
            return;
        }
        long result = Publication.ADMIN_ACTION;
        for (int attempt = 0; attempt < ANSWER_ATTEMPTS && result == Publication.ADMIN_ACTION; attempt++) {
            result = session.offer(message, 0, length); // a player who does not read must not hold up the others
        }
    }

    @Override
    public void close(long id) {
        if (cluster.getClientSession(id) != null) {
            IdleStrategy idle = cluster.idleStrategy();
            idle.reset();
            while (!cluster.closeClientSession(id)) {
                idle.idle();
            }
        }
    }

    @Override
    public void timer(long id, long deadlineMillis) {
        IdleStrategy idle = cluster.idleStrategy();
        idle.reset();
        while (!cluster.scheduleTimer(id, deadlineMillis)) {
            idle.idle();
        }
    }

    @Override
    public void publish(DirectBuffer message, int length) {
        IdleStrategy idle = cluster.idleStrategy();
        idle.reset();
        for (long result = cluster.offer(message, 0, length); result < 0; result = cluster.offer(message, 0, length)) {
            if (result == Publication.CLOSED || result == Publication.MAX_POSITION_EXCEEDED) {
                throw new IllegalStateException("the log cannot be written: " + Publication.errorString(result));
            }
            idle.idle();
        }
    }
}
