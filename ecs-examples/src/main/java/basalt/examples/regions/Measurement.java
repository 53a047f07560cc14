package basalt.examples.regions;

import basalt.examples.framework.program.Closing;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Runs the two regions, and beside them two others of the same entities, between which the border is a wall. After
 * the measurement the right region goes down, and is restarted.
 */
final class Measurement implements AutoCloseable {
    private static final int TICKS_A_SECOND = 60;
    private static final double KILOBYTE = 1_000;

    private final TwoRegions regions;
    private final Region[] walled = {new Region(Side.LEFT, false), new Region(Side.RIGHT, false)};
    private final int entities;
    private Times[] open;
    private Times[] closed;

    /** The ticks that all entities together were in flight. */
    private long flightTicks;

    /**
     * The regions before their first tick.
     *
     * @param regions the regions
     * @param entities the number of their entities
     * @param seed the seed of their entities
     */
    Measurement(TwoRegions regions, int entities, long seed) {
        this.regions = regions;
        this.entities = entities;
        for (Region region : walled) {
            region.spawn(entities, seed);
        }
    }

    /** The counts that grow with each tick. */
    private record Totals(long handOvers, long handOverBytes, long feedBytes, long messages, long lost, long repeated) {
        static Totals of(TwoRegions regions) {
            return new Totals(
                    regions.left.region().numbers.taken + regions.right.region().numbers.taken,
                    regions.left.handOverBytes + regions.right.handOverBytes,
                    regions.left.feedBytes + regions.right.feedBytes,
                    regions.toLeft.sent() + regions.toRight.sent(),
                    regions.toLeft.lost + regions.toRight.lost,
                    regions.toLeft.repeated + regions.toRight.repeated);
        }
    }

    /** Runs all, and returns what was measured, in lines. */
    List<String> run(int ticks, int down) {
        run(ticks); // warms up
        Totals before = Totals.of(regions);
        run(ticks);
        Totals after = Totals.of(regions);
        List<String> lines = report(before, after, ticks / (double) TICKS_A_SECOND);
        if (down > 0) {
            lines.add(restart(down));
        }
        lines.add("entities       " + census());
        return lines;
    }

    /** Where the entities are. Throws if one is lost, doubled, or in the wrong region. */
    private Census census() {
        Census census = Census.of(regions, entities);
        if (!census.isSound()) {
            throw new IllegalStateException("entities are not where they belong: " + census);
        }
        return census;
    }

    private void run(int ticks) {
        open = new Times[] {new Times(), new Times()};
        closed = new Times[] {new Times(), new Times()};
        flightTicks = 0;
        for (int tick = 0; tick < ticks; tick++) {
            regions.step();
            open[0].add(regions.left.nanos);
            open[1].add(regions.right.nanos);
            for (int i = 0; i < walled.length; i++) {
                long begin = System.nanoTime();
                walled[i].tick();
                closed[i].add(System.nanoTime() - begin);
            }
            flightTicks += census().inFlight;
        }
    }

    private String restart(int down) {
        long hash = regions.right.region().world.stateHash();
        regions.right.crash();
        for (int tick = 0; tick < down; tick++) {
            regions.step();
        }
        int waiting = regions.left.region().waiting();
        int logged = regions.right.logged();
        long begin = System.nanoTime();
        regions.right.restart();
        double millis = (System.nanoTime() - begin) / 1e6;
        if (regions.right.region().world.stateHash() != hash) {
            throw new IllegalStateException("the restarted region has another state than before");
        }
        for (int tick = 0; tick < TICKS_A_SECOND; tick++) {
            regions.step();
        }
        return line(
                "restart        right was down for %,d ticks; its snapshot and %,d ticks of its log took %.0f ms%n"
                        + "               %,d entities waited for it; a second later, %,d",
                down, logged, millis, waiting, regions.left.region().waiting());
    }

    private List<String> report(Totals before, Totals after, double seconds) {
        List<String> lines = new ArrayList<>();
        long handOvers = after.handOvers - before.handOvers;
        lines.add(line(
                "hand-overs     %,.0f a second, each in flight for %.1f ticks, %,.1f KB a second",
                handOvers / seconds,
                (double) flightTicks / Math.max(1, handOvers),
                (after.handOverBytes - before.handOverBytes) / seconds / KILOBYTE));
        lines.add(line(
                "border feeds   %,.1f KB a second; ghosts: %,d in left, %,d in right",
                (after.feedBytes - before.feedBytes) / seconds / KILOBYTE,
                regions.left.region().ghosts.seen.count(),
                regions.right.region().ghosts.seen.count()));
        lines.add(line("time a tick    left %s, right %s", open[0], open[1]));
        lines.add(line("  with a wall  left %s, right %s", closed[0], closed[1]));
        lines.add(line(
                "link           %,d messages, of which %,d were lost and %,d repeated",
                after.messages - before.messages, after.lost - before.lost, after.repeated - before.repeated));
        return lines;
    }

    private static String line(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    @Override
    public void close() {
        Closing.all(walled);
    }
}
