package basalt.examples.cluster;

import basalt.examples.cluster.ClusterConfig.Member;
import basalt.examples.cluster.ClusterConfig.Setting;
import io.aeron.Aeron;
import io.aeron.CommonContext;
import io.aeron.archive.Archive;
import io.aeron.archive.ArchivingMediaDriver;
import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.ClusterBackup;
import io.aeron.cluster.ClusterBackupEventsListener;
import io.aeron.cluster.ClusterMember;
import io.aeron.cluster.RecordingLog;
import io.aeron.driver.MediaDriver;
import io.aeron.security.CredentialsSupplier;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.agrona.CloseHelper;
import org.agrona.IoUtil;

/**
 * A copy of the cluster's last snapshot and of its log, in an archive of this process: Aeron's {@link ClusterBackup}.
 * It copies only what the cluster has agreed on. If the node that it copies from dies, it goes on with another.
 */
final class Backup implements ClusterBackupEventsListener, AutoCloseable {
    private static final String ARCHIVE = "archive";
    private static final String CLUSTER = "cluster";
    private static final int SERVICE = 0;

    /** Where an observer starts: with a snapshot, or with {@link Aeron#NULL_VALUE} at the log's beginning. */
    record Start(long snapshot, long position) {}

    private final ClusterConfig config;
    private final Consumer<String> log;
    private final Member self;
    private final String aeron;
    private final DirectoryLock lock;
    private final ArchivingMediaDriver driver;
    private final ClusterBackup backup;
    private volatile Start start;
    private volatile long recording = Aeron.NULL_VALUE;
    private volatile boolean hasEnded;

    /** Starts copying. The nodes answer at the endpoint, a free port. */
    Backup(ClusterConfig config, String endpoint, Consumer<String> log) {
        this.config = config;
        this.log = log;
        self = Member.parse(0, endpoint);
        aeron = driverDirectory(self.port());
        Path directory = Path.of(config.text(Setting.DIR), "observer-" + self.port()); // emptied now
        lock = new DirectoryLock(directory, aeron);
        ArchivingMediaDriver launched = null;
        try {
            for (String part : List.of(ARCHIVE, CLUSTER)) {
                IoUtil.delete(directory.resolve(part).toFile(), true);
            }
            IoUtil.delete(new File(aeron), true);
            launched = ArchivingMediaDriver.launch(
                    driver(), archive(directory.resolve(ARCHIVE).toFile()));
            backup = ClusterBackup.launch(backup(directory.resolve(CLUSTER).toFile()));
        } catch (Throwable e) {
            CloseHelper.closeAll(e::addSuppressed, launched, lock);
            throw e;
        }
        driver = launched;
    }

    /** The directory of an observer's media driver, in shared memory, named by the observer's port. */
    static String driverDirectory(int port) {
        return CommonContext.getAeronDirectoryName() + "-basalt-observer-" + port;
    }

    private MediaDriver.Context driver() {
        return EmbeddedAeron.driver(config.idle())
                .aeronDirectoryName(aeron)
                .dirDeleteOnStart(true)
                .imageLivenessTimeoutNs(TimeUnit.SECONDS.toNanos(2))
                .spiesSimulateConnection(true)
                .errorHandler(this::onError);
    }

    private Archive.Context archive(File directory) {
        return EmbeddedAeron.archive(config, aeron, directory)
                .controlChannelEnabled(false)
                .archiveClientContext(new AeronArchive.Context()
                        .controlResponseChannel(anyPort())
                        .credentialsSupplier(credentials()))
                .replicationChannel(anyPort())
                .errorHandler(this::onError);
    }

    private ClusterBackup.Context backup(File directory) {
        return new ClusterBackup.Context()
                .aeronDirectoryName(aeron)
                .clusterDir(directory)
                .archiveContext(EmbeddedAeron.archiveClient(aeron))
                .clusterArchiveContext(new AeronArchive.Context()
                        .aeronDirectoryName(aeron)
                        .controlRequestChannel(
                                "aeron:udp?endpoint=" + config.members().get(0).archive()) // or another's
                        .controlResponseChannel(anyPort())
                        .credentialsSupplier(credentials()))
                .clusterConsensusEndpoints(
                        config.members().stream().map(Member::consensus).collect(Collectors.joining(",")))
                .consensusChannel("aeron:udp?endpoint=" + self.ingress())
                .catchupEndpoint(self.host() + ":0")
                .sourceType(ClusterBackup.SourceType.ANY)
                .initialReplayStart(ClusterBackup.Configuration.ReplayStart.LATEST_SNAPSHOT)
                .clusterBackupResponseTimeoutNs(TimeUnit.SECONDS.toNanos(1))
                .clusterBackupProgressTimeoutNs(TimeUnit.SECONDS.toNanos(3))
                .clusterBackupCoolDownIntervalNs(TimeUnit.SECONDS.toNanos(1))
                .credentialsSupplier(credentials())
                .eventsListener(this)
                .terminationHook(() -> hasEnded = true)
                .errorHandler(this::onError);
    }

    private CredentialsSupplier credentials() {
        return Credentials.supplier(Credentials.NO_PLAYER, config.text(Setting.TOKEN));
    }

    private String anyPort() {
        return "aeron:udp?endpoint=" + self.host() + ":0";
    }

    /** Connects to the archive that has the copies. */
    AeronArchive connect() {
        return AeronArchive.connect(EmbeddedAeron.archiveClient(aeron));
    }

    /** Where to start; null if there is no copy yet. */
    Start start() {
        return start;
    }

    /** The recording of the copied log; {@link Aeron#NULL_VALUE} if there is none yet. */
    long recording() {
        return recording;
    }

    /** Whether the copying has ended by itself, for example because the disk is full. */
    boolean hasEnded() {
        return hasEnded;
    }

    @Override
    public void onUpdatedRecordingLog(RecordingLog recordingLog, List<RecordingLog.Snapshot> snapshots) {
        if (start == null) {
            RecordingLog.Entry newest = recordingLog.getLatestSnapshot(SERVICE);
            start = newest == null ? new Start(Aeron.NULL_VALUE, 0) : new Start(newest.recordingId, newest.logPosition);
        }
    }

    @Override
    public void onLiveLogProgress(long recordingId, long counter, long position) {
        recording = recordingId;
    }

    @Override
    public void onPossibleFailure(Exception failure) {
        onError(failure);
    }

    private void onError(Throwable error) {
        log.accept("observer: " + error.getMessage());
    }

    @Override
    public void onBackupQuery() {}

    @Override
    public void onBackupResponse(ClusterMember[] members, ClusterMember source, List<RecordingLog.Snapshot> wanted) {
        log.accept("observer: copies from node " + source.id());
    }

    @Override
    public void close() {
        CloseHelper.closeAll(backup, driver, lock);
    }
}
