package basalt.examples.cluster;

import basalt.examples.framework.program.Closing;
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
import org.agrona.DirectBuffer;
import org.agrona.collections.Long2LongCounterMap;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.IdleStrategy;

/**
 * A {@link Replica} as a service of Aeron Cluster. All calls come on one thread, which owns the world.
 *
 * <p>A node that cannot apply the log, or has another state than the leader, must not go on: any exception ends the
 * service.
 */
final class GameService implements ClusteredService, Effects {
    private static final int ANSWER_ATTEMPTS = 3;

    /** Answers that may fail, one after the other, until the session of a player who does not read is closed. */
    private static final int MOST_UNREAD = 200;

    private final Replica.Factory factory;
    private final Consumer<Throwable> onFailure;
    private final Long2LongCounterMap unread = new Long2LongCounterMap(0); // by session; only on the leader
    private final LongestTick longestTick = new LongestTick();
    private Cluster cluster;
    private Replica replica;
    private NodeCounters counters;

    GameService(Replica.Factory factory, Consumer<Throwable> onFailure) {
        this.factory = factory;
        this.onFailure = onFailure;
    }

    @Override
    public void onStart(Cluster newCluster, Image snapshot) {
        cluster = newCluster;
        counters = new NodeCounters(newCluster.aeron());
        apply(() -> replica = factory.create(
                this, snapshot == null ? null : new SnapshotSource(snapshot, newCluster.idleStrategy())));
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
        counters.set(replica.tick(), replica.hash(), cluster.clientSessions().size());
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
        unread.remove(session.id());
        apply(() -> replica.onClose(session.id()));
    }

    @Override
    public void onSessionMessage(
            ClientSession session, long timestamp, DirectBuffer buffer, int offset, int length, Header header) {
        if (session == null) {
            apply(() -> replica.onPublished(buffer, offset, length));
        } else {
            apply(() -> replica.onMessage(session.id(), buffer, offset, length));
        }
    }

    @Override
    public void onTimerEvent(long correlationId, long timestamp) {
        apply(() -> replica.onTimer(correlationId, timestamp));
        counters.setLongestTick(longestTick.add(System.nanoTime()));
    }

    @Override
    public void onTakeSnapshot(ExclusivePublication snapshot) {
        apply(() -> replica.save(new SnapshotSink(snapshot, cluster.idleStrategy())));
    }

    @Override
    public void onRoleChange(Cluster.Role newRole) {
        unread.clear();
    }

    @Override
    public void onTerminate(Cluster ended) {
        Closing.all(replica); // null if the node could not load it
    }

    @Override
    public void answer(long id, DirectBuffer message, int length) {
        ClientSession session = cluster.getClientSession(id);
        if (session == null || session.isClosing()) {
            return;
        }
        for (int attempt = 0; attempt < ANSWER_ATTEMPTS; attempt++) {
            long result = session.offer(message, 0, length);
            if (result > 0) { // followers always come here: they send nothing
                unread.remove(id);
                return;
            }
            if (result == Publication.BACK_PRESSURED) {
                break; // a player who does not read must not hold up the others
            }
        }
        if (unread.incrementAndGet(id) > MOST_UNREAD) {
            close(id);
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
