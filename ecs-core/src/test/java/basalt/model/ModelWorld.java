package basalt.model;

import basalt.component.DeadEntityException;
import basalt.component.MissingComponentException;
import basalt.component.layout.BlockLayout;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The model of a world, on plain collections. Its methods have the names and exceptions of the world's methods. */
class ModelWorld {
    private final Map<Long, ModelEntity> byHandle = new HashMap<>();
    private final TreeMap<Integer, ModelEntity> byRow = new TreeMap<>();
    private final List<ModelEntity> list = new ArrayList<>();
    private final List<ModelIteration> iterations = new ArrayList<>();
    private final ModelRows rows = new ModelRows();

    private final ModelTree tree = new ModelTree(this);
    private final ModelEdges edges = new ModelEdges(this);

    int size() {
        return list.size();
    }

    ModelRows rows() {
        return rows;
    }

    ModelTree tree() {
        return tree;
    }

    ModelEdges edges() {
        return edges;
    }

    boolean isAlive(long handle) {
        return byHandle.containsKey(handle);
    }

    /** All entities, by ascending rows. */
    Collection<ModelEntity> entities() {
        return byRow.values();
    }

    /** An entity that is alive, chosen by a number. Deterministic, in no particular order. */
    ModelEntity pick(int number) {
        return list.get(Math.floorMod(number, list.size()));
    }

    List<ModelEntity> matching(Predicate<ModelEntity> condition) {
        List<ModelEntity> matching = new ArrayList<>();
        for (ModelEntity entity : byRow.values()) {
            if (condition.test(entity)) {
                matching.add(entity);
            }
        }
        return matching;
    }

    ModelIteration iterate(QuerySpec spec) {
        return open(new ModelIteration(matching(spec::matches), spec::hasParts));
    }

    ModelIteration open(ModelIteration iteration) {
        iterations.add(iteration);
        return iteration;
    }

    void close(ModelIteration iteration) {
        Check.that(iterations.remove(iterations.size() - 1) == iteration, () -> "iterations close in reverse order");
    }

    boolean isIterated() {
        return !iterations.isEmpty();
    }

    ModelEntity require(long handle) {
        ModelEntity entity = byHandle.get(handle);
        if (entity == null) {
            throw new DeadEntityException(handle, rows.generation((int) handle), false);
        }
        return entity;
    }

    ModelEntity require(long handle, Part part) {
        ModelEntity entity = require(handle);
        if (!entity.has(part)) {
            throw new MissingComponentException(handle, part.component());
        }
        return entity;
    }

    ModelEntity spawn(int population, long handle, List<PartValue> values) {
        rows.take(population, handle);
        return addEntity(handle, values);
    }

    /** Spawns the entity of a reserved handle. */
    void activate(long handle, List<PartValue> values) {
        rows.activate(handle);
        addEntity(handle, values);
    }

    private ModelEntity addEntity(long handle, List<PartValue> values) {
        ModelEntity entity = new ModelEntity(handle);
        entity.row = rows.row(entity.index);
        values.forEach(value -> entity.put(value.part(), value.values()));
        Check.that(byHandle.put(handle, entity) == null, () -> "a handle is issued once: " + handle);
        byRow.put(entity.row, entity);
        entity.position = list.size();
        list.add(entity);
        return entity;
    }

    void destroy(long handle) {
        destroy(List.of(handle));
    }

    /** Destroys entities, all that is below them, their edges, and so on. */
    void destroy(List<Long> handles) {
        Set<Long> all = new LinkedHashSet<>();
        handles.forEach(handle -> all.addAll(tree.subtree(handle)));
        edges.addDependents(all);
        all.stream().filter(dying -> !all.contains(require(dying).parent)).forEach(tree::detach);
        all.forEach(this::destroyAlone);
    }

    private void destroyAlone(long handle) {
        ModelEntity entity = require(handle);
        byHandle.remove(handle);
        edges.remove(handle);
        byRow.remove(entity.row);
        ModelEntity last = list.remove(list.size() - 1);
        if (last != entity) {
            list.set(entity.position, last);
            last.position = entity.position;
        }
        rows.free(handle);
        entity.dead = true;
        changed(entity);
    }

    boolean tryDestroy(long handle) {
        boolean alive = isAlive(handle);
        if (alive) {
            destroy(handle);
        }
        return alive;
    }

    boolean add(long handle, Part part) {
        ModelEntity entity = require(handle);
        if (entity.has(part)) {
            return false;
        }
        entity.put(part, part.zeros());
        changed(entity);
        return true;
    }

    boolean add(long handle, PartValue value) {
        boolean added = add(handle, value.part());
        require(handle).put(value.part(), value.values());
        return added;
    }

    boolean remove(long handle, Part part) {
        ModelEntity entity = require(handle);
        boolean had = entity.has(part);
        entity.drop(part);
        changed(entity);
        return had;
    }

    void set(long handle, PartValue value) {
        require(handle, value.part()).put(value.part(), value.values());
    }

    /** Enables or disables an entity. Returns whether this changed the entity. */
    boolean enable(long handle, boolean on) {
        ModelEntity entity = require(handle);
        boolean changes = entity.disabled == on;
        entity.disabled = !on;
        changed(entity);
        return changes;
    }

    /** Enables or disables a part. Returns whether this changed the part. */
    boolean enable(long handle, Part part, boolean on) {
        ModelEntity entity = require(handle, part);
        boolean changes = entity.isEnabled(part) != on;
        entity.disabledParts = on ? entity.disabledParts & ~part.bit() : entity.disabledParts | part.bit();
        changed(entity);
        return changes;
    }

    /** A copy of all, which stays as it is. */
    record State(List<ModelEntity> entities, ModelRows.State rows, Map<Long, ModelEdges.Edge> edges) {}

    State capture() {
        return new State(list.stream().map(ModelEntity::copy).toList(), rows.capture(), edges.capture());
    }

    /** Makes the world as it was. */
    void restore(State state) {
        byHandle.clear();
        byRow.clear();
        list.clear();
        for (ModelEntity captured : state.entities) {
            ModelEntity entity = captured.copy();
            byHandle.put(entity.handle, entity);
            byRow.put(entity.row, entity);
            entity.position = list.size();
            list.add(entity);
        }
        edges.restore(state.edges);
        rows.restore(state.rows, byRow::containsKey);
    }

    /** Takes over the rows that entities have moved to. */
    void moved(int[] rowOfIndex, List<Integer> owners, Set<Long> reserved) {
        byRow.clear();
        for (ModelEntity entity : list) {
            entity.row = rowOfIndex[entity.index];
            byRow.put(entity.row, entity);
        }
        rows.moved(rowOfIndex, owners, reserved, byRow.keySet());
    }

    private void changed(ModelEntity entity) {
        iterations.forEach(iteration -> iteration.changed(entity));
    }

    /**
     * An iteration of the model: the rows that matched at its start, in ascending order. A row that stops matching is
     * removed, even if it matches again later.
     */
    static final class ModelIteration {

        private final TreeMap<Integer, ModelEntity> rows = new TreeMap<>();
        private final Predicate<ModelEntity> condition;
        private int nextRow;

        ModelIteration(Iterable<ModelEntity> matching, Predicate<ModelEntity> condition) {
            matching.forEach(entity -> rows.put(entity.row, entity));
            this.condition = condition;
        }

        /** Goes to the next row; null if there is none. */
        ModelEntity next() {
            Map.Entry<Integer, ModelEntity> next = rows.ceilingEntry(nextRow);
            if (next == null) {
                return null;
            }
            nextRow = next.getKey() + 1;
            return next.getValue();
        }

        /** Goes to the next run of consecutive rows within a block; empty if there is none. */
        List<ModelEntity> nextRun() {
            List<ModelEntity> run = new ArrayList<>();
            ModelEntity entity = next();
            while (entity != null) {
                run.add(entity);
                entity = (nextRow & BlockLayout.ROW_MASK) != 0 && rows.containsKey(nextRow) ? next() : null;
            }
            return run;
        }

        /** Adds a row that an iteration must not visit; for models that are wrong on purpose. */
        void include(ModelEntity entity) {
            if (condition.test(entity)) {
                rows.put(entity.row, entity);
            }
        }

        /** Removes the row of a changed entity if it does not match now. */
        void changed(ModelEntity entity) {
            if (rows.get(entity.row) == entity && (entity.dead || !condition.test(entity))) {
                rows.remove(entity.row);
            }
        }
    }
}
