package basalt.bench.engine;

import static basalt.bench.engine.Records.A_VALUE;
import static basalt.bench.engine.Records.B_VALUE;
import static basalt.bench.engine.Records.C_VALUE;
import static basalt.bench.engine.Records.D_VALUE;
import static basalt.bench.engine.Records.E_VALUE;
import static basalt.bench.scene.Position3.X;
import static basalt.bench.scene.Position3.Y;
import static basalt.bench.scene.Position3.Z;
import static basalt.bench.scene.Velocity3.DX;
import static basalt.bench.scene.Velocity3.DY;
import static basalt.bench.scene.Velocity3.DZ;
import static basalt.system.Access.exclusive;
import static basalt.system.Access.reads;
import static basalt.system.Access.touchesOthers;
import static basalt.system.Access.writes;

import basalt.bench.engine.Records.Data;
import basalt.bench.engine.Records.Health;
import basalt.bench.engine.Records.Prey;
import basalt.bench.scene.Position;
import basalt.bench.scene.Position3;
import basalt.bench.scene.Velocity;
import basalt.bench.scene.Velocity3;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.FloatColumn;
import basalt.component.OnTargetDestroy;
import basalt.memory.MemorySource;
import basalt.query.Query;
import basalt.query.Row;
import basalt.query.RowKernel;
import basalt.query.SpawnKernel;
import basalt.save.LoadOptions;
import basalt.save.SaveBuffer;
import basalt.save.SaveOptions;
import basalt.save.Saves;
import basalt.system.Schedule;
import basalt.world.Relation;
import basalt.world.RemovedComponents;
import basalt.world.Template;
import basalt.world.World;
import basalt.world.WorldStatistics;
import java.util.List;
import java.util.function.LongSupplier;

/** Basalt, by its public API: kernels, templates, schedules, and structural changes in one of several ways. */
final class Basalt implements Scenes {
    /** How entities are created and changed; scenes that do not know a way use SINGLE. */
    enum Way {
        /** One by one: spawned by a template or from values, changed by handle. */
        SINGLE,
        /** In bulk: spawned by a template or a spawn kernel, changed by query. */
        BULK,
        /** One by one, spawned from records. */
        RECORDS,
        /** One by one, with a template for each kind of entity. */
        TEMPLATES,
        /** Schedules have two workers. */
        PARALLEL
    }

    private final Way way;

    Basalt(Way way) {
        this.way = way;
    }

    private int workers() {
        return way == Way.PARALLEL ? 2 : 1;
    }

    @Override
    public Scene scene(Workload workload, int entities, int option) {
        return switch (workload) {
            case MOVE -> new Moving(way, entities, option);
            case FRAGMENTED -> new Fragments(way == Way.TEMPLATES, entities, option == 1);
            case SWAPS -> new Swaps(workers(), entities);
            case HEAVY -> new Heavy(workers(), entities);
            case SERIALIZE -> new Serializing(entities);
            case ADD_REMOVE -> new Toggles(way == Way.BULK, entities);
            case PARTICLES -> new Particles(entities);
            case HUNT -> new Hunting(entities);
        };
    }

    private static final class Moving implements Bodies {
        private final World world = World.create();
        private final Query all = world.query().all(Position3.TYPE).build();
        private final Query movers =
                world.query().all(Position3.TYPE, Velocity3.TYPE).build();
        private final RowKernel move = movers.kernel(row -> {
            row.set(X, row.get(X) + row.get(DX));
            row.set(Y, row.get(Y) + row.get(DY));
            row.set(Z, row.get(Z) + row.get(DZ));
        });
        private final Way way;
        private final int moving;
        private final Template template;
        private final SpawnKernel burst;
        private final long[] handles;

        Moving(Way way, int entities, int moving) {
            this.way = way;
            this.moving = moving;
            handles = new long[entities];
            template = moving == 100
                    ? world.template()
                            .with(new Position3(0, 0, 0), new Velocity3(Start.DX, Start.DY, Start.DZ))
                            .build()
                    : world.template().with(new Position3(0, 0, 0)).build();
            burst = template.kernel(
                    row -> { // captures nothing; rows are numbered from 0, as the world is empty
                        int number = row.index();
                        row.set(X, Start.x(number));
                        row.set(Y, Start.y(number));
                        row.set(Z, Start.z(number));
                    });
        }

        @Override
        public int create() {
            if (way == Way.BULK) {
                burst.spawn(handles);
            } else if (way == Way.RECORDS && moving == 100) {
                for (int i = 0; i < handles.length; i++) {
                    handles[i] = world.spawn(place(i), new Velocity3(Start.DX, Start.DY, Start.DZ));
                }
            } else {
                for (int i = 0; i < handles.length; i++) {
                    handles[i] = template.spawn();
                    put(handles[i], i);
                }
            }
            for (int i = 0; moving != 100 && i < handles.length; i++) {
                if (Start.moves(i, moving)) {
                    world.add(handles[i], new Velocity3(Start.DX, Start.DY, Start.DZ));
                }
            }
            return world.entityCount();
        }

        private static Position3 place(int number) {
            return new Position3(Start.x(number), Start.y(number), Start.z(number));
        }

        private void put(long entity, int number) {
            Row row = world.row(entity);
            row.set(X, Start.x(number));
            row.set(Y, Start.y(number));
            row.set(Z, Start.z(number));
        }

        @Override
        public int destroy() {
            if (way == Way.BULK) {
                all.bulk().destroy();
            } else {
                for (long entity : handles) {
                    world.destroy(entity);
                }
            }
            return world.entityCount();
        }

        @Override
        public int run() {
            move.run();
            return handles.length;
        }

        @Override
        public void rewind() {
            for (int i = 0; i < all.count(); i++) {
                put(handles[i], i);
            }
        }

        @Override
        public float x(int number) {
            return world.get(handles[number], X);
        }

        @Override
        public void x(int number, float value) {
            world.set(handles[number], X, value);
        }

        @Override
        public float[] values() {
            Values values = new Values();
            int count = all.count();
            for (int i = 0; i < count; i++) {
                Position3 place = world.get(handles[i], Position3.TYPE);
                boolean moves = world.has(handles[i], Velocity3.TYPE);
                Velocity3 motion = moves ? world.get(handles[i], Velocity3.TYPE) : new Velocity3(0, 0, 0);
                values.add(place.x(), place.y(), place.z(), motion.dx(), motion.dy(), motion.dz());
            }
            return values.all();
        }

        /** Block headers, presence words and columns in use, and what is reserved for frames and commands. */
        @Override
        public long nativeBytes() {
            WorldStatistics.Memory memory = world.statistics().memory();
            return memory.columnBytes() + memory.frameBytes() + memory.commandBytes();
        }

        @Override
        public long reservedBytes() {
            return world.statistics().memory().totalBytes();
        }

        @Override
        public void close() {
            world.close();
        }
    }

    /** Saves the world to native memory, and loads another one from it. */
    private static final class Serializing implements Scene {
        private final int entities;
        private final SaveBuffer buffer = new SaveBuffer(MemorySource.direct());
        private final SaveOptions saving = new SaveOptions();
        private final LoadOptions loading = new LoadOptions();
        private World world = World.create();

        Serializing(int entities) {
            this.entities = entities;
            rewind();
        }

        @Override
        public int run() {
            buffer.clear();
            Saves.save(world, buffer, saving);
            world.close();
            world = Saves.load(buffer.source(), loading);
            return world.entityCount();
        }

        @Override
        public void rewind() {
            world.close();
            world = World.create();
            for (int i = 0; i < entities; i++) {
                world.spawn(Moving.place(i), new Velocity3(Start.DX, Start.DY, Start.DZ));
            }
        }

        @Override
        public float[] values() {
            Values values = new Values();
            world.query().all(Position3.TYPE, Velocity3.TYPE).build().forEach(row -> {
                values.add(row.get(X), row.get(Y), row.get(Z));
                values.add(row.get(DX), row.get(DY), row.get(DZ));
            });
            return values.all();
        }

        @Override
        public void close() {
            buffer.close();
            world.close();
        }
    }

    /** Kinds spawned from values share one block, as do small templates. */
    private static final class Fragments implements Scene {
        private final World world = World.create();
        private final Query all = world.query().all(Data.TYPE).build();
        private final RowKernel twice = all.kernel(row -> row.set(Data.VALUE, row.get(Data.VALUE) * 2));
        private final boolean byTemplates;
        private final boolean spawning;
        private final LongSupplier first;
        private final int entities;
        private long last;

        Fragments(boolean byTemplates, int entitiesOfEach, boolean spawning) {
            this.byTemplates = byTemplates;
            this.spawning = spawning;
            List<LongSupplier> kinds =
                    Records.letters().stream().map(this::kind).toList();
            for (LongSupplier kind : kinds) {
                for (int i = 0; i < entitiesOfEach; i++) {
                    kind.getAsLong();
                }
            }
            first = kinds.get(0);
            last = spawning ? first.getAsLong() : Entity.NULL;
            entities = world.entityCount();
        }

        private LongSupplier kind(Record letter) {
            if (byTemplates) {
                return world.template().with(letter, new Data(1)).build()::spawn;
            }
            return () -> world.spawn(letter, new Data(1));
        }

        @Override
        public int run() {
            if (spawning) {
                world.destroy(last);
                last = first.getAsLong();
            }
            twice.run();
            return entities;
        }

        @Override
        public void rewind() {
            all.forEach(row -> row.set(Data.VALUE, 1));
        }

        @Override
        public float[] values() {
            Values values = new Values();
            all.forEach(row -> values.add(row.get(Data.VALUE)));
            return values.sorted(1);
        }

        @Override
        public void close() {
            world.close();
        }
    }

    /** A template for each kind of entity, and a schedule with a kernel for each swap. */
    private static final class Swaps implements Scene {
        private final World world = World.create();
        private final Schedule schedule;
        private final int ofEach;
        private final long[] handles;

        Swaps(int workers, int entitiesOfEach) {
            ofEach = entitiesOfEach;
            handles = new long[Start.SWAPPED_KINDS * ofEach];
            for (int kind = 0; kind < Start.SWAPPED_KINDS; kind++) {
                FloatColumn[] columns = columns(kind);
                Component<?>[] components = new Component<?>[columns.length];
                java.util.Arrays.setAll(components, i -> type(columns[i]));
                Template template = world.template().with(components).build();
                for (int i = 0; i < ofEach; i++) {
                    handles[kind * ofEach + i] = template.spawn();
                }
            }
            RowKernel ab = pairs(A_VALUE, B_VALUE).kernel(row -> {
                float a = row.get(A_VALUE);
                row.set(A_VALUE, row.get(B_VALUE));
                row.set(B_VALUE, a);
            });
            RowKernel cd = pairs(C_VALUE, D_VALUE).kernel(row -> {
                float c = row.get(C_VALUE);
                row.set(C_VALUE, row.get(D_VALUE));
                row.set(D_VALUE, c);
            });
            RowKernel ce = pairs(C_VALUE, E_VALUE).kernel(row -> {
                float c = row.get(C_VALUE);
                row.set(C_VALUE, row.get(E_VALUE));
                row.set(E_VALUE, c);
            });
            schedule = Schedule.builder(world)
                    .workers(workers)
                    .add("ab", ab, writes(type(A_VALUE), type(B_VALUE)))
                    .add("cd", cd, writes(type(C_VALUE), type(D_VALUE)))
                    .add("ce", ce, writes(type(C_VALUE), type(E_VALUE)))
                    .build();
            rewind();
        }

        private static Component<?> type(FloatColumn column) {
            return (Component<?>) column.component();
        }

        private Query pairs(FloatColumn one, FloatColumn other) {
            return world.query().all(type(one), type(other)).build();
        }

        private static FloatColumn[] columns(int kind) {
            return switch (kind) {
                case 0 -> new FloatColumn[] {A_VALUE, B_VALUE};
                case 1 -> new FloatColumn[] {A_VALUE, B_VALUE, C_VALUE};
                case 2 -> new FloatColumn[] {A_VALUE, B_VALUE, C_VALUE, D_VALUE};
                default -> new FloatColumn[] {A_VALUE, B_VALUE, C_VALUE, E_VALUE};
            };
        }

        @Override
        public int run() {
            schedule.tick(1f / 60f);
            return handles.length;
        }

        @Override
        public void rewind() {
            for (int entity = 0; entity < handles.length; entity++) {
                FloatColumn[] columns = columns(entity / ofEach);
                for (int component = 0; component < columns.length; component++) {
                    world.set(handles[entity], columns[component], Start.letter(entity, component));
                }
            }
        }

        @Override
        public float[] values() {
            Values values = new Values();
            for (int entity = 0; entity < handles.length; entity++) {
                for (FloatColumn column : columns(entity / ofEach)) {
                    values.add(world.get(handles[entity], column));
                }
            }
            return values.all();
        }

        @Override
        public void close() {
            schedule.close();
            world.close();
        }
    }

    /** A schedule of one kernel. */
    private static final class Heavy implements Scene {
        private final World world = World.create();
        private final long[] handles;
        private final Schedule schedule;

        Heavy(int workers, int entities) {
            handles = new long[entities];
            world.template().with(Position3.TYPE).build().spawn(handles);
            RowKernel compute =
                    world.query().all(Position3.TYPE).build().kernel(row -> row.set(X, Start.compute(row.get(X))));
            schedule = Schedule.builder(world)
                    .workers(workers)
                    .add("compute", compute, writes(Position3.TYPE))
                    .build();
            rewind();
        }

        @Override
        public int run() {
            schedule.tick(1f / 60f);
            return handles.length;
        }

        @Override
        public void rewind() {
            for (int i = 0; i < handles.length; i++) {
                world.set(handles[i], X, Start.fraction(i));
            }
        }

        @Override
        public float[] values() {
            Values values = new Values();
            for (long entity : handles) {
                values.add(world.get(entity, X));
            }
            return values.all();
        }

        @Override
        public void close() {
            schedule.close();
            world.close();
        }
    }

    /** Entities that are changed one by one, by handle, or all at once, by query. */
    private static final class Toggles extends Toggling {
        private static final Component<Records.A> A = Component.of(Records.A.class);
        private static final Component<Records.B> B = Component.of(Records.B.class);

        private final World world = World.create();
        private final Query all = world.query().all(A).build();
        private final long[] handles;
        private final boolean atOnce;

        Toggles(boolean atOnce, int entities) {
            super(entities);
            this.atOnce = atOnce;
            handles = new long[entities];
            world.template().with(A).build().spawn(handles);
        }

        @Override
        protected int add() {
            if (atOnce) {
                return all.bulk().add(B);
            }
            int added = 0;
            for (long entity : handles) {
                if (world.add(entity, B)) {
                    added++;
                }
            }
            return added;
        }

        @Override
        protected int remove() {
            if (atOnce) {
                return all.bulk().remove(B);
            }
            int removed = 0;
            for (long entity : handles) {
                if (world.remove(entity, B)) {
                    removed++;
                }
            }
            return removed;
        }

        @Override
        protected float set(int number) {
            float before = world.get(handles[number], B_VALUE);
            world.set(handles[number], B_VALUE, 1);
            return before;
        }

        @Override
        public void close() {
            world.close();
        }
    }

    /**
     * A schedule of kernels that move and hurt, and of a system that destroys the dead, reads which entities have died,
     * spawns as many and counts.
     */
    private static final class Particles implements Scene {
        private int spawned;
        private int removals;
        private int count;
        private final int capacity;
        private final World world = World.create();
        private final Query all =
                world.query().all(Position3.TYPE, Velocity3.TYPE, Health.TYPE).build();
        private final Query dead = world.query().where(Health.POINTS).atMost(0).build();
        private final SpawnKernel spawn = world.template()
                .with(new Position3(0, 0, 0), new Velocity3(Start.DX, Start.DY, Start.DZ), new Health(0))
                .build()
                .kernel(row -> {
                    row.set(X, Start.spawnX(spawned));
                    row.set(Health.POINTS, Start.health(spawned));
                    spawned++;
                });
        private final RemovedComponents removed = world.removed(Health.TYPE);
        private final Schedule schedule = schedule();

        Particles(int entities) {
            capacity = entities;
            rewind();
        }

        private Schedule schedule() {
            RowKernel move = world.query()
                    .all(Position3.TYPE, Velocity3.TYPE)
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
                    .add("move", move, reads(Velocity3.TYPE), writes(Position3.TYPE))
                    .add("hurt", hurt, writes(Health.TYPE))
                    .add("renew", this::renew, exclusive())
                    .build();
        }

        @Override
        public int run() {
            schedule.tick(1);
            return count;
        }

        private void renew() {
            int died = dead.bulk().destroy();
            while (removed.next()) {
                removals++;
            }
            spawn.spawn(died);
            count = all.count();
        }

        @Override
        public void rewind() {
            all.bulk().destroy();
            spawned = 0;
            spawn.spawn(capacity);
        }

        @Override
        public float[] values() {
            Values values = new Values();
            all.forEach(row -> values.add(row.get(X), row.get(Y), row.get(Z), row.get(Health.POINTS)));
            return values.sorted(4);
        }

        @Override
        public void close() {
            schedule.close();
            world.close();
        }
    }

    /**
     * A schedule of kernels that move, choose and pursue, the last over the pairs of a relation, and of a system that
     * destroys what was caught, by which the relation releases the predators, and spawns as many.
     */
    private static final class Hunting implements Scene {
        private final Chase chase = new Chase();
        private final World world = World.create();
        private final Relation hunting = world.relation(Records.Hunting.PREY, OnTargetDestroy.CLEAR);
        private final Query all =
                world.query().all(Position.TYPE, Velocity.TYPE).build();
        private final Query hunters = world.query()
                .all(Position.TYPE, Velocity.TYPE, Records.Hunting.TYPE)
                .build();
        private final long[] predators;
        private final long[] prey;

        /** The numbers of the prey that were caught in this tick. */
        private final int[] caught;

        private int caughtCount;
        private int spawned;
        private final SpawnKernel spawn;
        private final Schedule schedule;

        Hunting(int ofPrey) {
            prey = new long[ofPrey];
            predators = new long[Chase.predators(ofPrey)];
            caught = new int[predators.length];
            spawn = world.template()
                    .with(new Position(0, 0), new Velocity(0, 0), new Prey(0))
                    .build()
                    .kernel(row -> {
                        int number = caught[spawned++];
                        prey[number] = row.entity();
                        row.set(Prey.NUMBER, number);
                        row.set(Position.X, chase.place());
                        row.set(Position.Y, chase.place());
                    });
            schedule = schedule();
            rewind();
        }

        private Schedule schedule() {
            RowKernel move = all.kernel(row -> {
                row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX));
                row.set(Position.Y, row.get(Position.Y) + row.get(Velocity.DY));
            });
            RowKernel choose = world.query()
                    .where(Records.Hunting.PREY)
                    .equalTo(Entity.NULL)
                    .build()
                    .kernel(row -> row.set(Records.Hunting.PREY, prey[chase.choose(prey.length)]));
            return Schedule.builder(world)
                    .workers(1)
                    .add("move", move, reads(Velocity.TYPE), writes(Position.TYPE))
                    .add("choose", choose, writes(Records.Hunting.TYPE), touchesOthers())
                    .add(
                            "pursue",
                            pursue(),
                            reads(Records.Hunting.TYPE, Position.TYPE, Prey.TYPE),
                            writes(Velocity.TYPE),
                            touchesOthers())
                    .add("renew", this::renew, exclusive())
                    .build();
        }

        private RowKernel pursue() {
            Query hunted = world.query().all(Position.TYPE, Prey.TYPE).build();
            return hunters.pairs(hunting.column(), hunted).kernel((row, target) -> {
                float dx = target.get(Position.X) - row.get(Position.X);
                float dy = target.get(Position.Y) - row.get(Position.Y);
                float square = dx * dx + dy * dy;
                float distance = (float) Math.sqrt(square);
                if (distance > Chase.NO_TURN) {
                    row.set(Velocity.DX, Chase.turned(dx, distance));
                    row.set(Velocity.DY, Chase.turned(dy, distance));
                }
                if (square <= Chase.CATCH_SQUARE) {
                    caught[caughtCount++] = target.get(Prey.NUMBER);
                }
            });
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
            chase.rewind();
            for (int i = 0; i < predators.length; i++) {
                world.spawn(new Position(0, 0), new Velocity(0, 0), new Records.Hunting(Entity.NULL));
            }
            int[] next = {0};
            hunters.forEach(row -> {
                predators[next[0]++] = row.entity();
                row.set(Position.X, chase.den());
                row.set(Position.Y, chase.den());
                row.set(Velocity.DX, Chase.START_SPEED);
                row.set(Velocity.DY, Chase.START_SPEED);
            });
            for (int i = 0; i < prey.length; i++) {
                prey[i] = world.spawn(new Position(chase.place(), chase.place()), new Velocity(0, 0), new Prey(i));
            }
        }

        @Override
        public float[] values() {
            Values values = new Values();
            for (long predator : predators) {
                Position place = world.get(predator, Position.TYPE);
                Velocity motion = world.get(predator, Velocity.TYPE);
                long target = hunting.target(predator);
                values.add(place.x(), place.y(), motion.dx(), motion.dy());
                values.add(target == Entity.NULL ? Chase.NONE : world.get(target, Prey.NUMBER));
            }
            for (long entity : prey) {
                values.add(world.get(entity, Position.X), world.get(entity, Position.Y));
            }
            return values.all();
        }

        @Override
        public void close() {
            schedule.close();
            world.close();
        }
    }
}
