package basalt.memory.tracking;

import basalt.memory.MemorySource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Counts allocations by tag and enforces budgets.
 *
 * <pre>{@code
 * MemoryTracker tracker = new MemoryTracker(MemorySource.direct());
 * tracker.root().budget(256 << 20, 512 << 20);                  // warn, refuse
 * MemoryTag ai = tracker.tag("ai/pathfinding").budget(8 << 20, 16 << 20);
 * FrameArena arena = new FrameArena(ai);                        // a tag is a memory source
 * }</pre>
 *
 * <p>Tags form a tree: allocations of {@code ai/pathfinding} also count for {@code ai} and for the root, and each tag
 * may have a budget. A budget refuses a request before the memory is taken, unless its {@link MemoryTag.Policy} allows
 * it.
 *
 * <p><b>A budget for each worker.</b> Give each worker its own tag and an arena over it, and all workers a common
 * budget:
 *
 * <pre>{@code
 * tracker.tag("workers").budget(48 << 20, 64 << 20);                        // all together
 * for (int i = 0; i < workers; i++) {                                       // each; more is charged to "workers"
 *     MemoryTag tag = tracker.tag("workers/" + i).budget(3 << 20, 4 << 20, MemoryTag.Policy.PROMOTE);
 *     start(() -> {
 *         try (FrameArena arena = new FrameArena(tag)) {                    // created on the thread that owns it
 *             work(arena);
 *         }
 *     });
 * }
 * }</pre>
 *
 * <p>A worker that needs more than its share then uses the common budget, which {@link MemorySnapshot#promotions()}
 * shows. With {@link MemoryTag.Policy#FAIL} its arena would refuse instead.
 *
 * <p>Thread-safe. All tags of a tracker share one lock, which is held while the source runs, but not while a listener
 * does. So a source must not wait for a thread that uses the tracker.
 */
public final class MemoryTracker {
    /** The separator of the names in a path. */
    static final char SEPARATOR = '/';

    private final MemorySource source;
    private final Map<String, MemoryTag> tags = new LinkedHashMap<>();
    private final MemoryTag root = new MemoryTag(this, null, "");
    private Consumer<Pressure> listener = pressure -> {};

    /** Creates a tracker. */
    public MemoryTracker(MemorySource source) {
        this.source = MemorySource.require(source);
    }

    /** {@return the root of the tree of tags, which counts everything; its path is empty} */
    public MemoryTag root() {
        return root;
    }

    /**
     * Returns a tag by its path, and creates it and its parents if they are new.
     *
     * @param path names separated by slashes, such as {@code "ai/pathfinding"}
     * @return the tag, the same object for each call with this path
     */
    public MemoryTag tag(String path) {
        if (path == null || path.isEmpty()) {
            throw new IllegalArgumentException("a tag needs a path, such as \"ai/pathfinding\": path=" + path);
        }
        synchronized (this) {
            MemoryTag known = tags.get(path);
            return known != null ? known : make(path);
        }
    }

    private MemoryTag make(String path) {
        MemoryTag tag = root;
        int start = 0;
        while (start <= path.length()) {
            int end = path.indexOf(SEPARATOR, start);
            if (end < 0) {
                end = path.length();
            }
            if (path.substring(start, end).isBlank()) {
                throw new IllegalArgumentException("the names of a path must not be blank: path=" + path);
            }
            tag = child(tag, path.substring(0, end));
            start = end + 1;
        }
        return tag;
    }

    private MemoryTag child(MemoryTag parent, String path) {
        MemoryTag tag = tags.get(path);
        if (tag == null) {
            tag = new MemoryTag(this, parent, path);
            parent.children.add(tag);
            tags.put(path, tag);
        }
        return tag;
    }

    /**
     * Sets the listener that is called when a request crosses a soft budget, is refused by a hard budget, or exceeds a
     * hard budget and is granted by its policy. It runs on the thread that allocates. It may allocate and free, but not
     * from the allocator whose request is in progress. An exception of the listener reaches the
     * caller, whose request fails.
     */
    public synchronized MemoryTracker onPressure(Consumer<Pressure> newListener) {
        if (newListener == null) {
            throw new IllegalArgumentException("listener must not be null: use pressure -> {} for no listener");
        }
        listener = newListener;
        return this;
    }

    /** {@return the figures of all tags at one moment: those of the root, with its descendants} */
    public synchronized MemorySnapshot snapshot() {
        return root.snapshot();
    }

    /**
     * Registers the figures of this tracker as a {@link JmxRegistration.MemoryTrackerMXBean} with the platform's MBean
     * server, under {@code basalt.memory:type=MemoryTracker,name=...}. JMX classes are loaded only by this call.
     *
     * @return the registration; close it to remove the MBean
     * @throws IllegalArgumentException if the name is null or blank, or has a character that is not allowed in an
     *     object name
     * @throws IllegalStateException if a tracker is registered under that name, or this Java runtime has no JMX
     */
    public JmxRegistration register(String name) {
        if (ModuleLayer.boot().findModule("java.management").isEmpty()) {
            throw new IllegalStateException(
                    "this Java runtime has no JMX: start it with --add-modules java.management");
        }
        return new JmxRegistration(this, name);
    }

    MemorySource source() {
        return source;
    }

    synchronized Consumer<Pressure> listener() {
        return listener;
    }

    @Override
    public String toString() {
        return "MemoryTracker[" + snapshot().summary() + "]";
    }

    /**
     * A request that has reached a limit of a budget.
     *
     * @param path the path of the tag with the budget; empty for the root
     * @param kind the outcome of the request
     * @param requestedBytes the bytes requested
     * @param allocatedBytes the bytes allocated under the tag before the request
     */
    public record Pressure(String path, Kind kind, long requestedBytes, long allocatedBytes, long limitBytes) {

        /** {@return whether the request was refused} */
        public boolean denied() {
            return kind == Kind.DENIED;
        }

        /** {@return whether the limit is the hard budget, not the soft one} */
        public boolean hard() {
            return kind != Kind.SOFT;
        }

        /** The outcome of a request that has reached a limit. */
        public enum Kind {
            /** Granted; it has crossed the soft budget. */
            SOFT,

            /** Granted; it exceeds the hard budget of a tag with {@link MemoryTag.Policy#WARN}. */
            OVERRUN,

            /**
             * Granted and charged to the parent tags, because it exceeds the hard budget of a tag with {@link
             * MemoryTag.Policy#PROMOTE}.
             */
            PROMOTED,

            /** Refused by the hard budget. */
            DENIED
        }
    }
}
