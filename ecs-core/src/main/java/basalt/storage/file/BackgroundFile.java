package basalt.storage.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/** The second phase of saving on a thread of its own: writes chunks to a file. For all threads. */
public final class BackgroundFile {
    private enum State {
        WRITING,
        COMMITTING,
        CANCELLED,
        FAILED
    }

    /** Those of this process that have not ended. */
    private static final Set<BackgroundFile> RUNNING = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final Path real;
    private final EncodedChunks chunks;
    private final boolean compresses;
    private final FileKind kind;
    private final AtomicReference<State> state = new AtomicReference<>(State.WRITING);
    private final CompletableFuture<Path> future = new CompletableFuture<>();

    /** A file that is not begun. */
    public BackgroundFile(Path path, EncodedChunks chunks, boolean compresses, FileKind kind) {
        this.path = path;
        real = AtomicFile.real(path);
        this.compresses = compresses;
        this.kind = kind;
        this.chunks = chunks;
    }

    /**
     * Throws if a file is being written in the background, for any world of this process: what is written now would be
     * replaced later.
     */
    public static void requireNotWriting(Path path) {
        Path file = AtomicFile.real(path);
        if (RUNNING.stream().anyMatch(running -> running.writes(file))) {
            throw new IllegalStateException("a world is being saved to this file in the background, which would"
                    + " replace it again: path=" + path + "; join or cancel that first");
        }
    }

    private boolean writes(Path file) {
        try {
            return real.equals(file) || Files.isSameFile(real, file);
        } catch (IOException e) { // one of them is new
            return false;
        }
    }

    /** Begins to write. If the thread cannot be started, the chunks are closed. */
    public void start() {
        Thread thread = new Thread(this::run, "basalt-save-" + path.getFileName());
        thread.setDaemon(false); // the process does not end before the file is complete
        RUNNING.add(this);
        try {
            thread.start();
        } catch (Throwable e) { // there is no memory for another thread
            RUNNING.remove(this);
            chunks.close();
            throw e;
        }
    }

    private void run() {
        Throwable failure = null;
        try {
            write();
        } catch (IOException e) {
            failure = FileFailure.of("the world was not saved to " + path, e);
        } catch (Throwable e) {
            failure = e;
        }
        try {
            chunks.close();
        } catch (Throwable e) {
            failure = failure == null ? e : failure;
        }
        RUNNING.remove(this);
        if (isCancelled()) {
            future.completeExceptionally(cancelled(failure));
        } else if (failure == null) {
            future.complete(path);
        } else {
            future.completeExceptionally(failure);
        }
    }

    /** Whether the saving was cancelled before it has failed. */
    private boolean isCancelled() {
        return !state.compareAndSet(State.WRITING, State.FAILED) && state.get() == State.CANCELLED;
    }

    private CancellationException cancelled(Throwable failure) {
        CancellationException cancelled =
                new CancellationException("the saving of the world to " + path + " was cancelled");
        if (failure != null) {
            cancelled.addSuppressed(failure);
        }
        return cancelled;
    }

    private void write() throws IOException {
        try (AtomicFile file = new AtomicFile(path);
                ChunkWriter writer = new ChunkWriter(file, compresses, kind)) {
            chunks.writeTo(writer, () -> state.get() == State.CANCELLED);
            if (state.compareAndSet(State.WRITING, State.COMMITTING)) {
                file.commit();
            }
        }
    }

    /** Ends the saving, unless all was written already. */
    public boolean cancel() {
        return state.compareAndSet(State.WRITING, State.CANCELLED) || state.get() == State.CANCELLED;
    }

    public Path path() {
        return path;
    }

    public EncodedChunks chunks() {
        return chunks;
    }

    /** The outcome. Returns completed when the file is on disk, or was not written, and all memory is freed. */
    public CompletableFuture<Path> future() {
        return future;
    }
}
