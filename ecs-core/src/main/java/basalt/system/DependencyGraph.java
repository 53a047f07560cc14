package basalt.system;

import java.util.Arrays;
import java.util.BitSet;
import java.util.PriorityQueue;

/**
 * A directed graph over numbered systems; an edge from the first to the second is a {@link Dependency} of the second. A
 * barrier puts the second system into a later layer than the first, the other kinds into the same layer or a later one.
 * Each pair has one kind of edge at most. An edge takes one bit for each kind, so a thousand systems need little
 * memory.
 */
final class DependencyGraph {
    private final BitSet[] weak;
    private final BitSet[] ordered;
    private final BitSet[] barrier;

    DependencyGraph(int count) {
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

    void add(int first, int second, Dependency dependency) {
        weak[first].set(second, dependency == Dependency.WEAK);
        ordered[first].set(second, dependency == Dependency.ORDERED);
        barrier[first].set(second, dependency == Dependency.BARRIER);
    }

    Dependency between(int first, int second) {
        if (barrier[first].get(second)) {
            return Dependency.BARRIER;
        }
        if (ordered[first].get(second)) {
            return Dependency.ORDERED;
        }
        return weak[first].get(second) ? Dependency.WEAK : Dependency.NONE;
    }

    /** The systems with an edge from the first one. A copy. */
    BitSet followers(int first) {
        BitSet followers = (BitSet) weak[first].clone();
        followers.or(ordered[first]);
        followers.or(barrier[first]);
        return followers;
    }

    /** The systems that start when the first one has ended, in the same layer or a later one. A copy. */
    BitSet orderedFollowers(int first) {
        return (BitSet) ordered[first].clone();
    }

    /**
     * A topological order, ascending where the edges leave a choice. Systems on a cycle and behind it are left out.
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

    /**
     * A shortest cycle: an edge leads from each to the next, and from the last to the first. Empty if there is none.
     */
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

    /** Breadth-first search. */
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

    /** The systems that can be reached from each by one edge or more. The graph must have no cycle. */
    BitSet[] reachable() {
        return Arrays.stream(paths()).map(Paths::any).toArray(BitSet[]::new);
    }

    /**
     * The systems that can be reached from one, by kind of path. A path is a barrier if one of its edges is, since the
     * others lead to the same layer or a later one. A path is ordered if all of its edges are.
     */
    private record Paths(BitSet any, BitSet ordered, BitSet barrier) {}

    private Paths[] paths() {
        Paths[] paths = new Paths[count()];
        int[] sorted = sorted();
        for (int i = sorted.length - 1; i >= 0; i--) {
            int first = sorted[i];
            Paths found = pathsAround(first, paths);
            found.any.or(followers(first));
            found.ordered.or(ordered[first]);
            found.barrier.or(barrier[first]);
            paths[first] = found;
        }
        return paths;
    }

    /** The paths of two edges or more, when those of all followers are known. */
    private Paths pathsAround(int first, Paths[] known) {
        Paths around = new Paths(new BitSet(count()), new BitSet(count()), new BitSet(count()));
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

    /** The earliest layer of each. The graph must have no cycle. */
    int[] layers() {
        int[] layers = new int[count()];
        for (int first : sorted()) {
            int layer = layers[first];
            followers(first).stream().forEach(second -> layers[second] = Math.max(layers[second], layer));
            barrier[first].stream().forEach(second -> layers[second] = Math.max(layers[second], layer + 1));
        }
        return layers;
    }

    /** The graph without edges that another path implies. The graph must have no cycle. */
    DependencyGraph withoutImplied() {
        Paths[] paths = paths();
        DependencyGraph rest = new DependencyGraph(count());
        for (int first = 0; first < count(); first++) {
            Paths around = pathsAround(first, paths);
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

    /** How a later system depends on an earlier one. Each kind includes the kinds before it. */
    enum Dependency {
        /** Not at all: they may run at the same time, in any order. */
        NONE,
        /** Commands of the later system are applied after those of the earlier one. They may run at the same time. */
        WEAK,
        /** The later system starts when the earlier one has ended. */
        ORDERED,
        /** The later system is in a later stage: it starts when the commands of the earlier one were applied. */
        BARRIER;

        Dependency or(Dependency other) {
            return compareTo(other) >= 0 ? this : other;
        }
    }
}
