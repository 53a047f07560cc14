package basalt.world;

import basalt.internal.Friend;
import basalt.match.Filter;
import basalt.match.MatchScan;
import basalt.match.MatchScan.BuiltFilters.BuiltFilter;
import basalt.memory.block.BackingMemory;
import basalt.memory.tracking.MemoryDiagnostic;
import basalt.memory.tracking.MemoryMonitor;
import basalt.runtime.WorldRuntime;
import basalt.storage.access.Store;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Consumer;

/**
 * Finds the queries of a world whose rows are scattered, see {@link MemoryDiagnostic#SCATTERED_ROWS}. A {@link
 * basalt.memory.tracking.MemoryMonitor} calls it:
 *
 * <pre>{@code
 * monitor.watch(new WorldMonitor("game", world));
 * ...
 * monitor.endFrame();                            // once a frame
 * }</pre>
 *
 * <p>Each frame examines one query, in the order in which they were built, and then begins anew. This reads one bit of
 * each row for each component of the query, and makes no garbage. Queries with conditions on changes
 * or values are left out, because other rows match them each time.
 *
 * <p>A query is reported once, and again if it was not scattered in between. For the world's thread. After the world
 * was closed, nothing is found any more.
 */
public final class WorldMonitor implements MemoryMonitor.FrameCheck {
    private static final Friend<World, WorldRuntime> RUNTIMES = Friend.of(World.class, WorldRuntime.class);

    private final String name;
    private final Store store;
    private final MatchScan.BuiltFilters built;
    private final Map<Filter, Finding> findings = new WeakHashMap<>();
    private final MatchScan.Counts counts = new MatchScan.Counts();
    private int next;
    private long frame;

    /**
     * A check of a world.
     *
     * @param name the world's name in reports
     * @param world the world, owned by this thread
     */
    public WorldMonitor(String name, World world) {
        BackingMemory.requireName(name);
        if (world == null) {
            throw new IllegalArgumentException("the world to watch must not be null: name=" + name);
        }
        this.name = name;
        WorldRuntime runtime = RUNTIMES.internal(world);
        store = runtime.store();
        built = runtime.builtFilters();
    }

    /** Examines one query. */
    @Override
    public void endFrame(MemoryMonitor.Limits limits, Consumer<MemoryDiagnostic.Report> listener) {
        if (store.isClosed()) {
            return;
        }
        store.checkOwner("the check of a WorldMonitor", "call endFrame() after the tick");
        if (limits == null || listener == null) {
            throw new IllegalArgumentException(
                    "a check needs limits and a listener: limits=" + limits + ", listener=" + listener);
        }
        frame++;
        if (next >= built.count()) {
            built.sweep();
            next = 0;
        }
        while (next < built.count()) {
            BuiltFilter query = built.get(next++);
            Filter filter = query.filter();
            if (filter != null && filter.values() == null) {
                examine(query, filter, limits, listener);
                return;
            }
        }
    }

    private void examine(
            BuiltFilter query, Filter filter, MemoryMonitor.Limits limits, Consumer<MemoryDiagnostic.Report> listener) {
        counts.count(filter, store.blocks());
        if (counts.rows() < limits.scatteredRows() || counts.rows() >= limits.rowsPerWord() * counts.words()) {
            findings.remove(filter);
            return;
        }
        Finding finding = findings.get(filter);
        if (finding == null) {
            finding = new Finding(frame);
            findings.put(filter, finding);
        }
        if (!finding.isReported && frame - finding.since >= limits.steadyFrames() - 1) {
            finding.isReported = true; // before the listener is called, which may throw
            listener.accept(new MemoryDiagnostic.Report(
                    MemoryDiagnostic.SCATTERED_ROWS,
                    name + ": " + query.text(),
                    "matchingRows=" + counts.rows() + ", words=" + counts.words() + ", limit=" + limits.rowsPerWord()
                            + " rows a word"));
        }
    }

    /** A query whose rows are scattered. */
    private static final class Finding {
        /** The frame in which this was first found. */
        private final long since;

        private boolean isReported;

        private Finding(long since) {
            this.since = since;
        }
    }
}
