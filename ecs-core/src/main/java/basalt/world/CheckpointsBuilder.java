package basalt.world;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Function;

/** Sets up {@link Checkpoints}. Each option has a default. The methods change this object and return it. */
public final class CheckpointsBuilder {
    final Duration interval;
    int keep = 10;
    Clock clock = Clock.systemUTC();
    Function<? super World, String> note = world -> "";
    Function<? super World, byte[]> picture = world -> new byte[0];
    Class<?>[] excluded = {};

    CheckpointsBuilder(Duration interval) {
        this.interval = interval;
    }

    /**
     * Sets how many checkpoints are kept. The default is 10. The oldest one is deleted when a new one is on disk.
     *
     * @param count at least 1
     * @return this
     * @throws IllegalArgumentException if it is less
     */
    public CheckpointsBuilder keep(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("at least one checkpoint must be kept: keep=" + count);
        }
        keep = count;
        return this;
    }

    /**
     * Sets the clock. The default is {@link Clock#systemUTC()}.
     *
     * @param newClock the clock
     * @return this
     * @throws IllegalArgumentException if it is null
     */
    public CheckpointsBuilder clock(Clock newClock) {
        clock = require(newClock, "clock");
        return this;
    }

    /**
     * Sets what makes the notes of the checkpoints that {@link Checkpoints#tick} makes.
     *
     * @param newNote called on the world's thread; see {@link basalt.save.SaveOptions#note} for the result
     * @return this
     * @throws IllegalArgumentException if it is null
     */
    public CheckpointsBuilder note(Function<? super World, String> newNote) {
        note = require(newNote, "note");
        return this;
    }

    /**
     * Sets what makes the pictures of all checkpoints.
     *
     * @param newPicture called on the world's thread; see {@link basalt.save.SaveOptions#picture} for the result
     * @return this
     * @throws IllegalArgumentException if it is null
     */
    public CheckpointsBuilder picture(Function<? super World, byte[]> newPicture) {
        picture = require(newPicture, "picture");
        return this;
    }

    /**
     * Leaves resources and references out of the checkpoints.
     *
     * @param types as for {@link basalt.save.SaveOptions#exclude}
     * @return this
     * @throws IllegalArgumentException if a type is null
     */
    public CheckpointsBuilder exclude(Class<?>... types) {
        new basalt.save.SaveOptions().exclude(types); // checks them
        excluded = types.clone();
        return this;
    }

    /**
     * Begins with a directory, which is made if it is not there. What killed processes have left there is removed.
     *
     * @param directory the directory; its files have the rights of new files there
     * @return the checkpoints
     * @throws IllegalArgumentException if it is null
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
