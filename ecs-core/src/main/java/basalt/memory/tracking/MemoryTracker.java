package basalt.memory.tracking;

import basalt.memory.MemorySource;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counts what is allocated under which name, and keeps it within budgets.
 *
 * <pre>{@code
 * MemoryTracker tracker = new MemoryTracker(MemorySource.direct());
 * tracker.root().budget(256 << 20, 512 << 20);                  // warn, refuse
 * MemoryTag ai = tracker.tag("ai/pathfinding").budget(8 << 20, 16 << 20);
 * FrameArena arena = new FrameArena(ai);                        // a tag is a memory source
 * }</pre>
 *
 * <p>Tags form a tree: what {@code ai/pathfinding} allocates counts for {@code ai} and for the root as well, and each
 * of them may have a budget. A budget denies before the memory is taken, unless its {@link BudgetPolicy} says
 * otherwise.
 *
 * <p><b>A budget for each worker.</b> Give each worker a tag of its own and an arena over it, and all of them a common
 * budget:
 *
 * <pre>{@code
 * tracker.tag("workers").budget(48 << 20, 64 << 20);                        // all together
 * for (int i = 0; i < workers; i++) {                                       // each; the rest is on all of them
 *     MemoryTag tag = tracker.tag("workers/" + i).budget(3 << 20, 4 << 20, BudgetPolicy.PROMOTE);
 *     start(() -> {
 *         try (FrameArena arena = new FrameArena(tag)) {                    // by the thread that it is to belong to
 *             work(arena);
 *         }
 *     });
 * }
 * }</pre>
 *
 * <p>So a worker that needs more than its share borrows from the others' and shows up in {@link
 * MemorySnapshot#promotions()}; with {@link BudgetPolicy#FAIL} its arena refuses instead, whatever the others leave.
 *
 * <p>Thread-safe. All tags of a tracker share one lock, which is held for the counting alone, never while the source, a
 * listener, or other code of the user's runs.
 */
public final class MemoryTracker {
    /** What separates the names of a path. */
    static final char SEPARATOR = '/';

    private final MemorySource source;
    private final Map<String, MemoryTag> tags = new LinkedHashMap<>();
    private final MemoryTag root = new MemoryTag(this, null, "");
    private PressureListener listener = pressure -> {};

    /**
     * A tracker that has counted nothing yet.
     *
     * @param source where the memory comes from
     * @throws IllegalArgumentException if the source is null
     */
    public MemoryTracker(MemorySource source) {
        this.source = MemorySource.require(source);
    }

    /**
     * The root of the tree of tags.
     *
     * @return the tag that counts everything; its path is empty
     */
    public MemoryTag root() {
        return root;
    }

    /**
     * A tag by its path; made, with those above it, if it is new.
     *
     * @param path names separated by slashes, such as {@code "ai/pathfinding"}
     * @return the tag, always the same for a path
     * @throws IllegalArgumentException if the path or one of its names is empty or blank
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
     * Sets what is told when a soft budget is crossed, and when a hard one denies, or lets something pass by its
     * policy. The listener runs in the thread that allocates. It may allocate and free itself, but not allocate from
     * the allocator that is just being served, which throws then; what it throws reaches the caller that allocates,
     * which has no memory then.
     *
     * @param newListener the listener, in place of the one before
     * @return this
     * @throws IllegalArgumentException if the listener is null
     */
    public synchronized MemoryTracker onPressure(PressureListener newListener) {
        if (newListener == null) {
            throw new IllegalArgumentException("listener must not be null: give pressure -> {} to hear nothing");
        }
        listener = newListener;
        return this;
    }

    /**
     * The figures of all tags at one moment.
     *
     * @return the snapshot of the root, with those below it
     */
    public synchronized MemorySnapshot snapshot() {
        return root.snapshot();
    }

    /**
     * Makes the figures of this tracker an MBean of the platform's MBean server, a {@link MemoryTrackerMXBean},
     * under {@code basalt.memory:type=MemoryTracker,name=...}. Unless this is called, nothing of JMX is loaded.
     *
     * @param name what the tracker is called there
     * @return the registration; close it to remove the MBean
     * @throws IllegalArgumentException if the name is null or blank, or has a character that an object name must
     *     not have
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

    synchronized PressureListener listener() {
        return listener;
    }

    @Override
    public String toString() {
        return "MemoryTracker[" + snapshot().summary() + "]";
    }
}
