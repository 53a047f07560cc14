package basalt.model;

import basalt.component.layout.BlockLayout;
import basalt.model.Op.At;
import basalt.model.Part.Place;
import basalt.query.Row;
import basalt.query.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.agrona.concurrent.UnsafeBuffer;

/** The body of a checked loop: compares each visit with the model, and runs operations at given visits. */
final class LoopCheck {
    private final ModelPair pair;
    private final Supplier<ModelIteration> opener;
    private final int parts;
    private final List<At> operations;
    private final int leaveAfter;
    private final UnsafeBuffer buffer = new UnsafeBuffer();
    private BiConsumer<Row, ModelEntity> change = (row, entity) -> {};
    private ModelIteration model;
    private int visits;

    /** A check of rows with {@code parts}. It ends the loop after {@code leaveAfter} visits, unless negative. */
    LoopCheck(ModelPair pair, Supplier<ModelIteration> opener, int parts, List<At> operations, int leaveAfter) {
        this.pair = pair;
        this.opener = opener;
        this.parts = parts;
        this.operations = operations;
        this.leaveAfter = leaveAfter;
    }

    /** Ends a loop early. */
    static final class Leave extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Leave() {
            super(null, null, false, false);
        }
    }

    /** Sets the change of the row and of the model entity at each visit, before the operations. */
    LoopCheck changing(BiConsumer<Row, ModelEntity> body) {
        change = body;
        return this;
    }

    /**
     * Runs a loop that calls {@code visit}, and checks that it visited all rows. Returns false if the loop ended early.
     */
    boolean run(Runnable loop) {
        boolean complete = true;
        pair.enter(this);
        try {
            pair.withRetry(() -> {
                Check.same(0, visits, () -> "visits before memory was refused");
                loop.run();
                return null;
            });
            ModelEntity missed = model().next();
            Check.that(missed == null, () -> "the loop ended before row " + missed.row);
        } catch (Leave e) {
            complete = false;
            Check.same(leaveAfter, visits, () -> "visits before the early end");
        } finally {
            if (model != null) {
                pair.model().close(model);
            }
            pair.leave(this);
        }
        Check.same(0, buffer.capacity(), () -> "bytes of the buffer after the loop");
        return complete;
    }

    /** Like {@link #run(Runnable)}, for loops that apply the commands recorded in them, or drop them if they fail. */
    void runWithCommands(Runnable loop) {
        pair.commands().beginRun();
        List<IllegalArgumentException> refused = new ArrayList<>();
        boolean complete = run(() -> {
            try {
                loop.run();
            } catch (IllegalArgumentException e) { // of a command, thrown when all were applied
                refused.add(e);
            }
        });
        Outcome expected = Outcome.of(() -> {
            pair.commands().endRun(pair.model(), complete);
            return null;
        });
        if (refused.isEmpty() != (expected.thrown() == null)) {
            throw new AssertionError("expected " + expected + " of the commands, but: " + refused);
        }
    }

    void visit(Row row) {
        ModelEntity entity = model().next();
        check(row, entity);
        change.accept(row, entity);
        doOperations(entity);
    }

    void visit(Span span) {
        List<ModelEntity> run = model().nextRun();
        Check.that(!run.isEmpty(), () -> "one span too many, from row " + span.from());
        Check.same(run.get(0).row & BlockLayout.ROW_MASK, span.from(), () -> "first row of the span");
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
        Check.that(entity != null, () -> "one row too many: " + row.index());
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
                pair.setCurrent(entity.handle);
                pair.applyNested(at.op());
            }
        }
        visits++;
        if (visits == leaveAfter) {
            throw new Leave();
        }
    }
}
