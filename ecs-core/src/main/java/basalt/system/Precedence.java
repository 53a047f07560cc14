package basalt.system;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Which of some numbered things come before which. A strict link puts the second one into a later layer than the first,
 * a weak link into the same layer or a later one. A pair is linked in one way only. One bit a pair and way, so that a
 * thousand things are few.
 */
final class Precedence {
    private final BitSet[] strict;
    private final BitSet[] weak;

    Precedence(int count) {
        strict = new BitSet[count];
        weak = new BitSet[count];
        for (int i = 0; i < count; i++) {
            strict[i] = new BitSet(count);
            weak[i] = new BitSet(count);
        }
    }

    int count() {
        return strict.length;
    }

    void link(int first, int second, Link link) {
        strict[first].set(second, link == Link.STRICT);
        weak[first].set(second, link == Link.WEAK);
    }

    Link link(int first, int second) {
        if (strict[first].get(second)) {
            return Link.STRICT;
        }
        return weak[first].get(second) ? Link.WEAK : Link.NONE;
    }

    /** What is linked to come after one; the caller's own. */
    BitSet followers(int first) {
        BitSet followers = (BitSet) strict[first].clone();
        followers.or(weak[first]);
        return followers;
    }

    /**
     * All, each after those that come before it; shorter than that if there is a cycle: without those on it and behind
     * it.
     */
    int[] sorted() {
        int[] missing = new int[count()];
        for (int first = 0; first < count(); first++) {
            followers(first).stream().forEach(second -> missing[second]++);
        }
        int[] sorted = new int[count()];
        int found = 0;
        for (int i = 0; i < count(); i++) {
            if (missing[i] == 0) {
                sorted[found++] = i;
            }
        }
        for (int done = 0; done < found; done++) {
            BitSet followers = followers(sorted[done]);
            for (int next = followers.nextSetBit(0); next >= 0; next = followers.nextSetBit(next + 1)) {
                if (--missing[next] == 0) {
                    sorted[found++] = next;
                }
            }
        }
        return Arrays.copyOf(sorted, found);
    }

    /** A shortest cycle, each one linked to the next and the last one to the first; empty if there is none. */
    int[] cycle() {
        int[] shortest = {};
        if (sorted().length == count()) {
            return shortest;
        }
        for (int start = 0; start < count(); start++) {
            int[] cycle = cycleThrough(start);
            if (cycle.length > 0 && (shortest.length == 0 || cycle.length < shortest.length)) {
                shortest = cycle;
            }
        }
        return shortest;
    }

    /** Goes through what can be reached, nearest first. */
    private int[] cycleThrough(int start) {
        int[] reached = new int[count() + 1];
        int[] cameFrom = new int[count()];
        BitSet fresh = new BitSet(count());
        fresh.set(0, count());
        reached[0] = start;
        int found = 1;
        for (int done = 0; done < found; done++) {
            BitSet followers = followers(reached[done]);
            followers.and(fresh);
            fresh.andNot(followers);
            for (int next = followers.nextSetBit(0); next >= 0; next = followers.nextSetBit(next + 1)) {
                cameFrom[next] = reached[done];
                reached[found++] = next;
            }
            if (followers.get(start)) {
                return pathTo(start, cameFrom);
            }
        }
        return new int[0];
    }

    private static int[] pathTo(int start, int[] cameFrom) {
        int length = 1;
        for (int at = cameFrom[start]; at != start; at = cameFrom[at]) {
            length++;
        }
        int[] path = new int[length];
        int at = start;
        for (int i = length - 1; i >= 0; i--) {
            at = cameFrom[at];
            path[i] = at;
        }
        return path;
    }

    /** What can be reached from each in one link or more; there must be no cycle. */
    BitSet[] reachable() {
        return reachable(false);
    }

    /** The same; if strictly, only on ways with a strict link. */
    private BitSet[] reachable(boolean strictly) {
        BitSet[] all = strictly ? reachable(false) : null;
        BitSet[] reachable = new BitSet[count()];
        int[] sorted = sorted();
        for (int i = sorted.length - 1; i >= 0; i--) {
            int first = sorted[i];
            BitSet reached = strictly ? (BitSet) strict[first].clone() : followers(first);
            BitSet followers = followers(first);
            for (int next = followers.nextSetBit(0); next >= 0; next = followers.nextSetBit(next + 1)) {
                reached.or(strictly && strict[first].get(next) ? all[next] : reachable[next]);
            }
            reachable[first] = reached;
        }
        return reachable;
    }

    /** The layer of each, as early as can be; there must be no cycle. */
    int[] layers() {
        int[] layers = new int[count()];
        for (int first : sorted()) {
            int layer = layers[first];
            strict[first].stream().forEach(second -> layers[second] = Math.max(layers[second], layer + 1));
            weak[first].stream().forEach(second -> layers[second] = Math.max(layers[second], layer));
        }
        return layers;
    }

    /** The same without links that say no more than a way around them does; there must be no cycle. */
    Precedence withoutImplied() {
        BitSet[] all = reachable(false);
        BitSet[] strictly = reachable(true);
        Precedence rest = new Precedence(count());
        for (int first = 0; first < count(); first++) {
            BitSet implied = new BitSet(count());
            BitSet impliedStrictly = new BitSet(count());
            BitSet followers = followers(first);
            for (int next = followers.nextSetBit(0); next >= 0; next = followers.nextSetBit(next + 1)) {
                implied.or(all[next]);
                impliedStrictly.or(strict[first].get(next) ? all[next] : strictly[next]);
            }
            rest.strict[first].or(strict[first]);
            rest.strict[first].andNot(impliedStrictly);
            rest.weak[first].or(weak[first]);
            rest.weak[first].andNot(implied);
        }
        return rest;
    }
}
