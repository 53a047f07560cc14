package basalt.model;

import basalt.component.Entity;
import basalt.memory.MemoryScope;
import basalt.query.Query;
import basalt.query.Row;
import basalt.query.Selection;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Operations with selections. */
final class SelectionOps {
    private SelectionOps() {}

    /** A selection that is kept around other operations. It must keep its entities and their order. */
    record Select(QuerySpec spec, List<Op> inside) implements Op {
        @Override
        public void apply(ModelPair pair) {
            Query query = pair.query(spec);
            pair.enterScope();
            try (MemoryScope scope = pair.world().frame().open()) {
                Selection selection = pair.withRetry(() -> Selection.of(query).collect());
                List<ModelEntity> selected = pair.model().matching(spec::matches);
                inside.forEach(pair::applyNested);
                Check.same(selected.size(), selection.size(), () -> "size of the selection in " + scope);
                check(pair, selection, selected);
            } finally {
                pair.leaveScope();
            }
        }

        private void check(ModelPair pair, Selection selection, List<ModelEntity> selected) {
            List<Long> alive = new ArrayList<>();
            for (int i = 0; i < selected.size(); i++) {
                long handle = selected.get(i).handle;
                Check.same(handle, selection.entity(i), () -> "selected entity");
                if (pair.model().isAlive(handle)) {
                    alive.add(handle);
                }
            }
            Iterator<Long> expected = alive.iterator();
            selection.forEach(row -> {
                Check.that(expected.hasNext(), () -> "selected " + Entity.toString(row.entity()));
                check(row, pair.model().require(expected.next()));
            });
            Check.that(!expected.hasNext(), () -> "not in the selection: " + Entity.toString(expected.next()));
        }

        private void check(Row row, ModelEntity entity) {
            Check.same(entity.handle, row.entity(), () -> "entity of the selected row");
            for (Part part : Part.ALL) {
                Check.same(entity.has(part), row.has(part.component()), () -> "the selected row has " + part);
                for (int i = 0;
                        part.isIn(spec.all())
                                && entity.has(part)
                                && i < part.cells().size();
                        i++) {
                    Check.same(entity.get(part, i), part.cells().get(i).get(row), () -> part + " of the selected row");
                }
            }
        }

        @Override
        public List<Op> simpler() {
            List<Op> simpler = new ArrayList<>(inside);
            for (int i = 0; i < inside.size(); i++) {
                List<Op> less = new ArrayList<>(inside);
                less.remove(i);
                simpler.add(new Select(spec, less));
            }
            return simpler;
        }
    }
}
