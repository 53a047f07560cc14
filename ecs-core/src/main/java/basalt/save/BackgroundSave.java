package basalt.save;

import basalt.storage.file.AtomicFile;
import basalt.storage.file.EncodedChunks;
import basalt.storage.file.FileFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.LangUtil;

/**
 * A world that is being saved by another thread: {@link Saves#saveInBackground} copies its state, and the thread
 * {@code basalt-save-<file name>} writes it. The world can change, tick and close meanwhile.
 *
 * <pre>{@code
 * BackgroundSave saving = Saves.saveInBackground(world, file, new SaveOptions());
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
    private enum State {
        WRITING,
        COMMITTING,
        CANCELLED,
        FAILED
    }

    private final EncodedChunks chunks;
    private final Path real;
    private final AtomicReference<State> state = new AtomicReference<>(State.WRITING);
    private final CompletableFuture<Path> end = new CompletableFuture<>();

    /** Begins to write. If that fails, the chunks are closed. */
    BackgroundSave(EncodedChunks chunks) {
        this.chunks = chunks;
        try {
            real = AtomicFile.beginInBackground(chunks.path());
        } catch (Throwable e) {
            chunks.close();
            throw e;
        }
        try {
            Thread thread = new Thread(this::run, "basalt-save-" + chunks.path().getFileName());
            thread.setDaemon(false); // the process does not end before the file is complete
            thread.start();
        } catch (Throwable e) { // there is no memory for another thread
            AtomicFile.endInBackground(real);
            chunks.close();
            throw e;
        }
    }

    private void run() {
        Throwable failure = null;
        try {
            write();
        } catch (IOException e) {
            failure = FileFormat.failure("the world was not saved to " + file(), e);
        } catch (Throwable e) {
            failure = e;
        }
        try {
            chunks.close();
        } catch (Throwable e) {
            failure = failure == null ? e : failure;
        }
        AtomicFile.endInBackground(real);
        if (isCancelled()) {
            end.completeExceptionally(cancelled(failure));
        } else if (failure == null) {
            end.complete(file());
        } else {
            end.completeExceptionally(failure);
        }
    }

    /** Whether the saving was cancelled before it has failed. */
    private boolean isCancelled() {
        return !state.compareAndSet(State.WRITING, State.FAILED) && state.get() == State.CANCELLED;
    }

    private CancellationException cancelled(Throwable failure) {
        CancellationException cancelled =
                new CancellationException("the saving of the world to " + file() + " was cancelled");
        if (failure != null) {
            cancelled.addSuppressed(failure);
        }
        return cancelled;
    }

    private void write() throws IOException {
        try (AtomicFile file = new AtomicFile(chunks.path())) {
            chunks.writeTo(file, () -> state.get() == State.CANCELLED);
            if (state.compareAndSet(State.WRITING, State.COMMITTING)) {
                file.commit();
            }
        }
    }

    /** Where the world is saved. */
    public Path file() {
        return chunks.path();
    }

    /**
     * How much of the state is written; the size of the file differs, by headers and compression.
     *
     * @return bytes, 0 to {@link #totalBytes()}
     */
    public long writtenBytes() {
        return chunks.writtenBytes();
    }

    /**
     * How much there is to write.
     *
     * @return bytes, more than 0
     */
    public long totalBytes() {
        return chunks.totalBytes();
    }

    /**
     * Whether the saving has ended: the file is on disk, or it has failed, or was cancelled.
     *
     * @return true if all its memory is freed
     */
    public boolean isDone() {
        return end.isDone();
    }

    /**
     * Ends the saving, unless all is written. What was at the path before stays. Returns at once; the thread ends soon.
     *
     * @return true if the file is not saved; false if it is, or will be soon, or if the saving has failed before
     */
    public boolean cancel() {
        return state.compareAndSet(State.WRITING, State.CANCELLED) || state.get() == State.CANCELLED;
    }

    /**
     * The outcome as a future: the path when the file is on disk, or the exception that {@link #join} throws. To cancel
     * or to complete it does not change the saving.
     */
    public CompletableFuture<Path> future() {
        return end.copy();
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
            return end.join();
        } catch (CompletionException e) {
            LangUtil.rethrowUnchecked(e.getCause());
            throw e;
        }
    }
}
