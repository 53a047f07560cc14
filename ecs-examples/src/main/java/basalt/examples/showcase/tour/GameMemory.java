package basalt.examples.showcase.tour;

import basalt.examples.framework.program.Closing;
import basalt.examples.showcase.tour.Chunks.ChunkLoader;
import basalt.examples.showcase.tour.Game.FrameGraph;
import basalt.inspect.InspectorBuilder;
import basalt.memory.Allocator;
import basalt.memory.AllocatorSnapshot;
import basalt.memory.MemorySource;
import basalt.memory.allocator.Heap;
import basalt.memory.allocator.PoolAllocator;
import basalt.memory.allocator.ResourceArena;
import basalt.memory.allocator.ScratchArena;
import basalt.memory.allocator.SharedPool;
import basalt.memory.allocator.SizeClassAllocator;
import basalt.memory.allocator.StreamingArena;
import basalt.memory.frame.FrameArena;
import basalt.memory.frame.FrameHistory;
import basalt.memory.tracking.GuardedMemory;
import basalt.memory.tracking.MemoryDiagnostic;
import basalt.memory.tracking.MemoryMonitor;
import basalt.memory.tracking.MemoryReport;
import basalt.memory.tracking.MemoryTag;
import basalt.memory.tracking.MemoryTracker;
import basalt.world.World;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * All memory of the game: the allocators, their purposes and their budgets.
 *
 * <pre>
 *   the machine's memory, with a cap
 *     -&gt; guards, if requested
 *       -&gt; tags with budgets: a tree
 *         -&gt; an allocator under each
 * </pre>
 */
final class GameMemory implements AutoCloseable {
    private static final long KIB = 1 << 10;
    private static final long MIB = 1 << 20;
    private static final long MOST_MOVED_BYTES_A_FRAME = 4 * KIB;
    private static final int VOICES = 16;
    private static final int CHUNKS = 30;
    private static final int CHUNKS_ON_THEIR_WAY = 8;
    private static final int NOTES = 1024;
    private static final int JOB_WORKERS = 2;
    private static final long JOB_BYTES = 512 * KIB;

    /** Default budget of the mips of all textures. At times this is less than what is needed. */
    static final long TEXTURE_BYTES = 320 * KIB;

    /** Largest budget of the textures: holds all mips of all textures. */
    static final long MOST_TEXTURE_BYTES = 6 * MIB;

    /** The columns of the actors. Its frame arena holds data of a single frame. */
    final World world;

    /** The memory and the time of the last frames. */
    final FrameHistory frames;

    /** Data that lives for the whole game, or for a scene. */
    final ResourceArena resources;

    /** Data that lives during a call. */
    final ScratchArena stack;

    /** The current and the next flow field of the crowd. Each is reset when its next field begins. */
    final ScratchArena[] fields = new ScratchArena[2];

    /** The paths of walkers: of various sizes, freed after some seconds. */
    final SizeClassAllocator paths;

    /** The journals of actors: of various sizes; they grow and outlive scenes. */
    final Heap journals;

    /** The voices being played: many blocks of one size. */
    final PoolAllocator voices;

    /** The ground near the camera. */
    final StreamingArena chunks;

    /** The mips of the visible textures. */
    final StreamingArena textures;

    /** Threads for background jobs, each with a job arena. */
    final Jobs jobs;

    /** Blocks in transfer to or from the loader's thread. */
    final MemoryTag staging;

    /** Notes of the loader's thread about chunks: one thread allocates them, another frees them. */
    final SharedPool notes;

    /** The game as it is saved between the scenes. */
    final MemoryTag saves;

    private final GuardedMemory guard; // null without guards
    private final MemoryTracker tracker;
    private final CloseStack open = new CloseStack();
    private final List<Allocator> allocators = new ArrayList<>();
    private final List<MemoryDiagnostic.Report> findings = new ArrayList<>();
    private final MemoryMonitor monitor = new MemoryMonitor(findings::add, MemoryMonitor.Limits.DEFAULT, false);
    private volatile boolean tight; // set by any thread that allocates

    /**
     * Creates the allocators. They reserve memory on demand.
     *
     * @param machine source of all memory; thread-safe
     * @param guarded whether to look for damaged memory
     * @param textureBytes budget of the mips of all textures
     */
    GameMemory(MemorySource machine, boolean guarded, long textureBytes) {
        try {
            MemorySource capped = new MemoryTracker(machine).root().budget(64 * MIB, 64 * MIB);
            guard = guarded ? open.add(new GuardedMemory(capped)) : null;
            tracker = new MemoryTracker(guarded ? guard : capped).onPressure(this::onPressure);
            tracker.root().budget(40 * MIB, 48 * MIB);

            MemoryTag actors = tag("world", 20 * MIB, 24 * MIB);
            world = open.add(
                    World.builder().memory(actors).frameCapBytes(2 * MIB).build());
            allocators.add(new NamedAllocator("frame", world.frame()));
            frames = world.frame().keepHistory(FrameGraph.FRAMES);

            MemoryTag resource = tag("resources", 4 * MIB, 8 * MIB);
            resources = own("resources", new ResourceArena(resource, "resources", 8 * MIB));

            stack = own(
                    "scratch",
                    new ScratchArena(
                            tag("scratch/stack", PathSearch.SCRATCH_BYTES), "stack", PathSearch.SCRATCH_BYTES));

            MemoryTag field = tag("scratch/fields", 2 * FlowField.SCRATCH_BYTES);
            for (int i = 0; i < fields.length; i++) {
                String name = "flow field " + i;
                fields[i] = own(name, new ScratchArena(field, name, FlowField.SCRATCH_BYTES));
            }

            paths = own("paths", new SizeClassAllocator(tag("actors/paths", 512 * KIB, 4 * MIB)));

            MemoryTag journal = tag("actors/journals", 8 * MIB, 16 * MIB);
            journals = own("journals", new Heap(journal, 64 * KIB, 16 * MIB));

            long slabBytes = VOICES * (Mixer.VOICE_BYTES + 4L);
            MemoryTag audio = tag("audio/voices", slabBytes);
            voices = own("voices", new PoolAllocator(audio, Mixer.VOICE_BYTES, 16, VOICES, slabBytes));

            long groundBytes = CHUNKS * Chunks.BYTES;
            chunks = own("chunks", new StreamingArena(tag("level/chunks", groundBytes), groundBytes));

            textures = own("textures", new StreamingArena(tag("level/textures", textureBytes), textureBytes));

            jobs = open.add(new Jobs(tag("jobs", JOB_WORKERS * JOB_BYTES), JOB_WORKERS, JOB_BYTES));
            for (FrameArena arena : jobs.arenas()) {
                allocators.add(new NamedAllocator("job worker " + jobs.arenas().indexOf(arena), arena));
            }

            staging = tag("level/staging", CHUNKS_ON_THEIR_WAY * Chunks.TILES);
            notes = own(
                    "notes",
                    new SharedPool(tag("loader/notes", 64 * KIB), ChunkLoader.NOTE_BYTES, Integer.BYTES, NOTES));

            saves = tag("saves", 16 * MIB, 32 * MIB);
        } catch (Throwable e) {
            Closing.after(e, open);
            throw e;
        }
        monitor.watch("frame", world.frame())
                .watch("journals", journals)
                .watch("voices", voices)
                .watch("chunks", chunks)
                .watch("textures", textures);
    }

    /** Publishes the allocated memory by JMX, until this is closed. */
    void publishToJmx() {
        open.add(tracker.register("tour"));
    }

    /** Defragments a little, detects misuse in the frame, and returns unused memory if a soft budget was exceeded. */
    void endFrame() {
        journals.defragmentBytes(MOST_MOVED_BYTES_A_FRAME);
        monitor.endFrame();
        if (tight) {
            tight = false;
            trim();
        }
    }

    /** Returns unused memory. */
    void trim() {
        resources.trim();
        paths.trim();
        journals.trim();
    }

    /** Checks for writes outside allocated memory, if there are guards. */
    void check() {
        if (guard != null) {
            guard.check();
        }
    }

    /** The statistics of all tags and allocators. */
    MemoryReport report() {
        return MemoryReport.of(tracker, allocators.toArray(Allocator[]::new));
    }

    /** Gives an inspector the allocators and tags. */
    void describe(InspectorBuilder inspector) {
        inspector.watch("game", tracker);
        for (Allocator allocator : allocators) {
            String name = allocator.allocatorSnapshot().name();
            if (!name.equals("frame")) { // which the inspector shows anyway
                inspector.watch(name, allocator);
            }
        }
    }

    /** Reports of misuse of the memory. */
    List<MemoryDiagnostic.Report> findings() {
        return List.copyOf(findings);
    }

    /**
     * Closes all allocators in reverse order.
     *
     * @throws IllegalStateException if memory was left allocated; with guards, the message names where it was allocated
     */
    @Override
    public void close() {
        Closing.all(open, this::requireNothingLeft);
    }

    private void requireNothingLeft() {
        if (tracker.root().allocatedBytes() != 0) {
            throw new IllegalStateException("memory left behind: " + tracker);
        }
    }

    /**
     * Handles memory pressure. A hard budget fails the allocation itself; only a soft budget is a warning to handle
     * here.
     */
    private void onPressure(MemoryTracker.Pressure pressure) {
        if (!pressure.denied()) {
            tight = true;
        }
    }

    /** Creates a tag with a hard budget, and without a soft budget that would warn earlier. */
    private MemoryTag tag(String path, long bytes) {
        return tag(path, bytes, bytes);
    }

    private MemoryTag tag(String path, long softBytes, long hardBytes) {
        return tracker.tag(path).budget(softBytes, hardBytes);
    }

    private <A extends Allocator> A own(String name, A allocator) {
        allocators.add(new NamedAllocator(name, allocator));
        return open.add(allocator);
    }

    /**
     * An allocator with a name, so that a report distinguishes allocators of the same kind.
     *
     * @param name name in reports
     * @param allocator the allocator that is reported
     */
    record NamedAllocator(String name, Allocator allocator) implements Allocator {
        @Override
        public long usedBytes() {
            return allocator.usedBytes();
        }

        @Override
        public long reservedBytes() {
            return allocator.reservedBytes();
        }

        @Override
        public long highWaterBytes() {
            return allocator.highWaterBytes();
        }

        @Override
        public void close() {
            allocator.close();
        }

        @Override
        public AllocatorSnapshot allocatorSnapshot() {
            AllocatorSnapshot figures = allocator.allocatorSnapshot();
            return new AllocatorSnapshot(
                    figures.kind(),
                    name,
                    figures.usedBytes(),
                    figures.reservedBytes(),
                    figures.highWaterBytes(),
                    figures.liveAllocations(),
                    figures.fragmentation());
        }
    }

    /** Resources that are closed together, in reverse order, each even if closing another fails. */
    static final class CloseStack implements AutoCloseable {
        private final Deque<AutoCloseable> lastFirst = new ArrayDeque<>();

        /** Adds a resource, and returns it. */
        <B extends AutoCloseable> B add(B resource) {
            lastFirst.addFirst(resource);
            return resource;
        }

        /** Closes all, then throws the first exception, with the later ones suppressed. Further calls do nothing. */
        @Override
        public void close() {
            try {
                Closing.all(lastFirst);
            } finally {
                lastFirst.clear();
            }
        }
    }
}
