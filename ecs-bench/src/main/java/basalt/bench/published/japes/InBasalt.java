package basalt.bench.published.japes;

import static basalt.bench.published.Published.consume;
import static basalt.bench.published.japes.Components.Position.X;
import static basalt.bench.published.japes.Components.Position.Y;
import static basalt.bench.published.japes.Components.Position.Z;
import static basalt.bench.published.japes.Components.Velocity.DX;
import static basalt.bench.published.japes.Components.Velocity.DY;
import static basalt.bench.published.japes.Components.Velocity.DZ;
import static basalt.system.Access.destroys;
import static basalt.system.Access.exclusive;
import static basalt.system.Access.reads;
import static basalt.system.Access.writesResource;

import basalt.bench.engine.Values;
import basalt.bench.published.OneWay;
import basalt.bench.published.japes.Components.Health;
import basalt.bench.published.japes.Components.Lifetime;
import basalt.bench.published.japes.Components.Mana;
import basalt.bench.published.japes.Components.Mass;
import basalt.bench.published.japes.Components.Position;
import basalt.bench.published.japes.Components.Velocity;
import basalt.bench.published.japes.Japes.Case;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.query.SpawnKernel;
import basalt.system.Schedule;
import basalt.system.ScheduleBuilder;
import basalt.world.RemovedComponents;
import basalt.world.Time;
import basalt.world.World;

/** Basalt: plain, by records, or tuned, by columns and bulk changes. All by a schedule with one worker. */
final class InBasalt {
    private static final float STEP = 0.001f;

    private InBasalt() {}

    /** A world of scenes, and its schedule. */
    abstract static class InWorld extends OneWay {
        final World world = World.create();
        Schedule schedule;

        @Override
        public void close() {
            schedule.close();
            world.close();
        }
    }

    static final class Moving extends InWorld {
        private final Time time = world.time();

        Moving(boolean isTuned, Case workload, int entities) {
            for (int i = 0; i < entities; i++) {
                Position at = Components.start(workload, i, entities);
                Velocity v = Components.speed(workload, i, entities);
                switch (workload) {
                    case READ_ONE -> world.spawn(at);
                    case NBODY -> world.spawn(at, v, new Mass(1));
                    default -> world.spawn(at, v);
                }
            }
            schedule = Schedule.builder(world)
                    .workers(1)
                    .add("system", isTuned ? tuned(workload) : plain(workload))
                    .build();
        }

        private RowKernel plain(Case workload) {
            return switch (workload) {
                case READ_ONE -> world.query(Position.class).each(at -> read(at));
                case READ_TWO ->
                    world.query(Position.class, Velocity.class).each((at, v) -> {
                        read(at);
                        consume(v.dx());
                        consume(v.dy());
                        consume(v.dz());
                    });
                case WRITE -> world.query(Position.class, Velocity.class).update((at, v) -> at.plus(v));
                default ->
                    world.query(Position.class, Velocity.class).update((at, v) -> at.plus(v, time.deltaSeconds()));
            };
        }

        private static void read(Position at) {
            consume(at.x());
            consume(at.y());
            consume(at.z());
        }

        private RowKernel tuned(Case workload) {
            Query moving = world.query().all(Position.TYPE, Velocity.TYPE).build();
            return switch (workload) {
                case READ_ONE ->
                    world.query().all(Position.TYPE).build().kernel(row -> {
                        consume(row.get(X));
                        consume(row.get(Y));
                        consume(row.get(Z));
                    });
                case READ_TWO ->
                    moving.kernel(row -> {
                        consume(row.get(X));
                        consume(row.get(Y));
                        consume(row.get(Z));
                        consume(row.get(DX));
                        consume(row.get(DY));
                        consume(row.get(DZ));
                    });
                case WRITE ->
                    moving.kernel(row -> {
                        row.set(X, row.get(X) + row.get(DX));
                        row.set(Y, row.get(Y) + row.get(DY));
                        row.set(Z, row.get(Z) + row.get(DZ));
                    });
                default ->
                    moving.kernel(row -> {
                        float seconds = time.deltaSeconds();
                        row.set(X, row.get(X) + row.get(DX) * seconds);
                        row.set(Y, row.get(Y) + row.get(DY) * seconds);
                        row.set(Z, row.get(Z) + row.get(DZ) * seconds);
                    });
            };
        }

        @Override
        public int run() {
            schedule.tick(STEP);
            return 1;
        }

        @Override
        public float[] values() {
            Values values = new Values();
            world.query(Position.class).forEach(at -> values.add(at.x(), at.y(), at.z()));
            return values.sorted(3);
        }
    }

    static final class Observed extends Observing {
        private final boolean isTuned;
        private final World world = World.create();
        private final long[] handles;
        private final Schedule schedule;

        Observed(boolean isTuned, Case workload, int entities) {
            super(workload, entities);
            this.isTuned = isTuned;
            handles = new long[entities];
            for (int i = 0; i < entities; i++) {
                Health health = new Health(health());
                handles[i] = isSparse
                        ? world.spawn(health)
                        : world.spawn(new Position(i, i, i), new Velocity(1, 1, 1), health, new Mana(0));
            }
            ScheduleBuilder systems = Schedule.builder(world).workers(1);
            systems.add("health", ofHealth(), writesResource(Observing.class));
            if (!isSparse) {
                systems.add("position", ofPosition(), writesResource(Observing.class));
                systems.add("mana", ofMana(), writesResource(Observing.class));
            }
            schedule = systems.build();
        }

        private RowKernel ofHealth() {
            return isTuned
                    ? world.query().changed(Health.TYPE).build().kernel(row -> sumOfHealth += row.get(Health.POINTS))
                    : world.query(Health.class).changed(Health.class).each(health -> sumOfHealth += health.points());
        }

        private RowKernel ofPosition() {
            return isTuned
                    ? world.query().changed(Position.TYPE).build().kernel(row -> sumOfX += (long) row.get(X))
                    : world.query(Position.class).changed(Position.class).each(at -> sumOfX += (long) at.x());
        }

        private RowKernel ofMana() {
            return isTuned
                    ? world.query().changed(Mana.TYPE).build().kernel(row -> sumOfMana += row.get(Mana.POINTS))
                    : world.query(Mana.class).changed(Mana.class).each(mana -> sumOfMana += mana.points());
        }

        @Override
        void move(int number) {
            long entity = handles[number];
            if (isTuned) {
                world.set(entity, X, world.get(entity, X) + 1);
            } else {
                world.update(entity, Position.class, at -> new Position(at.x() + 1, at.y(), at.z()));
            }
        }

        @Override
        void hurt(int number) {
            long entity = handles[number];
            if (isTuned) {
                world.set(entity, Health.POINTS, world.get(entity, Health.POINTS) - 1);
            } else {
                world.update(entity, Health.class, health -> health.minus(1));
            }
        }

        @Override
        void charge(int number) {
            long entity = handles[number];
            if (isTuned) {
                world.set(entity, Mana.POINTS, world.get(entity, Mana.POINTS) + 1);
            } else {
                world.update(entity, Mana.class, mana -> mana.plus(1));
            }
        }

        @Override
        void observe() {
            schedule.tick(STEP);
        }

        @Override
        public void close() {
            schedule.close();
            world.close();
        }
    }

    static final class Particles extends InWorld {
        private final RemovedComponents removed = world.removed(Health.class);
        private final Query living;
        private final Query dead = world.query().where(Health.POINTS).atMost(0).build();
        private final SpawnKernel spawn = world.template()
                .with(new Position(0, 0, 0), new Velocity(1, 1, 1), new Lifetime(1000), new Health(100))
                .build()
                .kernel(row -> {});
        private final int entities;
        private long alive;
        private long deaths;

        Particles(boolean isTuned, int entities) {
            this.entities = entities;
            for (int i = 0; i < entities; i++) {
                world.spawn(new Position(i, i, i), new Velocity(1, 1, 1), new Lifetime(1000), new Health(1 + i % 100));
            }
            schedule = isTuned ? tuned() : plain();
            living = world.query().where(Lifetime.TICKS).greaterThan(0).build();
        }

        private Schedule plain() {
            var lifetimes = world.query(Lifetime.class);
            lifetimes.rows();
            return Schedule.builder(world)
                    .workers(1)
                    .add("move", world.query(Position.class, Velocity.class).update((at, v) -> at.plus(v)))
                    .add("hurt", world.query(Health.class).update(health -> health.minus(1)))
                    .add(
                            "reap",
                            world.query(Health.class).each((entity, health, commands) -> {
                                if (health.points() <= 0) {
                                    commands.destroy(entity);
                                }
                            }),
                            destroys())
                    .add(
                            "count",
                            () -> {
                                alive = lifetimes.count(lifetime -> lifetime.ticks() > 0);
                                removed.forEach(entity -> deaths++);
                            },
                            reads(Lifetime.class, Health.class))
                    .add(
                            "respawn",
                            () -> {
                                for (long i = alive; i < entities; i++) {
                                    world.spawn(
                                            new Position(0, 0, 0),
                                            new Velocity(1, 1, 1),
                                            new Lifetime(1000),
                                            new Health(100));
                                }
                            },
                            exclusive())
                    .build();
        }

        private Schedule tuned() {
            RowKernel move = world.query()
                    .all(Position.TYPE, Velocity.TYPE)
                    .build()
                    .kernel(row -> {
                        row.set(X, row.get(X) + row.get(DX));
                        row.set(Y, row.get(Y) + row.get(DY));
                        row.set(Z, row.get(Z) + row.get(DZ));
                    });
            RowKernel hurt = world.query()
                    .all(Health.TYPE)
                    .build()
                    .kernel(row -> row.set(Health.POINTS, row.get(Health.POINTS) - 1));
            return Schedule.builder(world)
                    .workers(1)
                    .add("move", move)
                    .add("hurt", hurt)
                    .add(
                            "renew",
                            () -> {
                                dead.bulk().destroy();
                                alive = living.count();
                                deaths += removed.skipAll();
                                spawn.spawn(entities - (int) alive);
                            },
                            exclusive())
                    .build();
        }

        @Override
        public int run() {
            schedule.tick(STEP);
            return (int) alive;
        }

        @Override
        public float[] values() {
            Values values = new Values();
            values.add(alive, deaths, 0, 0);
            world.query(Position.class, Health.class)
                    .forEach((at, health) -> values.add(at.x(), at.y(), at.z(), health.points()));
            return values.sorted(4);
        }
    }
}
