package basalt.examples.cluster;

import basalt.examples.cluster.ClusterConfig.Setting;
import basalt.examples.cluster.Message.Answer;
import basalt.examples.cluster.Message.Command;
import basalt.examples.cluster.Message.Status;
import io.aeron.Aeron;
import io.aeron.cluster.client.AeronCluster;
import io.aeron.cluster.client.ClusterException;
import io.aeron.cluster.client.EgressListener;
import io.aeron.cluster.codecs.EventCode;
import io.aeron.exceptions.TimeoutException;
import io.aeron.logbuffer.Header;
import io.aeron.security.AuthenticationException;
import io.aeron.security.CredentialsSupplier;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A player. {@link #poll} never waits, so one thread can poll many players.
 *
 * <p>A command is kept until it is answered. If nothing is answered for a while, if a command is missing, after a
 * leader has died, and in a new connection, the player asks for the number of the last command that was applied, and
 * then sends all later ones again, in order. Until the answer new ones wait, too: so what is sent again and again while
 * a service does not answer is one message, and not all, which would be more than a player may send.
 */
final class PlayerClient implements EgressListener, AutoCloseable {
    /** Commands that can wait for their answers. */
    static final int WINDOW = 32;

    private static final long ASK_NANOS = TimeUnit.MILLISECONDS.toNanos(300);
    private static final long KEEP_ALIVE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** A command that was not answered yet. */
    private record Waiting(Command command, long firstNanos) {}

    private final Aeron aeron;
    private final ClusterConfig config;
    private final CredentialsSupplier credentials;
    private final Bots.RoundTrips roundTrips;
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private final MutableDirectBuffer message = new UnsafeBuffer(new byte[Message.COMMAND_LENGTH]);
    private AeronCluster.AsyncConnect connecting;
    private AeronCluster cluster;
    private boolean isReady;
    private boolean hasJoined;
    private long sequence;
    private long sentSequence;
    private long answered;
    private long answeredTick;
    private long newsNanos; // when there was the last answer, or nothing to be answered
    private boolean isAsking;
    private long askedNanos;
    private long ask; // number of the last one: 0, -1, -2 ...
    private long firstAsk = -1; // since commands were sent again
    private long lastKeptNanos;
    private int leaders;
    private int repetitions;
    private String refusal;
    private String problem;
    private String error;

    /** Creates a player, who connects by {@link #poll}. */
    PlayerClient(Aeron aeron, ClusterConfig config, long player, Bots.RoundTrips roundTrips) {
        this.aeron = aeron;
        this.config = config;
        this.roundTrips = roundTrips;
        credentials = Credentials.supplier(player, config.text(Setting.TOKEN));
    }

    /** Does what is due. Returns the number of things done. Throws if a command was lost, or applied twice. */
    int poll() {
        if (refusal != null) {
            return 0;
        }
        if (cluster == null) {
            return connect();
        }
        int work = cluster.pollEgress();
        requireNoError();
        if (cluster.isClosed()) {
            disconnect();
            return 1;
        }
        long now = System.nanoTime();
        boolean isLate = now - (isAsking ? askedNanos : newsNanos) > ASK_NANOS;
        if (isLate && (isAsking || !waiting.isEmpty())) {
            ask();
        }
        if (now - lastKeptNanos > KEEP_ALIVE_NANOS) {
            lastKeptNanos = now;
            cluster.sendKeepAlive();
        }
        return work;
    }

    private int connect() {
        int step = connecting == null ? -1 : connecting.step();
        try {
            if (connecting == null) {
                connecting = AeronCluster.asyncConnect(new AeronCluster.Context()
                        .aeron(aeron)
                        .ownsAeronClient(false)
                        .isIngressExclusive(false)
                        .ingressChannel("aeron:udp?term-length=64k")
                        .ingressEndpoints(config.ingressEndpoints())
                        .egressChannel("aeron:udp?term-length=64k|endpoint=" + config.text(Setting.CLIENT_HOST) + ":0")
                        .credentialsSupplier(credentials)
                        .egressListener(this));
            }
            cluster = connecting.poll();
            if (cluster == null) {
                return connecting.step() == step ? 0 : 1;
            }
            connecting = null;
            ask();
        } catch (AuthenticationException e) {
            refusal = "the token is wrong";
            disconnect();
        } catch (TimeoutException | ClusterException e) {
            problem = e.getMessage(); // there is no leader, or no place: the next poll tries again
            disconnect();
        }
        return 1;
    }

    private void disconnect() {
        isReady = false;
        CloseHelper.closeAll(connecting, cluster);
        connecting = null;
        cluster = null;
    }

    /** Asks for the number of the last command that was applied: by a command with a number that is none. */
    void ask() {
        isAsking = true;
        askedNanos = System.nanoTime();
        ask--;
        send(new Command(Message.STEER, ask, 0, 0));
    }

    /** Sends all that waits, after the service has said what the last command is. */
    private void sendAll() {
        firstAsk = ask - 1;
        for (Waiting each : waiting) {
            long number = each.command.sequence();
            if (!send(each.command)) {
                return; // in order, or not at all
            }
            repetitions += number <= sentSequence ? 1 : 0;
            sentSequence = Math.max(sentSequence, number);
        }
    }

    private boolean send(Command command) {
        return cluster != null && cluster.offer(message, 0, command.write(message)) > 0;
    }

    /** Sends a command. Returns whether it was taken: not without connection, or if too many wait for answers. */
    boolean tryCommand(short type, float dx, float dy) {
        if (!isReady || waiting.size() == WINDOW) {
            return false;
        }
        sequence++;
        long now = System.nanoTime();
        if (waiting.isEmpty()) {
            newsNanos = now;
        }
        Command command = new Command(type, sequence, dx, dy);
        waiting.add(new Waiting(command, now));
        if (!isAsking && send(command)) { // if this fails, the service misses it
            sentSequence = sequence;
        }
        return true;
    }

    /** Aeron only prints what its handlers throw, so they keep it for this. */
    void requireNoError() {
        if (error != null) {
            throw new IllegalStateException(error);
        }
    }

    /** Takes an answer of the service. */
    void onAnswer(Answer answer) {
        Status status = answer.status();
        long number = answer.sequence();
        if (status.isRefusal()) {
            refusal = status.text;
        } else if (status == Status.GAP) {
            checkLast(number, answer.tick());
            if (!isAsking) {
                ask();
            }
        } else if (number <= 0) {
            onLast(number, answer.applied(), answer.tick());
        } else {
            if (status == Status.APPLIED && answer.applied() != number) {
                error = "command " + number + " is number " + answer.applied() + " of those that were applied";
            }
            answeredTick = Math.max(answeredTick, answer.tick());
            confirm(number);
        }
    }

    /** An answer of a leader before, which is late, can have an older number. */
    private void checkLast(long last, long tick) {
        if (last < answered && tick > answeredTick) {
            error = "command " + answered + " was answered, but the last one is " + last;
        }
    }

    private void onLast(long number, long last, long tick) {
        if (!isAsking || number > firstAsk) {
            return; // asked before the commands were sent again, which are still under way
        }
        isAsking = false;
        isReady = true;
        if (hasJoined) {
            checkLast(last, tick);
        } else {
            hasJoined = true;
            sequence = last;
            answered = last;
        }
        answeredTick = Math.max(answeredTick, tick);
        confirm(last);
        newsNanos = System.nanoTime();
        sendAll();
    }

    /** All commands up to this one were applied: they are applied in order. */
    private void confirm(long last) {
        long now = System.nanoTime();
        while (!waiting.isEmpty() && waiting.peek().command.sequence() <= last) {
            roundTrips.add(now - waiting.remove().firstNanos);
            newsNanos = now;
        }
        answered = Math.max(answered, last);
    }

    /** Whether an attempt to connect is under way. */
    boolean isConnecting() {
        return connecting != null;
    }

    /** Whether the next poll begins to connect. */
    boolean wantsToConnect() {
        return refusal == null && cluster == null && connecting == null;
    }

    /** Whether commands can be sent. */
    boolean isReady() {
        return isReady;
    }

    /** The number of the last command that was answered. */
    long answered() {
        return answered;
    }

    /** The number of the last command that was taken. */
    long sent() {
        return sequence;
    }

    /** How often commands were sent again. */
    int repetitions() {
        return repetitions;
    }

    /** How often there was a new leader. */
    int leaders() {
        return leaders;
    }

    /** Why the service has sent the player away; null if it has not. */
    String refusal() {
        return refusal;
    }

    /** Why the last attempt to connect has failed; null if none has. */
    String problem() {
        return problem;
    }

    /** The connection, for tests; null if there is none. */
    AeronCluster connection() {
        return cluster;
    }

    @Override
    public void close() {
        disconnect();
    }

    @Override
    public void onMessage(long session, long timestamp, DirectBuffer buffer, int offset, int length, Header header) {
        Answer answer = Answer.read(buffer, offset, length);
        if (answer != null) {
            onAnswer(answer);
        }
    }

    @Override
    public void onNewLeader(long session, long term, int leader, String endpoints) {
        leaders++;
        isAsking = true;
        askedNanos = System.nanoTime() - 2 * ASK_NANOS; // the next poll asks
    }

    @Override
    public void onSessionEvent(long correlation, long session, long term, int leader, EventCode code, String detail) {
        isReady &= code == EventCode.OK;
    }
}
