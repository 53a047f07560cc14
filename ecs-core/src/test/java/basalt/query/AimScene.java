package basalt.query;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.component.BooleanColumn;
import basalt.component.ByteColumn;
import basalt.component.Component;
import basalt.component.DoubleColumn;
import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.component.EnumColumn;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.component.LongColumn;
import basalt.component.ShortColumn;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Vectors;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** A world of entities that aim at each other, for bodies that read the entity at which their row aims. */
final class AimScene implements AutoCloseable {
    static final int ROWS = 7_000;
    private static final int ROWS_BEFORE = 13_000; // so that those that aim are in two blocks

    record Aim(@EntityHandle long at, float x, float y, int hits, double far) {
        static final Component<Aim> TYPE = Component.of(Aim.class);
        static final EntityColumn AT = TYPE.entity("at");
        static final FloatColumn X = TYPE.float32("x");
        static final FloatColumn Y = TYPE.float32("y");
        static final IntColumn HITS = TYPE.int32("hits");
        static final DoubleColumn FAR = TYPE.float64("far");
    }

    record Prey(
            float x,
            float y,
            byte size,
            short age,
            boolean isFast,
            double mass,
            long number,
            TimeUnit unit,
            @EntityHandle long next) {
        static final Component<Prey> TYPE = Component.of(Prey.class);
        static final FloatColumn X = TYPE.float32("x");
        static final FloatColumn Y = TYPE.float32("y");
        static final ByteColumn SIZE = TYPE.int8("size");
        static final ShortColumn AGE = TYPE.int16("age");
        static final BooleanColumn IS_FAST = TYPE.bool("isFast");
        static final DoubleColumn MASS = TYPE.float64("mass");
        static final LongColumn NUMBER = TYPE.int64("number");
        static final EnumColumn<TimeUnit> UNIT = TYPE.enumeration("unit", TimeUnit.class);
        static final EntityColumn NEXT = TYPE.entity("next");
    }

    /** What bodies add up. */
    static final class Total {
        int count;
        long index;
        double mass;
        float speed = 0.5f;
    }

    final World world = World.builder().distinctHandles(false).build();
    final Total total = new Total();
    final List<Long> entities = new ArrayList<>();
    final Query aiming = world.query().all(Aim.TYPE).none(Frozen.TYPE).build();

    /** Of a hundred aims some are at nothing, at a dead entity, or at one that is no prey, or disabled. */
    AimScene() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < ROWS_BEFORE; i++) {
            world.spawn();
        }
        for (int i = 0; i < ROWS; i++) {
            TimeUnit unit = i % 9 == 0 ? null : TimeUnit.values()[i % 7];
            entities.add(world.spawn(
                    new Aim(0, i % 77, -i, i, i),
                    new Prey(i, i % 7, (byte) i, (short) -i, i % 3 == 0, i / 3.0, 1L << i, unit, 0)));
        }
        for (int i = 0; i < ROWS; i++) {
            long entity = entities.get(i);
            long other = entities.get(random.nextInt(ROWS));
            world.set(entity, Prey.NEXT, other);
            world.set(entity, Aim.AT, i % 100 == 17 ? Entity.NULL : i % 1000 == 400 ? -1L : other);
            if (i % 90 == 5) {
                world.remove(entity, Prey.TYPE);
            } else if (i % 50 == 3) {
                world.add(entity, Frozen.TYPE);
            } else if (i % 50 == 13) {
                world.disable(entity);
            } else if (i % 50 == 23) {
                world.disable(entity, Prey.TYPE);
            } else if (i % 50 == 33) {
                world.add(entity, new Health(i));
            } else if (i % 50 == 43) {
                world.add(entity, Vectors.sample(i));
            }
        }
        for (int i = 60; i < ROWS; i += 60) {
            world.destroy(entities.get(i));
            if (i % 120 == 0) { // in the row of a dead one
                world.spawn(new Prey(-1, -1, (byte) 0, (short) 0, false, 0, 0, null, 0));
            }
        }
    }

    /** Changes what rows of an entity's word and of the next one read. */
    static void changeOthers(World world, long entity) {
        for (int further : new int[] {0, 1, 33, 64, 65}) {
            long next = Entity.of(Entity.index(entity) + further, Entity.generation(entity));
            if (world.isAlive(next) && world.has(next, Aim.TYPE)) {
                long read = world.get(next, Aim.AT);
                if (world.isAlive(read) && world.has(read, Prey.TYPE)) {
                    world.set(read, Prey.X, world.get(read, Prey.X) * 2 + 1);
                }
            }
        }
    }

    /** Two kernels, each of its scene, must leave the same, also after blocks have grown and rows have moved. */
    static void assertSame(AimScene one, AimScene other, RowKernel plain, RowKernel translated) {
        assertSameRun(one, other, plain, translated);
        one.grow();
        other.grow();
        assertSameRun(one, other, plain, translated);
        one.world.rows().compact();
        other.world.rows().compact();
        assertSameRun(one, other, plain, translated);
    }

    private static void assertSameRun(AimScene one, AimScene other, RowKernel plain, RowKernel translated) {
        assertEquals(EdgeValues.outcome(plain::run), EdgeValues.outcome(translated::run));
        assertEquals(one.values(), other.values());
    }

    private void grow() {
        for (int i = 1; i < ROWS; i += 1001) {
            if (world.isAlive(entities.get(i))) {
                world.add(entities.get(i), Rare.TYPE);
            }
        }
        total.speed = 3;
    }

    private List<Object> values() {
        List<Object> values = new ArrayList<>();
        Query aims = world.query().all(Aim.TYPE).includeDisabled().build();
        Query prey = world.query().all(Prey.TYPE).includeDisabled().build();
        aims.forEach(row -> values.add(world.get(row.entity(), Aim.TYPE)));
        prey.forEach(row -> values.add(world.get(row.entity(), Prey.TYPE)));
        values.addAll(List.of(total.count, total.index, total.mass));
        return values;
    }

    @Override
    public void close() {
        world.close();
    }
}
