package basalt.model;

import basalt.component.layout.BlockLayout;
import basalt.model.Op.At;
import basalt.model.Part.Place;
import basalt.query.Row;
import basalt.query.Span;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.agrona.concurrent.UnsafeBuffer;

/** Stands in the body of a loop: compares each visit with the model's, and does operations in between. */
final class Visitor {
    private final Twin twin;
    private final Supplier<ModelIteration> opener;
    private final int parts;
    private final List<At> operations;
    private final int leaveAfter;
    private final UnsafeBuffer buffer = new UnsafeBuffer();
    private BiConsumer<Row, ModelEntity> change = (row, entity) -> {};
    private ModelIteration model;
    private int visits;

    /** A visitor of rows that have {@code parts}; it leaves early after so many visits, unless that is negative. */
    Visitor(Twin twin, Supplier<ModelIteration> opener, int parts, List<At> operations, int leaveAfter) {
        this.twin = twin;
        this.opener = opener;
        this.parts = parts;
        this.operations = operations;
        this.leaveAfter = leaveAfter;
    }

    /** Leaves a loop from within. */
    static final class Leave extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Leave() {
            super(null, null, false, false);
        }
    }

    /** What to do at each visit to both, before the operations. */
    Visitor changing(BiConsumer<Row, ModelEntity> body) {
        change = body;
        return this;
    }

    /**
     * Runs a loop that calls {@code visit}, and checks that it was complete; the answer says whether it was not left
     * early.
     */
    boolean run(Runnable loop) {
        boolean complete = true;
        twin.enter(this);
        try {
            twin.patiently(() -> {
                Check.same(0, visits, () -> "visits before memory was refused");
                loop.run();
                return null;
            });
            ModelEntity missed = model().next();
            Check.that(missed == null, () -> "the loop ended before row " + missed.index);
        } catch (Leave e) {
            complete = false;
            Check.same(leaveAfter, visits, () -> "visits before it left");
        } finally {
            if (model != null) {
                twin.model().close(model);
            }
            twin.leave(this);
        }
        Check.same(0, buffer.capacity(), () -> "bytes of the buffer after the loop");
        return complete;
    }

    /**
     * As {@link #run(Runnable)}, for what is a run to the world: commands that were recorded in it are applied or
     * forgotten.
     */
    void runWithCommands(Runnable loop) {
        twin.commands().beginRun();
        boolean complete = run(loop);
        twin.commands().endRun(twin.model(), complete);
    }

    void visit(Row row) {
        ModelEntity entity = model().next();
        check(row, entity);
        change.accept(row, entity);
        doOperations(entity);
    }

    void visit(Span span) {
        List<ModelEntity> run = model().nextRun();
        Check.that(!run.isEmpty(), () -> "a span too many, from row " + span.from());
        Check.same(run.get(0).index & BlockLayout.ROW_MASK, span.from(), () -> "first row of the span");
        Check.same(run.size(), span.size(), () -> "rows of the span");
        Check.same(span.from() + span.size(), span.to(), () -> "end of the span");
        for (int i = 0; i < run.size(); i++) {
            check(span.row(span.from() + i), run.get(i));
        }
        boolean wrapped = Part.PLACE.isIn(parts);
        Check.same(0, buffer.capacity(), () -> "bytes of the buffer after the last span");
        if (wrapped) {
            span.wrap(Place.X, buffer);
            checkBuffer(run);
        }
        doOperations(run.get(0));
        if (wrapped) {
            Check.same(run.size() * Float.BYTES, buffer.capacity(), () -> "bytes of the buffer at the end of its span");
        }
    }

    private ModelIteration model() {
        if (model == null) {
            model = opener.get();
        }
        return model;
    }

    private void check(Row row, ModelEntity entity) {
        Check.that(entity != null, () -> "a row too many: " + row.index());
        Check.same(entity.handle, row.entity(), () -> "entity of the row");
        Check.same(entity.index, row.index(), () -> "index of the row");
        for (Part part : Part.ALL) {
            Check.same(entity.has(part), row.has(part.component()), () -> "row has " + part);
            Check.same(entity.isEnabled(part), row.isEnabled(part.component()), () -> "row has enabled " + part);
            if (part.isIn(parts) && entity.has(part)) {
                for (int i = 0; i < part.cells().size(); i++) {
                    Check.same(entity.get(part, i), part.cells().get(i).get(row), () -> part + " of the row");
                }
            }
        }
    }

    private void checkBuffer(List<ModelEntity> run) {
        Check.same(run.size() * Float.BYTES, buffer.capacity(), () -> "bytes of the buffer");
        for (int i = 0; i < run.size(); i++) {
            Check.same(run.get(i).get(Part.PLACE, 0), buffer.getFloat(i * Float.BYTES), () -> "value in the buffer");
        }
    }

    private void doOperations(ModelEntity entity) {
        for (At at : operations) {
            if (at.visit() == visits) {
                twin.standOn(entity.handle);
                twin.applyNested(at.op());
            }
        }
        visits++;
        if (visits == leaveAfter) {
            throw new Leave();
        }
    }
}
