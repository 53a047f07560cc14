package basalt.bench.steady;

import static basalt.bench.scene.Position.X;
import static basalt.bench.scene.Position.Y;
import static basalt.bench.scene.Velocity.DX;
import static basalt.bench.scene.Velocity.DY;

import basalt.bench.scene.Burning;
import basalt.bench.scene.Check;
import basalt.bench.scene.Marked;
import basalt.bench.scene.Position;
import basalt.bench.scene.Step;
import basalt.bench.scene.Velocity;
import basalt.query.Query;
import basalt.query.RowCursor;
import basalt.query.RowKernel;
import basalt.query.SpawnKernel;
import basalt.world.Template;
import basalt.world.World;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A world of particles in which every tick does the same kinds of work. */
@State(Scope.Thread)
public class Sparks {
    private static final int BORN_EACH_TICK = 64;
    private static final int TICKS_TO_LIVE = 32;
    private static final float GRAVITY = -9.81f;

    /** Number of particles: few, so JMH's own allocation is spread over many ticks. */
    @Param("2000")
    public int particles;

    private final Step step = Step.sixtieth();
    private final long[] mortal = new long[BORN_EACH_TICK * TICKS_TO_LIVE];
    private int next;
    private World world;
    private Query all;
    private RowCursor cursor;
    private Query burning;
    private Query marked;
    private RowKernel fall;
    private RowKernel move;
    private RowKernel cool;
    private RowKernel rebirth;
    private Template spark;
    private SpawnKernel flash;

    /** Builds the world and checks one tick of each kind. */
    @Setup
    public void build() {
        world = World.create();
        Step dt = step;
        spark = world.template()
                .with(new Position(0, 0), new Velocity(1, 2), new Spark(1, 1))
                .build();
        flash = world.template().with(Marked.TYPE, Burning.TYPE).build().kernel(row -> row.set(Burning.SECONDS, 1));
        all = world.query().all(Position.TYPE, Velocity.TYPE, Spark.TYPE).build();
        cursor = all.closedCursor();
        burning = world.query().all(Burning.TYPE).none(Marked.TYPE).build();
        marked = world.query().all(Marked.TYPE).build();
        fall = all.kernel(row -> row.set(DY, row.get(DY) + GRAVITY * dt.value()));
        move = all.pureKernel(row -> {
            row.set(X, row.get(X) + row.get(DX) * dt.value());
            row.set(Y, row.get(Y) + row.get(DY) * dt.value());
        });
        cool = all.pureKernel(row -> {
            row.set(Spark.LIFE, row.get(Spark.LIFE) - dt.value());
            row.set(Spark.HEAT, Math.max(0, row.get(Spark.LIFE)));
        });
        rebirth = all.kernel(row -> {
            if (row.get(Spark.LIFE) <= 0) {
                row.set(Spark.LIFE, row.get(Spark.LIFE) + 1);
                row.set(X, 0);
                row.set(Y, 0);
                row.set(DY, 2);
            }
        });
        spark.spawn(particles);
        for (int i = 0; i < mortal.length; i++) {
            mortal[i] = spark.spawn();
        }
        check();
    }

    /** Checks one more tick of each kind. */
    @TearDown
    public void close() {
        check();
        world.close();
    }

    /** Runs four kernels and a reduction. */
    double kernels() {
        fall.run();
        move.run();
        cool.run();
        rebirth.run();
        double heat = all.reduce().sum(Spark.HEAT);
        world.frame().reset();
        return heat;
    }

    /** Spawns, changes and destroys entities in all ways; the number of entities stays the same. */
    int churn() {
        for (int i = 0; i < BORN_EACH_TICK; i++) {
            world.destroy(mortal[next]);
            long born = spark.spawn();
            world.set(born, DX, next);
            world.add(born, Burning.TYPE);
            mortal[next] = born;
            next = (next + 1) % mortal.length;
        }
        int changes = burning.bulk().add(Marked.TYPE);
        changes += marked.bulk().remove(Marked.TYPE);
        changes += burning.bulk().remove(Burning.TYPE);
        flash.spawn(BORN_EACH_TICK);
        changes += marked.bulk().destroy();
        world.frame().reset();
        return changes;
    }

    /** Iterates over all entities with a cursor. */
    float walk() {
        float sum = 0;
        try (RowCursor rows = cursor.open()) {
            while (rows.next()) {
                sum += rows.row().get(DX);
            }
        }
        world.frame().reset();
        return sum;
    }

    private void check() {
        int population = particles + mortal.length;
        Check.same("particles", population, all.count());
        long first = all.first();
        float life = world.get(first, Spark.LIFE);
        double heat = kernels();
        float expected = life - step.value();
        Check.same("life", 0, expected <= 0 ? expected + 1 : expected, world.get(first, Spark.LIFE));
        if (!(heat >= 0 && heat <= population)) {
            throw new IllegalStateException("the sum of all heat is " + heat);
        }
        Check.same("changes", 4 * BORN_EACH_TICK, churn());
        Check.same("particles", population, all.count());
        Check.same("entities", population, world.entityCount());
        if (!(walk() > 0)) {
            throw new IllegalStateException("the cursor saw no velocity");
        }
    }
}
