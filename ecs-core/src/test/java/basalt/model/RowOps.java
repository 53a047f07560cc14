package basalt.model;

import basalt.component.DeadEntityException;
import basalt.component.Entity;
import basalt.query.Row;
import basalt.query.RowCursor;
import basalt.world.World;

/** Operations on kept rows, also after their entity was destroyed or their world was closed. */
final class RowOps {
    private RowOps() {}

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
}
