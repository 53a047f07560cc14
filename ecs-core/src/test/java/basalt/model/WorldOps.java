package basalt.model;

import basalt.query.BulkChange;
import basalt.query.Query;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.ToIntFunction;

/** Bulk changes and reductions of a query, and operations on the whole world. */
final class WorldOps {
    private WorldOps() {}

    /** The kinds of bulk changes. */
    enum Change {
        DESTROY,
        ADD,
        ADD_VALUE,
        REMOVE,
        ENABLE,
        DISABLE,
        ENABLE_PART,
        DISABLE_PART
    }

    record Bulk(QuerySpec spec, Change change, PartValue value) implements Op {
        @Override
        public void apply(ModelPair pair) {
            Query query = pair.query(spec);
            IntSupplier real = real(query.bulk());
            pair.both(real::getAsInt, () -> {
                int before = pair.model().size();
                ToIntFunction<ModelEntity> single = entity -> single(pair.model(), entity) ? 1 : 0;
                int changed = pair.model().matching(spec::matches).stream()
                        .mapToInt(single)
                        .sum();
                return change == Change.DESTROY ? before - pair.model().size() : changed;
            });
        }

        private IntSupplier real(BulkChange bulk) {
            return switch (change) {
                case DESTROY -> bulk::destroy;
                case ADD -> () -> bulk.add(value.part().component());
                case ADD_VALUE -> () -> bulk.add(value.toRecord());
                case REMOVE -> () -> bulk.remove(value.part().component());
                case ENABLE -> bulk::enable;
                case DISABLE -> bulk::disable;
                case ENABLE_PART -> () -> bulk.enable(value.part().component());
                case DISABLE_PART -> () -> bulk.disable(value.part().component());
            };
        }

        private boolean single(ModelWorld model, ModelEntity entity) {
            long handle = entity.handle;
            Part part = value.part();
            return switch (change) {
                case DESTROY -> model.tryDestroy(handle);
                case ADD -> model.add(handle, part);
                case ADD_VALUE -> model.add(handle, value);
                case REMOVE -> model.remove(handle, part);
                case ENABLE -> model.enable(handle, true);
                case DISABLE -> model.enable(handle, false);
                case ENABLE_PART -> entity.has(part) && model.enable(handle, part, true);
                case DISABLE_PART -> entity.has(part) && model.enable(handle, part, false);
            };
        }

        @Override
        public List<Op> simpler() {
            return spec.equals(QuerySpec.EVERYTHING)
                    ? List.of()
                    : List.of(new Bulk(QuerySpec.EVERYTHING, change, value));
        }
    }

    /** Sum, min and max of a column. */
    record Reduce(QuerySpec spec, Part part, int cell) implements Op {
        @Override
        public void apply(ModelPair pair) {
            QuerySpec exact = spec.forBody(part.bit(), 0);
            Query query = pair.query(exact);
            List<Object> real = pair.withRetry(() -> part.cells().get(cell).reduce(query.reduce()));
            if (real != null) {
                Check.same(
                        ModelReduction.of(part, cell, pair.model().matching(exact::matches)),
                        real,
                        () -> "sum, min and max");
            }
        }
    }

    /** Resets the frame arena; not allowed while a scope or an iteration is open. */
    record ResetFrame() implements Op {
        @Override
        public void apply(ModelPair pair) {
            long epoch = pair.world().frame().epoch();
            pair.bothDo(() -> pair.world().frame().reset(), () -> {
                if (pair.isFrameInUse()) {
                    throw new IllegalStateException("open scopes or marks");
                }
            });
            Check.same(
                    pair.isFrameInUse() ? epoch : epoch + 1,
                    pair.world().frame().epoch(),
                    () -> "epoch of the frame");
        }
    }

    /** Closes the world and opens another one; not allowed while an iteration runs. */
    record Reopen() implements Op {
        @Override
        public void apply(ModelPair pair) {
            World old = pair.world();
            if (pair.model().isIterated()) {
                pair.bothDo(old::close, () -> {
                    throw new IllegalStateException("iterated over");
                });
                return;
            }
            if (pair.isInScope()) {
                return; // close() would also end the scope
            }
            Query query = pair.query(QuerySpec.EVERYTHING);
            pair.reopen();
            List<Runnable> uses = new ArrayList<>();
            uses.add(old::entityCount);
            uses.add(old::spawn);
            uses.add(() -> old.isAlive(1));
            uses.add(() -> old.destroy(1));
            uses.add(query::count);
            uses.add(query.bulk()::destroy);
            for (Runnable use : uses) {
                pair.bothDo(use, () -> {
                    throw new IllegalStateException("closed");
                });
            }
        }
    }
}
