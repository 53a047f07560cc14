package basalt.model;

import basalt.query.Query;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;

/** Operations on one entity. */
final class EntityOps {
    private EntityOps() {}

    record Spawn(List<PartValue> values) implements Op {
        @Override
        public void apply(Twin twin) {
            Record[] records = values.stream().map(PartValue::toRecord).toArray(Record[]::new);
            World world = twin.world();
            long entity = twin.patiently(() -> values.isEmpty() ? world.spawn() : world.spawn(records));
            twin.born(Twin.LOOSE, entity, values);
        }

        @Override
        public List<Op> simpler() {
            List<Op> simpler = new ArrayList<>();
            for (int i = 0; i < values.size(); i++) {
                List<PartValue> fewer = new ArrayList<>(values);
                fewer.remove(i);
                simpler.add(new Spawn(fewer));
            }
            return simpler;
        }
    }

    record Destroy(Target target, boolean trying) implements Op {
        @Override
        public void apply(Twin twin) {
            long entity = twin.resolve(target);
            if (trying) {
                twin.both(
                        () -> twin.world().tryDestroy(entity),
                        () -> twin.model().tryDestroy(entity));
            } else {
                twin.bothDo(
                        () -> twin.world().destroy(entity), () -> twin.model().destroy(entity));
            }
        }
    }

    record Add(Target target, Part part) implements Op {
        @Override
        public void apply(Twin twin) {
            long entity = twin.resolve(target);
            twin.both(
                    () -> twin.world().add(entity, part.component()),
                    () -> twin.model().add(entity, part));
        }
    }

    record AddValue(Target target, PartValue value) implements Op {
        @Override
        public void apply(Twin twin) {
            long entity = twin.resolve(target);
            Record record = value.toRecord();
            twin.both(() -> twin.world().add(entity, record), () -> twin.model().add(entity, value));
        }
    }

    record Remove(Target target, Part part) implements Op {
        @Override
        public void apply(Twin twin) {
            long entity = twin.resolve(target);
            twin.both(
                    () -> twin.world().remove(entity, part.component()),
                    () -> twin.model().remove(entity, part));
        }
    }

    record SetCell(Target target, Part part, int cell, int number) implements Op {
        @Override
        public void apply(Twin twin) {
            long entity = twin.resolve(target);
            Cell column = part.cells().get(cell);
            Object value = column.value(number);
            twin.bothDo(
                    () -> column.set(twin.world(), entity, value),
                    () -> twin.model().require(entity, part).set(part, cell, value));
        }
    }

    record GetCell(Target target, Part part, int cell) implements Op {
        @Override
        public void apply(Twin twin) {
            long entity = twin.resolve(target);
            twin.both(
                    () -> part.cells().get(cell).get(twin.world(), entity),
                    () -> twin.model().require(entity, part).get(part, cell));
        }
    }

    record SetValue(Target target, PartValue value) implements Op {
        @Override
        public void apply(Twin twin) {
            long entity = twin.resolve(target);
            Record record = value.toRecord();
            twin.bothDo(
                    () -> twin.world().set(entity, record), () -> twin.model().set(entity, value));
        }
    }

    record GetValue(Target target, Part part, boolean trying) implements Op {
        @Override
        public void apply(Twin twin) {
            long entity = twin.resolve(target);
            twin.<Record>both(
                    () -> trying
                            ? twin.world().tryGet(entity, part.component())
                            : twin.world().get(entity, part.component()),
                    () -> {
                        ModelEntity model = trying
                                ? twin.model().require(entity)
                                : twin.model().require(entity, part);
                        return model.has(part) ? part.toRecord(model.cells(part)) : null;
                    });
        }
    }

    /** Enables or disables an entity, or, if a part is given, its part. */
    record Enable(Target target, Part part, boolean on) implements Op {
        @Override
        public void apply(Twin twin) {
            long entity = twin.resolve(target);
            twin.bothDo(() -> enable(twin.world(), entity), () -> {
                if (part == null) {
                    twin.model().enable(entity, on);
                } else {
                    twin.model().enable(entity, part, on);
                }
            });
        }

        private void enable(World world, long entity) {
            if (part == null && on) {
                world.enable(entity);
            } else if (part == null) {
                world.disable(entity);
            } else if (on) {
                world.enable(entity, part.component());
            } else {
                world.disable(entity, part.component());
            }
        }
    }

    /** Asks a query for its only entity. */
    record Single(QuerySpec spec) implements Op {
        @Override
        public void apply(Twin twin) {
            Query query = twin.query(spec);
            twin.both(query::single, () -> {
                List<ModelEntity> matching = twin.model().matching(spec::matches);
                if (matching.size() != 1) {
                    throw new IllegalStateException("count=" + matching.size());
                }
                return matching.get(0).handle;
            });
        }
    }
}
