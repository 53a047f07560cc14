package basalt.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Shortens a failing list as long as it still fails. Removes chunks, large ones first, then replaces elements with
 * simpler ones, and repeats both until neither helps.
 *
 * @param <T> the elements
 */
final class Shrinker<T> {
    private final Predicate<List<T>> fails;
    private final Function<T, List<T>> simpler;
    private int triesLeft;

    /** A shrinker that tries at most {@code maxTries} lists. */
    Shrinker(Predicate<List<T>> fails, Function<T, List<T>> simpler, int maxTries) {
        this.fails = fails;
        this.simpler = simpler;
        this.triesLeft = maxTries;
    }

    /** The shortest failing list found. It needs each of its elements, unless the tries ran out. */
    List<T> shrink(List<T> failing) {
        List<T> before;
        List<T> shortest = failing;
        do {
            before = shortest;
            shortest = simplified(withoutChunks(before));
        } while (triesLeft > 0 && !shortest.equals(before));
        return shortest;
    }

    private List<T> withoutChunks(List<T> failing) {
        List<T> shortest = failing;
        for (int size = (failing.size() + 1) / 2; size >= 1; size /= 2) {
            int from = 0;
            while (from < shortest.size()) {
                List<T> rest = new ArrayList<>(shortest);
                rest.subList(from, Math.min(from + size, rest.size())).clear();
                if (stillFails(rest)) {
                    shortest = rest;
                } else {
                    from += size;
                }
            }
        }
        return shortest;
    }

    private List<T> simplified(List<T> failing) {
        List<T> simplest = failing;
        for (int i = 0; i < simplest.size(); i++) {
            for (T element : simpler.apply(simplest.get(i))) {
                List<T> changed = new ArrayList<>(simplest);
                changed.set(i, element);
                if (stillFails(changed)) {
                    simplest = changed;
                    i--;
                    break;
                }
            }
        }
        return simplest;
    }

    private boolean stillFails(List<T> list) {
        return triesLeft-- > 0 && fails.test(list);
    }
}
