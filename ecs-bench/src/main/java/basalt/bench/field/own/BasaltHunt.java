package basalt.bench.field.own;

import static basalt.bench.scene.Position.X;
import static basalt.bench.scene.Position.Y;
import static basalt.bench.scene.Velocity.DX;
import static basalt.bench.scene.Velocity.DY;
import static basalt.system.Access.exclusive;
import static basalt.system.Access.reads;
import static basalt.system.Access.touchesOthers;
import static basalt.system.Access.writes;

import basalt.bench.field.Hunt;
import basalt.bench.field.Trial;
import basalt.bench.scene.Position;
import basalt.bench.scene.Velocity;
import basalt.component.Entity;
import basalt.component.OnTargetDestroy;
import basalt.query.Query;
import basalt.query.Relation;
import basalt.query.RowKernel;
import basalt.query.SpawnKernel;
import basalt.system.Schedule;
import basalt.world.World;

/**
 * A schedule of kernels that move, choose and pursue, the last over the pairs of a relation, and of a system that
 * destroys what was caught, by which the relation releases the predators, and spawns as many.
 */
final class BasaltHunt implements Trial {
    private final Hunt hunt = new Hunt();
    private final World world = World.create();
    private final Relation hunting = world.relation(Hunting.PREY, OnTargetDestroy.CLEAR);
    private final long[] predators;
    private final long[] prey;

    /** The numbers of the prey that were caught in this tick. */
    private final int[] caught;

    private int caughtCount;
    private int spawned;
    private final Query all = world.query().all(Position.TYPE, Velocity.TYPE).build();
    private final RowKernel move = all.pureKernel(row -> {
        row.set(X, row.get(X) + row.get(DX));
        row.set(Y, row.get(Y) + row.get(DY));
    });
    private final Query hunters;
    private final RowKernel choose;
    private final RowKernel pursue;
    private final SpawnKernel spawn;
    private final Schedule schedule;

    BasaltHunt(int ofPrey) {
        prey = new long[ofPrey];
        predators = new long[Hunt.predators(ofPrey)];
        caught = new int[predators.length];
        choose = world.query()
                .where(Hunting.PREY)
                .equalTo(Entity.NULL)
                .build()
                .kernel(row -> row.set(Hunting.PREY, prey[hunt.choose(prey.length)]));
        hunters = world.query().all(Position.TYPE, Velocity.TYPE, Hunting.TYPE).build();
        Query hunted = world.query().all(Position.TYPE, Prey.TYPE).build();
        pursue = hunters.related(hunting, hunted).kernel((row, target) -> {
            float dx = target.get(X) - row.get(X);
            float dy = target.get(Y) - row.get(Y);
            float square = dx * dx + dy * dy;
            float distance = (float) Math.sqrt(square);
            if (distance > Hunt.NO_TURN) {
                row.set(DX, Hunt.turned(dx, distance));
                row.set(DY, Hunt.turned(dy, distance));
            }
            if (square <= Hunt.CATCH_SQUARE) {
                caught[caughtCount++] = target.get(Prey.NUMBER);
            }
        });
        spawn = world.template()
                .with(new Position(0, 0), new Velocity(0, 0), new Prey(0))
                .build()
                .kernel(row -> {
                    int number = caught[spawned++];
                    prey[number] = row.entity();
                    row.set(Prey.NUMBER, number);
                    row.set(X, hunt.place());
                    row.set(Y, hunt.place());
                });
        schedule = Schedule.builder(world)
                .parallel(false)
                .add("move", move, reads(Velocity.TYPE), writes(Position.TYPE))
                .add("choose", choose, writes(Hunting.TYPE), touchesOthers())
                .add(
                        "pursue",
                        pursue,
                        reads(Hunting.TYPE, Position.TYPE, Prey.TYPE),
                        writes(Velocity.TYPE),
                        touchesOthers())
                .add("renew", this::renew, exclusive())
                .build();
        rewind();
    }

    @Override
    public int run() {
        schedule.tick(1);
        return predators.length + prey.length;
    }

    /** Several predators may have caught the same prey. */
    private void renew() {
        int died = 0;
        for (int i = 0; i < caughtCount; i++) {
            if (world.tryDestroy(prey[caught[i]])) {
                caught[died++] = caught[i];
            }
        }
        caughtCount = 0;
        spawned = 0;
        spawn.spawn(died);
    }

    /** Numbers the predators by ascending rows, in which the kernel lets them choose. */
    @Override
    public void rewind() {
        all.bulk().destroy();
        hunt.rewind();
        for (int i = 0; i < predators.length; i++) {
            world.spawn(new Position(0, 0), new Velocity(0, 0), new Hunting(Entity.NULL));
        }
        int[] next = {0};
        hunters.forEach(row -> {
            predators[next[0]++] = row.entity();
            row.set(X, hunt.den());
            row.set(Y, hunt.den());
            row.set(DX, Hunt.START_SPEED);
            row.set(DY, Hunt.START_SPEED);
        });
        for (int i = 0; i < prey.length; i++) {
            prey[i] = world.spawn(new Position(hunt.place(), hunt.place()), new Velocity(0, 0), new Prey(i));
        }
    }

    @Override
    public float[] values() {
        float[] values = new float[5 * predators.length + 2 * prey.length];
        int next = 0;
        for (long predator : predators) {
            long target = hunting.target(predator);
            values[next++] = world.get(predator, X);
            values[next++] = world.get(predator, Y);
            values[next++] = world.get(predator, DX);
            values[next++] = world.get(predator, DY);
            values[next++] = target == Entity.NULL ? Hunt.NONE : world.get(target, Prey.NUMBER);
        }
        for (long entity : prey) {
            values[next++] = world.get(entity, X);
            values[next++] = world.get(entity, Y);
        }
        return values;
    }

    @Override
    public void close() {
        schedule.close();
        world.close();
    }
}
