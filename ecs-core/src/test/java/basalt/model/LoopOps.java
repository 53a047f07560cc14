package basalt.model;

import basalt.component.Entity;
import basalt.component.layout.BlockLayout;
import basalt.memory.MemoryScope;
import basalt.memory.Slice;
import basalt.model.Op.At;
import basalt.model.Part.Place;
import basalt.query.Query;
import basalt.query.Row;
import basalt.query.RowBody;
import basalt.query.RowCursor;
import basalt.query.RowKernel;
import basalt.query.Selection;
import basalt.query.Span;
import basalt.query.SpawnKernel;
import basalt.world.Template;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.agrona.concurrent.UnsafeBuffer;

/** Operations with a body: loops, spawns with an initialiser, scopes of the frame arena. */
final class LoopOps {
    private LoopOps() {}

    /** A loop with structural changes inside; an exception may end it early. */
    record Loop(QuerySpec spec, Way way, List<At> inside, int leaveAfter) implements Op {
        @Override
        public void apply(ModelPair pair) {
            run(pair, (row, entity) -> {});
        }

        /** Runs the loop with a change of each row and of its model entity, before the operations inside. */
        void run(ModelPair pair, BiConsumer<Row, ModelEntity> change) {
            Query query = pair.query(spec);
            ModelWorld.ModelIteration iteration = pair.model().iterate(spec);
            LoopCheck check = new LoopCheck(pair, () -> iteration, spec.all(), inside, leaveAfter).changing(change);
            if (way == Way.CURSOR) {
                check.run(() -> run(pair, query, check));
            } else {
                check.runWithCommands(() -> run(pair, query, check));
            }
        }

        private void run(ModelPair pair, Query query, LoopCheck check) {
            switch (way) {
                case CURSOR -> drive(pair, query, check);
                case FOR_EACH -> query.forEach(check::visit);
                case FOR_EACH_SPAN -> query.forEachSpan(check::visit);
                default -> {
                    RowKernel kernel = pair.kept(
                            List.of("visit", spec),
                            () -> query.kernel(row -> pair.loopCheck().visit(row)));
                    kernel.run();
                }
            }
        }

        private static void drive(ModelPair pair, Query query, LoopCheck check) {
            RowCursor closed;
            try (RowCursor rows = query.cursor()) {
                closed = rows;
                pair.checkClosedCursor();
                while (rows.next()) {
                    Row row = rows.row();
                    long handle = rows.entity();
                    Check.same(handle, row.entity(), () -> "entity of the cursor");
                    check.visit(row);
                    Ops.check(pair, rows, row, handle);
                    if ((row.index() & 3) == 0 && pair.model().isAlive(handle)) {
                        pair.keep(new Ops.KeptRow(pair.world().row(handle), handle, pair.world()));
                    }
                }
            }
            pair.keepClosed(closed);
        }

        @Override
        public List<Op> simpler() {
            List<Op> simpler = new ArrayList<>();
            if (leaveAfter >= 0) {
                simpler.add(new Loop(spec, way, inside, -1));
            }
            if (way != Way.CURSOR) {
                simpler.add(new Loop(spec, Way.CURSOR, inside, leaveAfter));
            }
            for (List<At> less : lessOf(inside)) {
                simpler.add(new Loop(spec, way, less, leaveAfter));
            }
            return simpler;
        }
    }

    /** One run of a kernel that changes columns. */
    record RunKernel(KernelKind kind, QuerySpec spec, Way way, int number) implements Op {
        @Override
        public void apply(ModelPair pair) {
            QuerySpec exact = kind.query(spec);
            List<ModelEntity> matching = pair.model().matching(exact::matches);
            Way possible = kind.possible(way);
            pair.parameter.number = number;
            pair.withRetry(() -> {
                runner(pair, exact, possible).run();
                return null;
            });
            matching.forEach(entity -> kind.change(entity, number));
        }

        private Runnable runner(ModelPair pair, QuerySpec exact, Way possible) {
            return pair.kept(List.of(kind, exact, possible), () -> {
                Query query = pair.query(exact);
                RowBody body = kind.body(pair.parameter);
                Span.Body spanBody = kind.spanBody(pair.parameter);
                return switch (possible) {
                    case CURSOR -> () -> drive(query, body);
                    case FOR_EACH -> () -> query.forEach(body);
                    case KERNEL -> query.kernel(body)::run;
                    case RECORD_KERNEL -> kind.recordKernel(pair.world(), exact, pair.parameter)::run;
                    case FOR_EACH_SPAN -> () -> query.forEachSpan(spanBody);
                };
            });
        }

        private static void drive(Query query, RowBody body) {
            try (RowCursor rows = query.cursor()) {
                while (rows.next()) {
                    body.accept(rows.row());
                }
            }
        }

        @Override
        public List<Op> simpler() {
            return way == Way.KERNEL ? List.of() : List.of(new RunKernel(kind, spec, Way.KERNEL, number));
        }
    }

    /** A bulk spawn by a template, with or without an initialiser, and the operations inside the initialiser. */
    record SpawnMany(int template, int count, Way way, int number, List<At> inside) implements Op {
        @Override
        public void apply(ModelPair pair) {
            TemplateSpec spec = TemplateSpec.ALL.get(template);
            Template real = pair.template(template);
            if (way == Way.CURSOR) {
                pair.withRetry(() -> {
                    real.spawn(count);
                    return null;
                });
                pair.discover(template + 1, count, spec.all());
                return;
            }
            LoopCheck check = new LoopCheck(pair, () -> spawned(pair, spec), spec.parts(), inside, -1)
                    .changing((row, entity) -> initialise(pair, spec, row, entity));
            check.runWithCommands(() -> {
                if (way == Way.FOR_EACH) {
                    real.spawn(count, check::visit);
                } else {
                    SpawnKernel kernel = pair.kept(
                            List.of("spawn", template),
                            () -> real.kernel(row -> pair.loopCheck().visit(row)));
                    kernel.spawn(count);
                }
            });
        }

        private ModelWorld.ModelIteration spawned(ModelPair pair, TemplateSpec spec) {
            List<ModelEntity> entities = pair.discover(template + 1, count, spec.all());
            return pair.model().open(new ModelWorld.ModelIteration(entities, entity -> true));
        }

        private void initialise(ModelPair pair, TemplateSpec spec, Row row, ModelEntity entity) {
            for (Part part : Part.in(spec.parts())) {
                if (!part.cells().isEmpty() && entity.has(part)) {
                    Cell cell = part.cells().get(0);
                    Object value = cell.value(number + (row.index() & 15));
                    pair.bothDo(() -> cell.set(row, value), () -> entity.set(part, 0, value));
                }
            }
        }

        @Override
        public List<Op> simpler() {
            List<Op> simpler = new ArrayList<>();
            if (way != Way.CURSOR) {
                simpler.add(new SpawnMany(template, count, Way.CURSOR, number, List.of()));
            }
            for (int less : new int[] {1, count / 2, count - 1}) {
                if (less > 0 && less < count) {
                    simpler.add(new SpawnMany(template, less, way, number, inside));
                }
            }
            for (List<At> less : lessOf(inside)) {
                simpler.add(new SpawnMany(template, count, way, number, less));
            }
            return simpler;
        }
    }

    /** Spawns one entity by a template. */
    record SpawnOne(int template) implements Op {
        @Override
        public void apply(ModelPair pair) {
            Template real = pair.template(template);
            long entity = pair.withRetry(real::spawn);
            pair.spawned(template + 1, entity, TemplateSpec.ALL.get(template).all());
        }
    }

    /** A frame arena scope around other operations. They must not change the slice allocated in it. */
    record Scope(int bytes, List<Op> inside) implements Op {
        @Override
        public void apply(ModelPair pair) {
            long used = pair.world().frame().usedBytes();
            pair.enterScope();
            try (MemoryScope scope = pair.world().frame().open()) {
                Slice slice = pair.withRetry(() -> pair.world().frame().allocate(bytes, 8));
                for (int i = 0; i < bytes; i++) {
                    slice.putByte(i, (byte) (i * 7));
                }
                inside.forEach(pair::applyNested);
                for (int i = 0; i < bytes; i++) {
                    Check.same((byte) (i * 7), slice.getByte(i), () -> "byte of " + scope);
                }
            } finally {
                pair.leaveScope();
            }
            Check.same(used, pair.world().frame().usedBytes(), () -> "frame bytes in use after the scope");
        }

        @Override
        public List<Op> simpler() {
            List<Op> simpler = new ArrayList<>(inside);
            simpler.addAll(Op.without(inside, fewer -> new Scope(bytes, fewer)));
            return simpler;
        }
    }

    /** The lists with one operation removed or replaced by a simpler one. */
    static List<List<At>> lessOf(List<At> inside) {
        List<List<At>> lists = new ArrayList<>();
        for (int i = 0; i < inside.size(); i++) {
            List<At> less = new ArrayList<>(inside);
            At at = less.remove(i);
            lists.add(less);
            for (Op simple : at.op().simpler()) {
                List<At> simpler = new ArrayList<>(inside);
                simpler.set(i, new At(at.visit(), simple));
                lists.add(simpler);
            }
        }
        return lists;
    }

    /** A selection that is kept around other operations. It must keep its entities and their order. */
    record Select(QuerySpec spec, List<Op> inside) implements Op {
        @Override
        public void apply(ModelPair pair) {
            Query query = pair.query(spec);
            pair.enterScope();
            try (MemoryScope scope = pair.world().frame().open()) {
                Selection selection = pair.withRetry(() -> Selection.of(query).collect());
                List<ModelEntity> selected = pair.model().matching(spec::matches);
                inside.forEach(pair::applyNested);
                Check.same(selected.size(), selection.size(), () -> "size of the selection in " + scope);
                check(pair, selection, selected);
            } finally {
                pair.leaveScope();
            }
        }

        private void check(ModelPair pair, Selection selection, List<ModelEntity> selected) {
            List<Long> alive = new ArrayList<>();
            for (int i = 0; i < selected.size(); i++) {
                long handle = selected.get(i).handle;
                Check.same(handle, selection.entity(i), () -> "selected entity");
                if (pair.model().isAlive(handle)) {
                    alive.add(handle);
                }
            }
            Iterator<Long> expected = alive.iterator();
            selection.forEach(row -> {
                Check.that(expected.hasNext(), () -> "selected " + Entity.toString(row.entity()));
                LoopCheck.check(row, pair.model().require(expected.next()), spec.all());
            });
            Check.that(!expected.hasNext(), () -> "not in the selection: " + Entity.toString(expected.next()));
        }

        @Override
        public List<Op> simpler() {
            List<Op> simpler = new ArrayList<>(inside);
            simpler.addAll(Op.without(inside, fewer -> new Select(spec, fewer)));
            return simpler;
        }
    }

    /** The body of a checked loop: compares each visit with the model, and runs operations at given visits. */
    static final class LoopCheck {

        private final ModelPair pair;
        private final Supplier<ModelWorld.ModelIteration> opener;
        private final int parts;
        private final List<At> operations;
        private final int leaveAfter;
        private final UnsafeBuffer buffer = new UnsafeBuffer();
        private BiConsumer<Row, ModelEntity> change = (row, entity) -> {};
        private ModelWorld.ModelIteration model;
        private int visits;

        /** A check of rows with {@code parts}. It ends the loop after {@code leaveAfter} visits, unless negative. */
        LoopCheck(
                ModelPair pair,
                Supplier<ModelWorld.ModelIteration> opener,
                int parts,
                List<At> operations,
                int leaveAfter) {
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
         * Runs a loop that calls {@code visit}, and checks that it visited all rows. Returns false if it ended early.
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

        /** Like {@link #run(Runnable)}, for loops that apply commands recorded in them, or drop them if they fail. */
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
            check(row, entity, parts);
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
                check(span.row(span.from() + i), run.get(i), parts);
                change.accept(span.row(span.from() + i), run.get(i));
            }
            boolean wrapped = Part.PLACE.isIn(parts);
            Check.same(0, buffer.capacity(), () -> "bytes of the buffer after the last span");
            if (wrapped) {
                span.wrap(Place.X, buffer);
                checkBuffer(run);
            }
            doOperations(run.get(0));
            if (wrapped) {
                Check.same(
                        run.size() * Float.BYTES,
                        buffer.capacity(),
                        () -> "bytes of the buffer at the end of its span");
            }
        }

        private ModelWorld.ModelIteration model() {
            if (model == null) {
                model = opener.get();
            }
            return model;
        }

        static void check(Row row, ModelEntity entity, int parts) {
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
                Check.same(
                        run.get(i).get(Part.PLACE, 0), buffer.getFloat(i * Float.BYTES), () -> "value in the buffer");
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
}
