package basalt.model;

import basalt.query.BulkChange;
import basalt.query.Query;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.ToIntFunction;

/** Operations on a query's entities at once, and on the world as a whole. */
final class WorldOps {
    private WorldOps() {}

    /** The bulk changes. */
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
        public void apply(Twin twin) {
            Query query = twin.query(spec);
            IntSupplier real = real(query.bulk());
            twin.both(real::getAsInt, () -> {
                ToIntFunction<ModelEntity> single = entity -> single(twin.model(), entity) ? 1 : 0;
                return twin.model().matching(spec::matches).stream()
                        .mapToInt(single)
                        .sum();
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
                case ADD_VALUE -> !entity.has(part) && model.add(handle, value);
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
        public void apply(Twin twin) {
            QuerySpec exact = spec.forBody(part.bit(), 0);
            Query query = twin.query(exact);
            List<Object> real = twin.patiently(() -> part.cells().get(cell).reduce(query.reduce()));
            if (real != null) {
                Check.same(
                        ModelReduction.of(part, cell, twin.model().matching(exact::matches)),
                        real,
                        () -> "sum, min and max");
            }
        }
    }

    /** Ends the frame; not allowed while something is open. */
    record ResetFrame() implements Op {
        @Override
        public void apply(Twin twin) {
            long epoch = twin.world().frame().epoch();
            twin.bothDo(() -> twin.world().frame().reset(), () -> {
                if (twin.isFrameInUse()) {
                    throw new IllegalStateException("open scopes or marks");
                }
            });
            Check.same(
                    twin.isFrameInUse() ? epoch : epoch + 1,
                    twin.world().frame().epoch(),
                    () -> "epoch of the frame");
        }
    }

    /** Closes the world and opens another one; not allowed while an iteration runs. */
    record Reopen() implements Op {
        @Override
        public void apply(Twin twin) {
            World old = twin.world();
            if (twin.model().isIterated()) {
                twin.bothDo(old::close, () -> {
                    throw new IllegalStateException("iterated over");
                });
                return;
            }
            if (twin.isInScope()) {
                return; // closing would end the scope as well
            }
            Query query = twin.query(QuerySpec.EVERYTHING);
            twin.reopen();
            List<Runnable> uses = new ArrayList<>();
            uses.add(old::entityCount);
            uses.add(old::spawn);
            uses.add(() -> old.isAlive(1));
            uses.add(() -> old.destroy(1));
            uses.add(query::count);
            uses.add(query.bulk()::destroy);
            for (Runnable use : uses) {
                twin.bothDo(use, () -> {
                    throw new IllegalStateException("closed");
                });
            }
        }
    }
}
