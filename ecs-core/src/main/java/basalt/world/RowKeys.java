package basalt.world;

import basalt.component.Entity;
import basalt.component.FloatColumn;
import basalt.storage.ColumnMemory;
import basalt.storage.Entities;
import basalt.storage.relation.Trees.LevelOrder;

/** The keys that rows are sorted by. */
@FunctionalInterface
interface RowKeys {
    /** The key of a row. */
    long key(long base, int row);

    /** Called when a run begins, before rows move. */
    default void begin() {}

    /** The places of entities in the breadth-first order of a tree. */
    record Tree(LevelOrder order) implements RowKeys {
        @Override
        public void begin() {
            order.update();
        }

        @Override
        public long key(long base, int row) {
            return order.rank(Entity.index(Entities.handle(base, row)));
        }
    }

    /**
     * The places of cells on a Z-order curve: the bits of a cell's coordinates in turn (G. M. Morton, "A computer
     * oriented geodetic data base", 1966). Cells that are near each other in space are mostly near each other on the
     * curve.
     *
     * <p>In two dimensions each coordinate has 32 bits, in three 21. Cell 0 is at a third of their range, whose bits
     * are 1 and 0 in turn, so that the cells around it differ in as few bits as they can, and are sorted in few passes.
     * Values outside count as the nearest cell that has a number, and NaN as cell 0.
     */
    static final class Curve {
        private static final int ZERO_32 = 0x5555_5555;
        private static final int ZERO_21 = 0xA_AAAA;
        private static final int MOST_21 = (1 << 21) - 1;

        private Curve() {}

        /** Keys of cells of two columns. */
        static RowKeys of(FloatColumn x, FloatColumn y, float cellSize) {
            int first = x.offset();
            int second = y.offset();
            double perUnit = 1.0 / cellSize;
            return (base, row) -> spread2(cell32(ColumnMemory.getFloat(base, row, first), perUnit))
                    | spread2(cell32(ColumnMemory.getFloat(base, row, second), perUnit)) << 1;
        }

        /** Keys of cells of three columns. */
        static RowKeys of(FloatColumn x, FloatColumn y, FloatColumn z, float cellSize) {
            int first = x.offset();
            int second = y.offset();
            int third = z.offset();
            double perUnit = 1.0 / cellSize;
            return (base, row) -> spread3(cell21(ColumnMemory.getFloat(base, row, first), perUnit))
                    | spread3(cell21(ColumnMemory.getFloat(base, row, second), perUnit)) << 1
                    | spread3(cell21(ColumnMemory.getFloat(base, row, third), perUnit)) << 2;
        }

        /** The cell of a value, as an unsigned number of 32 bits in ascending order. */
        static long cell32(float value, double perUnit) {
            int cell = (int) Math.floor(value * perUnit); // the nearest int, 0 for NaN
            return Math.max(0, (long) cell + ZERO_32);
        }

        /** The cell of a value, as an unsigned number of 21 bits in ascending order. */
        static long cell21(float value, double perUnit) {
            int cell = (int) Math.floor(value * perUnit);
            return Math.max(0, Math.min(MOST_21, (long) cell + ZERO_21));
        }

        /** The low 32 bits, with a zero after each. */
        static long spread2(long bits) {
            long spread = (bits | bits << 16) & 0x0000_FFFF_0000_FFFFL;
            spread = (spread | spread << 8) & 0x00FF_00FF_00FF_00FFL;
            spread = (spread | spread << 4) & 0x0F0F_0F0F_0F0F_0F0FL;
            spread = (spread | spread << 2) & 0x3333_3333_3333_3333L;
            return (spread | spread << 1) & 0x5555_5555_5555_5555L;
        }

        /** The low 21 bits, with two zeros after each. */
        static long spread3(long bits) {
            long spread = (bits | bits << 32) & 0x001F_0000_0000_FFFFL;
            spread = (spread | spread << 16) & 0x001F_0000_FF00_00FFL;
            spread = (spread | spread << 8) & 0x100F_00F0_0F00_F00FL;
            spread = (spread | spread << 4) & 0x10C3_0C30_C30C_30C3L;
            return (spread | spread << 2) & 0x1249_2492_4924_9249L;
        }
    }
}
