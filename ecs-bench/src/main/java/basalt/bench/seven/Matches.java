package basalt.bench.seven;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Which entities the systems visit, in arrays. */
final class Matches {
    /** Of the systems, in the order in which they run. */
    static final List<Predicate<Unit>> SYSTEMS = List.of(
            unit -> unit.hasPosition && unit.hasVelocity,
            unit -> unit.hasData,
            unit -> unit.hasPosition && unit.hasVelocity && unit.hasData,
            unit -> unit.isFigure,
            unit -> unit.isFigure,
            unit -> unit.isFigure,
            unit -> unit.isFigure);

    /** Indices from one, inclusive, to another, exclusive. */
    record Run(int from, int to) {}

    private Matches() {}

    /** The indices of the units that a system visits; null if these are all. */
    static int[] list(int system, Unit[] units) {
        int[] found = IntStream.range(0, units.length)
                .filter(i -> SYSTEMS.get(system).test(units[i]))
                .toArray();
        return found.length == units.length ? null : found;
    }

    /** The same as runs of indices that follow one another. */
    static List<Run> runs(int system, Unit[] units) {
        List<Run> runs = new ArrayList<>();
        int from = -1;
        for (int i = 0; i <= units.length; i++) {
            boolean matches = i < units.length && SYSTEMS.get(system).test(units[i]);
            if (matches && from < 0) {
                from = i;
            } else if (!matches && from >= 0) {
                runs.add(new Run(from, i));
                from = -1;
            }
        }
        return runs;
    }

    /** The numbers of the units in an order in which those with the same components follow one another. */
    static int[] packed(Unit[] units) {
        Comparator<Integer> order = Comparator.comparing(i -> !units[i].isFigure);
        return IntStream.range(0, units.length)
                .boxed()
                .sorted(order.thenComparing(i -> !units[i].hasData)
                        .thenComparing(i -> !units[i].hasVelocity)
                        .thenComparing(i -> !units[i].hasPosition))
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
