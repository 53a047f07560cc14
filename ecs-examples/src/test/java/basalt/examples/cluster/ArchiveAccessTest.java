package basalt.examples.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.examples.cluster.ClusterConfig.Member;
import io.aeron.Aeron;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.client.ArchiveException;
import io.aeron.exceptions.AeronException;
import io.aeron.security.CredentialsSupplier;
import io.aeron.security.NullCredentialsSupplier;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** What the archive of a node, with its log and its snapshots, lets clients do over the network. */
@SlowClusterTest
class ArchiveAccessTest {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

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
            String token = cluster.config.text(ClusterConfig.Setting.TOKEN);
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
}
