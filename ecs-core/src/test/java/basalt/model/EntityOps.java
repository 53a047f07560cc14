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
        public void apply(ModelPair pair) {
            Record[] records = values.stream().map(PartValue::toRecord).toArray(Record[]::new);
            World world = pair.world();
            boolean asArray = world.entityCount() % 4 == 0;
            long entity = pair.withRetry(() -> asArray ? world.spawn(records) : spawn(world, records));
            pair.spawned(ModelPair.NO_TEMPLATE, entity, values);
        }

        /** Spawns by the method that takes this number of records. */
        private static long spawn(World world, Record[] records) {
            return switch (records.length) {
                case 0 -> world.spawn();
                case 1 -> world.spawn(records[0]);
                case 2 -> world.spawn(records[0], records[1]);
                case 3 -> world.spawn(records[0], records[1], records[2]);
                case 4 -> world.spawn(records[0], records[1], records[2], records[3]);
                default -> world.spawn(records);
            };
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
        public void apply(ModelPair pair) {
            long entity = pair.resolve(target);
            if (trying) {
                pair.both(
                        () -> pair.world().tryDestroy(entity),
                        () -> pair.model().tryDestroy(entity));
            } else {
                pair.bothDo(
                        () -> pair.world().destroy(entity), () -> pair.model().destroy(entity));
            }
        }
    }

    record Add(Target target, Part part) implements Op {
        @Override
        public void apply(ModelPair pair) {
            long entity = pair.resolve(target);
            pair.both(
                    () -> pair.world().add(entity, part.component()),
                    () -> pair.model().add(entity, part));
        }
    }

    record AddValue(Target target, PartValue value) implements Op {
        @Override
        public void apply(ModelPair pair) {
            long entity = pair.resolve(target);
            Record record = value.toRecord();
            pair.both(() -> pair.world().add(entity, record), () -> pair.model().add(entity, value));
        }
    }

    record Remove(Target target, Part part) implements Op {
        @Override
        public void apply(ModelPair pair) {
            long entity = pair.resolve(target);
            pair.both(
                    () -> pair.world().remove(entity, part.component()),
                    () -> pair.model().remove(entity, part));
        }
    }

    record SetCell(Target target, Part part, int cell, int number) implements Op {
        @Override
        public void apply(ModelPair pair) {
            long entity = pair.resolve(target);
            Cell column = part.cells().get(cell);
            Object value = column.value(number);
            pair.bothDo(
                    () -> column.set(pair.world(), entity, value),
                    () -> pair.model().require(entity, part).set(part, cell, value));
        }
    }

    record GetCell(Target target, Part part, int cell) implements Op {
        @Override
        public void apply(ModelPair pair) {
            long entity = pair.resolve(target);
            pair.both(
                    () -> part.cells().get(cell).get(pair.world(), entity),
                    () -> pair.model().require(entity, part).get(part, cell));
        }
    }

    record SetValue(Target target, PartValue value) implements Op {
        @Override
        public void apply(ModelPair pair) {
            long entity = pair.resolve(target);
            Record record = value.toRecord();
            pair.bothDo(
                    () -> pair.world().set(entity, record), () -> pair.model().set(entity, value));
        }
    }

    record GetValue(Target target, Part part, boolean trying) implements Op {
        @Override
        public void apply(ModelPair pair) {
            long entity = pair.resolve(target);
            pair.<Record>both(
                    () -> trying
                            ? pair.world().tryGet(entity, part.component())
                            : pair.world().get(entity, part.component()),
                    () -> {
                        ModelEntity model = trying
                                ? pair.model().require(entity)
                                : pair.model().require(entity, part);
                        return model.has(part) ? part.toRecord(model.cells(part)) : null;
                    });
        }
    }

    /** Enables or disables an entity; with a part, that part of the entity. */
    record Enable(Target target, Part part, boolean on) implements Op {
        @Override
        public void apply(ModelPair pair) {
            long entity = pair.resolve(target);
            pair.bothDo(() -> enable(pair.world(), entity), () -> {
                if (part == null) {
                    pair.model().enable(entity, on);
                } else {
                    pair.model().enable(entity, part, on);
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

    /** Calls {@code Query.single()}. */
    record Single(QuerySpec spec) implements Op {
        @Override
        public void apply(ModelPair pair) {
            Query query = pair.query(spec);
            pair.both(query::single, () -> {
                List<ModelEntity> matching = pair.model().matching(spec::matches);
                if (matching.size() != 1) {
                    throw new IllegalStateException("count=" + matching.size());
                }
                return matching.get(0).handle;
            });
        }
    }
}
