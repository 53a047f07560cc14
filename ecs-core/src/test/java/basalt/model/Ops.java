package basalt.model;

import basalt.component.DeadEntityException;
import basalt.component.Entity;
import basalt.query.BulkChange;
import basalt.query.Query;
import basalt.query.Row;
import basalt.query.RowCursor;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.ToIntFunction;

/** Operations on one entity. */
final class Ops {
    private Ops() {}

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
            return Op.without(values, Spawn::new);
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
                            ? (pair.world().has(entity, part.component())
                                    ? pair.world().get(entity, part.component())
                                    : null)
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

    /** A kept row, its entity, and its world. */
    record KeptRow(Row row, long handle, World world) {}

    /** Gets a row from the world, and keeps it. */
    record KeepRow(Target target) implements Op {
        @Override
        public void apply(ModelPair pair) {
            long entity = pair.resolve(target);
            pair.bothDo(
                    () -> pair.keep(new KeptRow(pair.world().row(entity), entity, pair.world())),
                    () -> pair.model().require(entity));
        }
    }

    /** Uses one of the kept rows. */
    record UseKeptRow(int which, PartValue value, int cell, boolean writes) implements Op {
        @Override
        public void apply(ModelPair pair) {
            KeptRow kept = pair.keptRow(which);
            Part part = value.part();
            if (kept == null) {
                return;
            }
            if (part.cells().isEmpty()) {
                pair.both(
                        () -> kept.row().has(part.component()),
                        () -> expected(pair, kept).has(part));
            } else if (writes) {
                Cell column = part.cells().get(cell);
                Object written = value.values()[cell];
                pair.bothDo(() -> column.set(kept.row(), written), () -> {
                    expected(pair, kept);
                    pair.model().require(kept.handle(), part).set(part, cell, written);
                });
            } else {
                pair.both(() -> part.cells().get(cell).get(kept.row()), () -> {
                    expected(pair, kept);
                    return pair.model().require(kept.handle(), part).get(part, cell);
                });
            }
        }

        private static ModelEntity expected(ModelPair pair, KeptRow kept) {
            if (kept.world() != pair.world()) {
                throw new IllegalStateException("its world is closed");
            }
            pair.touched().add(kept.handle());
            return pair.model().require(kept.handle());
        }
    }

    /** Checks an open cursor and its row, whether or not their entity is still alive. */
    static void check(ModelPair pair, RowCursor cursor, Row row, long handle) {
        Check.same(handle, cursor.entity(), () -> "entity of the cursor afterwards");
        Check.same(handle, row.entity(), () -> "entity of its row afterwards");
        boolean alive = pair.model().isAlive(handle);
        for (Row each : new Row[] {row, cursor.row()}) {
            if (alive) {
                boolean has = pair.model().require(handle).has(Part.PLACE);
                Check.same(has, each.has(Part.PLACE.component()), () -> Entity.toString(handle) + " has a place");
            } else {
                checkDead(each, handle);
            }
        }
    }

    private static void checkDead(Row row, long handle) {
        try {
            row.has(Part.PLACE.component());
        } catch (DeadEntityException e) {
            Check.same(handle, e.entity(), () -> "entity that the exception names");
            return;
        }
        throw new AssertionError("the row of a dead entity was accepted: " + Entity.toString(handle));
    }

    /** Checks that a closed cursor stays closed while other cursors are open. */
    static void checkClosed(RowCursor cursor) {
        try {
            cursor.next();
        } catch (IllegalStateException e) {
            return;
        }
        throw new AssertionError("a closed cursor was accepted");
    }

    /** Makes an entity the last child of another one, or the child before it; or fails because that is impossible. */
    record Attach(Target child, Target other, boolean isBefore) implements Op {
        @Override
        public void apply(ModelPair pair) {
            long attached = pair.resolve(child);
            long next = pair.resolve(other);
            if (isBefore) {
                pair.bothDo(
                        () -> pair.tree().attachBefore(attached, next),
                        () -> pair.model().tree().attachBefore(attached, next));
            } else {
                pair.bothDo(
                        () -> pair.tree().attach(attached, next),
                        () -> pair.model().tree().attach(attached, next));
            }
        }

        @Override
        public List<Op> simpler() {
            return isBefore ? List.of(new Attach(child, other, false)) : List.of();
        }
    }

    record AttachMany(List<Attach> attachments) implements Op {
        @Override
        public void apply(ModelPair pair) {
            attachments.forEach(attachment -> attachment.apply(pair));
        }

        @Override
        public List<Op> simpler() {
            return attachments.size() > 1 ? Op.without(attachments, AttachMany::new) : List.of();
        }
    }

    /** Makes an entity a root: takes it from its parent, or adds it to the trees. */
    record MakeRoot(Target target, boolean isAdded) implements Op {
        @Override
        public void apply(ModelPair pair) {
            long entity = pair.resolve(target);
            pair.both(
                    () -> isAdded ? pair.tree().add(entity) : pair.tree().detach(entity),
                    () -> isAdded
                            ? pair.model().tree().add(entity)
                            : pair.model().tree().detach(entity));
        }
    }

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
                List<ModelEntity> matching = pair.model().matching(spec::matches);
                if (change == Change.DESTROY) {
                    pair.model()
                            .destroy(matching.stream()
                                    .map(entity -> entity.handle)
                                    .toList());
                    return before - pair.model().size();
                }
                ToIntFunction<ModelEntity> single = entity -> single(pair.model(), entity) ? 1 : 0;
                return matching.stream().mapToInt(single).sum();
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
                case DESTROY -> throw new AssertionError("destroyed together");
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

    /** Keeps the state; not allowed while an iteration runs, or with pending commands, which can be applied first. */
    record Capture(boolean applies) implements Op {
        @Override
        public void apply(ModelPair pair) {
            applyCommands(pair, applies);
            if (pair.model().isIterated() && !pair.hasSnapshots()) {
                return; // snapshots cannot be made here
            }
            ModelSnapshots snapshots = pair.snapshots();
            if (isRefused(pair)) {
                pair.bothDo(snapshots::capture, Ops::refuse);
            } else {
                snapshots.captureBoth(pair);
            }
        }
    }

    /** Goes back, or forward again, to one of the states. */
    record Restore(int which, boolean applies) implements Op {
        @Override
        public void apply(ModelPair pair) {
            applyCommands(pair, applies);
            if (!pair.hasSnapshots() || pair.snapshots().count() == 0) {
                return;
            }
            ModelSnapshots snapshots = pair.snapshots();
            if (isRefused(pair)) {
                pair.bothDo(() -> snapshots.restore(which), Ops::refuse);
            } else {
                snapshots.restoreBoth(pair, which);
            }
        }
    }

    /** Sends an event. */
    record SendEvent(int number) implements Op {
        @Override
        public void apply(ModelPair pair) {
            World world = pair.world();
            ModelSnapshots.Note note = new ModelSnapshots.Note(number, number % 3 == 0 ? null : "note " + number);
            pair.withRetry(() -> world.events(ModelSnapshots.Note.TYPE).send(note));
        }
    }

    /** Ends the tick of the events. */
    record SwapEvents() implements Op {
        @Override
        public void apply(ModelPair pair) {
            pair.world().swapEvents();
        }
    }

    private static void applyCommands(ModelPair pair, boolean applies) {
        if (applies && !pair.model().isIterated() && pair.commands().count() > 0) {
            new CommandOps.ApplyCommands().apply(pair);
        }
    }

    private static boolean isRefused(ModelPair pair) {
        return pair.model().isIterated() || pair.commands().count() > 0;
    }

    private static void refuse() {
        throw new IllegalStateException("iterated over, or commands are pending");
    }
}
