package basalt.bench.vectorising;

import basalt.bench.scene.Check;
import basalt.bench.vectorising.Columns.Bytes;
import basalt.bench.vectorising.Columns.Doubles;
import basalt.bench.vectorising.Columns.Flags;
import basalt.bench.vectorising.Columns.Floats;
import basalt.bench.vectorising.Columns.Ints;
import basalt.bench.vectorising.Columns.Lanes;
import basalt.bench.vectorising.Columns.Longs;
import basalt.bench.vectorising.Columns.Seldom;
import basalt.bench.vectorising.Columns.Shorts;
import basalt.bench.vectorising.Columns.Targets;
import basalt.component.Component;
import basalt.query.Query;
import basalt.query.Row;
import basalt.query.RowKernel;
import basalt.world.World;
import java.util.Arrays;
import java.util.SplittableRandom;

/** A world whose entities have columns of each kind, with reproducible random values. */
final class Rows implements AutoCloseable {
    /** The rows of one block. */
    static final int COUNT = 16_384;

    private final World world = World.create();
    private final long[] entities = new long[COUNT];

    Rows() {
        world.template()
                .with(Columns.TYPES.toArray(Component<?>[]::new))
                .build()
                .spawn(entities);
        SplittableRandom random = new SplittableRandom(1);
        for (long entity : entities) {
            world.set(entity, new Floats(number(random), number(random), number(random), number(random)));
            world.set(entity, new Doubles(number(random), number(random), number(random)));
            world.set(entity, new Bytes((byte) random.nextInt(), (byte) random.nextInt(), (byte) 0));
            world.set(entity, new Shorts((short) random.nextInt(), (short) random.nextInt(), (short) 0));
            world.set(entity, new Ints(random.nextInt(), random.nextInt(), 0, random.nextInt()));
            world.set(entity, new Longs(random.nextLong(), random.nextLong(), 0));
            world.set(entity, new Flags(random.nextBoolean(), random.nextBoolean(), false));
            world.set(entity, new Targets(entities[random.nextInt(COUNT)], 0));
            world.set(entity, new Lanes(new float[] {number(random), number(random), 0, 1}, new float[4]));
            world.set(entity, new Seldom(number(random), 0));
        }
    }

    private static float number(SplittableRandom random) {
        return (float) random.nextDouble(-2, 2);
    }

    World world() {
        return world;
    }

    long entity(int index) {
        return entities[index];
    }

    Row row(int index) {
        return world.row(entities[index]);
    }

    /** The shift distance; not a constant. */
    int bits() {
        return 3;
    }

    Body.Others others() {
        Body.Others others = new Body.Others();
        others.a = world.get(entities[100], Floats.B);
        others.b = world.get(entities[200], Floats.B);
        others.c = world.get(entities[300], Floats.B);
        others.d = world.get(entities[400], Floats.B);
        return others;
    }

    RowKernel kernel(Body body) {
        return query(body).kernel(body.of(this));
    }

    private Query query(Body body) {
        return world.query().all(body.components()).build();
    }

    /** Runs a kernel of a body, and compares the result with that of a loop over checked rows. */
    static void check(Body body) {
        try (Rows one = new Rows();
                Rows other = new Rows()) {
            one.kernel(body).run();
            other.query(body).forEach(body.of(other));
            for (int i = 0; i < COUNT; i++) {
                for (Component<?> type : Columns.TYPES) {
                    Object found = one.world.get(one.entities[i], type);
                    Object expected = other.world.get(other.entities[i], type);
                    boolean isSame = type.equals(Lanes.TYPE)
                            ? Arrays.equals(((Lanes) expected).c(), ((Lanes) found).c())
                            : expected.equals(found);
                    Check.same(body + ", " + type.name() + " of row " + i, 1, isSame ? 1 : 0);
                }
            }
        }
    }

    @Override
    public void close() {
        world.close();
    }
}
