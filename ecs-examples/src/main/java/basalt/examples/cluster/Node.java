package basalt.examples.cluster;

import basalt.examples.framework.program.Closing;
import io.aeron.ChannelUriStringBuilder;
import io.aeron.CommonContext;
import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveMarkFile;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.checksum.Checksums;
import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.ClusteredMediaDriver;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.service.ClusterMarkFile;
import io.aeron.cluster.service.ClusteredServiceContainer;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.exceptions.AeronException;
import io.aeron.security.CredentialsSupplier;
import java.io.File;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.agrona.IoUtil;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingIdleStrategy;
import org.agrona.concurrent.status.CountersReader;

/**
 * One node of the cluster, all in this process: a media driver, an archive that records the log, the consensus module
 * that agrees with the other nodes on it, and the service that applies it.
 *
 * <p>All threads sleep for a moment when there is nothing to do: three nodes fit on two processors. A machine that has
 * a processor for each thread takes busier idle strategies, and answers sooner.
 */
final class Node implements AutoCloseable {
    private static final int CLUSTER = 0;
    private static final int SERVICE = 0;
    private static final int TERM_BYTES = RequestFilter.MOST_TERM_BYTES;
    private static final int SMALL_TERM_BYTES = 1 << 16;
    private static final int SEGMENT_BYTES = 16 << 20;
    /** How long a node that starts waits for all others, in timeouts, before a majority is enough. */
    private static final int STARTUP_HEARTBEATS = 2;

    private static final String LOCAL = "aeron:ipc?term-length=64k";

    private final ClusterConfig config;
    private final Member member;
    private final Consumer<String> log;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final DirectoryLock lock;
    private final ClusteredMediaDriver driver;
    private final ClusteredServiceContainer service;

    /**
     * Starts a node. It continues from what its directory has.
     *
     * @param config the settings
     * @param id number of the node
     * @param log receives lines for the operator, on any thread
     */
    Node(ClusterConfig config, int id, Consumer<String> log) {
        this.config = config;
        this.log = log;
        member = config.members().get(id);
        lock = new DirectoryLock(config.directory(id), config.driverDirectory(id));
        ClusteredMediaDriver launched = null;
        try {
            removeMarks();
            launched = ClusteredMediaDriver.launch(driver(), archive(), consensus());
            service = ClusteredServiceContainer.launch(service());
        } catch (Throwable e) {
            Closing.after(e, launched, lock);
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
        MediaDriver.Context context = new MediaDriver.Context()
                .aeronDirectoryName(config.driverDirectory(member.id()))
                .dirDeleteOnStart(true)
                .dirDeleteOnShutdown(true)
                .threadingMode(ThreadingMode.SHARED)
                .sharedThreadFactory(this::thread)
                .sharedIdleStrategy(idle())
                .publicationTermBufferLength(TERM_BYTES)
                .ipcTermBufferLength(TERM_BYTES)
                .termBufferSparseFile(true)
                .spiesSimulateConnection(true)
                .errorHandler(this::onError);
        FilteredEndpoint.add(context, config);
        BadNetwork.add(context, config, member.id()); // in its place
        return context;
    }

    private Archive.Context archive() {
        return new Archive.Context()
                .aeronDirectoryName(config.driverDirectory(member.id()))
                .archiveDir(directory("archive"))
                .controlChannel(udp(member.archive()))
                .localControlChannel(LOCAL)
                .replicationChannel(udp(member.host() + ":0"))
                .archiveClientContext(new AeronArchive.Context().credentialsSupplier(credentials()))
                .authenticatorSupplier(() -> new TokenAuthenticator(config.token()))
                .recordingEventsEnabled(false)
                .segmentFileLength(SEGMENT_BYTES)
                .fileSyncLevel(config.fileSyncLevel())
                .catalogFileSyncLevel(config.fileSyncLevel())
                .recordChecksum(Checksums.crc32c()) // tells after a crash whether the last message is whole
                .lowStorageSpaceThreshold(config.lowStorageBytes())
                .threadingMode(ArchiveThreadingMode.SHARED)
                .threadFactory(this::thread)
                .idleStrategySupplier(this::idle)
                .errorHandler(this::onError);
    }

    private AeronArchive.Context archiveClient() {
        return new AeronArchive.Context()
                .aeronDirectoryName(config.driverDirectory(member.id()))
                .controlRequestChannel(LOCAL)
                .controlResponseChannel(LOCAL)
                .credentialsSupplier(credentials());
    }

    private CredentialsSupplier credentials() {
        return Credentials.supplier(Credentials.NO_PLAYER, config.token());
    }

    private ConsensusModule.Context consensus() {
        return new ConsensusModule.Context()
                .aeronDirectoryName(config.driverDirectory(member.id()))
                .clusterDir(directory("cluster"))
                .clusterId(CLUSTER)
                .clusterMemberId(member.id())
                .clusterMembers(config.clusterMembers())
                .fileSyncLevel(config.fileSyncLevel())
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
                .clusterClock(new SteadyClock(config.clockOffsetMillis()))
                .leaderHeartbeatTimeoutNs(TimeUnit.MILLISECONDS.toNanos(config.heartbeatTimeoutMillis()))
                .leaderHeartbeatIntervalNs(TimeUnit.MILLISECONDS.toNanos(100))
                .electionTimeoutNs(TimeUnit.MILLISECONDS.toNanos(500))
                .startupCanvassTimeoutNs(
                        TimeUnit.MILLISECONDS.toNanos(STARTUP_HEARTBEATS * config.heartbeatTimeoutMillis()))
                .sessionTimeoutNs(TimeUnit.MILLISECONDS.toNanos(config.sessionTimeoutMillis()))
                .maxConcurrentSessions(config.sessions())
                .authenticatorSupplier(() -> new TokenAuthenticator(config.token()))
                .appVersion(config.version())
                .threadFactory(this::thread)
                .idleStrategySupplier(this::idle)
                .errorHandler(this::onError)
                .terminationHook(ended::countDown);
    }

    private ClusteredServiceContainer.Context service() {
        return new ClusteredServiceContainer.Context()
                .aeronDirectoryName(config.driverDirectory(member.id()))
                .clusterDir(directory("cluster"))
                .clusterId(CLUSTER)
                .archiveContext(archiveClient())
                .clusteredService(new GameService(config.replicas(ObservedTick.NONE), this::onFailure))
                .appVersion(config.version())
                .threadFactory(this::thread)
                .idleStrategySupplier(this::idle)
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

    private IdleStrategy idle() {
        return new SleepingIdleStrategy(TimeUnit.MICROSECONDS.toNanos(config.idleMicros()));
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
        Closing.all(service, driver, lock);
    }
}
