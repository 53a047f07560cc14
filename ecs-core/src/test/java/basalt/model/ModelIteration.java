package basalt.model;

import basalt.component.layout.BlockLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * An iteration of the model: the rows that matched at its start, in ascending order. A row that stops matching is
 * removed, even if it matches again later.
 */
final class ModelIteration {
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
