package basalt.examples.showcase.tour;

import basalt.examples.showcase.tour.Chunks.ChunkLoader;
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
import org.agrona.CloseHelper;

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

    /** The most memory of a world, in a program with no other components. */
    static final long WORLD_BYTES = 24 * MIB;

    private static final long MOST_MOVED_BYTES_A_FRAME = 4 * KIB;
    private static final int VOICES = 16;
    private static final int CHUNKS = 30;
    private static final int CHUNKS_ON_THEIR_WAY = 8;
    private static final int NOTES = 1024;
    /** The columns of the actors. Its frame arena holds data of a single frame. */
    final World world;

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

    /** Blocks in transfer to or from the loader's thread. */
    final MemoryTag staging;

    /** Notes of the loader's thread about chunks: one thread allocates them, another frees them. */
    final SharedPool notes;

    /** The game as it is saved between the scenes. */
    final MemoryTag saves;

    private final GuardedMemory guard; // null without guards
    private final MemoryTracker tracker;
    private final Deque<AutoCloseable> open = new ArrayDeque<>(); // the last first
    private final List<Allocator> allocators = new ArrayList<>();
    private final List<MemoryDiagnostic.Report> findings = new ArrayList<>();
    private final MemoryMonitor monitor = new MemoryMonitor(findings::add, MemoryMonitor.Limits.DEFAULT, false);
    private volatile boolean tight; // set by any thread that allocates

    /**
     * Creates the allocators. They reserve memory on demand.
     *
     * @param machine source of all memory; thread-safe
     * @param guarded whether to look for damaged memory
     * @param worldBytes the most memory of the world, and of one that is loaded beside it: their blocks reserve
     *     some for each component that the process registered before those of the actors
     */
    GameMemory(MemorySource machine, boolean guarded, long worldBytes) {
        try {
            MemorySource capped =
                    new MemoryTracker(machine).root().budget(16 * MIB + 2 * worldBytes, 16 * MIB + 2 * worldBytes);
            guard = guarded ? new GuardedMemory(capped) : null;
            if (guarded) {
                open.addFirst(guard);
            }
            tracker = new MemoryTracker(guarded ? guard : capped).onPressure(this::onPressure);
            tracker.root().budget(40 * MIB, 2 * worldBytes);

            MemoryTag actors = tag("world", 20 * MIB, worldBytes);
            world = World.builder().memory(actors).frameCapBytes(2 * MIB).build();
            open.addFirst(world);
            allocators.add(world.frame());

            MemoryTag resource = tag("resources", 4 * MIB, 8 * MIB);
            resources = own(new ResourceArena(resource, "resources", 8 * MIB));

            stack = own(new ScratchArena(
                    tag("scratch/stack", PathSearch.SCRATCH_BYTES), "stack", PathSearch.SCRATCH_BYTES));

            MemoryTag field = tag("scratch/fields", 2 * FlowField.SCRATCH_BYTES);
            for (int i = 0; i < fields.length; i++) {
                fields[i] = own(new ScratchArena(field, "flow field " + i, FlowField.SCRATCH_BYTES));
            }

            paths = own(new SizeClassAllocator(tag("actors/paths", 512 * KIB, 4 * MIB)));

            MemoryTag journal = tag("actors/journals", 8 * MIB, 16 * MIB);
            journals = own(new Heap(journal, 64 * KIB, 16 * MIB));

            long slabBytes = VOICES * (Mixer.VOICE_BYTES + 4L);
            MemoryTag audio = tag("audio/voices", slabBytes);
            voices = own(new PoolAllocator(audio, Mixer.VOICE_BYTES, 16, VOICES, slabBytes));

            long groundBytes = CHUNKS * Chunks.BYTES;
            chunks = own(new StreamingArena(tag("level/chunks", groundBytes), groundBytes));

            staging = tag("level/staging", CHUNKS_ON_THEIR_WAY * Chunks.TILES);
            notes = own(new SharedPool(tag("loader/notes", 64 * KIB), ChunkLoader.NOTE_BYTES, Integer.BYTES, NOTES));

            saves = tag("saves", 16 * MIB, 8 * MIB + worldBytes);
        } catch (Throwable e) {
            CloseHelper.closeAll(e::addSuppressed, open);
            throw e;
        }
        monitor.watch("frame", world.frame())
                .watch("journals", journals)
                .watch("voices", voices)
                .watch("chunks", chunks);
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
        for (Allocator allocator : allocators.subList(1, allocators.size())) { // the frame's is shown anyway
            AllocatorSnapshot figures = allocator.allocatorSnapshot();
            inspector.watch((figures.kind() + " " + figures.name()).strip(), allocator);
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
        try {
            CloseHelper.closeAll(open);
        } finally {
            open.clear();
        }
        requireNothingLeft();
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

    private <A extends Allocator> A own(A allocator) {
        allocators.add(allocator);
        open.addFirst(allocator);
        return allocator;
    }
}
