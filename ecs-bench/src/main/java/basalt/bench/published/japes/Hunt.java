package basalt.bench.published.japes;

import static basalt.system.Access.exclusive;
import static basalt.system.Access.restructures;
import static basalt.system.Access.touchesOthers;
import static basalt.system.Order.before;

import basalt.bench.engine.Values;
import basalt.bench.published.OneWay;
import basalt.bench.scene.Position;
import basalt.bench.scene.Velocity;
import basalt.component.Component;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.component.IntColumn;
import basalt.component.OnTargetDestroy;
import basalt.query.Condition;
import basalt.query.Row;
import basalt.query.RowKernel;
import basalt.system.Schedule;
import basalt.system.ScheduleBuilder;
import basalt.world.Relation;
import basalt.world.RemovedComponents;
import basalt.world.Template;
import basalt.world.World;
import java.util.Arrays;
import java.util.Random;

/** Predators and prey; of all engines the predators choose in the same order, and the list of prey has the same. */
abstract class Hunt extends OneWay {
    static final float PREDATOR_FIELD = 2;
    static final float FIELD = 20;
    static final float START_SPEED = 0.05f;
    static final float SPEED = 0.1f;
    static final float NO_TURN = 1e-4f;
    static final float CATCH_SQUARE = 0.25f;
    static final int NONE = -1;

    final Random random = new Random(1234);
    final int preyCount;

    /** The prey that live, in the order of their birth. */
    final long[] roster;

    int rosterSize;
    long catches;

    Hunt(int preyCount) {
        this.preyCount = preyCount;
        roster = new long[preyCount];
    }

    /** Makes all, by the random numbers of another generator. */
    final void createAll() {
        Random places = new Random(7);
        for (int i = 0; i < preyCount / 4; i++) {
            createPredator(places.nextFloat() * PREDATOR_FIELD, places.nextFloat() * PREDATOR_FIELD);
        }
        for (int i = 0; i < preyCount; i++) {
            roster[rosterSize++] = createPrey(places.nextFloat() * FIELD, places.nextFloat() * FIELD);
        }
    }

    abstract void createPredator(float x, float y);

    abstract long createPrey(float x, float y);

    final long choose() {
        return roster[random.nextInt(rosterSize)];
    }

    /** Takes a prey off the list, by a search, as the original does. */
    final void forget(long prey) {
        int place = indexOf(prey);
        rosterSize--;
        System.arraycopy(roster, place + 1, roster, place, rosterSize - place);
    }

    final int indexOf(long prey) {
        int place = 0;
        while (place < rosterSize && roster[place] != prey) {
            place++;
        }
        return place < rosterSize ? place : NONE;
    }

    final void respawn() {
        while (rosterSize < preyCount) {
            roster[rosterSize++] = createPrey(random.nextFloat() * FIELD, random.nextFloat() * FIELD);
        }
    }

    static float distance(float dx, float dy) {
        return (float) Math.sqrt(dx * dx + dy * dy);
    }

    /** Hunted entities know by how many. */
    record Prey(int hunters) {
        static final Component<Prey> TYPE = Component.of(Prey.class);
        static final IntColumn HUNTERS = TYPE.int32("hunters");
    }

    record Predator(int speed) {}

    record Hunting(@EntityHandle long prey, int ticksLeft) {
        static final Component<Hunting> TYPE = Component.of(Hunting.class);
        static final EntityColumn PREY = TYPE.entity("prey");
        static final IntColumn TICKS_LEFT = TYPE.int32("ticksLeft");
    }

    /**
     * A relation, which the predators of a caught prey lose. Plain by records, tuned by columns, and with one loop for
     * pursuit and catches.
     */
    static final class OfBasalt extends Hunt {
        private final World world = World.create();
        private final Relation hunts = world.relation(Hunting.PREY, OnTargetDestroy.REMOVE);
        private final RemovedComponents ended = world.removed(Hunting.class);
        private final Template newborn;
        private final Schedule schedule;
        private long[] caught = new long[16];
        private int caughtCount;

        OfBasalt(boolean isTuned, int preyCount) {
            super(preyCount);
            newborn = isTuned
                    ? world.template()
                            .with(new Position(0, 0), new Velocity(0, 0), new Prey(0))
                            .build()
                    : null;
            createAll();
            schedule = isTuned ? tuned() : plain();
        }

        private Schedule plain() {
            var hunters = world.query(Position.class, Velocity.class, Hunting.class)
                    .pairs(hunts, world.query(Position.class).with(Prey.class));
            RowKernel move = world.query(Position.class, Velocity.class)
                    .update((at, v) -> new Position(at.x() + v.dx(), at.y() + v.dy()));
            RowKernel acquire = world.query(Predator.class)
                    .without(Hunting.class)
                    .each((entity, predator, commands) -> commands.add(entity, new Hunting(choose(), 3)));
            RowKernel pursue = hunters.update(Velocity.class, (at, v, hunting, prey) -> {
                float dx = prey.x() - at.x();
                float dy = prey.y() - at.y();
                float distance = distance(dx, dy);
                return distance > NO_TURN ? new Velocity(dx / distance * SPEED, dy / distance * SPEED) : v;
            });
            RowKernel count = world.query(Prey.class)
                    .where(Condition.related(hunts))
                    .update((entity, prey) -> new Prey(hunts.count(entity)));
            RowKernel catchPrey = hunters.each((at, v, hunting, prey) -> {
                float dx = prey.x() - at.x();
                float dy = prey.y() - at.y();
                if (dx * dx + dy * dy <= CATCH_SQUARE) {
                    caught(hunting.prey());
                }
            });
            return schedule(move, acquire, pursue, count)
                    .add("catch", catchPrey, touchesOthers(), before("renew"))
                    .build();
        }

        private Schedule tuned() {
            var hunters = world.query()
                    .all(Position.TYPE, Velocity.TYPE, Hunting.TYPE)
                    .build()
                    .pairs(hunts, world.query().all(Position.TYPE, Prey.TYPE).build());
            RowKernel move = world.query()
                    .all(Position.TYPE, Velocity.TYPE)
                    .build()
                    .kernel(row -> {
                        row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX));
                        row.set(Position.Y, row.get(Position.Y) + row.get(Velocity.DY));
                    });
            RowKernel acquire = world.query()
                    .all(Predator.class)
                    .none(Hunting.class)
                    .build()
                    .kernel((row, commands) -> {
                        commands.add(row.entity(), Hunting.TYPE);
                        commands.set(row.entity(), Hunting.PREY, choose());
                        commands.set(row.entity(), Hunting.TICKS_LEFT, 3);
                    });
            RowKernel pursue = hunters.kernel((row, prey) -> {
                float dx = prey.get(Position.X) - row.get(Position.X);
                float dy = prey.get(Position.Y) - row.get(Position.Y);
                float distance = distance(dx, dy);
                if (distance > NO_TURN) {
                    row.set(Velocity.DX, dx / distance * SPEED);
                    row.set(Velocity.DY, dy / distance * SPEED);
                }
                if (dx * dx + dy * dy <= CATCH_SQUARE) {
                    caught(prey.entity());
                }
            });
            RowKernel count = world.query()
                    .all(Prey.TYPE)
                    .where(Condition.related(hunts))
                    .build()
                    .kernel(row -> row.set(Prey.HUNTERS, hunts.count(row.entity())));
            return schedule(move, acquire, pursue, count).build();
        }

        private ScheduleBuilder schedule(RowKernel move, RowKernel acquire, RowKernel pursue, RowKernel count) {
            return Schedule.builder(world)
                    .workers(1)
                    .add("move", move)
                    .add("acquire", acquire, restructures(Hunting.class), touchesOthers())
                    .add("pursue", pursue, touchesOthers())
                    .add("count", count)
                    .add("renew", this::renew, exclusive());
        }

        private void caught(long prey) {
            if (caughtCount == caught.length) {
                caught = Arrays.copyOf(caught, 2 * caughtCount);
            }
            caught[caughtCount++] = prey;
        }

        private void renew() {
            for (int i = 0; i < caughtCount; i++) {
                if (world.tryDestroy(caught[i])) {
                    forget(caught[i]);
                }
            }
            caughtCount = 0;
            respawn();
            catches += ended.skipAll();
        }

        @Override
        void createPredator(float x, float y) {
            world.spawn(new Position(x, y), new Velocity(START_SPEED, START_SPEED), new Predator(1));
        }

        @Override
        long createPrey(float x, float y) {
            if (newborn == null) {
                return world.spawn(new Position(x, y), new Velocity(0, 0), new Prey(0));
            }
            long prey = newborn.spawn();
            Row row = world.row(prey);
            row.set(Position.X, x);
            row.set(Position.Y, y);
            return prey;
        }

        @Override
        public int run() {
            schedule.tick(1);
            return caughtCount;
        }

        @Override
        public float[] values() {
            Values values = new Values();
            values.add(catches);
            world.query(Position.class, Velocity.class).with(Predator.class).forEach((entity, at, v) -> {
                long prey = world.has(entity, Hunting.class) ? hunts.target(entity) : NONE;
                values.add(at.x(), at.y(), v.dx(), v.dy(), indexOf(prey));
            });
            for (int i = 0; i < rosterSize; i++) {
                Position at = world.get(roster[i], Position.class);
                values.add(at.x(), at.y(), world.get(roster[i], Prey.class).hunters());
            }
            return values.all();
        }

        @Override
        public void close() {
            schedule.close();
            world.close();
        }
    }

    /** An array of each field; the prey are slots. */
    static final class OfArrays extends Hunt {
        private final float[] x;
        private final float[] y;
        private final float[] dx;
        private final float[] dy;
        private final int[] target;
        private final float[] preyX;
        private final float[] preyY;
        private final int[] hunters;
        private final int[] counts;
        private final int[] free;
        private int freeCount;
        private int predators;

        OfArrays(int preyCount) {
            super(preyCount);
            x = new float[preyCount / 4];
            y = new float[preyCount / 4];
            dx = new float[preyCount / 4];
            dy = new float[preyCount / 4];
            target = new int[preyCount / 4];
            preyX = new float[preyCount];
            preyY = new float[preyCount];
            hunters = new int[preyCount];
            counts = new int[preyCount];
            free = new int[preyCount];
            Arrays.setAll(free, i -> preyCount - 1 - i);
            freeCount = preyCount;
            Arrays.fill(target, NONE);
            createAll();
        }

        @Override
        void createPredator(float atX, float atY) {
            x[predators] = atX;
            y[predators] = atY;
            dx[predators] = START_SPEED;
            dy[predators++] = START_SPEED;
        }

        @Override
        long createPrey(float atX, float atY) {
            int slot = free[--freeCount];
            preyX[slot] = atX;
            preyY[slot] = atY;
            hunters[slot] = 0;
            return slot;
        }

        @Override
        public int run() {
            for (int i = 0; i < x.length; i++) { // prey do not move
                x[i] += dx[i];
                y[i] += dy[i];
            }
            for (int i = 0; i < x.length; i++) {
                if (target[i] == NONE) {
                    target[i] = (int) choose();
                }
            }
            Arrays.fill(counts, 0);
            for (int i = 0; i < x.length; i++) {
                float ofX = preyX[target[i]] - x[i];
                float ofY = preyY[target[i]] - y[i];
                float distance = distance(ofX, ofY);
                if (distance > NO_TURN) {
                    dx[i] = ofX / distance * SPEED;
                    dy[i] = ofY / distance * SPEED;
                }
                counts[target[i]]++;
            }
            for (int slot = 0; slot < counts.length; slot++) {
                hunters[slot] = counts[slot] > 0 ? counts[slot] : hunters[slot];
            }
            for (int i = 0; i < x.length; i++) {
                float ofX = preyX[target[i]] - x[i];
                float ofY = preyY[target[i]] - y[i];
                if (ofX * ofX + ofY * ofY <= CATCH_SQUARE && counts[target[i]] > 0) {
                    counts[target[i]] = NONE;
                    forget(target[i]);
                    free[freeCount++] = target[i];
                }
            }
            for (int i = 0; i < x.length; i++) {
                if (counts[target[i]] == NONE) {
                    target[i] = NONE;
                    catches++;
                }
            }
            respawn();
            return predators;
        }

        @Override
        public float[] values() {
            Values values = new Values();
            values.add(catches);
            for (int i = 0; i < x.length; i++) {
                values.add(x[i], y[i], dx[i], dy[i], target[i] == NONE ? NONE : indexOf(target[i]));
            }
            for (int i = 0; i < rosterSize; i++) {
                int slot = (int) roster[i];
                values.add(preyX[slot], preyY[slot], hunters[slot]);
            }
            return values.all();
        }
    }
}
