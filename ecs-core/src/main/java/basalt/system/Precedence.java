package basalt.system;

import java.util.Arrays;
import java.util.BitSet;
import java.util.PriorityQueue;

/**
 * Which of some numbered things come before which. A barrier puts the second one into a later layer than the first, the
 * other links into the same layer or a later one. A pair is linked in one way only. One bit a pair and way, so that a
 * thousand things are few.
 */
final class Precedence {
    private final BitSet[] weak;
    private final BitSet[] ordered;
    private final BitSet[] barrier;

    Precedence(int count) {
        weak = empty(count);
        ordered = empty(count);
        barrier = empty(count);
    }

    private static BitSet[] empty(int count) {
        BitSet[] sets = new BitSet[count];
        Arrays.setAll(sets, i -> new BitSet(count));
        return sets;
    }

    int count() {
        return weak.length;
    }

    void link(int first, int second, Link link) {
        weak[first].set(second, link == Link.WEAK);
        ordered[first].set(second, link == Link.ORDERED);
        barrier[first].set(second, link == Link.BARRIER);
    }

    Link link(int first, int second) {
        if (barrier[first].get(second)) {
            return Link.BARRIER;
        }
        if (ordered[first].get(second)) {
            return Link.ORDERED;
        }
        return weak[first].get(second) ? Link.WEAK : Link.NONE;
    }

    /** What is linked to come after one; the caller's own. */
    BitSet followers(int first) {
        BitSet followers = (BitSet) weak[first].clone();
        followers.or(ordered[first]);
        followers.or(barrier[first]);
        return followers;
    }

    /** What starts when one has ended, in the same layer or a later one; the caller's own. */
    BitSet orderedFollowers(int first) {
        return (BitSet) ordered[first].clone();
    }

    /**
     * All, each after those that come before it, and otherwise in ascending order; shorter than that if there is a
     * cycle: without those on it and behind it.
     */
    int[] sorted() {
        int[] missing = new int[count()];
        for (int first = 0; first < count(); first++) {
            followers(first).stream().forEach(second -> missing[second]++);
        }
        PriorityQueue<Integer> ready = new PriorityQueue<>();
        for (int i = 0; i < count(); i++) {
            if (missing[i] == 0) {
                ready.add(i);
            }
        }
        int[] sorted = new int[count()];
        int found = 0;
        while (!ready.isEmpty()) {
            sorted[found++] = ready.poll();
            BitSet followers = followers(sorted[found - 1]);
            for (int next = followers.nextSetBit(0); next >= 0; next = followers.nextSetBit(next + 1)) {
                if (--missing[next] == 0) {
                    ready.add(next);
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
        return Arrays.stream(ways()).map(Ways::any).toArray(BitSet[]::new);
    }

    /**
     * What can be reached from one. A way is a barrier if one of its links is, since the others lead to the same layer
     * or a later one; it is ordered if all of its links are.
     */
    private record Ways(BitSet any, BitSet ordered, BitSet barrier) {}

    private Ways[] ways() {
        Ways[] ways = new Ways[count()];
        int[] sorted = sorted();
        for (int i = sorted.length - 1; i >= 0; i--) {
            int first = sorted[i];
            Ways found = waysAround(first, ways);
            found.any.or(followers(first));
            found.ordered.or(ordered[first]);
            found.barrier.or(barrier[first]);
            ways[first] = found;
        }
        return ways;
    }

    /** Those of two links or more, when the ways of all followers are known. */
    private Ways waysAround(int first, Ways[] known) {
        Ways around = new Ways(new BitSet(count()), new BitSet(count()), new BitSet(count()));
        BitSet followers = followers(first);
        for (int next = followers.nextSetBit(0); next >= 0; next = followers.nextSetBit(next + 1)) {
            around.any.or(known[next].any);
            around.barrier.or(barrier[first].get(next) ? known[next].any : known[next].barrier);
            if (ordered[first].get(next)) {
                around.ordered.or(known[next].ordered);
            }
        }
        return around;
    }

    /** The layer of each, as early as can be; there must be no cycle. */
    int[] layers() {
        int[] layers = new int[count()];
        for (int first : sorted()) {
            int layer = layers[first];
            followers(first).stream().forEach(second -> layers[second] = Math.max(layers[second], layer));
            barrier[first].stream().forEach(second -> layers[second] = Math.max(layers[second], layer + 1));
        }
        return layers;
    }

    /** The same without links that say no more than a way around them does; there must be no cycle. */
    Precedence withoutImplied() {
        Ways[] ways = ways();
        Precedence rest = new Precedence(count());
        for (int first = 0; first < count(); first++) {
            Ways around = waysAround(first, ways);
            rest.weak[first].or(weak[first]);
            rest.weak[first].andNot(around.any);
            rest.ordered[first].or(ordered[first]);
            rest.ordered[first].andNot(around.ordered);
            rest.ordered[first].andNot(around.barrier);
            rest.barrier[first].or(barrier[first]);
            rest.barrier[first].andNot(around.barrier);
        }
        return rest;
    }
}
