package basalt.examples.showcase.tour;

import basalt.examples.framework.program.Closing;
import basalt.memory.Allocator;
import basalt.memory.CappedMemory;
import basalt.memory.MemorySource;
import basalt.memory.diagnostic.DiagnosticReport;
import basalt.memory.diagnostic.MemoryMonitor;
import basalt.memory.diagnostic.MonitorLimits;
import basalt.memory.frame.FrameArena;
import basalt.memory.heap.FitPolicy;
import basalt.memory.heap.Heap;
import basalt.memory.pool.PoolAllocator;
import basalt.memory.pool.SharedPool;
import basalt.memory.pool.SizeClassAllocator;
import basalt.memory.region.ResourceArena;
import basalt.memory.region.ScratchArena;
import basalt.memory.region.StackAllocator;
import basalt.memory.streaming.StreamingArena;
import basalt.memory.tracking.GuardedMemory;
import basalt.memory.tracking.MemoryPressure;
import basalt.memory.tracking.MemoryReport;
import basalt.memory.tracking.MemoryTag;
import basalt.memory.tracking.MemoryTracker;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;

/**
 * All memory of the game in one place: which allocator serves what, and how much it may have.
 *
 * <pre>
 *   the machine's memory, with a cap
 *     -&gt; guards, if asked for
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

    /**
     * What the mips of all textures take together if no option says otherwise: too little for all that would be needed
     * at times.
     */
    static final long TEXTURE_BYTES = 320 * KIB;

    /** The most that they may be given: all mips of all textures. */
    static final long MOST_TEXTURE_BYTES = 6 * MIB;

    /** The actors' columns; its frame arena has what lives for a frame. */
    final World world;

    /** What lives from start to end, or for a scene. */
    final ResourceArena resources;

    /** What lives inside of a call. */
    final StackAllocator stack;

    /** How the crowd walks, and how it is going to walk: each is reset when the next one begins. */
    final ScratchArena[] fields = new ScratchArena[2];

    /** The walkers' paths: of all sizes, and gone after seconds. */
    final SizeClassAllocator paths;

    /** The actors' journals: of all sizes, they grow, and outlive scenes. */
    final Heap journals;

    /** The voices that are heard: many of one size. */
    final PoolAllocator voices;

    /** The ground near the camera. */
    final StreamingArena chunks;

    /** The mips of the textures that are seen. */
    final StreamingArena textures;

    /** Threads for work on the side, with a job arena each. */
    final Jobs jobs;

    /** What is on its way to the loader's thread, or from there. */
    final MemoryTag staging;

    /** What the loader's thread has to say about chunks: two threads allocate and free. */
    final SharedPool notes;

    private final GuardedMemory guard; // null without
    private final MemoryTracker tracker;
    private final Belongings open = new Belongings();
    private final List<Allocator> allocators = new ArrayList<>();
    private final List<DiagnosticReport> findings = new ArrayList<>();
    private final MemoryMonitor monitor = new MemoryMonitor(findings::add, MonitorLimits.DEFAULT, false);
    private volatile boolean tight; // set by the thread that allocates: workers, too

    /** As {@link #GameMemory(boolean, long)}, with what textures have if no option says otherwise. */
    GameMemory(boolean guarded) {
        this(guarded, TEXTURE_BYTES);
    }

    /** As {@link #GameMemory(MemorySource, boolean, long)}, with the memory of the machine. */
    GameMemory(boolean guarded, long textureBytes) {
        this(MemorySource.direct(), guarded, textureBytes);
    }

    /**
     * Makes the allocators. None takes memory before it is asked for some.
     *
     * @param machine where all memory comes from; thread-safe
     * @param guarded whether to look for damaged memory
     * @param textureBytes the most that the mips of all textures may take together
     */
    GameMemory(MemorySource machine, boolean guarded, long textureBytes) {
        try {
            MemorySource capped = CappedMemory.of(machine, 64 * MIB);
            guard = guarded ? open.add(new GuardedMemory(capped)) : null;
            tracker = new MemoryTracker(guarded ? guard : capped).onPressure(this::hear);
            tracker.root().budget(40 * MIB, 48 * MIB);

            MemoryTag actors = tag("world", 20 * MIB, 24 * MIB);
            world = open.add(
                    World.builder().memory(actors).frameCapBytes(2 * MIB).build());
            allocators.add(new NamedAllocator("frame", world.frame()));

            MemoryTag resource = tag("resources", 4 * MIB, 8 * MIB);
            resources = own("resources", new ResourceArena(resource, "resources", 8 * MIB));

            stack = own(
                    "scratch",
                    new StackAllocator(tag("scratch/stack", PathSearch.SCRATCH_BYTES), PathSearch.SCRATCH_BYTES));

            MemoryTag field = tag("scratch/fields", 2 * FlowField.SCRATCH_BYTES);
            for (int i = 0; i < fields.length; i++) {
                String name = "flow field " + i;
                fields[i] = own(name, new ScratchArena(field, name, FlowField.SCRATCH_BYTES));
            }

            paths = own("paths", new SizeClassAllocator(tag("actors/paths", 512 * KIB, 4 * MIB)));

            MemoryTag journal = tag("actors/journals", 8 * MIB, 16 * MIB);
            journals = own("journals", new Heap(journal, 64 * KIB, 16 * MIB, FitPolicy.FIRST_FIT));

            long slabBytes = VOICES * (Mixer.VOICE_BYTES + 4L);
            MemoryTag audio = tag("audio/voices", slabBytes);
            voices = own("voices", new PoolAllocator(audio, Mixer.VOICE_BYTES, 16, VOICES, slabBytes, 1));

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

    /** Shows JMX clients how much memory is allocated, until this is closed. */
    void showToJmx() {
        open.add(tracker.register("tour"));
    }

    /**
     * Tidies up a little, looks at the habits of a frame, and gives back what is not needed if any came to use more
     * than was planned for.
     */
    void endFrame() {
        journals.defragmentBytes(MOST_MOVED_BYTES_A_FRAME);
        monitor.endFrame();
        if (tight) {
            tight = false;
            trim();
        }
    }

    /** Gives back what is not needed. */
    void trim() {
        resources.trim();
        paths.trim();
        journals.trim();
    }

    /** Looks for writes to memory that was not allocated, if there are guards. */
    void check() {
        if (guard != null) {
            guard.check();
        }
    }

    /** The figures of all tags and allocators. */
    MemoryReport report() {
        return MemoryReport.of(tracker, allocators.toArray(Allocator[]::new));
    }

    /** What of the memory was used otherwise than it is meant to be. */
    List<DiagnosticReport> findings() {
        return List.copyOf(findings);
    }

    /**
     * Closes all allocators, the youngest first.
     *
     * @throws IllegalStateException if something is allocated after that; with guards, the message says where that was
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

    /** A budget that denies is an answer to the code that asked; one that is crossed is a warning to all. */
    private void hear(MemoryPressure pressure) {
        if (!pressure.denied()) {
            tight = true;
        }
    }

    /** A tag that denies what is beyond its budget, and has no limit to warn of before. */
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
}
