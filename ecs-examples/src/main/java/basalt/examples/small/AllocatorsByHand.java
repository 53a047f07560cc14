package basalt.examples.small;

import basalt.examples.framework.inspect.Inspected;
import basalt.memory.DeadHandleException;
import basalt.memory.MemoryScope;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import basalt.memory.allocator.Heap;
import basalt.memory.allocator.PoolAllocator;
import basalt.memory.allocator.ScratchArena;
import basalt.memory.frame.FrameArena;
import basalt.memory.frame.FrameHistory;
import basalt.memory.frame.FrameString;
import basalt.memory.tracking.JmxRegistration;
import basalt.memory.tracking.MemoryReport;
import basalt.memory.tracking.MemoryTracker;
import java.io.PrintStream;

/** Allocators without entities. They return checked views, which detect access to memory that has been freed. */
final class AllocatorsByHand {
    private AllocatorsByHand() {}

    static void play(PrintStream out) {
        MemoryTracker tracker = new MemoryTracker(MemorySource.direct());
        tracker.root().budget(1 << 20, 2 << 20); // warns at 1 MiB, refuses at 2 MiB
        try (JmxRegistration jmx = tracker.register("allocators by hand");
                FrameArena frame = new FrameArena(tracker.tag("frames"));
                ScratchArena stack = new ScratchArena(tracker.tag("scratch"), "stack", 16 << 10);
                PoolAllocator pool = new PoolAllocator(tracker.tag("messages"), 64, 8);
                Heap heap = new Heap(tracker.tag("documents"), 64 << 10, 1 << 20)) {
            out.println("for jconsole: " + jmx.objectName());
            frames(frame, out);
            promotion(frame, heap, out);
            staleHandle(pool, out);
            defragmentation(heap, out);
            out.println("largest: " + largest(stack, 0, 1000));
            budget(frame, out);
            out.println(MemoryReport.of(tracker, frame, stack, pool, heap));
        }
        out.println("left behind: " + tracker.root().allocatedBytes() + " bytes");
    }

    /**
     * Memory of a frame is freed when the frame ends. A history keeps statistics of the last frames, here for a graph.
     */
    private static void frames(FrameArena frame, PrintStream out) {
        FrameHistory history = frame.keepHistory(32);
        for (int i = 0; i < 32; i++) {
            int count = 1 + (int) (20 + 20 * Math.sin(i * 0.4));
            for (int message = 0; message < count; message++) {
                frame.allocate(256, 64).putInt(0, message);
            }
            frame.reset();
        }
        FrameString graph = FrameString.in(frame, 128); // a string that makes no garbage
        for (int ago = history.size() - 1; ago >= 0; ago--) {
            graph.append("▁▂▃▄▅▆▇█".charAt((int) (history.allocatedBytes(ago) * 8 / (41 * 256 + 1))));
        }
        out.println("bytes of each frame: " + graph);
        frame.reset();
    }

    /** Promotion copies data that must outlive its frame when the frame ends. */
    private static void promotion(FrameArena frame, Heap heap, PrintStream out) {
        Slice result = frame.allocate(100, 8);
        long ticket = frame.promotions().promote(result, heap);
        result.putInt(0, 42); // promotion copies what is there when the frame ends
        frame.reset();
        long kept = frame.promotions().handle(ticket);
        out.println("promoted: " + heap.slice(kept).getInt(0));
        try {
            result.getInt(0);
        } catch (IllegalStateException e) {
            out.println("error: " + e.getMessage());
        }
        heap.free(kept);
    }

    /** A pool has blocks of one size. A handle contains a generation, so access through a stale handle fails. */
    private static void staleHandle(PoolAllocator pool, PrintStream out) {
        long stale = pool.allocate();
        pool.free(stale);
        long other = pool.allocate(); // gets the same block
        try {
            pool.slice(stale);
        } catch (DeadHandleException e) {
            out.println("error: " + e.getMessage());
        }
        pool.free(other);
    }

    /** A heap has blocks of any size. Blocks with handles can be moved, which closes the holes between them. */
    private static void defragmentation(Heap heap, PrintStream out) {
        long[] documents = new long[200];
        for (int i = 0; i < documents.length; i++) {
            documents[i] = heap.allocate(100 + i * 37 % 400);
        }
        for (int i = 0; i < documents.length; i += 2) {
            heap.free(documents[i]);
        }
        Heap.Defragmentation done = heap.defragmentBytes(1 << 20); // moves at most so many bytes
        out.printf(
                "fragmentation: %.2f, after %d moves: %.2f%n",
                done.fragmentationBefore(), done.movedBlocks(), done.fragmentationAfter());
    }

    /** A stack serves nested calls: each call frees what it has pushed, and leaves the memory of its callers alone. */
    private static int largest(ScratchArena stack, int from, int to) {
        if (to - from == 1) {
            return from * 7919 % 1009;
        }
        try (MemoryScope scratch = stack.open()) {
            Slice halves = scratch.allocate(8, 4);
            halves.putInt(0, largest(stack, from, (from + to) / 2));
            halves.putInt(4, largest(stack, (from + to) / 2, to));
            return Math.max(halves.getInt(0), halves.getInt(4));
        }
    }

    /** An allocation that would exceed a budget fails; the allocator stays usable. */
    private static void budget(FrameArena frame, PrintStream out) {
        try {
            frame.allocate(4 << 20, 64);
        } catch (NativeMemoryException e) {
            out.println("error: " + e.getMessage());
        }
    }

    public static void main(String... args) {
        if (Inspected.isAsked(args)) {
            System.out.println("There is no world to inspect here; the tour has one: mvn -q -Ptour -Dargs=--inspect");
        }
        play(System.out);
    }
}
