package basalt.world;

import basalt.component.layout.ComponentAreas;
import basalt.internal.Friend;
import basalt.runtime.WorldRuntime;
import basalt.save.BackgroundSave;
import basalt.save.LoadOptions;
import basalt.save.MergeReport;
import basalt.save.SaveFormatException;
import basalt.save.SaveOptions;
import basalt.save.SaveSink;
import basalt.save.SaveSource;
import basalt.storage.Pools;
import basalt.storage.SavedRecord;
import basalt.storage.access.Store;
import basalt.storage.access.StoreMerge;
import basalt.storage.access.WorkerAccess;
import basalt.storage.change.Events;
import basalt.storage.file.AtomicFile;
import basalt.storage.file.BackgroundFile;
import basalt.storage.file.ByteSink;
import basalt.storage.file.ByteSource;
import basalt.storage.file.ChunkSink;
import basalt.storage.file.ChunkWriter;
import basalt.storage.file.EncodedChunks;
import basalt.storage.file.FileFailure;
import basalt.storage.file.FileSource;
import basalt.storage.file.FormatException;
import basalt.storage.file.LoadPlan;
import basalt.storage.file.SavePlan;
import basalt.storage.file.WorldDecoder;
import basalt.storage.file.WorldEncoder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Saves one world, and loads worlds. */
final class WorldFiles {
    private static final Friend<SaveOptions, SavePlan> SAVE = Friend.of(SaveOptions.class, SavePlan.class);
    private static final Friend<BackgroundSave, BackgroundFile> BACKGROUND =
            Friend.of(BackgroundSave.class, BackgroundFile.class);
    private static final Friend<LoadOptions, LoadPlan> LOAD = Friend.of(LoadOptions.class, LoadPlan.class);

    private static final Friend<MergeReport, StoreMerge> MERGED = Friend.of(MergeReport.class, StoreMerge.class);

    private static final WorkerAccess[] NOBODY = {};

    private final WorldRuntime runtime;
    private final Time time;
    private final Resources resources;
    private final WorldStates states;

    /** The last saving in the background; null if there was none. */
    private BackgroundFile background;

    WorldFiles(WorldRuntime runtime, Time time, Resources resources, WorldStates states) {
        this.runtime = runtime;
        this.time = time;
        this.resources = resources;
        this.states = states;
    }

    void save(Path path, SaveOptions options) {
        require(path, "the path");
        SavePlan plan = requireSavable(options);
        BackgroundFile.requireNotWriting(path);
        WorldEncoder encoder = encoder(plan);
        try (AtomicFile file = new AtomicFile(path);
                ChunkWriter writer = new ChunkWriter(file, plan.compresses(), encoder.kind())) {
            encode(encoder, writer);
            file.commit();
        } catch (IOException e) {
            throw FileFailure.of("the world was not saved to " + path, e);
        }
    }

    void save(SaveSink sink, SaveOptions options) {
        require(sink, "the sink");
        SavePlan plan = requireSavable(options);
        ByteSink locked = (from, offset, length) -> {
            runtime.store().lend(NOBODY);
            try {
                sink.write(from, offset, length);
            } finally {
                runtime.store().reclaim();
            }
        };
        WorldEncoder encoder = encoder(plan);
        try (ChunkWriter writer = new ChunkWriter(locked, plan.compresses(), encoder.kind())) {
            encode(encoder, writer);
        } catch (IOException e) {
            throw FileFailure.of("the world was not saved", e);
        }
    }

    BackgroundSave saveInBackground(Path path, SaveOptions options) {
        require(path, "the path");
        SavePlan plan = requireSavable(options);
        if (isSaving()) {
            throw new IllegalStateException("the world is being saved in the background already, to "
                    + background.path() + "; join or cancel that first, and wait until it is done");
        }
        BackgroundFile.requireNotWriting(path);
        WorldEncoder encoder = encoder(plan);
        EncodedChunks chunks = new EncodedChunks(runtime.store().blockPool().source());
        try {
            encode(encoder, chunks);
        } catch (IOException e) {
            throw new IllegalStateException("the copy of a world makes no files", e);
        } catch (RuntimeException | Error e) {
            chunks.close();
            throw e;
        }
        BackgroundFile file = new BackgroundFile(path, chunks, plan.compresses(), encoder.kind());
        file.start();
        background = file;
        return BACKGROUND.exported(file);
    }

    private boolean isSaving() {
        return background != null && !background.future().isDone();
    }

    /** Bytes reserved for a saving in the background. */
    long reservedBytes() {
        return background == null ? 0 : background.chunks().reservedBytes();
    }

    /** Throws unless the world can be saved now. */
    private SavePlan requireSavable(SaveOptions options) {
        require(options, "the options");
        SavePlan plan = SAVE.internal(options);
        states.requireIdle("world.save(...)");
        Pools pools = runtime.store().pools();
        for (int id = 0; id < ComponentAreas.process().count(); id++) {
            if (pools.hasReferences(id)) {
                WorldStates.requireCodecs(
                        "component ", pools.component(id), plan.excluded(), "files", "SaveOptions.exclude(");
            }
        }
        Events events = runtime.store().events();
        for (int i = 0; i < events.typeCount(); i++) {
            WorldStates.requireCodecs("event type ", events.type(i), plan.excluded(), "files", "SaveOptions.exclude(");
        }
        resources.requireSavable(plan.excluded());
        return plan;
    }

    /** Begins a saving: makes the parts besides the rows. */
    private WorldEncoder encoder(SavePlan plan) {
        long version = runtime.store().pools().version();
        List<SavedRecord> parts = new ArrayList<>();
        resources.saveTo(parts::add, plan.excluded());
        parts.addAll(runtime.store().rows().savedParts().save(plan.excluded()));
        requireUnchanged(version);
        return new WorldEncoder(runtime.store().rows(), time.saved(), parts, plan);
    }

    private void requireUnchanged(long version) {
        states.requireIdle("world.save(...)");
        if (runtime.store().pools().version() != version) {
            throw new IllegalStateException("entities or their components were changed by a codec while the world"
                    + " was saved; it was not saved");
        }
    }

    /** The first phase of saving: reads the world. The sink may keep the chunks, and write them on another thread. */
    private void encode(WorldEncoder encoder, ChunkSink sink) throws IOException {
        long version = runtime.store().pools().version();
        encoder.encode(runtime.store().blockPool().source(), sink, () -> requireUnchanged(version));
    }

    static void requireLoad(Object source, LoadOptions options) {
        require(source, "the source");
        require(options, "the options");
    }

    /**
     * Loads a saved world into this one, which has no rows.
     *
     * @param source a path, or a {@link SaveSource}
     */
    void load(Object source, LoadOptions options) {
        read("loaded", source, bytes -> {
            decode(bytes, LOAD.internal(options));
            return null;
        });
    }

    private void decode(ByteSource source, LoadPlan plan) throws IOException {
        WorldDecoder decoder = new WorldDecoder(runtime.store().rows(), plan);
        time.load(decoder.decode(source));
        loadTrees(runtime.store());
        runtime.store().rows().savedParts().skipUnknown(plan.skipsUnknown);
        for (int part = 0; part < decoder.parts().size(); part++) {
            load(decoder, part, plan);
        }
        for (SavedRecord waiting : runtime.store().rows().savedParts().waiting()) {
            plan.waiting.add((waiting.kind() + " " + waiting.name()).strip());
        }
        plan.onReport.accept(plan);
    }

    /**
     * Adds the entities of a saved world to this one.
     *
     * @param source a path, or a {@link SaveSource}
     */
    MergeReport merge(Object source, LoadOptions options) {
        requireLoad(source, options);
        states.requireIdle("world.merge(...)");
        return read("merged", source, bytes -> decodeAndMerge(bytes, LOAD.internal(options)));
    }

    /** Loads the whole file into a store of its own first, so that damage changes nothing. */
    private MergeReport decodeAndMerge(ByteSource source, LoadPlan plan) throws IOException {
        Store loaded = new Store(runtime.store().blockPool());
        try {
            new WorldDecoder(loaded.rows(), plan).decode(source);
            loadTrees(loaded);
            plan.onReport.accept(plan);
            states.requireIdle("world.merge(...)"); // the source and the listener may have called code
            StoreMerge merge = new StoreMerge(loaded, runtime.store());
            merge.run();
            return MERGED.exported(merge);
        } finally {
            loaded.close();
        }
    }

    private static void loadTrees(Store loaded) {
        try {
            loaded.trees().loaded();
        } catch (IllegalStateException e) {
            FormatException damage = new FormatException(e.getMessage(), 0, "");
            damage.initCause(e);
            throw damage;
        }
    }

    private interface Reading<R> {
        R read(ByteSource source) throws IOException;
    }

    /** Reads a saved world from a path or a {@link SaveSource}, and throws what users are told of failures. */
    private static <R> R read(String done, Object source, Reading<R> reading) {
        try {
            return source instanceof Path path ? read(path, reading) : reading.read(((SaveSource) source)::read);
        } catch (FormatException e) {
            throw new SaveFormatException(e.getMessage(), e.offset(), e.chunk(), e.getCause());
        } catch (IOException e) {
            throw FileFailure.of("the world was not " + done + (source instanceof Path ? " from " + source : ""), e);
        }
    }

    private static <R> R read(Path path, Reading<R> reading) throws IOException {
        try (FileSource file = new FileSource(path)) {
            return reading.read(file);
        }
    }

    private void load(WorldDecoder decoder, int index, LoadPlan plan) {
        SavedRecord part = decoder.parts().get(index);
        Class<?> type = plan.resources.get(part.name());
        if (part.kind().equals(SavedRecord.RECORD) && type != null) {
            try {
                resources.load(RecordResource.decode(type, part.bytes()));
            } catch (IllegalArgumentException e) {
                throw decoder.damage(index, e);
            }
        } else {
            runtime.store().rows().savedParts().load(part);
        }
    }

    private static void require(Object argument, String what) {
        if (argument == null) {
            throw new IllegalArgumentException(what + " of a saved world must not be null");
        }
    }
}
