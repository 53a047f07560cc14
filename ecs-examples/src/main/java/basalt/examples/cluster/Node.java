package basalt.examples.cluster;

import basalt.examples.cluster.ClusterConfig.Setting;
import io.aeron.ChannelUriStringBuilder;
import io.aeron.CommonContext;
import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveMarkFile;
import io.aeron.archive.checksum.Checksums;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.codecs.ArchiveIdRequestDecoder;
import io.aeron.archive.codecs.BoundedReplayRequestDecoder;
import io.aeron.archive.codecs.CloseSessionRequestDecoder;
import io.aeron.archive.codecs.KeepAliveRequestDecoder;
import io.aeron.archive.codecs.ListRecordingRequestDecoder;
import io.aeron.archive.codecs.RecordingPositionRequestDecoder;
import io.aeron.archive.codecs.ReplayRequestDecoder;
import io.aeron.archive.codecs.StopReplayRequestDecoder;
import io.aeron.cluster.ClusteredMediaDriver;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.service.ClusterMarkFile;
import io.aeron.cluster.service.ClusteredServiceContainer;
import io.aeron.driver.MediaDriver;
import io.aeron.exceptions.AeronException;
import io.aeron.security.Authenticator;
import io.aeron.security.CredentialsSupplier;
import java.io.File;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.agrona.CloseHelper;
import org.agrona.IoUtil;
import org.agrona.concurrent.status.CountersReader;

/**
 * One node of the cluster, all in this process: a media driver, an archive that records the log, the consensus module
 * that agrees with the other nodes on it, and the service that applies it.
 *
 * <p>All threads sleep for a moment when there is nothing to do: three nodes fit on two processors. A machine that has
 * a processor for each thread takes busier idle strategies, and answers sooner.
 */
final class Node implements AutoCloseable {
    private static final int SERVICE = 0;
    private static final int TERM_BYTES = EmbeddedAeron.TERM_BYTES;
    private static final int SMALL_TERM_BYTES = 1 << 16;
    /** How long a node that starts waits for all others, in timeouts, before a majority is enough. */
    private static final int STARTUP_HEARTBEATS = 2;

    /** Requests that change nothing in an archive. */
    private static final Set<Integer> ARCHIVE_READS = Set.of(
            ArchiveIdRequestDecoder.TEMPLATE_ID,
            KeepAliveRequestDecoder.TEMPLATE_ID,
            ListRecordingRequestDecoder.TEMPLATE_ID,
            RecordingPositionRequestDecoder.TEMPLATE_ID,
            ReplayRequestDecoder.TEMPLATE_ID,
            BoundedReplayRequestDecoder.TEMPLATE_ID,
            StopReplayRequestDecoder.TEMPLATE_ID,
            CloseSessionRequestDecoder.TEMPLATE_ID);

    private final ClusterConfig config;

    /** The number by which the archive knows this process. */
    private final long own = 1 + new SecureRandom().nextLong(Long.MAX_VALUE);

    /** The time of the machine when the node was started: with what has passed since, it never steps back. */
    private final long startMillis;

    private final long startNanos = System.nanoTime();
    private final ClusterConfig.Member member;
    private final Consumer<String> log;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final DirectoryLock lock;
    private final ClusteredMediaDriver driver;
    private final ClusteredServiceContainer service;

    /** Starts a node. It continues from what its directory has. */
    Node(ClusterConfig config, int id, Consumer<String> log) {
        this.config = config;
        this.log = log;
        startMillis = System.currentTimeMillis() + config.number(Setting.CLOCK_OFFSET_MS);
        member = config.members().get(id);
        lock = new DirectoryLock(config.directory(id), config.driverDirectory(id));
        ClusteredMediaDriver launched = null;
        try {
            removeMarks();
            launched = ClusteredMediaDriver.launch(driver(), archive(), consensus());
            service = ClusteredServiceContainer.launch(service());
        } catch (Throwable e) {
            CloseHelper.closeAll(e::addSuppressed, launched, lock);
            throw e;
        }
        driver = launched;
    }

    /** Removes what a process that was killed has left. */
    private void removeMarks() {
        IoUtil.delete(new File(directory("archive"), ArchiveMarkFile.FILENAME), true);
        IoUtil.delete(new File(directory("cluster"), ClusterMarkFile.FILENAME), true);
        IoUtil.delete(new File(directory("cluster"), ClusterMarkFile.markFilenameForService(SERVICE)), true);
        IoUtil.delete(new File(config.driverDirectory(member.id())), true);
    }

    private MediaDriver.Context driver() {
        return EmbeddedAeron.driver(config.idle())
                .aeronDirectoryName(config.driverDirectory(member.id()))
                .dirDeleteOnStart(true)
                .sharedThreadFactory(this::thread)
                .ipcTermBufferLength(TERM_BYTES)
                .spiesSimulateConnection(true)
                .errorHandler(this::onError);
    }

    private Archive.Context archive() {
        return EmbeddedAeron.archive(config, config.driverDirectory(member.id()), directory("archive"))
                .controlChannel(udp(member.archive()))
                .replicationChannel(udp(member.host() + ":0"))
                .archiveClientContext(
                        new AeronArchive.Context().credentialsSupplier(credentials(Credentials.NO_PLAYER)))
                .authenticatorSupplier(this::authenticator)
                .authorisationServiceSupplier(() -> this::mayUseArchive)
                .fileSyncLevel((int) config.number(Setting.FILE_SYNC_LEVEL))
                .catalogFileSyncLevel((int) config.number(Setting.FILE_SYNC_LEVEL))
                .recordChecksum(Checksums.crc32c()) // tells after a crash whether the last message is whole
                .threadFactory(this::thread)
                .errorHandler(this::onError);
    }

    private AeronArchive.Context archiveClient() {
        return EmbeddedAeron.archiveClient(config.driverDirectory(member.id())).credentialsSupplier(credentials(own));
    }

    private CredentialsSupplier credentials(long number) {
        return Credentials.supplier(number, config.text(Setting.TOKEN));
    }

    private Authenticator authenticator() {
        return new Credentials.TokenAuthenticator(config.text(Setting.TOKEN));
    }

    /** The node itself may do all with its archive; others may do what other nodes and observers need: read. */
    private boolean mayUseArchive(int protocol, int action, Object type, byte[] principal) {
        return Credentials.player(principal) == own || ARCHIVE_READS.contains(action);
    }

    private ConsensusModule.Context consensus() {
        return new ConsensusModule.Context()
                .aeronDirectoryName(config.driverDirectory(member.id()))
                .clusterDir(directory("cluster"))
                .clusterMemberId(member.id())
                .clusterMembers(config.clusterMembers())
                .fileSyncLevel((int) config.number(Setting.FILE_SYNC_LEVEL))
                .archiveContext(archiveClient())
                .ingressChannel("aeron:udp?term-length=64k")
                .egressChannel("aeron:udp?term-length=64k")
                .logChannel(new ChannelUriStringBuilder()
                        .media(CommonContext.UDP_MEDIA)
                        .termLength(TERM_BYTES)
                        .controlMode(CommonContext.MDC_CONTROL_MODE_MANUAL)
                        .controlEndpoint(member.logControl())
                        .build())
                .replicationChannel(udp(member.host() + ":0"))
                .clusterClock(() -> startMillis + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos))
                .leaderHeartbeatTimeoutNs(TimeUnit.MILLISECONDS.toNanos(config.number(Setting.HEARTBEAT_TIMEOUT_MS)))
                .leaderHeartbeatIntervalNs(TimeUnit.MILLISECONDS.toNanos(100))
                .electionTimeoutNs(TimeUnit.MILLISECONDS.toNanos(500))
                .startupCanvassTimeoutNs(
                        TimeUnit.MILLISECONDS.toNanos(STARTUP_HEARTBEATS * config.number(Setting.HEARTBEAT_TIMEOUT_MS)))
                .sessionTimeoutNs(TimeUnit.MILLISECONDS.toNanos(config.number(Setting.SESSION_TIMEOUT_MS)))
                .maxConcurrentSessions((int) config.number(Setting.SESSIONS))
                .authenticatorSupplier(this::authenticator)
                .appVersion(config.version())
                .threadFactory(this::thread)
                .idleStrategySupplier(config::idle)
                .errorHandler(this::onError)
                .terminationHook(ended::countDown);
    }

    private ClusteredServiceContainer.Context service() {
        return new ClusteredServiceContainer.Context()
                .aeronDirectoryName(config.driverDirectory(member.id()))
                .clusterDir(directory("cluster"))
                .archiveContext(archiveClient())
                .clusteredService(new GameService(config, this::onFailure))
                .appVersion(config.version())
                .threadFactory(this::thread)
                .idleStrategySupplier(config::idle)
                .errorHandler(this::onError)
                .terminationHook(ended::countDown);
    }

    private File directory(String name) {
        return config.directory(member.id()).resolve(name).toFile();
    }

    /** A thread whose death is that of the node. */
    private Thread thread(Runnable body) {
        Thread thread = new Thread(body);
        thread.setUncaughtExceptionHandler((dead, error) -> onFailure(error));
        return thread;
    }

    private static String udp(String endpoint) {
        return "aeron:udp?term-length=" + SMALL_TERM_BYTES + "|endpoint=" + endpoint;
    }

    private void onError(Throwable error) {
        if (error instanceof AeronException aeron && aeron.category() == AeronException.Category.WARN) {
            log.accept("node " + member.id() + ": " + error.getMessage());
        } else {
            log.accept("node " + member.id() + ": " + error);
            if (error instanceof AeronException aeron && aeron.category() == AeronException.Category.FATAL) {
                failure.compareAndSet(null, error);
            }
        }
    }

    private void onFailure(Throwable error) {
        Throwable cause = error instanceof InternalError
                ? new IOException("a mapped file cannot be accessed; is the disk full?", error)
                : error;
        failure.compareAndSet(null, cause);
        ended.countDown();
    }

    /** Waits until the node has ended by itself. Returns whether it has. */
    boolean awaitEnd(long millis) throws InterruptedException {
        return ended.await(millis, TimeUnit.MILLISECONDS);
    }

    /** Why the node has ended; null if it was asked to. */
    Throwable failure() {
        return failure.get();
    }

    /** The counters of Aeron and of the service. */
    CountersReader counters() {
        return driver.mediaDriver().context().countersManager();
    }

    NodeStatus status() {
        return NodeStatus.of(counters());
    }

    @Override
    public void close() {
        CloseHelper.closeAll(service, driver, lock);
    }
}
