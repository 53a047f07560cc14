package basalt.model;

import basalt.component.layout.BlockLayout;
import basalt.memory.MemoryScope;
import basalt.memory.Slice;
import basalt.model.Op.At;
import basalt.model.RowOps.KeptRow;
import basalt.query.Query;
import basalt.query.Row;
import basalt.query.RowBody;
import basalt.query.RowCursor;
import basalt.query.RowKernel;
import basalt.query.SpanBody;
import basalt.query.SpanKernel;
import basalt.query.SpawnKernel;
import basalt.world.Template;
import java.util.ArrayList;
import java.util.List;

/** Operations with a body: loops, spawns with an initialiser, scopes of the frame arena. */
final class LoopOps {
    private LoopOps() {}

    /** A loop with structural change inside, which may be left early. */
    record Loop(QuerySpec spec, Way way, List<At> inside, int leaveAfter) implements Op {
        @Override
        public void apply(Twin twin) {
            Query query = twin.query(spec);
            ModelWorld model = twin.model();
            ModelIteration iteration = model.iterate(spec::matches);
            Visitor visitor = new Visitor(twin, () -> iteration, spec.all(), inside, leaveAfter);
            if (way == Way.CURSOR) {
                visitor.run(() -> run(twin, query, visitor));
            } else {
                visitor.runWithCommands(() -> run(twin, query, visitor));
            }
        }

        private void run(Twin twin, Query query, Visitor visitor) {
            switch (way) {
                case CURSOR -> drive(twin, query, visitor);
                case FOR_EACH -> query.forEach(visitor::visit);
                case FOR_EACH_SPAN -> query.forEachSpan(visitor::visit);
                case SPAN_KERNEL -> {
                    SpanKernel kernel = twin.kept(
                            List.of("visit spans", spec),
                            () -> query.spanKernel(span -> twin.visitor().visit(span)));
                    kernel.run();
                }
                default -> {
                    RowKernel kernel = twin.kept(
                            List.of("visit", spec),
                            () -> query.kernel(row -> twin.visitor().visit(row)));
                    kernel.run();
                }
            }
        }

        private static void drive(Twin twin, Query query, Visitor visitor) {
            RowCursor closed;
            try (RowCursor rows = query.cursor()) {
                closed = rows;
                twin.checkClosedCursor();
                while (rows.next()) {
                    Row row = rows.row();
                    long handle = rows.entity();
                    Check.same(handle, row.entity(), () -> "entity of the cursor");
                    visitor.visit(row);
                    RowOps.check(twin, rows, row, handle);
                    if ((row.index() & 3) == 0 && twin.model().isAlive(handle)) {
                        twin.keep(new KeptRow(twin.world().row(handle), handle, twin.world()));
                    }
                }
            }
            twin.keepClosed(closed);
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
        public void apply(Twin twin) {
            QuerySpec exact = kind.query(spec);
            List<ModelEntity> matching = twin.model().matching(exact::matches);
            Way possible = possible(twin, matching);
            twin.parameter.number = number;
            twin.patiently(() -> {
                runner(twin, exact, possible).run();
                return null;
            });
            matching.forEach(entity -> kind.change(entity, number));
        }

        /** Strict mode copies block after block for a pure kernel: when memory fails, some may have been done. */
        private Way possible(Twin twin, List<ModelEntity> matching) {
            long blocks = matching.stream()
                    .map(entity -> entity.index >>> BlockLayout.ROW_BITS)
                    .distinct()
                    .count();
            return kind.possible(twin.memoryMayFail() && blocks > 1 && way == Way.PURE_KERNEL ? Way.KERNEL : way);
        }

        private Runnable runner(Twin twin, QuerySpec exact, Way possible) {
            return twin.kept(List.of(kind, exact, possible), () -> {
                Query query = twin.query(exact);
                RowBody body = kind.body(twin.parameter);
                SpanBody spanBody = kind.spanBody(twin.parameter);
                return switch (possible) {
                    case CURSOR -> () -> drive(query, body);
                    case FOR_EACH -> () -> query.forEach(body);
                    case KERNEL -> query.kernel(body)::run;
                    case PURE_KERNEL -> query.pureKernel(body)::run;
                    case FOR_EACH_SPAN -> () -> query.forEachSpan(spanBody);
                    case SPAN_KERNEL -> query.spanKernel(spanBody)::run;
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

    /** Spawns by a template: how many, with or without an initialiser, and what else happens inside that. */
    record SpawnMany(int template, int count, Way way, int number, List<At> inside) implements Op {
        @Override
        public void apply(Twin twin) {
            TemplateSpec spec = TemplateSpec.ALL.get(template);
            Template real = twin.template(template);
            if (way == Way.CURSOR) {
                twin.patiently(() -> {
                    real.spawn(count);
                    return null;
                });
                twin.discover(template + 1, count, spec.all());
                return;
            }
            Visitor visitor = new Visitor(twin, () -> births(twin, spec), spec.parts(), inside, -1)
                    .changing((row, entity) -> initialise(spec, row, entity));
            visitor.runWithCommands(() -> {
                if (way == Way.FOR_EACH) {
                    real.spawn(count, visitor::visit);
                } else {
                    SpawnKernel kernel = twin.kept(
                            List.of("spawn", template),
                            () -> real.kernel(row -> twin.visitor().visit(row)));
                    kernel.spawn(count);
                }
            });
        }

        private ModelIteration births(Twin twin, TemplateSpec spec) {
            List<ModelEntity> born = twin.discover(template + 1, count, spec.all());
            return twin.model().open(new ModelIteration(born, entity -> true));
        }

        private void initialise(TemplateSpec spec, Row row, ModelEntity entity) {
            for (Part part : Part.in(spec.parts())) {
                if (!part.cells().isEmpty() && entity.has(part)) {
                    Object value = part.cells().get(0).value(number + (row.index() & 15));
                    part.cells().get(0).set(row, value);
                    entity.set(part, 0, value);
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

    /** Spawns one by a template. */
    record SpawnOne(int template) implements Op {
        @Override
        public void apply(Twin twin) {
            Template real = twin.template(template);
            long entity = twin.patiently(real::spawn);
            twin.born(template + 1, entity, TemplateSpec.ALL.get(template).all());
        }
    }

    /** A scope of the frame arena around other operations, with a slice that must not be written to. */
    record Scope(int bytes, List<Op> inside) implements Op {
        @Override
        public void apply(Twin twin) {
            long used = twin.world().frame().usedBytes();
            twin.enterScope();
            try (MemoryScope scope = twin.world().frame().open()) {
                Slice slice = twin.patiently(() -> twin.world().frame().allocate(bytes, 8));
                for (int i = 0; i < bytes; i++) {
                    slice.putByte(i, (byte) (i * 7));
                }
                inside.forEach(twin::applyNested);
                for (int i = 0; i < bytes; i++) {
                    Check.same((byte) (i * 7), slice.getByte(i), () -> "byte of " + scope);
                }
            } finally {
                twin.leaveScope();
            }
            Check.same(used, twin.world().frame().usedBytes(), () -> "frame bytes in use after the scope");
        }

        @Override
        public List<Op> simpler() {
            List<Op> simpler = new ArrayList<>(inside);
            for (int i = 0; i < inside.size(); i++) {
                List<Op> less = new ArrayList<>(inside);
                less.remove(i);
                simpler.add(new Scope(bytes, less));
            }
            return simpler;
        }
    }

    /** Lists that have one operation less, or a simpler one. */
    private static List<List<At>> lessOf(List<At> inside) {
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
}
