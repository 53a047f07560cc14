package basalt.save;

import basalt.component.Component;
import basalt.component.SaveFormatException;
import basalt.internal.Friend;
import basalt.runtime.WorldFiles;
import basalt.runtime.WorldRuntime;
import basalt.runtime.WorldStates;
import basalt.storage.access.Store;
import basalt.world.World;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Saves worlds, loads and merges them, keeps their last states, and hashes them. {@link World#save(Path)} and {@link
 * World#load} are the short forms of the first two.
 *
 * <pre>{@code
 * Saves.save(world, file, new SaveOptions().compress().note("level 3"));
 * World copy = Saves.load(file, new LoadOptions().skipUnknown());
 * MergeReport added = Saves.merge(world, prefabs, new LoadOptions());
 * Snapshots ring = Saves.snapshots(world, 60);
 * long hash = Saves.stateHash(world);
 * }</pre>
 *
 * <p>For the world's thread. All methods throw {@link IllegalStateException} on another one, after the world was
 * closed, and during a tick, an iteration or an observer, and {@link IllegalArgumentException} if an argument is null.
 */
public final class Saves {
    private static final Friend<World, WorldRuntime> WORLDS = Friend.of(World.class, WorldRuntime.class);

    private Saves() {}

    private static WorldRuntime runtime(World world) {
        WorldFiles.require(world, "the world");
        return WORLDS.internal(world);
    }

    /**
     * Saves a world to a file. What was there is replaced when all is on disk, so that it is never lost. The new file
     * has the rights of the old one, but for those of its group if the group cannot be kept. A link stays, and the file
     * that it leads to is replaced.
     *
     * @param file the file; if it exists, a regular one
     * @throws java.io.UncheckedIOException if it cannot be written; what was there stays
     * @throws IllegalStateException if there are commands that have not been applied; if there is something that a file
     *     cannot contain, and it is not left out; if the same file is being saved in the background, by another path or
     *     for another world too
     * @throws basalt.memory.NativeMemoryException if there is not enough memory; what was there stays
     */
    public static void save(World world, Path file, SaveOptions options) {
        WorldFiles.require(options, "the options");
        runtime(world).files().save(file, options.copy());
    }

    /**
     * Saves a world, such as to a {@link SaveBuffer}.
     *
     * @throws java.io.UncheckedIOException if the sink throws an {@link java.io.IOException}
     */
    public static void save(World world, SaveSink sink, SaveOptions options) {
        WorldFiles.require(sink, "the sink");
        WorldFiles.require(options, "the options");
        runtime(world).files().save(sink::write, options.copy());
    }

    /**
     * Saves a world to a file, of which another thread writes all: this call only copies the state, at the speed of
     * memory. What was there is replaced when all is on disk, as by {@link #save(World, Path, SaveOptions)}. One at a
     * time for a world. The world's memory source must be thread-safe, because the other thread frees the copy.
     *
     * @return the saving, for its progress and its end
     * @throws IllegalStateException if another saving in the background is not done; as for {@link #save(World, Path,
     *     SaveOptions)}
     * @throws basalt.memory.NativeMemoryException if there is not enough memory; nothing is saved then
     */
    public static BackgroundSave saveInBackground(World world, Path file, SaveOptions options) {
        WorldFiles.require(options, "the options");
        return new BackgroundSave(runtime(world).files().copy(file, options.copy()));
    }

    /**
     * Makes a world from a file. It has the same entities with the same handles as the world that was saved, and goes
     * on as that one would. It belongs to the calling thread.
     *
     * @throws SaveFormatException if the file is damaged, or does not fit
     * @throws java.io.UncheckedIOException if it cannot be read
     */
    public static World load(Path file, LoadOptions options) {
        return load(file, options, files -> files.load(file, options.copy()));
    }

    /**
     * Makes a world from a saved one, such as one in a {@link SaveBuffer}, as {@link #load(Path, LoadOptions)} does.
     *
     * @throws SaveFormatException if the saved world is damaged, or does not fit
     * @throws java.io.UncheckedIOException if the source throws an {@link java.io.IOException}
     */
    public static World load(SaveSource source, LoadOptions options) {
        return load(source, options, files -> files.load(source::read, options.copy()));
    }

    private static World load(Object source, LoadOptions options, Consumer<WorldFiles> load) {
        requireLoad(source, options);
        World world = options.builder().build();
        try {
            load.accept(runtime(world).files());
            return world;
        } catch (Throwable e) {
            world.close();
            throw e;
        }
    }

    static void requireLoad(Object source, LoadOptions options) {
        WorldFiles.require(source, "the source");
        WorldFiles.require(options, "the options");
    }

    /**
     * Adds the entities of a file to a world, such as those of a level or a prefab. They get new handles, and handles
     * in their columns become the new ones; those that were not alive in the file become {@link
     * basalt.component.Entity#NULL}. Entities of a template are added to the template of this world with the same
     * components that was made in the same order, if there is one. Observers are called, and their commands are applied
     * when they were called for all. Nothing else of the file is used: not its time, schedules, resources and events,
     * nor what readers had not read.
     *
     * @throws SaveFormatException if the file is damaged, or does not fit; nothing has changed then
     * @throws java.io.UncheckedIOException if it cannot be read; nothing has changed then
     * @throws IllegalStateException as for {@link #save(World, Path, SaveOptions)}; if the links of a hierarchy of this
     *     world are damaged, then nothing has changed
     * @throws basalt.memory.NativeMemoryException if there is not enough memory; no entity was added then
     */
    public static MergeReport merge(World world, Path file, LoadOptions options) {
        requireLoad(file, options);
        WorldFiles files = runtime(world).files();
        return new MergeReport(files.merge(file, options.copy()));
    }

    /**
     * Adds the entities of a saved world to another one, see {@link #merge(World, Path, LoadOptions)}.
     *
     * @throws SaveFormatException if the saved world is damaged, or does not fit; nothing has changed then
     * @throws java.io.UncheckedIOException if the source throws an {@link java.io.IOException}; nothing has changed
     *     then
     * @throws basalt.memory.NativeMemoryException if there is not enough memory; no entity was added then
     */
    public static MergeReport merge(World world, SaveSource source, LoadOptions options) {
        requireLoad(source, options);
        WorldFiles files = runtime(world).files();
        return new MergeReport(files.merge(source::read, options.copy()));
    }

    /**
     * Makes a ring of a world's states at its last ticks, to which it can be put back.
     *
     * @param capacity the greatest number of states, from 1 to {@value Snapshots#MAX_CAPACITY}
     * @param excluded types of resources that are not part of the states; records of components and events whose
     *     managed columns are not: a restoration leaves the references of a component that a row has kept, and others
     *     are null
     * @return the ring, without states; close it, or close the world
     * @throws IllegalArgumentException if the capacity is out of range, or a component without managed columns is
     *     excluded
     * @throws IllegalStateException if the world has another ring that is not closed; if a component or an event type
     *     has managed columns without a {@link basalt.component.ReferenceCodec}, or a resource is neither a record nor
     *     {@link basalt.world.Restorable}, and they are not excluded
     * @throws basalt.memory.NativeMemoryException if the memory source cannot give memory
     */
    public static Snapshots snapshots(World world, int capacity, Class<?>... excluded) {
        return Snapshots.of(world, runtime(world), capacity, excluded);
    }

    /**
     * A hash of the state of a world, for finding differences between worlds that should be equal: after a rollback, on
     * another machine, with another number of workers, after save and load.
     *
     * <p>In it are the indices of the entities, whether they are disabled, their components with their values, which of
     * those are disabled, and the time without {@link basalt.world.Time#alpha()}. All NaNs are alike, and 0 and -0 are
     * not. An entity in a column counts by its index, so that handles which differ in their generation only are alike;
     * {@link basalt.component.Entity#NULL} differs from all others. Not in it are generations, the memory of rows
     * without a component, managed columns, the order in which components were registered, which rows are allocated
     * next, events, resources, commands that have not been applied, and what readers have not read.
     *
     * <p>The first call hashes everything, at the speed of a copy or so, and from then on writes are recorded as for
     * a query of changes. Later calls hash what has changed: the chunks of 512 rows of a component in which a row was
     * written. Equal worlds have equal hashes; different worlds have different hashes, unless by a chance of one in
     * 2<sup>64</sup>. It is no protection against forgery. It is defined for little-endian machines, and stays the same
     * as long as the version of the file format does. Makes no garbage.
     *
     * @throws basalt.memory.NativeMemoryException if there is not enough memory; nothing has changed then
     */
    public static long stateHash(World world) {
        WorldRuntime runtime = runtime(world);
        return states(runtime).hash().sum() + runtime.time().hash();
    }

    /**
     * The part of the {@link #stateHash(World)} that depends on one component, for finding the one that differs.
     *
     * @return the hash; 0 if no entity has it
     * @throws basalt.memory.NativeMemoryException if there is not enough memory; nothing has changed then
     */
    public static long stateHash(World world, Component<?> component) {
        Store.requireComponent(component);
        return states(runtime(world)).hash().sum(component.id());
    }

    /** As {@link #stateHash(World, Component)}, by the record's class. */
    public static long stateHash(World world, Class<? extends Record> type) {
        return stateHash(world, Component.of(type));
    }

    private static WorldStates states(WorldRuntime runtime) {
        runtime.states().requireState("Saves.stateHash(...)");
        return runtime.states();
    }
}
