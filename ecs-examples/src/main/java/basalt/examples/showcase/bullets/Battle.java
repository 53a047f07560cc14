package basalt.examples.showcase.bullets;

import static basalt.system.Access.destroys;
import static basalt.system.Access.reads;
import static basalt.system.Access.readsResource;
import static basalt.system.Access.receives;
import static basalt.system.Access.restructures;
import static basalt.system.Access.sends;
import static basalt.system.Access.spawns;
import static basalt.system.Access.worldThread;
import static basalt.system.Access.writes;
import static basalt.system.Access.writesResource;

import basalt.component.ChildOf;
import basalt.component.Component;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.component.EventType;
import basalt.component.TreeNode;
import basalt.examples.framework.experiment.Experiment;
import basalt.examples.framework.render.Scene;
import basalt.examples.showcase.bullets.Components.Bullet;
import basalt.examples.showcase.bullets.Components.Emitter;
import basalt.examples.showcase.bullets.Components.Position;
import basalt.examples.showcase.bullets.Components.Velocity;
import basalt.examples.showcase.bullets.Fleet.Engine;
import basalt.examples.showcase.bullets.Fleet.Ship;
import basalt.examples.showcase.bullets.Gun.Routine;
import basalt.examples.showcase.bullets.bulletml.Pattern;
import basalt.inspect.InspectorBuilder;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.system.Schedule;
import basalt.world.EventChannel;
import basalt.world.EventReader;
import basalt.world.Restorable;
import basalt.world.World;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.Collectors;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The world of the bullets, and the systems of a tick:
 *
 * <pre>
 *   steer     ships turn at the edges of the stage
 *   move      all but engines move
 *   follow    engines follow their ships
 *   grid      ships are put into a grid, in the arena of the tick
 *   collide   each bullet looks up ships in the grid; hits are events
 *   script    emitters and bullets run the scripts of their patterns, and fire
 *   arm       emitters restart patterns that have ended
 *   leave     bullets far outside the stage are destroyed
 *   damage    bullets that have hit are destroyed; a ship with too many hits is destroyed and replaced
 * </pre>
 *
 * <p>Entities are spawned and destroyed by commands, so systems can run in parallel, and the result does not depend on
 * the number of workers. The scripts lie in a pool that belongs to the world's thread, so this thread runs them;
 * meanwhile other workers fill the grid and find hits.
 *
 * <p>Used only by the thread that created it, like its world.
 */
final class Battle extends Experiment {
    static final float TICK_SECONDS = 1 / 60f;

    /** Maximum number of emitters. */
    static final int MOST_EMITTERS = 100_000;

    static final Component<?>[] COMPONENTS = {
        Bullet.TYPE,
        Ship.TYPE,
        Emitter.TYPE,
        Engine.TYPE,
        Position.TYPE,
        Velocity.TYPE,
        Routine.TYPE,
        ChildOf.TYPE,
        TreeNode.TYPE
    };

    private final World world;
    private final Scripts scripts;
    private final Stage stage;
    private final List<Pattern> patterns;
    private final int mostBullets;
    private final int emitterCount;
    private final Score score = new Score();
    private final Query bullets;
    private final Query ships;
    private final Query engines;
    private final Query emitters;
    private final EventChannel<Hit> hits;
    private final EventReader<Hit> newHits;
    private final Fleet fleet;
    private final Gun gun;
    private final Grid grid;
    private final RowKernel arm;
    private final RowKernel runScripts;
    private final RowKernel count;
    private final RowKernel place;
    private final RowKernel collide;
    private final Schedule schedule;

    /** Uses a world that is empty, or was loaded from a file. Takes ownership of it, even if this constructor fails. */
    Battle(World world, BattleSettings settings) {
        this.world = world;
        scripts = scripts(world, settings);
        try {
            stage = settings.stage();
            patterns = settings.patterns();
            mostBullets = settings.bullets();
            emitterCount = settings.emitters();
            bullets = world.query().all(Bullet.TYPE, Position.TYPE).build();
            ships = world.query().all(Ship.TYPE, Position.TYPE).build();
            engines =
                    world.query().all(Engine.TYPE, ChildOf.TYPE, Position.TYPE).build();
            emitters = world.query().all(Emitter.TYPE).build();
            hits = world.events(Hit.TYPE);
            newHits = hits.reader();
            fleet = new Fleet(world, stage, settings.ships());
            gun = new Gun(world, fleet, patterns, scripts, settings.rank());
            grid = new Grid(stage);
            world.resources().put(score);
            world.resources().put(fleet);
            world.resources().put(grid);
            world.resources().put(gun);
            world.resources().put(scripts);
            world.observers().onRemove(Routine.TYPE, gun::drop);
            Grid cells = grid; // captured as a local: the JIT treats it as a constant, but not a field
            arm = arm(world, gun);
            runScripts = runScripts(world, gun);
            count = ships.kernel(row -> cells.count(row.get(Position.X), row.get(Position.Y)));
            place = ships.kernel(row -> cells.place(row.entity(), row.get(Position.X), row.get(Position.Y)));
            collide = collide(bullets, cells);
            schedule = schedule(settings.workers());
        } catch (Throwable e) {
            CloseHelper.closeAll(e::addSuppressed, world, scripts);
            throw e;
        }
    }

    private static Scripts scripts(World world, BattleSettings settings) {
        try {
            return new Scripts(settings.patterns());
        } catch (Throwable e) {
            CloseHelper.closeAll(e::addSuppressed, world);
            throw e;
        }
    }

    private static RowKernel arm(World world, Gun gun) {
        Query idle = world.query()
                .all(Emitter.TYPE, Position.TYPE)
                .none(Routine.TYPE)
                .build();
        return idle.kernel((row, commands) -> {
            row.set(Position.X, row.get(Emitter.X));
            row.set(Position.Y, row.get(Emitter.Y));
            gun.arm(row.entity(), row.get(Emitter.PATTERN), commands);
        });
    }

    private static RowKernel runScripts(World world, Gun gun) {
        Query scripted =
                world.query().all(Routine.TYPE, Position.TYPE, Velocity.TYPE).build();
        return scripted.kernel((row, commands) -> {
            int idle = row.get(Routine.IDLE);
            if (idle > 0) {
                row.set(Routine.IDLE, idle - 1);
                Gun.glide(row);
            } else {
                gun.load(row);
                gun.run(row.entity(), commands);
                gun.store(row);
            }
        });
    }

    private static RowKernel collide(Query bullets, Grid cells) {
        return bullets.kernel((row, commands) -> {
            long ship = cells.find(row.get(Position.X), row.get(Position.Y));
            if (ship != 0) {
                long hit = commands.send(Hit.TYPE);
                commands.set(hit, Hit.SHIP, ship);
                commands.set(hit, Hit.BULLET, row.entity());
            }
        });
    }

    private Schedule schedule(int workers) {
        Stage here = stage;
        Query sailing =
                world.query().all(Ship.TYPE, Position.TYPE, Velocity.TYPE).build();
        RowKernel steer = sailing.kernel(row -> {
            row.set(Velocity.DX, Stage.turned(row.get(Position.X), here.width(), row.get(Velocity.DX)));
            row.set(Velocity.DY, Stage.turned(row.get(Position.Y), here.height(), row.get(Velocity.DY)));
        });
        RowKernel move = world.query().all(Position.TYPE, Velocity.TYPE).build().kernel(row -> {
            row.set(Position.X, row.get(Position.X) + row.get(Velocity.DX));
            row.set(Position.Y, row.get(Position.Y) + row.get(Velocity.DY));
        });
        RowKernel follow = engines.pairKernel(ChildOf.PARENT, ships, (engine, ship) -> {
            engine.set(Position.X, ship.get(Position.X) + engine.get(Engine.X));
            engine.set(Position.Y, ship.get(Position.Y) + engine.get(Engine.Y));
        });
        RowKernel leave = bullets.kernel((row, commands) -> {
            if (here.isFarOut(row.get(Position.X), row.get(Position.Y))) {
                commands.destroy(row.entity());
            }
        });
        return Schedule.builder(world)
                .workers(workers)
                .add("steer", steer, reads(Ship.TYPE, Position.TYPE), writes(Velocity.TYPE))
                .add("move", move, reads(Velocity.TYPE), writes(Position.TYPE))
                .add("follow", follow, reads(Engine.TYPE, Ship.TYPE, ChildOf.TYPE), writes(Position.TYPE))
                .add("grid", this::fillGrid, reads(Ship.TYPE, Position.TYPE), writesResource(Grid.class))
                .add("collide", collide, reads(Bullet.TYPE, Position.TYPE), readsResource(Grid.class), sends(Hit.TYPE))
                .add(
                        "script",
                        this::script,
                        worldThread(),
                        reads(Bullet.TYPE, Position.TYPE),
                        writes(Routine.TYPE, Velocity.TYPE),
                        restructures(Routine.TYPE),
                        readsResource(Fleet.class),
                        writesResource(Gun.class),
                        destroys(gun.plain(), gun.scripted()),
                        destroys(Emitter.TYPE), // by vanish in a pattern
                        spawns(gun.plain(), gun.scripted()))
                .add(
                        "arm",
                        arm,
                        worldThread(),
                        reads(Emitter.TYPE),
                        writes(Position.TYPE),
                        restructures(Routine.TYPE),
                        readsResource(Fleet.class),
                        writesResource(Gun.class))
                .add("leave", leave, reads(Bullet.TYPE, Position.TYPE), destroys(gun.plain(), gun.scripted()))
                .add(
                        "damage",
                        this::damage,
                        receives(Hit.TYPE),
                        writes(Ship.TYPE),
                        writesResource(Score.class, Fleet.class),
                        destroys(gun.plain(), gun.scripted()),
                        destroys(fleet.prefab()),
                        spawns(fleet.prefab()))
                .build();
    }

    /**
     * Starts, or restarts. The rows of the entities, and so the course of the battle, depend on what was in the world
     * before.
     */
    @Override
    protected void begin(long seed) {
        bullets.bulk().destroy();
        ships.bulk().destroy();
        emitters.bulk().destroy();
        world.swapEvents();
        newHits.skipAll();
        score.clear();
        gun.load(seed);
        fleet.launch(seed + 1);
        world.applyCommands();
        for (int i = 0; i < emitterCount; i++) {
            spawnMore();
        }
    }

    /**
     * Adds an emitter, up to the maximum, until the next start. The emitters stand on a quasi-random lattice, evenly
     * but not in rows.
     */
    @Override
    protected void spawnMore() {
        int number = emitters.count();
        if (number == MOST_EMITTERS) {
            return;
        }
        float x = (float) (fraction(0.5 + number * 0.7548776662466927) * stage.width());
        float y = (float) (fraction(0.5 + number * 0.5698402909980532) * stage.height());
        world.spawn(new Emitter((number + number / 5) % patterns.size(), x, y), new Position(x, y), new Velocity(0, 0));
    }

    private static double fraction(double value) {
        return value - Math.floor(value);
    }

    /** Gives an inspector the kinds of entities that it can spawn. */
    @Override
    protected void describe(InspectorBuilder inspector) {
        inspector.template("bullet", gun.plain());
    }

    private void script() {
        gun.limit(mostBullets - bullets.count());
        runScripts.run();
    }

    private void fillGrid() {
        grid.begin(world.tickArena(), fleet.size());
        count.run();
        grid.sum();
        place.run();
    }

    private void damage() {
        fleet.replaceLost(world.commands());
        while (newHits.next()) {
            world.commands().destroy(hits.get(newHits.event(), Hit.BULLET));
            long ship = hits.get(newHits.event(), Hit.SHIP);
            score.hit();
            int hull = world.get(ship, Ship.HULL) - 1;
            world.set(ship, Ship.HULL, hull);
            if (hull == 0) {
                score.ship();
                world.commands().destroy(ship);
                fleet.launch(world.get(ship, Ship.PLACE), world.commands());
            }
        }
    }

    @Override
    public int population() {
        return bullets.count();
    }

    @Override
    public float tickSeconds() {
        return TICK_SECONDS;
    }

    @Override
    public Scene scene() {
        return BattleView.of(this);
    }

    Stage stage() {
        return stage;
    }

    Query bullets() {
        return bullets;
    }

    @Override
    public Schedule schedule() {
        return schedule;
    }

    @Override
    public World world() {
        return world;
    }

    @Override
    public Component<?>[] components() {
        return COMPONENTS.clone();
    }

    /** Each tick makes the grid anew. */
    @Override
    public Class<?>[] derived() {
        return new Class<?>[] {Grid.class};
    }

    Query ships() {
        return ships;
    }

    Query engines() {
        return engines;
    }

    Score score() {
        return score;
    }

    /** Number of bullets that were not fired because the limit was reached. */
    long heldBack() {
        return gun.heldBack();
    }

    /** Number of running scripts. */
    int scriptCount() {
        return scripts.count();
    }

    /** Of the scripts in the pool it includes their numbers, but not their state, which soon affects the components. */
    @Override
    public long hash() {
        return ((super.hash() * 31 + score.hits()) * 31 + score.ships()) * 31 + heldBack();
    }

    @Override
    public void close() {
        CloseHelper.closeAll(this::endReplay, schedule, world, scripts);
    }

    /**
     * An event: a bullet has hit a ship.
     *
     * @param ship the ship
     * @param bullet the bullet, which is destroyed by the hit
     */
    record Hit(@EntityHandle long ship, @EntityHandle long bullet) {
        static final EventType<Hit> TYPE = EventType.of(Hit.class);
        static final EntityColumn SHIP = TYPE.entity("ship");
        static final EntityColumn BULLET = TYPE.entity("bullet");
    }

    /**
     * The score of the emitters. A resource: there is one per world, and systems declare access to it as to a
     * component.
     */
    static final class Score implements Restorable {
        private long hits;
        private long ships;

        void hit() {
            hits++;
        }

        void ship() {
            ships++;
        }

        /** Bullets that have hit. */
        long hits() {
            return hits;
        }

        /** Ships that were lost. */
        long ships() {
            return ships;
        }

        void clear() {
            hits = 0;
            ships = 0;
        }

        @Override
        public int save(MutableDirectBuffer to, int offset) {
            to.putLong(offset, hits, ByteOrder.LITTLE_ENDIAN);
            to.putLong(offset + Long.BYTES, ships, ByteOrder.LITTLE_ENDIAN);
            return 2 * Long.BYTES;
        }

        @Override
        public void restore(DirectBuffer from, int offset, int length) {
            hits = from.getLong(offset, ByteOrder.LITTLE_ENDIAN);
            ships = from.getLong(offset + Long.BYTES, ByteOrder.LITTLE_ENDIAN);
        }
    }

    /**
     * The settings of a battle.
     *
     * @param stage the stage
     * @param patterns patterns of the emitters, in turn; at least one
     * @param bullets maximum number of bullets
     * @param ships number of ships
     * @param emitters number of emitters
     * @param rank difficulty for the ships, 0 to 1
     * @param workers number of threads
     */
    record BattleSettings(
            Stage stage, List<Pattern> patterns, int bullets, int ships, int emitters, float rank, int workers) {
        BattleSettings {
            patterns = List.copyOf(patterns);
        }

        /** The options that a saved battle depends on. The patterns are by name, and the ships by number. */
        @Override
        public String toString() {
            return "--stage %sx%s --ships %d --pattern %s"
                    .formatted(
                            stage.width(),
                            stage.height(),
                            ships,
                            patterns.stream().map(Pattern::name).collect(Collectors.joining(",")));
        }
    }

    /**
     * The rectangle in which the battle takes place. Its lower left corner is (0, 0).
     *
     * @param width in pixels
     * @param height in pixels
     */
    record Stage(float width, float height) {
        /** Distance outside the stage at which a bullet is destroyed. */
        private static final float MARGIN = 20;

        boolean isFarOut(float x, float y) {
            return x < -MARGIN || y < -MARGIN || x > width + MARGIN || y > height + MARGIN;
        }

        /** Turns a velocity at an edge, so that it points back into the stage. */
        static float turned(float place, float size, float velocity) {
            return place < 0 ? Math.abs(velocity) : place > size ? -Math.abs(velocity) : velocity;
        }
    }
}
