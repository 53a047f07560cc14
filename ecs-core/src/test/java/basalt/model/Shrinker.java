package basalt.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Makes a list that fails shorter, while it still fails: takes out chunks, large ones first, then puts simpler elements
 * in the place of the rest, and begins anew until nothing helps.
 *
 * @param <T> the elements
 */
final class Shrinker<T> {
    private final Predicate<List<T>> fails;
    private final Function<T, List<T>> simpler;
    private int triesLeft;

    /** A shrinker that tries {@code maxTries} lists at most. */
    Shrinker(Predicate<List<T>> fails, Function<T, List<T>> simpler, int maxTries) {
        this.fails = fails;
        this.simpler = simpler;
        this.triesLeft = maxTries;
    }

    /** The shortest list that it finds. No single element can be left out of it, unless the tries ran out. */
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
