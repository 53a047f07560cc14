package basalt.examples.cluster;

import io.aeron.Aeron;
import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.client.AeronArchive;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.io.File;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import org.agrona.CloseHelper;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingIdleStrategy;

/** Aeron with a media driver in this process, for clients. */
final class EmbeddedAeron implements AutoCloseable {
    /** How long threads without work sleep. */
    static final long IDLE_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    private static final String LOCAL = "aeron:ipc?term-length=64k";
    private static final int SEGMENT_BYTES = 16 << 20;
    static final int TERM_BYTES = 1 << 20;

    private final MediaDriver driver;
    private final Aeron aeron;

    EmbeddedAeron() {
        MediaDriver.Context context =
                driver(new SleepingIdleStrategy(IDLE_NANOS)).imageLivenessTimeoutNs(TimeUnit.SECONDS.toNanos(5));
        driver = MediaDriver.launchEmbedded(context);
        try {
            aeron = Aeron.connect(new Aeron.Context()
                    .aeronDirectoryName(driver.aeronDirectoryName())
                    .idleStrategy(new SleepingIdleStrategy(IDLE_NANOS)));
        } catch (Throwable e) {
            CloseHelper.closeAll(e::addSuppressed, driver);
            throw e;
        }
    }

    /** A media driver with one thread, which leaves nothing behind. */
    static MediaDriver.Context driver(IdleStrategy idle) {
        return new MediaDriver.Context()
                .threadingMode(ThreadingMode.SHARED)
                .sharedIdleStrategy(idle)
                .publicationTermBufferLength(TERM_BYTES)
                .dirDeleteOnShutdown(true);
    }

    /** An archive with one thread, for the process that has the media driver. */
    static Archive.Context archive(ClusterConfig config, String aeron, File directory) {
        return new Archive.Context()
                .aeronDirectoryName(aeron)
                .archiveDir(directory)
                .localControlChannel(LOCAL)
                .segmentFileLength(SEGMENT_BYTES)
                .lowStorageSpaceThreshold(config.number(ClusterConfig.Setting.LOW_STORAGE_BYTES))
                .threadingMode(ArchiveThreadingMode.SHARED)
                .idleStrategySupplier(config::idle);
    }

    /** A client of that archive, over shared memory. */
    static AeronArchive.Context archiveClient(String aeron) {
        return new AeronArchive.Context()
                .aeronDirectoryName(aeron)
                .controlRequestChannel(LOCAL)
                .controlResponseChannel(LOCAL);
    }

    /** Polls for some time; sleeps after a poll that has found nothing. */
    static void poll(long millis, IntSupplier poll) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (System.nanoTime() < end) {
            if (poll.getAsInt() == 0) {
                LockSupport.parkNanos(IDLE_NANOS);
            }
        }
    }

    Aeron aeron() {
        return aeron;
    }

    @Override
    public void close() {
        CloseHelper.closeAll(aeron, driver);
    }
}
