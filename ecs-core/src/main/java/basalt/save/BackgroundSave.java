package basalt.save;

import basalt.internal.Friend;
import basalt.storage.file.BackgroundFile;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.agrona.LangUtil;

/**
 * A world that is being saved by another thread: {@code world.saveInBackground(file)} copies its state, and the thread
 * {@code basalt-save-<file name>} writes it. The world can change, tick and close meanwhile.
 *
 * <pre>{@code
 * BackgroundSave saving = world.saveInBackground(file);
 * ...
 * bar.show(saving.writtenBytes(), saving.totalBytes());
 * ...
 * saving.join();                          // or world.close() and exit: the JVM ends when the file is complete
 * }</pre>
 *
 * <p>The copy takes memory of the world's source, which the thread frees piece by piece, all of it before the saving is
 * done. The file is complete or not there at all, as by {@code world.save(file)}.
 *
 * <p>For all threads.
 */
public final class BackgroundSave {
    static {
        Friend.install(BackgroundSave.class, BackgroundFile.class, new Friend<>() {
            @Override
            public BackgroundSave exported(BackgroundFile file) {
                return new BackgroundSave(file);
            }
        });
    }

    private final BackgroundFile saving;

    private BackgroundSave(BackgroundFile saving) {
        this.saving = saving;
    }

    /**
     * Where the world is saved.
     *
     * @return the path
     */
    public Path file() {
        return saving.path();
    }

    /**
     * How much of the state is written; the size of the file differs, by headers and compression.
     *
     * @return bytes, 0 to {@link #totalBytes()}
     */
    public long writtenBytes() {
        return saving.chunks().writtenBytes();
    }

    /**
     * How much there is to write.
     *
     * @return bytes, more than 0
     */
    public long totalBytes() {
        return saving.chunks().totalBytes();
    }

    /**
     * Whether the saving has ended: the file is on disk, or it has failed, or was cancelled.
     *
     * @return true if all its memory is freed
     */
    public boolean isDone() {
        return saving.future().isDone();
    }

    /**
     * Ends the saving, unless all is written. What was at the path before stays. Returns at once; the thread ends soon.
     *
     * @return true if the file is not saved; false if it is, or will be soon, or if the saving has failed before
     */
    public boolean cancel() {
        return saving.cancel();
    }

    /**
     * The outcome as a future: the path when the file is on disk, or the exception that {@link #join} throws. To cancel
     * or to complete it does not change the saving.
     *
     * @return a new future
     */
    public CompletableFuture<Path> future() {
        return saving.future().copy();
    }

    /**
     * Waits for the end of the saving.
     *
     * @return the path of the file, which is on disk
     * @throws java.io.UncheckedIOException if it could not be written; what was there stays
     * @throws java.util.concurrent.CancellationException if it was cancelled
     */
    public Path join() {
        try {
            return saving.future().join();
        } catch (CompletionException e) {
            LangUtil.rethrowUnchecked(e.getCause());
            throw e;
        }
    }
}
