package basalt.runtime;

import basalt.component.SaveFormatException;
import basalt.memory.MemorySource;
import basalt.storage.SavedRecord;
import basalt.storage.StateParts;
import basalt.storage.access.Store;
import basalt.storage.access.StoreMerge;
import basalt.storage.access.WorkerAccess;
import basalt.storage.file.AtomicFile;
import basalt.storage.file.ChunkWriter;
import basalt.storage.file.EncodedChunks;
import basalt.storage.file.FileFormat;
import basalt.storage.file.FileSource;
import basalt.storage.file.Loading;
import basalt.storage.file.WorldDecoder;
import basalt.storage.file.WorldEncoder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Saves one world, and loads and merges saved ones into it. For the world's thread. */
public final class WorldFiles {
    private static final WorkerAccess[] NOBODY = {};

    private final WorldRuntime runtime;
    private final WorldStates states;

    /** The copy that was saved last in the background; null if there was none. */
    private EncodedChunks background;

    WorldFiles(WorldRuntime runtime) {
        this.runtime = runtime;
        this.states = runtime.states();
    }

    public void save(Path path, WorldEncoder.Options options) {
        require(path, "the path");
        requireSavable(options);
        AtomicFile.requireNotWriting(path);
        WorldEncoder encoder = encoder(options);
        try (AtomicFile file = new AtomicFile(path);
                ChunkWriter writer = new ChunkWriter(file, options.compresses(), encoder.kind())) {
            encode(encoder, writer);
            file.commit();
        } catch (IOException e) {
            throw FileFormat.failure("the world was not saved to " + path, e);
        }
    }

    /** Saves to a sink of users, during whose calls the world is refused. */
    public void save(FileFormat.ByteSink sink, WorldEncoder.Options options) {
        requireSavable(options);
        FileFormat.ByteSink locked = (from, offset, length) -> {
            runtime.store().lend(NOBODY);
            try {
                sink.write(from, offset, length);
            } finally {
                runtime.store().reclaim();
            }
        };
        WorldEncoder encoder = encoder(options);
        try (ChunkWriter writer = new ChunkWriter(locked, options.compresses(), encoder.kind())) {
            encode(encoder, writer);
        } catch (IOException e) {
            throw FileFormat.failure("the world was not saved", e);
        }
    }

    /** Copies the world, to be saved by another thread. */
    public EncodedChunks copy(Path path, WorldEncoder.Options options) {
        require(path, "the path");
        requireSavable(options);
        if (background != null && !background.isDone()) {
            throw new IllegalStateException("the world is being saved in the background already, to "
                    + background.path() + "; join or cancel that first, and wait until it is done");
        }
        AtomicFile.requireNotWriting(path);
        WorldEncoder encoder = encoder(options);
        EncodedChunks chunks = new EncodedChunks(source(), path, options.compresses(), encoder.kind());
        try {
            encode(encoder, chunks);
        } catch (IOException e) {
            throw new IllegalStateException("the copy of a world makes no files", e);
        } catch (RuntimeException | Error e) {
            chunks.close();
            throw e;
        }
        background = chunks;
        return chunks;
    }

    private MemorySource source() {
        return runtime.store().blockPool().source();
    }

    private StateParts parts() {
        return runtime.store().rows().stateParts();
    }

    /** Bytes reserved for a saving in the background. */
    public long reservedBytes() {
        return background == null ? 0 : background.reservedBytes();
    }

    /** Throws unless the world can be saved now. */
    private void requireSavable(WorldEncoder.Options options) {
        states.requireSavable("world.save(...)");
        parts().requireKeepable(options.excluded(), true);
    }

    /** Begins a saving: makes the parts besides the rows. */
    private WorldEncoder encoder(WorldEncoder.Options options) {
        long version = runtime.store().pools().version();
        List<SavedRecord> parts = parts().save(options.excluded());
        requireUnchanged(version);
        return new WorldEncoder(runtime.store().rows(), runtime.time().saved(), parts, options);
    }

    private void requireUnchanged(long version) {
        states.requireSavable("world.save(...)");
        if (runtime.store().pools().version() != version) {
            throw new IllegalStateException("entities or their components were changed by a codec while the world"
                    + " was saved; it was not saved");
        }
    }

    /** The first phase of saving: reads the world. The sink may keep the chunks, and write them on another thread. */
    private void encode(WorldEncoder encoder, FileFormat.ChunkSink sink) throws IOException {
        long version = runtime.store().pools().version();
        encoder.encode(source(), sink, () -> requireUnchanged(version));
    }

    /** Loads a saved world into this one, which has no rows. */
    public void load(Path path, Loading options) {
        read(path, "loaded", bytes -> decode(bytes, options));
    }

    public void load(FileFormat.ByteSource source, Loading options) {
        read(source, "loaded", bytes -> decode(bytes, options));
    }

    private Void decode(FileFormat.ByteSource source, Loading options) throws IOException {
        WorldDecoder decoder = new WorldDecoder(runtime.store().rows(), options);
        runtime.time().load(decoder.decode(source));
        loadTrees(runtime.store());
        StateParts parts = parts();
        parts.beginLoad(options.skipsUnknown, options.resources);
        for (int i = 0; i < decoder.parts().size(); i++) {
            try {
                parts.load(decoder.parts().get(i));
            } catch (IllegalArgumentException e) {
                throw decoder.damage(i, e);
            }
        }
        for (SavedRecord waiting : parts.waiting()) {
            options.waiting.add((waiting.kind() + " " + waiting.name()).strip());
        }
        options.onReport.accept(options);
        return null;
    }

    /** Adds the entities of a saved world to this one. */
    public StoreMerge merge(Path path, Loading options) {
        states.requireSavable("Saves.merge(...)");
        return read(path, "merged", bytes -> decodeAndMerge(bytes, options));
    }

    public StoreMerge merge(FileFormat.ByteSource source, Loading options) {
        states.requireSavable("Saves.merge(...)");
        return read(source, "merged", bytes -> decodeAndMerge(bytes, options));
    }

    /** Loads the whole file into a store of its own first, so that damage changes nothing. */
    private StoreMerge decodeAndMerge(FileFormat.ByteSource source, Loading options) throws IOException {
        Store loaded = new Store(runtime.store().blockPool());
        try {
            new WorldDecoder(loaded.rows(), options).decode(source);
            loadTrees(loaded);
            options.onReport.accept(options);
            states.requireSavable("Saves.merge(...)"); // the source and the listener may have called code
            StoreMerge merge = new StoreMerge(loaded, runtime.store());
            merge.run();
            return merge;
        } finally {
            loaded.close();
        }
    }

    private static void loadTrees(Store loaded) {
        try {
            loaded.trees().loaded();
        } catch (IllegalStateException e) {
            throw new SaveFormatException(e.getMessage(), 0, "", e);
        }
    }

    private interface Reading<R> {
        R read(FileFormat.ByteSource source) throws IOException;
    }

    private static <R> R read(Path path, String done, Reading<R> reading) {
        try (FileSource file = new FileSource(path)) {
            return reading.read(file);
        } catch (IOException e) {
            throw FileFormat.failure("the world was not " + done + " from " + path, e);
        }
    }

    private static <R> R read(FileFormat.ByteSource source, String done, Reading<R> reading) {
        try {
            return reading.read(source);
        } catch (IOException e) {
            throw FileFormat.failure("the world was not " + done, e);
        }
    }

    /** Throws if an argument is null. */
    public static void require(Object argument, String what) {
        if (argument == null) {
            throw new IllegalArgumentException(what + " of a saved world must not be null");
        }
    }
}
