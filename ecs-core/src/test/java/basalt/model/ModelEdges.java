package basalt.model;

import basalt.component.Entity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The edges of a model's relations, by their handles. Edges of commands have negative numbers until the commands are
 * applied, as only the world knows their handles.
 */
final class ModelEdges {
    record Edge(Relating relation, long source, long target, int weight) {
        boolean isBetween(long from, long to) {
            return source == from && target == to || isBothWays() && source == to && target == from;
        }

        boolean isBothWays() {
            return relation == Relating.FRIENDS;
        }

        boolean touches(Set<Long> ends) {
            return ends.contains(source) || ends.contains(target);
        }

        Record toRecord() {
            return relation.edge(source, target, weight);
        }
    }

    private final ModelWorld world;
    private final Map<Long, Edge> edges = new HashMap<>();

    /** The relations of the edges of commands. */
    private final List<Relating> expected = new ArrayList<>();

    ModelEdges(ModelWorld world) {
        this.world = world;
    }

    boolean isEdge(long handle) {
        return edges.containsKey(handle);
    }

    Edge get(long handle) {
        return edges.get(handle);
    }

    void put(long handle, Edge edge) {
        edges.put(handle, edge);
    }

    void remove(long handle) {
        edges.remove(handle);
    }

    /** The edge of two entities; NULL if there is none. */
    long find(Relating relation, long source, long target) {
        world.require(source);
        world.require(target);
        return of(relation)
                .filter(edge -> edge.getValue().isBetween(source, target))
                .mapToLong(Map.Entry::getKey)
                .findFirst()
                .orElse(Entity.NULL);
    }

    private Stream<Map.Entry<Long, Edge>> of(Relating relation) {
        return edges.entrySet().stream()
                .filter(edge -> edge.getValue().relation == relation)
                .sorted(Comparator.comparingInt(this::row));
    }

    private int row(Map.Entry<Long, Edge> edge) {
        return edge.getKey() < 0 ? Integer.MAX_VALUE : world.require(edge.getKey()).row;
    }

    /** Relates two entities; returns their edge, NULL if it is a new one, which the caller adds. */
    long relate(Edge edge, boolean hasValues) {
        long source = edge.source;
        long target = edge.target;
        long found = find(edge.relation, source, target);
        if (found != Entity.NULL && !hasValues) {
            return found;
        }
        boolean isNew = found == Entity.NULL;
        if (isNew
                && edge.relation == Relating.NEEDS
                && (source == target || reach(edge.relation, target).contains(source))) {
            throw new IllegalArgumentException("a cycle at " + Entity.toString(source));
        }
        if (isNew && edge.relation == Relating.OWNERS) {
            found = of(edge.relation)
                    .filter(other -> other.getValue().source == source)
                    .mapToLong(Map.Entry::getKey)
                    .findFirst()
                    .orElse(Entity.NULL);
        }
        if (found != Entity.NULL) {
            edges.put(found, edge);
        }
        return found;
    }

    /** Relates two entities by a command. */
    void relateLater(Edge edge, boolean hasValues) {
        if (relate(edge, hasValues) == Entity.NULL) {
            expected.add(edge.relation);
            edges.put((long) -expected.size(), edge);
        }
    }

    boolean unrelate(Relating relation, long source, long target) {
        long edge = find(relation, source, target);
        if (edge < 0) {
            edges.remove(edge);
        } else if (edge != Entity.NULL) {
            world.destroy(edge);
        }
        return edge != Entity.NULL;
    }

    /** Gives the edges of applied commands their handles, and follows the world if some are gone already. */
    void adopt(ModelPair pair) {
        List<Relating> gone = new ArrayList<>();
        for (int i = 0; i < expected.size(); i++) {
            Edge edge = edges.remove((long) -(i + 1));
            if (edge == null) {
                gone.add(expected.get(i));
            } else {
                long handle = pair.withRetry(() -> pair.relation(edge.relation).edge(edge.source, edge.target));
                pair.spawned(edge.relation.population(), handle, List.of());
                edges.put(handle, edge);
            }
        }
        expected.clear();
        if (!gone.isEmpty()) {
            pair.followUnseen(gone);
        }
    }

    /** Adds all that is destroyed with some entities: their edges, what they own, what is below those, and so on. */
    void addDependents(Set<Long> dying) {
        int before;
        do {
            before = dying.size();
            edges.forEach((handle, edge) -> {
                if (edge.relation == Relating.OWNERS && dying.contains(edge.source)) {
                    dying.addAll(world.tree().subtree(edge.target));
                }
                if (handle > 0 && edge.touches(dying)) {
                    dying.addAll(world.tree().subtree(handle));
                }
            });
        } while (dying.size() > before);
        edges.entrySet().removeIf(edge -> edge.getKey() < 0 && edge.getValue().touches(dying));
    }

    /** The ends of the edges from an entity, or to it, in the order of the edges' rows; reversed edges come last. */
    List<Long> ends(Relating relation, long of, boolean areTargets) {
        List<Long> ends = new ArrayList<>();
        List<Long> reversed = new ArrayList<>();
        of(relation).map(Map.Entry::getValue).forEach(edge -> {
            long near = areTargets ? edge.source : edge.target;
            long far = areTargets ? edge.target : edge.source;
            if (near == of) {
                ends.add(far);
            } else if (far == of && edge.isBothWays()) {
                reversed.add(near);
            }
        });
        ends.addAll(reversed);
        return ends;
    }

    /** What is reached by edges, breadth-first, in the order of edges. */
    List<Long> reach(Relating relation, long from) {
        List<Long> reached = new ArrayList<>(List.of(from));
        for (int i = 0; i < reached.size(); i++) {
            for (long end : ends(relation, reached.get(i), true)) {
                if (!reached.contains(end)) {
                    reached.add(end);
                }
            }
        }
        return reached.subList(1, reached.size());
    }

    /** The edges that are copied with some entities, by relation, then by their sources, and then by their rows. */
    List<Long> copiedWith(List<Long> originals) {
        List<Long> copied = new ArrayList<>();
        for (Relating relation : Relating.ALL) {
            for (long source : originals) {
                of(relation)
                        .filter(edge -> edge.getValue().source == source)
                        .filter(edge -> !edge.getValue().isBothWays() || originals.contains(edge.getValue().target))
                        .forEach(edge -> copied.add(edge.getKey()));
            }
        }
        return copied;
    }

    /** Compares the record of each edge. */
    void check(ModelPair pair) {
        edges.forEach((handle, edge) ->
                Check.same(edge.toRecord(), pair.world().get(handle, edge.relation.type()), () -> "record of an edge"));
    }

    Map<Long, Edge> capture() {
        return new HashMap<>(edges);
    }

    void restore(Map<Long, Edge> captured) {
        edges.clear();
        edges.putAll(captured);
    }
}
