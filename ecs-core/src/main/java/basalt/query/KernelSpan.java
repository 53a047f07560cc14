package basalt.query;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.component.ReferenceColumn;
import basalt.internal.Strict;
import basalt.runtime.RowContext;
import basalt.storage.Blocks;
import basalt.storage.Entities;
import basalt.storage.Pools;

/** The span of a kernel. Like a {@link KernelRow}, it records no writes. */
final class KernelSpan extends Span {
    KernelSpan(RowContext context) {
        super(context);
    }

    @Override
    Span newSpan(RowContext ofRun) {
        ofRun.setCurrentRow(RowContext.NO_BLOCK, 0);
        return new KernelSpan(ofRun);
    }

    @Override
    Row newRow(RowContext ofRun, long block, int row) {
        return new SpanRow(ofRun, this, row);
    }

    @Override
    void writtenDeclared(long block, int first, int end) {}

    @Override
    void written(long block, int first, int end, ComponentInfo component) {}

    /**
     * A row of a kernel's span: the span, which follows its block if that moves, and a row in it. Unchecked outside of
     * strict mode. Like a {@link KernelRow}, it records no writes.
     */
    static final class SpanRow extends Row {
        private final RowContext context;
        private final KernelSpan span;

        /** SAFETY: the span's base is a block or NO_BLOCK, and row is below ROWS; the caller ensures it. */
        SpanRow(RowContext context, KernelSpan span, int row) {
            super(row);
            this.context = context;
            this.span = span;
        }

        @Override
        void enter(long block) {
            throw new AssertionError("a span's rows stay in its block");
        }

        @Override
        Row at(int next) {
            throw new AssertionError("a span makes a row for each call");
        }

        @Override
        void leave() {}

        @Override
        long readable(ComponentInfo component, Column column, int offset) {
            return Strict.ON ? checkRead(component, column, offset) : span.base(component, offset, row);
        }

        @Override
        long writable(ComponentInfo component, Column column, int offset) {
            return Strict.ON ? checkWrite(component, column, offset) : span.base(component, offset, row);
        }

        private long checkRead(ComponentInfo component, Column column, int offset) {
            RowContext.check(context, span.base(), row, component, column);
            return span.base(component, offset, row);
        }

        private long checkWrite(ComponentInfo component, Column column, int offset) {
            RowContext.checkWrite(context, span.base(), row, component, column);
            return span.base(component, offset, row);
        }

        @Override
        Object reference(ReferenceColumn<?> column) {
            context.checkReference(span.base(), row, column);
            return context.references().get(column.slot(), Blocks.index(span.base()), row);
        }

        @Override
        void setReference(ReferenceColumn<?> column, Object value) {
            context.checkReferenceSet(span.base(), row, column);
            context.references().set(column.slot(), Blocks.index(span.base()), row, value);
        }

        @Override
        public long entity() {
            RowContext.checkOpen(context, span.base());
            return Entities.handle(span.base(), row);
        }

        @Override
        public int index() {
            RowContext.checkOpen(context, span.base());
            return Entities.index(span.base(), Entities.firstIndex(span.base()), row);
        }

        @Override
        public boolean has(Component<?> component) {
            RowContext.checkPresence(context, span.base(), component);
            return Pools.has(span.base(), row, component.id());
        }

        @Override
        public boolean isEnabled(Component<?> component) {
            RowContext.checkPresence(context, span.base(), component);
            return Pools.isEnabled(span.base(), row, component.id());
        }
    }
}
