package basalt.bench.loop;

import basalt.bench.OperationBenchmark;
import basalt.bench.scene.Check;
import basalt.bench.scene.Step;
import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.query.RowBody;
import basalt.query.RowKernel;
import basalt.save.Saves;
import basalt.world.World;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Kernels over records, beside kernels over the columns of the same records that compute the same: the ratio is the
 * result. Values stay in the range of normal numbers, since others take longer. The worlds of both are compared before
 * and after the measurement.
 */
public class RecordIteration extends OperationBenchmark {
    private static final int ROWS = 16384;

    record A(float x, float y) {
        static final Component<A> TYPE = Component.of(A.class);
        static final FloatColumn X = TYPE.float32("x");
        static final FloatColumn Y = TYPE.float32("y");

        A plus(B b, float dt) {
            return new A(x + b.x() * dt, y + b.y() * dt);
        }
    }

    record B(float x, float y) {
        static final Component<B> TYPE = Component.of(B.class);
        static final FloatColumn X = TYPE.float32("x");
        static final FloatColumn Y = TYPE.float32("y");
    }

    record C(float x, float y) {
        static final Component<C> TYPE = Component.of(C.class);
        static final FloatColumn X = TYPE.float32("x");
        static final FloatColumn Y = TYPE.float32("y");
    }

    record D(float x, float y) {
        static final Component<D> TYPE = Component.of(D.class);
        static final FloatColumn X = TYPE.float32("x");
        static final FloatColumn Y = TYPE.float32("y");
    }

    record E(float x, float y) {
        static final Component<E> TYPE = Component.of(E.class);
        static final FloatColumn X = TYPE.float32("x");
        static final FloatColumn Y = TYPE.float32("y");
    }

    record F(float x, float y) {
        static final Component<F> TYPE = Component.of(F.class);
        static final FloatColumn X = TYPE.float32("x");
        static final FloatColumn Y = TYPE.float32("y");
    }

    record Twelve(
            float a,
            float b,
            float c,
            float d,
            float e,
            float f,
            float g,
            float h,
            float i,
            float j,
            float k,
            float l) {
        static final Component<Twelve> TYPE = Component.of(Twelve.class);
        static final FloatColumn[] ALL = TYPE.columns().toArray(FloatColumn[]::new);
        static final FloatColumn COL_A = ALL[0];
        static final FloatColumn COL_B = ALL[1];
        static final FloatColumn COL_C = ALL[2];
        static final FloatColumn COL_D = ALL[3];
        static final FloatColumn COL_E = ALL[4];
        static final FloatColumn COL_F = ALL[5];
        static final FloatColumn COL_G = ALL[6];
        static final FloatColumn COL_H = ALL[7];
        static final FloatColumn COL_I = ALL[8];
        static final FloatColumn COL_J = ALL[9];
        static final FloatColumn COL_K = ALL[10];
        static final FloatColumn COL_L = ALL[11];
    }

    record Vec(float x, float y) {
        Vec plus(Vec other, float dt) {
            return new Vec(x + other.x * dt, y + other.y * dt);
        }
    }

    record Nested(Vec at, Vec speed) {
        static final Component<Nested> TYPE = Component.of(Nested.class);
        static final FloatColumn X = TYPE.float32("at.x");
        static final FloatColumn Y = TYPE.float32("at.y");
        static final FloatColumn DX = TYPE.float32("speed.x");
        static final FloatColumn DY = TYPE.float32("speed.y");
    }

    /** A bundle: both are written. */
    record Mover(A a, B b) {}

    /** What a kernel computes. */
    public enum Body {
        /** One component of two fields. */
        ONE(
                (world, dt) -> world.query(A.class).update(a -> new A(a.x() + a.y() * dt.value(), a.y() * -1)),
                dt -> row -> {
                    float y = row.get(A.Y);
                    row.set(A.X, row.get(A.X) + y * dt.value());
                    row.set(A.Y, y * -1);
                }),
        /** Two components. */
        TWO(
                (world, dt) -> world.query(A.class, B.class)
                        .update((a, b) -> new A(a.x() + b.x() * dt.value(), a.y() + b.y() * dt.value())),
                Body::two),
        /** The same by a method of the record. */
        METHOD((world, dt) -> world.query(A.class, B.class).update((a, b) -> a.plus(b, dt.value())), Body::two),
        /** Three components. */
        THREE(
                (world, dt) -> world.query(A.class, B.class, C.class)
                        .update((a, b, c) -> new A(a.x() + b.x() * c.x(), a.y() + b.y() * c.y())),
                dt -> row -> {
                    row.set(A.X, row.get(A.X) + row.get(B.X) * row.get(C.X));
                    row.set(A.Y, row.get(A.Y) + row.get(B.Y) * row.get(C.Y));
                }),
        /** Six components. */
        SIX(
                (world, dt) -> world.query(A.class, B.class, C.class, D.class, E.class, F.class)
                        .update((a, b, c, d, e, f) -> new A(
                                a.x() + b.x() * c.x() + d.x() * e.x() + f.x(),
                                a.y() + b.y() * c.y() + d.y() * e.y() + f.y())),
                dt -> row -> {
                    row.set(
                            A.X,
                            row.get(A.X) + row.get(B.X) * row.get(C.X) + row.get(D.X) * row.get(E.X) + row.get(F.X));
                    row.set(
                            A.Y,
                            row.get(A.Y) + row.get(B.Y) * row.get(C.Y) + row.get(D.Y) * row.get(E.Y) + row.get(F.Y));
                }),
        /** Two components that are both read and written, as a bundle. */
        BUNDLE(
                (world, dt) -> world.query(Mover.class)
                        .update(m -> new Mover(m.a().plus(m.b(), dt.value()), new B(m.b().x() * -1, m.b().y() * -1))),
                dt -> row -> {
                    float x = row.get(B.X);
                    float y = row.get(B.Y);
                    row.set(A.X, row.get(A.X) + x * dt.value());
                    row.set(A.Y, row.get(A.Y) + y * dt.value());
                    row.set(B.X, x * -1);
                    row.set(B.Y, y * -1);
                }),
        /** A component of records. */
        NESTED(
                (world, dt) -> world.query(Nested.class)
                        .update(n -> new Nested(n.at().plus(n.speed(), dt.value()), n.speed())),
                dt -> row -> {
                    row.set(Nested.X, row.get(Nested.X) + row.get(Nested.DX) * dt.value());
                    row.set(Nested.Y, row.get(Nested.Y) + row.get(Nested.DY) * dt.value());
                }),
        /** One component of twelve fields. */
        TWELVE_FIELDS(
                (world, dt) -> world.query(Twelve.class)
                        .update(t -> new Twelve(
                                t.a() + t.g() * dt.value(),
                                t.b() + t.h() * dt.value(),
                                t.c() + t.i() * dt.value(),
                                t.d() + t.j() * dt.value(),
                                t.e() + t.k() * dt.value(),
                                t.f() + t.l() * dt.value(),
                                t.g(),
                                t.h(),
                                t.i(),
                                t.j(),
                                t.k(),
                                t.l())),
                dt -> row -> {
                    row.set(Twelve.COL_A, row.get(Twelve.COL_A) + row.get(Twelve.COL_G) * dt.value());
                    row.set(Twelve.COL_B, row.get(Twelve.COL_B) + row.get(Twelve.COL_H) * dt.value());
                    row.set(Twelve.COL_C, row.get(Twelve.COL_C) + row.get(Twelve.COL_I) * dt.value());
                    row.set(Twelve.COL_D, row.get(Twelve.COL_D) + row.get(Twelve.COL_J) * dt.value());
                    row.set(Twelve.COL_E, row.get(Twelve.COL_E) + row.get(Twelve.COL_K) * dt.value());
                    row.set(Twelve.COL_F, row.get(Twelve.COL_F) + row.get(Twelve.COL_L) * dt.value());
                });

        private static RowBody two(Step dt) {
            return row -> {
                row.set(A.X, row.get(A.X) + row.get(B.X) * dt.value());
                row.set(A.Y, row.get(A.Y) + row.get(B.Y) * dt.value());
            };
        }

        private final BiFunction<World, Step, RowKernel> records;
        private final Function<Step, RowBody> columns;

        Body(BiFunction<World, Step, RowKernel> records, Function<Step, RowBody> columns) {
            this.records = records;
            this.columns = columns;
        }
    }

    /** Two worlds with the same entities, and the two kernels. */
    @State(Scope.Thread)
    public static class Worlds {
        /** What the kernels compute. */
        @Param
        public Body body;

        private final World ofRecords = World.create();
        private final World ofColumns = World.create();
        private RowKernel records;
        private RowKernel columns;

        private final long[] entities = new long[ROWS];

        /** Fills the worlds and checks one step. */
        @Setup
        public void fill() {
            Step step = Step.sixtieth();
            records = body.records.apply(ofRecords, step);
            columns = ofColumns
                    .query()
                    .all(A.TYPE, B.TYPE, C.TYPE, D.TYPE, E.TYPE, F.TYPE, Twelve.TYPE, Nested.TYPE)
                    .build()
                    .kernel(body.columns.apply(step));
            spawn(ofRecords);
            spawn(ofColumns); // the same handles
            check();
        }

        private void spawn(World world) {
            world.template()
                    .with(A.TYPE, B.TYPE, C.TYPE, D.TYPE, E.TYPE, F.TYPE, Twelve.TYPE, Nested.TYPE)
                    .build()
                    .spawn(entities);
        }

        private void reset(World world) {
            SplittableRandom random = new SplittableRandom(ROWS);
            for (long entity : entities) {
                world.set(entity, new A(random.nextInt(100), random.nextInt(100)));
                world.set(entity, new B(random.nextInt(100), random.nextInt(100)));
                world.set(entity, new C(random.nextInt(100), random.nextInt(100)));
                world.set(entity, new D(random.nextInt(100), random.nextInt(100)));
                world.set(entity, new E(random.nextInt(100), random.nextInt(100)));
                world.set(entity, new F(random.nextInt(100), random.nextInt(100)));
                world.set(
                        entity,
                        new Nested(
                                new Vec(random.nextInt(100), random.nextInt(100)),
                                new Vec(random.nextInt(100), random.nextInt(100))));
                world.set(entity, new Twelve(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, random.nextInt(100)));
            }
        }

        private void check() {
            reset(ofRecords);
            reset(ofColumns);
            records.run();
            columns.run();
            Check.same("state", Saves.stateHash(ofColumns), Saves.stateHash(ofRecords));
        }

        /** Checks one more step with the code that was measured. */
        @TearDown
        public void close() {
            check();
            ofRecords.close();
            ofColumns.close();
        }
    }

    /** The baseline: by columns. */
    @Benchmark
    public void columns(Worlds worlds) {
        worlds.columns.run();
    }

    /** By records. */
    @Benchmark
    public void records(Worlds worlds) {
        worlds.records.run();
    }
}
