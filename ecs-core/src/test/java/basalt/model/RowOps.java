package basalt.model;

import basalt.component.DeadEntityException;
import basalt.component.Entity;
import basalt.query.Row;
import basalt.query.RowCursor;
import basalt.world.World;

/** Operations on rows that were kept: across destroys and spawns, and after their world was closed. */
final class RowOps {
    private RowOps() {}

    /** A row that was kept, its entity, and its world. */
    record KeptRow(Row row, long handle, World world) {}

    /** Takes a row out of the world, and keeps it. */
    record KeepRow(Target target) implements Op {
        @Override
        public void apply(Twin twin) {
            long entity = twin.resolve(target);
            twin.bothDo(
                    () -> twin.keep(new KeptRow(twin.world().row(entity), entity, twin.world())),
                    () -> twin.model().require(entity));
        }
    }

    /** Uses one of the rows that were kept. */
    record UseKeptRow(int which, PartValue value, int cell, boolean writes) implements Op {
        @Override
        public void apply(Twin twin) {
            KeptRow kept = twin.keptRow(which);
            Part part = value.part();
            if (kept == null) {
                return;
            }
            if (part.cells().isEmpty()) {
                twin.both(
                        () -> kept.row().has(part.component()),
                        () -> expected(twin, kept).has(part));
            } else if (writes) {
                Cell column = part.cells().get(cell);
                Object written = value.values()[cell];
                twin.bothDo(() -> column.set(kept.row(), written), () -> {
                    expected(twin, kept);
                    twin.model().require(kept.handle(), part).set(part, cell, written);
                });
            } else {
                twin.both(() -> part.cells().get(cell).get(kept.row()), () -> {
                    expected(twin, kept);
                    return twin.model().require(kept.handle(), part).get(part, cell);
                });
            }
        }

        private static ModelEntity expected(Twin twin, KeptRow kept) {
            if (kept.world() != twin.world()) {
                throw new IllegalStateException("its world is closed");
            }
            twin.touched().add(kept.handle());
            return twin.model().require(kept.handle());
        }
    }

    /** What must be true of an open cursor and the row that it gave, whatever has become of the entity since. */
    static void check(Twin twin, RowCursor cursor, Row row, long handle) {
        Check.same(handle, cursor.entity(), () -> "entity of the cursor afterwards");
        Check.same(handle, row.entity(), () -> "entity of its row afterwards");
        boolean alive = twin.model().isAlive(handle);
        for (Row each : new Row[] {row, cursor.row()}) {
            if (alive) {
                boolean has = twin.model().require(handle).has(Part.PLACE);
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

    /** A cursor that was closed stays closed, whatever others are open. */
    static void checkClosed(RowCursor cursor) {
        try {
            cursor.next();
        } catch (IllegalStateException e) {
            return;
        }
        throw new AssertionError("a closed cursor went on");
    }
}
