package basalt.save;

import basalt.component.layout.BlockLayout;
import basalt.memory.MemorySource;
import basalt.storage.file.ReplayFile;
import basalt.storage.file.ReplayType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Where two recorded runs first differ. The files of two {@linkplain Replay#save(Path) replays} are compared tick by
 * tick, without a world, on any thread:
 *
 * <pre>{@code
 * ReplayDifference found = ReplayDifference.between(Path.of("good.replay"), Path.of("bad.replay"));
 * if (!found.isSame()) {
 *     log.warn("they differ after tick " + found.tick() + " in " + found.components());
 * }
 * }</pre>
 *
 * @param ticks the number of ticks that both have
 * @param compared the number of ticks after which both have hashes
 * @param tick the number of the first tick after which the hashes differ; 0 if none does
 * @param components the names of the components that differ then
 * @param systems the names of the systems after which the state first differed, if both are recordings {@linkplain
 *     Replay#ofEachSystem of each system}: one, or several that have run side by side, or in one of the runs only;
 *     empty if it differed before the first system, or is not known
 * @param givenTick the number of the first tick, up to the one that differs, that got another length, number of
 *     commands, or input; 0 if none did. A difference of the states from there on may be that of what the ticks got.
 */
public record ReplayDifference(
        int ticks, int compared, long tick, List<String> components, List<String> systems, long givenTick) {
    /**
     * Copies the lists.
     *
     * @param ticks the number of ticks that both have
     * @param compared the number of ticks after which both have hashes
     * @param tick the first tick after which the hashes differ, or 0
     * @param components the components that differ then
     * @param systems the systems that may have made the difference
     * @param givenTick the first tick that got something else, or 0
     * @throws IllegalArgumentException if a list, or a name in it, is null
     */
    public ReplayDifference {
        if (components == null
                || systems == null
                || Stream.concat(components.stream(), systems.stream()).anyMatch(Objects::isNull)) {
            throw new IllegalArgumentException("components and systems must be lists of names without null");
        }
        components = List.copyOf(components);
        systems = List.copyOf(systems);
    }

    /**
     * Compares two files. Their components must be registered in this process.
     *
     * @param first a file that {@link Replay#save(Path)} has written
     * @return where they first differ
     * @throws basalt.world.SaveFormatException if a file is no replay, or damaged, or has components or event types
     *     that the process does not have
     * @throws java.io.UncheckedIOException if a file cannot be read
     * @throws basalt.memory.NativeMemoryException if there is not enough memory
     */
    public static ReplayDifference between(Path first, Path second) {
        try (RecordedTicks one = new RecordedTicks(MemorySource.direct());
                RecordedTicks other = new RecordedTicks(MemorySource.direct())) {
            ReplayFile oneHeader = one.load(first);
            ReplayFile otherHeader = other.load(second);
            return new Comparison(one, other, oneHeader.isExact() && otherHeader.isExact()).run();
        }
    }

    /**
     * Whether all hashes are the same that both have.
     *
     * @return true if none differs
     */
    public boolean isSame() {
        return tick == 0;
    }

    /** Compares the ticks of two files. */
    private static final class Comparison {
        private final RecordedTicks one;
        private final RecordedTicks other;
        private final boolean isExact;
        private final Map<Integer, String> names = new HashMap<>();
        private int compared;
        private long givenTick;

        Comparison(RecordedTicks one, RecordedTicks other, boolean isExact) {
            this.one = one;
            this.other = other;
            this.isExact = isExact;
            for (RecordedTicks ticks : List.of(one, other)) {
                for (ReplayType type : ticks.tables().types()) {
                    names.put(type.component().id(), type.component().name());
                }
            }
        }

        ReplayDifference run() {
            long from = Math.max(one.first(), other.first());
            long to = Math.min(one.last(), other.last());
            int ticks = from == 0 ? 0 : (int) Math.max(0, to - from + 1);
            for (long tick = from; tick < from + ticks; tick++) {
                one.read(tick);
                other.read(tick);
                if (!one.readGiven().equals(other.readGiven()) && givenTick == 0) {
                    givenTick = tick;
                }
                List<Pass> passes = RecordedStates.read(one.buffer(), one.tables());
                List<Pass> others = RecordedStates.read(other.buffer(), other.tables());
                if (!passes.isEmpty() && !others.isEmpty()) {
                    compared++;
                    ReplayDifference found = compare(ticks, tick, passes, others);
                    if (found != null) {
                        return found;
                    }
                }
            }
            return new ReplayDifference(ticks, compared, 0, List.of(), List.of(), givenTick);
        }

        private ReplayDifference compare(int ticks, long tick, List<Pass> passes, List<Pass> others) {
            int last = passes.size() - 1;
            int otherLast = others.size() - 1;
            List<Pass> since = new ArrayList<>(); // what has run since the last states that were the same
            int next = 0;
            for (int i = 0; isExact && i < last; i++) {
                since.add(passes.get(i));
                int match = find(passes.get(i), others, next, otherLast);
                if (match >= 0) {
                    since.addAll(others.subList(next, match + 1));
                    next = match + 1;
                    ReplayDifference found = compare(ticks, tick, passes.get(i), others.get(match), since);
                    if (found != null) {
                        return found;
                    }
                    since.clear();
                }
            }
            since.addAll(others.subList(next, otherLast));
            return compare(ticks, tick, passes.get(last), others.get(otherLast), isExact ? since : List.of());
        }

        /** The pass of the other run that has a system in common, or is the first one, too; -1 for none. */
        private static int find(Pass pass, List<Pass> others, int from, int end) {
            for (int i = from; i < end; i++) {
                List<String> names = others.get(i).names();
                if (i == 0 && pass.names().isEmpty() && names.isEmpty()
                        || pass.names().stream().anyMatch(names::contains)) {
                    return i;
                }
            }
            return -1;
        }

        private ReplayDifference compare(int ticks, long tick, Pass pass, Pass expected, List<Pass> since) {
            List<Integer> ids = pass.hashes().differences(expected.hashes());
            if (ids.isEmpty()) {
                return null;
            }
            boolean isOfRows = ids.stream().allMatch(id -> pass.hashes().hasOtherRows(expected.hashes(), id));
            List<String> components =
                    ids.stream().map(id -> names.getOrDefault(id, entities(id))).toList();
            return new ReplayDifference(ticks, compared, tick, components, suspects(since, isOfRows), givenTick);
        }

        /** The systems that have run; if only rows differ, those that have changed the world or recorded commands. */
        private static List<String> suspects(List<Pass> passes, boolean isOfRows) {
            Set<String> all = new LinkedHashSet<>();
            Set<String> changing = new LinkedHashSet<>();
            for (Pass pass : passes) {
                for (Pass.Ran ran : pass.systems()) {
                    all.add(ran.name());
                    if (ran.hasCommands() || ran.isExclusive()) {
                        changing.add(ran.name());
                    }
                }
            }
            return List.copyOf(isOfRows && !changing.isEmpty() ? changing : all);
        }

        private static String entities(int id) {
            return id == BlockLayout.ALIVE_ID
                    ? "the entities that are alive"
                    : id == BlockLayout.DISABLED_ID ? "the entities that are disabled" : "the order of the entities";
        }
    }
}
