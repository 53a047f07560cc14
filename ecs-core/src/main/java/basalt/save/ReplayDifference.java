package basalt.save;

import basalt.component.Component;
import basalt.memory.MemorySource;
import basalt.storage.file.ReplayFile;
import basalt.storage.file.ReplayTables.ReplayType;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Where two runs of the same ticks first differ: one that {@link Replay} has recorded, and one that it has played, or
 * two recordings. The files of two {@linkplain Replay#save(Path) replays} are compared tick by tick, without a world,
 * on any thread:
 *
 * <pre>{@code
 * ReplayDifference found = ReplayDifference.between(Path.of("good.replay"), Path.of("bad.replay"));
 * if (!found.isSame()) {
 *     log.warn("they differ after tick " + found.tick() + " in " + found.components());
 * }
 * }</pre>
 *
 * @param ticks the number of ticks that were played, or that both recordings have
 * @param compared the number of ticks after which hashes were compared
 * @param tick the number of the first tick after which the hashes differ; 0 if none does. The state can differ since
 *     the tick after the one that was compared before
 * @param components the names of the components that differ then
 * @param systems the names of the systems after which the state first differed, if both are runs {@linkplain
 *     Replay#ofEachSystem of each system}: one, or several that have run side by side, or in one of the runs only;
 *     empty if it differed before the first system. Otherwise, if one was played, those that may change these
 *     components by what they have declared; of two recordings none
 * @param givenTick of two recordings the number of the first tick, up to the one that differs, that got another length,
 *     number of commands, or input; 0 if none did. A difference of the states from there on may be that of what the
 *     ticks got
 */
public record ReplayDifference(
        int ticks, int compared, long tick, List<String> components, List<String> systems, long givenTick) {
    /**
     * Copies the lists.
     *
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

    /** Whether all hashes are the same that both have. */
    public boolean isSame() {
        return tick == 0;
    }

    /**
     * Compares two files. Their components must be registered in this process.
     *
     * @param first a file that {@link Replay#save(Path)} has written
     * @return where they first differ
     * @throws basalt.component.SaveFormatException if a file is no replay, or damaged, or has components or event types
     *     that the process does not have
     * @throws java.io.UncheckedIOException if a file cannot be read
     */
    public static ReplayDifference between(Path first, Path second) {
        try (RecordedTicks one = new RecordedTicks(MemorySource.direct());
                RecordedTicks other = new RecordedTicks(MemorySource.direct())) {
            ReplayFile oneHeader = one.load(first);
            ReplayFile otherHeader = other.load(second);
            return between(one, other, oneHeader.isExact() && otherHeader.isExact());
        }
    }

    private static ReplayDifference between(RecordedTicks one, RecordedTicks other, boolean isExact) {
        Map<Integer, Component<?>> types = new HashMap<>();
        for (RecordedTicks recorded : List.of(one, other)) {
            for (ReplayType type : recorded.tables().types()) {
                types.put(type.component().id(), type.component());
            }
        }
        long from = Math.max(one.first(), other.first());
        int ticks = from == 0 ? 0 : (int) Math.max(0, Math.min(one.last(), other.last()) - from + 1);
        int compared = 0;
        long givenTick = 0;
        for (long tick = from; tick < from + ticks; tick++) {
            one.read(tick);
            other.read(tick);
            if (!one.readGiven().equals(other.readGiven()) && givenTick == 0) {
                givenTick = tick;
            }
            List<HashedPass> passes = RecordedStates.read(one.buffer(), one.tables());
            List<HashedPass> others = RecordedStates.read(other.buffer(), other.tables());
            if (!passes.isEmpty() && !others.isEmpty()) {
                compared++;
                HashedPass.Difference found = isExact
                        ? HashedPass.first(passes, others, (system, id) -> true)
                        : HashedPass.first(last(passes), last(others), (system, id) -> true);
                if (found != null) {
                    List<String> components = HashedPass.Hashes.names(types::get, found.ids());
                    return new ReplayDifference(ticks, compared, tick, components, found.systems(), givenTick);
                }
            }
        }
        return new ReplayDifference(ticks, compared, 0, List.of(), List.of(), givenTick);
    }

    private static List<HashedPass> last(List<HashedPass> passes) {
        return passes.subList(passes.size() - 1, passes.size());
    }
}
