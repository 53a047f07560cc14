package basalt.save;

import basalt.component.SaveFormatException;
import basalt.internal.NoState;
import basalt.storage.file.AtomicFile;
import basalt.storage.file.FileFormat;
import basalt.world.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.agrona.LangUtil;

/**
 * Files in which a world is saved from time to time, in the background. The newest ones are kept.
 *
 * <pre>{@code
 * Checkpoints checkpoints = Checkpoints.every(Duration.ofSeconds(60)).keep(10).in(directory);
 * ...
 * schedule.tick(1 / 60f);
 * checkpoints.tick(world);                       // saves once a minute
 * ...
 * World last = checkpoints.tryLoadNewest(new LoadOptions(), damaged -> log.warn(damaged.damage()));
 * }</pre>
 *
 * <p>The files are named {@code checkpoint-000001.basalt} and so on; other files are left alone. The oldest one is
 * deleted when a new one is on disk, so that a process that is killed at any time leaves at least as many good ones as
 * there were. A new name is never that of a file that is there. A file is empty until it is complete.
 *
 * <p>Several objects can share a directory, also those of other worlds and processes: they take turns with the numbers,
 * and {@code keep} counts the files of all. To keep some of each world, give each its own directory.
 *
 * <p>{@link #tick}, {@link #now} and {@link #close} are for the world's thread, outside of ticks, iterations and
 * observers; the others for all threads. {@link #close} waits for the saving that is in progress.
 */
@NoState
public final class Checkpoints implements AutoCloseable {
    private static final Pattern NAME = Pattern.compile("checkpoint-([0-9]{1,18})\\.basalt");
    private static final long MAX_NUMBER = 999_999_999_999_999_999L;

    private final Path directory;
    private final Duration interval;
    private final int keep;
    private final Clock clock;
    private final Function<? super World, SaveOptions> saveOptions;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private long lastNumber;

    /** When the last checkpoint was begun, or the first tick was; null before that. */
    private Instant last;

    /** Done when the last saving has ended, and old files were deleted. */
    private CompletableFuture<?> current = CompletableFuture.completedFuture(null);

    private boolean isClosed;

    Checkpoints(Path directory, Builder options) {
        this.directory = directory;
        interval = options.interval;
        keep = options.keep;
        clock = options.clock;
        saveOptions = options.saveOptions;
        try {
            Files.createDirectories(directory);
            AtomicFile.removeLeft(directory, name -> NAME.matcher(name).matches());
            lastNumber = newestNumber();
        } catch (IOException e) {
            throw new UncheckedIOException("the directory of checkpoints cannot be used: " + directory, e);
        }
    }

    /**
     * Sets up checkpoints.
     *
     * @param interval the time between two of them, more than 0
     * @throws IllegalArgumentException if it is null, 0 or less
     */
    public static Builder every(Duration interval) {
        if (interval == null || interval.isNegative() || interval.isZero()) {
            throw new IllegalArgumentException("the time between checkpoints must be > 0: interval=" + interval);
        }
        return new Builder(interval);
    }

    /**
     * Begins a checkpoint, if the interval has passed since the last one was begun, or since the first call, and no
     * saving by this object is in progress. If the clock goes back, the interval begins again.
     *
     * @throws UncheckedIOException if the last checkpoint could not be written, or an old one not be deleted; thrown
     *     once, and the next call goes on; if no file can be made in the directory
     * @throws IllegalStateException as for {@link Saves#saveInBackground}; if the number of a file
     *     is the greatest one, 999,999,999,999,999,999; after {@link #close}
     * @throws basalt.memory.NativeMemoryException if there is not enough memory; the next try is after the interval
     */
    public boolean tick(World world) {
        requireWorld(world);
        throwFailure();
        Instant now = clock.instant();
        if (last == null || now.isBefore(last)) {
            last = now;
        }
        if (!current.isDone() || Duration.between(last, now).compareTo(interval) < 0) {
            return false;
        }
        last = now;
        begin(world, options(world), now);
        return true;
    }

    /**
     * Begins a checkpoint now. Waits for one that is in progress. The interval begins again.
     *
     * @param note the note, see {@link SaveOptions#note}, in place of that of {@link Builder#options}
     * @throws IllegalArgumentException if an argument is null, or the note is too long
     * @throws UncheckedIOException as for {@link #tick}
     */
    public BackgroundSave now(World world, String note) {
        requireWorld(world);
        current.join();
        throwFailure();
        last = clock.instant();
        return begin(world, options(world).note(note), last);
    }

    private void requireWorld(World world) {
        if (world == null) {
            throw new IllegalArgumentException("the world of a checkpoint must not be null");
        }
        if (isClosed) {
            throw new IllegalStateException("the checkpoints are closed; make others with Checkpoints.every(...)");
        }
    }

    private void throwFailure() {
        Throwable thrown = failure.getAndSet(null);
        if (thrown != null) {
            LangUtil.rethrowUnchecked(thrown);
        }
    }

    private SaveOptions options(World world) {
        return Builder.require(saveOptions.apply(world), "options");
    }

    private BackgroundSave begin(World world, SaveOptions options, Instant now) {
        options.time(now);
        Path file = take();
        BackgroundSave saving;
        try {
            saving = Saves.saveInBackground(world, file, options);
        } catch (Throwable e) {
            giveBack(file);
            throw e;
        }
        current = saving.future().handle((path, thrown) -> {
            ended(file, thrown);
            return null;
        });
        return saving;
    }

    /** Makes an empty file with the next number, which other objects and processes do not take then. */
    private Path take() {
        lastNumber = Math.max(lastNumber, newestNumber());
        while (lastNumber < MAX_NUMBER) {
            lastNumber++;
            Path file = directory.resolve(String.format(Locale.ROOT, "checkpoint-%06d.basalt", lastNumber));
            try {
                return Files.createFile(file);
            } catch (FileAlreadyExistsException e) {
                // it was taken meanwhile
            } catch (IOException e) {
                throw FileFormat.failure("no checkpoint was made in " + directory, e);
            }
        }
        throw new IllegalStateException(
                "no checkpoint can follow that with number " + MAX_NUMBER + "; move it away: directory=" + directory);
    }

    private long newestNumber() {
        TreeMap<Long, Path> taken = named(path -> true);
        return taken.isEmpty() ? 0 : taken.lastKey();
    }

    /** Deletes a file that has stayed empty. */
    private static void giveBack(Path file) {
        try {
            if (Files.size(file) == 0) {
                Files.delete(file);
            }
        } catch (IOException e) {
            // an empty file is no checkpoint, and is deleted when it is older than those that are kept
        }
    }

    /** Called by the thread that saves. */
    private void ended(Path file, Throwable thrown) {
        Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
        try {
            if (cause == null) {
                deleteOldest();
            } else {
                giveBack(file);
                if (!(cause instanceof CancellationException)) {
                    failure.set(cause);
                }
            }
        } catch (Throwable e) {
            failure.set(e);
        }
    }

    /** Deletes what is older than those that are kept, also the empty files that killed processes have left. */
    private void deleteOldest() {
        TreeMap<Long, Path> kept = files();
        if (kept.size() < keep) {
            return; // an older one that is empty may become complete, and is kept then
        }
        while (kept.size() > keep) {
            kept.pollFirstEntry();
        }
        try {
            for (Path old : named(Files::isRegularFile).headMap(kept.firstKey()).values()) {
                Files.deleteIfExists(old);
            }
        } catch (IOException e) {
            throw FileFormat.failure("an old checkpoint cannot be deleted", e);
        }
    }

    /** The files by their numbers, without those that have only been {@linkplain #take taken}. */
    private TreeMap<Long, Path> files() {
        return named(path -> {
            try {
                return Files.isRegularFile(path) && Files.size(path) > 0;
            } catch (IOException e) { // deleted meanwhile
                return false;
            }
        });
    }

    /** What has the name of a checkpoint, by its number. */
    private TreeMap<Long, Path> named(Predicate<Path> filter) {
        TreeMap<Long, Path> files = new TreeMap<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(directory)) {
            for (Path path : all) {
                Matcher name = NAME.matcher(path.getFileName().toString());
                if (name.matches() && filter.test(path)) {
                    files.put(Long.parseLong(name.group(1)), path);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the checkpoints cannot be listed: " + directory, e);
        }
        return files;
    }

    /**
     * The checkpoints on disk. Reads only the starts of the files. Those whose start is damaged are in the list too.
     *
     * @return the newest one first
     * @throws UncheckedIOException if the directory cannot be read, or the thread is interrupted
     */
    public List<SaveInfo> list() {
        List<SaveInfo> list = new ArrayList<>();
        for (Map.Entry<Long, Path> file : files().descendingMap().entrySet()) {
            try {
                list.add(SaveInfo.read(file.getValue()));
            } catch (UncheckedIOException e) {
                throwIfInterrupted(e);
                if (Files.exists(file.getValue())) { // else it was deleted meanwhile
                    list.add(SaveInfo.damaged(file.getValue(), Instant.EPOCH, 0, e));
                }
            }
        }
        return list;
    }

    /** An interrupted thread reads no file: none of them is damaged. */
    private static void throwIfInterrupted(RuntimeException e) {
        if (e.getCause() instanceof ClosedByInterruptException) {
            throw e;
        }
    }

    /**
     * Loads the newest checkpoint that is good.
     *
     * @param options as for {@link Saves#load(Path, LoadOptions)}
     * @param whenSkipped called with each newer one that cannot be loaded; {@link SaveInfo#damage()} tells why
     * @return the world, which belongs to the calling thread; null if there is no good checkpoint
     * @throws UncheckedIOException if the directory cannot be read, or the thread is interrupted
     */
    public World tryLoadNewest(LoadOptions options, Consumer<? super SaveInfo> whenSkipped) {
        Saves.requireLoad(directory, options);
        if (whenSkipped == null) {
            throw new IllegalArgumentException("whenSkipped must not be null; give a lambda that logs the damage");
        }
        for (SaveInfo info : list()) {
            SaveInfo skipped = info;
            if (info.damage() == null) {
                try {
                    return Saves.load(info.file(), options);
                } catch (SaveFormatException | UncheckedIOException e) {
                    throwIfInterrupted(e);
                    skipped = info.withDamage(e.getMessage());
                }
            }
            whenSkipped.accept(skipped);
        }
        return null;
    }

    /**
     * Waits for the saving that is in progress. Further calls do nothing. Worlds stay open.
     *
     * @throws UncheckedIOException if it could not be written, or an old one not be deleted
     */
    @Override
    public void close() {
        isClosed = true;
        current.join();
        throwFailure();
    }

    /** Sets up {@link Checkpoints}. Each option has a default. The methods change this object and return it. */
    public static final class Builder {
        private final Duration interval;
        private int keep = 10;
        private Clock clock = Clock.systemUTC();
        private Function<? super World, SaveOptions> saveOptions = world -> new SaveOptions();

        private Builder(Duration interval) {
            this.interval = interval;
        }

        /**
         * Sets how many checkpoints are kept. The default is 10. The oldest one is deleted when a new one is on disk.
         *
         * @param count at least 1
         */
        public Builder keep(int count) {
            if (count < 1) {
                throw new IllegalArgumentException("at least one checkpoint must be kept: keep=" + count);
            }
            keep = count;
            return this;
        }

        /** Sets the clock. The default is {@link Clock#systemUTC()}. */
        public Builder clock(Clock newClock) {
            clock = require(newClock, "clock");
            return this;
        }

        /**
         * Sets how the checkpoints are saved that {@link Checkpoints#tick} makes, such as with a note or a picture.
         *
         * @param newOptions called on the world's thread for each; the time of what it returns is set
         */
        public Builder options(Function<? super World, SaveOptions> newOptions) {
            saveOptions = require(newOptions, "options");
            return this;
        }

        /**
         * Begins with a directory, which is made if it is not there. What killed processes have left there is removed.
         *
         * @throws java.io.UncheckedIOException if it cannot be made or read
         */
        public Checkpoints in(Path directory) {
            return new Checkpoints(require(directory, "directory"), this);
        }

        private static <T> T require(T argument, String name) {
            if (argument == null) {
                throw new IllegalArgumentException("the " + name + " of checkpoints must not be null");
            }
            return argument;
        }
    }
}
