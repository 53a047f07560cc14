package basalt.system;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.stream.IntStream;

/**
 * A directed graph over numbered systems; an edge from the first to the second is a {@link Dependency} of the second. A
 * barrier puts the second system into a later layer than the first, the other kinds into the same layer or a later one.
 */
final class DependencyGraph {
    private final Dependency[][] edges;

    DependencyGraph(int count) {
        edges = new Dependency[count][count];
        for (Dependency[] row : edges) {
            Arrays.fill(row, Dependency.NONE);
        }
    }

    int count() {
        return edges.length;
    }

    void add(int first, int second, Dependency dependency) {
        edges[first][second] = dependency;
    }

    Dependency between(int first, int second) {
        return edges[first][second];
    }

    /** The systems with an edge from the first one, ascending. */
    int[] followers(int first) {
        return IntStream.range(0, count())
                .filter(second -> edges[first][second] != Dependency.NONE)
                .toArray();
    }

    /**
     * A topological order, ascending where the edges leave a choice. Systems on a cycle and behind it are left out.
     */
    int[] sorted() {
        int[] missing = new int[count()];
        PriorityQueue<Integer> ready = new PriorityQueue<>();
        for (int i = 0; i < count(); i++) {
            int second = i;
            missing[i] = (int) Arrays.stream(edges)
                    .filter(row -> row[second] != Dependency.NONE)
                    .count();
            if (missing[i] == 0) {
                ready.add(i);
            }
        }
        IntStream.Builder sorted = IntStream.builder();
        while (!ready.isEmpty()) {
            int first = ready.poll();
            sorted.add(first);
            for (int next : followers(first)) {
                if (--missing[next] == 0) {
                    ready.add(next);
                }
            }
        }
        return sorted.build().toArray();
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
        int[] cameFrom = new int[count()];
        Arrays.fill(cameFrom, -1);
        Queue<Integer> reached = new ArrayDeque<>(List.of(start));
        while (!reached.isEmpty() && cameFrom[start] < 0) {
            int first = reached.remove();
            for (int next : followers(first)) {
                if (cameFrom[next] < 0) {
                    cameFrom[next] = first;
                    reached.add(next);
                }
            }
        }
        if (cameFrom[start] < 0) {
            return new int[0];
        }
        List<Integer> cycle = new ArrayList<>(List.of(start));
        for (int at = cameFrom[start]; at != start; at = cameFrom[at]) {
            cycle.add(1, at);
        }
        return cycle.stream().mapToInt(Integer::intValue).toArray();
    }

    /** The strongest path of two edges or more between each two. The graph must have no cycle. */
    private DependencyGraph detours() {
        DependencyGraph detours = new DependencyGraph(count());
        int[] sorted = sorted();
        for (int i = count() - 1; i >= 0; i--) {
            int first = sorted[i];
            for (int next : followers(first)) {
                for (int j = i + 1; j < count(); j++) {
                    int second = sorted[j];
                    Dependency rest = edges[next][second].or(detours.edges[next][second]);
                    detours.edges[first][second] = detours.edges[first][second].or(edges[first][next].then(rest));
                }
            }
        }
        return detours;
    }

    /** The strongest path of one edge or more between each two. The graph must have no cycle. */
    DependencyGraph paths() {
        DependencyGraph paths = detours();
        for (int first = 0; first < count(); first++) {
            for (int second = 0; second < count(); second++) {
                paths.edges[first][second] = paths.edges[first][second].or(edges[first][second]);
            }
        }
        return paths;
    }

    /** The earliest layer of each. The graph must have no cycle. */
    int[] layers() {
        int[] layers = new int[count()];
        for (int first : sorted()) {
            for (int second : followers(first)) {
                int least = layers[first] + (edges[first][second] == Dependency.BARRIER ? 1 : 0);
                layers[second] = Math.max(layers[second], least);
            }
        }
        return layers;
    }

    /** The graph without edges that another path implies. The graph must have no cycle. */
    DependencyGraph withoutImplied() {
        DependencyGraph rest = detours();
        for (int first = 0; first < count(); first++) {
            for (int second = 0; second < count(); second++) {
                boolean isImplied = edges[first][second].compareTo(rest.edges[first][second]) <= 0;
                rest.edges[first][second] = isImplied ? Dependency.NONE : edges[first][second];
            }
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

        /** What a path of two edges means: a barrier if one is, since the other one leads to no earlier layer. */
        Dependency then(Dependency next) {
            if (this == NONE || next == NONE) {
                return NONE;
            }
            return this == BARRIER || next == BARRIER ? BARRIER : this == ORDERED ? next : WEAK;
        }
    }
}
