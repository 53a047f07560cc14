package basalt.query;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.component.ReferenceColumn;
import basalt.internal.Strict;
import basalt.runtime.RowContext;
import basalt.runtime.RowWrites;
import basalt.storage.Elements;
import basalt.storage.Entities;

/**
 * The row of an entity that is related to that of the loop, such as its partner or its parent. A kernel row behind it
 * reads and writes.
 */
abstract non-sealed class RelatedRow extends Row {
    final KernelRow kernelRow;

    /** SAFETY: as for {@link KernelRow}. */
    RelatedRow(RowContext context, long base, int row) {
        super(row);
        kernelRow = new KernelRow(context, base, row);
    }

    @Override
    void enter(long block) {
        kernelRow.enter(block);
    }

    @Override
    Row at(int next) {
        throw new AssertionError("related rows are not visited in row order");
    }

    /** Follows a block that has moved. */
    void blockMoved(long from, long to) {
        kernelRow.blockMoved(from, to);
    }

    @Override
    void leave() {
        kernelRow.leave();
    }

    @Override
    long readable(ComponentInfo component, Column column, int offset) {
        return kernelRow.readable(component, column, offset);
    }

    @Override
    Elements elements() {
        return kernelRow.elements();
    }

    @Override
    Object reference(ReferenceColumn<?> column) {
        return kernelRow.reference(column);
    }

    @Override
    public long entity() {
        return kernelRow.entity();
    }

    @Override
    public int index() {
        return kernelRow.index();
    }

    @Override
    public boolean has(Component<?> component) {
        return kernelRow.has(component);
    }

    @Override
    public boolean isEnabled(Component<?> component) {
        return kernelRow.isEnabled(component);
    }

    /**
     * The row of a partner in a pair kernel. It is a kernel row that records each write, because partners are not in
     * the kernel's matches.
     */
    static final class Partner extends RelatedRow {
        private RowWrites writes;

        /** SAFETY: as for {@link KernelRow}. */
        Partner(RowContext context, long base, int row, RowWrites writes) {
            super(context, base, row);
            this.writes = writes;
        }

        /** Moves to the row of another entity, and records its writes with those of the run. */
        Partner at(long block, int next, RowWrites writesOfRun) {
            if (writes != writesOfRun) { // no write barrier if it is the same
                writes = writesOfRun;
            }
            kernelRow.enter(block);
            kernelRow.row = next;
            row = next;
            return this;
        }

        @Override
        long writable(ComponentInfo component, Column column, int offset) {
            kernelRow.writable(component, column, offset); // the checks
            writes.written(kernelRow.base(), row, component); // may call code that moves the block
            return kernelRow.base();
        }

        @Override
        void setReference(ReferenceColumn<?> column, Object value) {
            kernelRow.setReference(column, value);
            writes.written(kernelRow.base(), row, column.component());
        }
    }

    /**
     * The row of a neighbour, from which the records of a kernel's body are read. Not in strict mode.
     *
     * <p>SAFETY: it has the components of these records, since all points of the grid have them.
     */
    static final class Neighbour extends RelatedRow {
        Neighbour(RowContext context) {
            super(context, RowContext.NO_BLOCK, 0);
        }

        /** Moves to the row of another entity. */
        Neighbour at(long block, int next) {
            kernelRow.moveTo(block, next);
            row = next;
            return this;
        }

        @Override
        long readable(ComponentInfo component, Column column, int offset) {
            return kernelRow.base();
        }

        @Override
        long writable(ComponentInfo component, Column column, int offset) {
            return kernelRow.writable(component, column, offset);
        }

        @Override
        void setReference(ReferenceColumn<?> column, Object value) {
            kernelRow.setReference(column, value);
        }

        @Override
        public long entity() {
            return Entities.handle(kernelRow.base(), row);
        }
    }

    /**
     * The row of a parent in a cascade, or of a neighbour in space. Others read it too: so it is read-only, unless
     * children come before their parents.
     */
    static final class Shared extends RelatedRow {
        private final RowContext context;
        private boolean isWritable;

        /** Strict mode: the row that the last call of the body got. */
        private Shared lastCall;

        /** SAFETY: as for {@link KernelRow}. */
        Shared(RowContext context, long base, int row) {
            super(context, base, row);
            this.context = context;
        }

        /** Begins a run. */
        Shared begin(boolean writable) {
            isWritable = writable;
            kernelRow.exit();
            return this;
        }

        /** Moves to the row of another entity. */
        void at(long block, int next) {
            kernelRow.reenter(block);
            kernelRow.row = next;
            row = next;
        }

        /** This row, for one call of the body. In strict mode, a new object that {@link #leave} makes invalid. */
        Shared forCall() {
            if (Strict.ON) {
                lastCall = new Shared(context, kernelRow.base(), row);
                lastCall.isWritable = isWritable;
                return lastCall;
            }
            return this;
        }

        @Override
        void blockMoved(long from, long to) {
            super.blockMoved(from, to);
            if (Strict.ON && lastCall != null) {
                lastCall.blockMoved(from, to);
            }
        }

        @Override
        long writable(ComponentInfo component, Column column, int offset) {
            requireWritable(component);
            return kernelRow.writable(component, column, offset);
        }

        @Override
        void setReference(ReferenceColumn<?> column, Object value) {
            requireWritable(column.component());
            kernelRow.setReference(column, value);
        }

        private void requireWritable(ComponentInfo component) {
            if (!isWritable) {
                throw readOnly(component);
            }
        }

        private static IllegalStateException readOnly(ComponentInfo component) {
            return new IllegalStateException("the body has written component " + component.name() + " of a parent in"
                    + " a cascade, or of a neighbour in space, which is read-only because other rows read it too;"
                    + " write the row itself, or use a command, or, for parents, cascadeUp(), which visits children"
                    + " first");
        }
    }
}
