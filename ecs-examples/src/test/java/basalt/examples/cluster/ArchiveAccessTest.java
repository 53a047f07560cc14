package basalt.examples.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.client.ArchiveException;
import io.aeron.archive.client.ArchiveProxy;
import io.aeron.archive.client.ControlResponsePoller;
import io.aeron.exceptions.AeronException;
import io.aeron.security.CredentialsSupplier;
import io.aeron.security.NullCredentialsSupplier;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** What the archive of a node, with its log and its snapshots, lets clients do over the network. */
@SlowClusterTest
class ArchiveAccessTest {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final int ANSWERS = 77;

    @TempDir
    Path directory;

    @Test
    void shouldReadWithTheTokenOnlyAndChangeNothing() throws Exception {
        try (TestCluster cluster = new TestCluster(directory);
                EmbeddedAeron embedded = new EmbeddedAeron()) {
            cluster.startAll();
            Member leader = cluster.config.members().get(cluster.awaitLeader());
            cluster.snapshot();

            Aeron aeron = embedded.aeron();
            refuse(aeron, leader, new NullCredentialsSupplier());
            refuse(aeron, leader, Credentials.supplier(1, "guess"));
            forge(aeron, leader);
            String token = cluster.config.token();
            try (AeronArchive archive = connect(aeron, leader, Credentials.supplier(1, token))) {
                assertEquals(
                        1,
                        archive.listRecording(
                                0,
                                (c, i, recording, s, e, p, q, t, l, m, n, o, b, d, u, r) ->
                                        assertEquals(0, recording)));
            }
            refuseChange(aeron, leader, token, archive -> archive.tryStopRecordingByIdentity(0));
            refuseChange(aeron, leader, token, archive -> archive.purgeRecording(0));
            refuseChange(aeron, leader, token, archive -> archive.truncateRecording(1, 0));
            long tick = cluster.status(leader.id()).tick();
            cluster.await("more ticks", () -> cluster.status(leader.id()).tick() > tick + 60);
            cluster.snapshot();
            cluster.awaitEqualStates();
            assertEquals(leader.id(), cluster.leader(), cluster.report());
        }
    }

    private interface Change {
        void of(AeronArchive archive);
    }

    private static AeronArchive connect(Aeron aeron, Member member, CredentialsSupplier credentials) {
        return AeronArchive.connect(new AeronArchive.Context()
                .aeron(aeron)
                .ownsAeronClient(false)
                .messageTimeoutNs(PATIENCE_NANOS / 2)
                .controlRequestChannel("aeron:udp?endpoint=" + member.archive())
                .controlResponseChannel("aeron:udp?endpoint=localhost:0")
                .credentialsSupplier(credentials));
    }

    private static void refuse(Aeron aeron, Member member, CredentialsSupplier credentials) {
        ArchiveException refused = assertThrows(
                ArchiveException.class,
                () -> connect(aeron, member, credentials).close());
        assertEquals(ArchiveException.AUTHENTICATION_REJECTED, refused.errorCode());
    }

    private static void refuseChange(Aeron aeron, Member member, String token, Change change) {
        try (AeronArchive archive = connect(aeron, member, Credentials.supplier(1, token))) {
            Executable executable = () -> change.of(archive);
            assertThrows(AeronException.class, executable);
        }
    }

    /** A refused client learns the number of its session. Those of the node are shortly before it. */
    private static void forge(Aeron aeron, Member member) {
        String channel = "aeron:udp?endpoint=" + member.archive();
        try (Subscription answers = aeron.addSubscription("aeron:udp?endpoint=localhost:0", ANSWERS);
                ExclusivePublication requests =
                        aeron.addExclusivePublication(channel, AeronArchive.Configuration.controlStreamId())) {
            await(requests::isConnected);
            await(() -> answers.tryResolveChannelEndpointPort() != null);
            ArchiveProxy proxy = new ArchiveProxy(requests);
            assertTrue(proxy.connect(answers.tryResolveChannelEndpointPort(), ANSWERS, 1));
            ControlResponsePoller poller = new ControlResponsePoller(answers);
            await(() -> poller.poll() > 0 && poller.isPollComplete());
            for (long session = poller.controlSessionId() - 50; session < poller.controlSessionId() + 50; session++) {
                proxy.stopRecordingByIdentity(0, 2, session);
                proxy.purgeRecording(1, 3, session);
                proxy.closeSession(session);
            }
        }
    }

    private static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end);
            TestCluster.sleep(1);
        }
    }
}
