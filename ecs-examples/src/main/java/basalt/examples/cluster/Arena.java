package basalt.examples.cluster;

import static basalt.system.Access.destroys;
import static basalt.system.Access.reads;
import static basalt.system.Access.spawns;
import static basalt.system.Access.writes;
import static basalt.system.Access.writesResource;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.component.LongColumn;
import basalt.examples.cluster.Arena.Player;
import basalt.examples.framework.program.SmallRandom;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.save.LoadOptions;
import basalt.save.SaveOptions;
import basalt.save.SaveSink;
import basalt.save.SaveSource;
import basalt.save.Saves;
import basalt.system.Schedule;
import basalt.world.Template;
import basalt.world.World;
import java.time.Instant;
import java.util.List;
import org.agrona.CloseHelper;
import org.agrona.collections.Long2LongHashMap;

/**
 * Ships and bullets as a deterministic world. Equal calls in equal order lead to equal worlds, bit for bit, on every
 * machine:
 *
 * <ul>
 *   <li>nothing reads a clock; random numbers come from a resource, which is saved
 *   <li>only the four operations of arithmetic, no sine: their results are the same everywhere
 *   <li>entities are visited in the order of rows; hash maps are only looked up in
 * </ul>
 *
 * <pre>
 *   refill    players may send messages again
 *   move      all fly, and come back on the other side
 *   age       bullets end
 *   emit      new bullets without an owner take the places of those that have ended
 *   retire    ships whose players are away for long are destroyed
 * </pre>
 *
 * <p>A loaded arena goes on as the saved one does, also with the same handles: templates and readers are made in the
 * same order. Used only by the thread that created it.
 */
final class Arena implements AutoCloseable {
    /** Length of a side. */
    static final int SIZE = 1024;

    /** The session of an absent player. */
    static final long NO_SESSION = -1;

    /** All components of the world. */
    static final List<Component<?>> COMPONENTS =
            List.of(Position.TYPE, Velocity.TYPE, Bullet.TYPE, Neutral.TYPE, Player.TYPE);

    private static final float SHIP_SPEED = 60;
    private static final float BULLET_SPEED = 120;
    private static final int LIFE_TICKS = 150;
    private static final int AWAY_SECONDS = 60;

    private final Settings settings;
    private final World world;
    private final SmallRandom random;
    private final Template ships;
    private final Template shots;
    private final Template neutrals;
    private final Query neutral;
    private final Query bullets;
    private final Players players;
    private final Schedule schedule;

    /** Creates an arena without ships. */
    Arena(Settings settings) {
        this(settings, World.builder().distinctHandles(false).build());
    }

    /** Takes ownership of the world, even if this constructor fails. */
    private Arena(Settings settings, World world) {
        this.settings = settings;
        this.world = world;
        try {
            random = new SmallRandom(settings.seed());
            world.resources().put(random);
            ships = world.template()
                    .with(
                            new Position(0, 0),
                            new Velocity(0, 0),
                            new Player(
                                    0, NO_SESSION, 0, 0, settings.messagesPerSecond() * settings.ticksPerSecond(), 0))
                    .build();
            shots = world.template()
                    .with(new Position(0, 0), new Velocity(0, 0), new Bullet(0, LIFE_TICKS))
                    .build();
            neutrals = world.template()
                    .with(new Position(0, 0), new Velocity(0, 0), new Bullet(0, LIFE_TICKS), new Neutral())
                    .build();
            neutral = world.query().all(Neutral.TYPE).build();
            bullets = world.query().all(Bullet.TYPE, Position.TYPE).build();
            players = new Players(world);
            schedule = schedule();
        } catch (Throwable e) {
            CloseHelper.closeAll(e::addSuppressed, world);
            throw e;
        }
    }

    /** Loads an arena. */
    static Arena load(Settings settings, SaveSource source) {
        LoadOptions options = new LoadOptions().components(COMPONENTS.toArray(new Component<?>[0]));
        return new Arena(
                settings, Saves.load(source, options.builder(World.builder().distinctHandles(false))));
    }

    /** Saves the arena. Equal arenas give equal bytes. */
    void save(SaveSink sink) {
        Saves.save(world, sink, new SaveOptions().time(Instant.EPOCH));
    }

    private Schedule schedule() {
        Query flying = world.query().all(Position.TYPE, Velocity.TYPE).build();
        float seconds = settings.tickSeconds();
        int refilled = settings.messagesPerSecond();
        int most = refilled * settings.ticksPerSecond();
        RowKernel refill = world.query()
                .all(Player.TYPE)
                .build()
                .kernel(row -> row.set(Player.ALLOWANCE, Math.min(most, row.get(Player.ALLOWANCE) + refilled)));
        RowKernel move = flying.kernel(row -> {
            float x = row.get(Position.X) + row.get(Velocity.DX) * seconds;
            float y = row.get(Position.Y) + row.get(Velocity.DY) * seconds;
            row.set(Position.X, x < 0 ? x + SIZE : x >= SIZE ? x - SIZE : x);
            row.set(Position.Y, y < 0 ? y + SIZE : y >= SIZE ? y - SIZE : y);
        });
        RowKernel age = bullets.kernel((row, commands) -> {
            int life = row.get(Bullet.LIFE) - 1;
            row.set(Bullet.LIFE, life);
            if (life <= 0) {
                commands.destroy(row.entity());
            }
        });
        int awayTicks = AWAY_SECONDS * settings.ticksPerSecond();
        return Schedule.builder(world)
                .workers(1)
                .add("refill", refill, writes(Player.TYPE))
                .add("move", move, reads(Velocity.TYPE), writes(Position.TYPE))
                .add("age", age, reads(Position.TYPE), writes(Bullet.TYPE), destroys(shots), destroys(neutrals))
                .add("emit", this::emit, reads(Neutral.TYPE), writesResource(SmallRandom.class), spawns(neutrals))
                .add("retire", () -> players.retire(awayTicks), writes(Player.TYPE), destroys(ships))
                .build();
    }

    private void emit() {
        Commands commands = world.commands();
        for (int missing = settings.bullets() - neutral.count(); missing > 0; missing--) {
            long bullet = neutrals.spawn(commands);
            commands.set(bullet, Position.X, random.next() * SIZE);
            commands.set(bullet, Position.Y, random.next() * SIZE);
            commands.set(bullet, Velocity.DX, random.nextSigned() * BULLET_SPEED);
            commands.set(bullet, Velocity.DY, random.nextSigned() * BULLET_SPEED);
            commands.set(bullet, Bullet.LIFE, LIFE_TICKS + (int) (random.next() * LIFE_TICKS));
        }
    }

    /** Runs one tick. */
    void tick() {
        schedule.tick(settings.tickSeconds());
    }

    /**
     * A session takes over the ship of a player: a new player gets a new ship, a returning one the old ship, with the
     * number of the last command. Returns the session that has steered it before, or {@link #NO_SESSION}.
     */
    long join(long player, long session) {
        long ship = players.ofPlayer(player);
        long before = NO_SESSION;
        if (ship == Entity.NULL) {
            ship = ships.spawn();
            world.set(ship, Player.ID, player);
            world.set(ship, Position.X, random.next() * SIZE);
            world.set(ship, Position.Y, random.next() * SIZE);
        } else {
            before = world.get(ship, Player.SESSION);
            players.release(before);
        }
        players.bind(ship, session);
        return before;
    }

    /** A session ends. Its ship stays for a minute. */
    void leave(long session) {
        players.release(session);
    }

    /** The ship that a session steers, or the null handle. */
    long shipOf(long session) {
        return players.ofSession(session);
    }

    /** Takes a message from what a player may send. Returns whether it is within the limit. */
    boolean tryTakeMessage(long ship) {
        int left = world.get(ship, Player.ALLOWANCE) - settings.ticksPerSecond();
        if (left >= 0) {
            world.set(ship, Player.ALLOWANCE, left);
        }
        return left >= 0;
    }

    /** The number of the last command of a ship. */
    long sequence(long ship) {
        return world.get(ship, Player.SEQUENCE);
    }

    /** How many commands of a ship were applied: always as many as its last one's number. */
    long applied(long ship) {
        return world.get(ship, Player.APPLIED);
    }

    /** Where a ship is. */
    float x(long ship) {
        return world.get(ship, Position.X);
    }

    /** Where a ship is. */
    float y(long ship) {
        return world.get(ship, Position.Y);
    }

    /** A command: the ship flies in a direction, of -1 to 1 along x and y; what is beyond counts as the nearest. */
    void steer(long ship, long sequence, float dx, float dy) {
        world.set(ship, Velocity.DX, limited(dx) * SHIP_SPEED);
        world.set(ship, Velocity.DY, limited(dy) * SHIP_SPEED);
        count(ship, sequence);
    }

    /** A command: the ship fires a bullet in a direction. */
    void fire(long ship, long sequence, float dx, float dy) {
        long bullet = shots.spawn();
        world.set(bullet, Bullet.OWNER, world.get(ship, Player.ID));
        world.set(bullet, Position.X, x(ship));
        world.set(bullet, Position.Y, y(ship));
        world.set(bullet, Velocity.DX, limited(dx) * BULLET_SPEED);
        world.set(bullet, Velocity.DY, limited(dy) * BULLET_SPEED);
        count(ship, sequence);
    }

    private static float limited(float value) {
        return Math.max(-1, Math.min(1, value));
    }

    private void count(long ship, long sequence) {
        world.set(ship, Player.SEQUENCE, sequence);
        world.set(ship, Player.APPLIED, world.get(ship, Player.APPLIED) + 1);
    }

    /** Number of bullets, those of players included. */
    int bullets() {
        return bullets.count();
    }

    /**
     * The world, to be looked at. Only this arena may change it; code that stores its own state in it stores resources.
     */
    World world() {
        return world;
    }

    @Override
    public void close() {
        CloseHelper.closeAll(schedule, world);
    }

    /** Where something is, in units of the arena: 0 to {@link Arena#SIZE}. */
    record Position(float x, float y) {
        static final Component<Position> TYPE = Component.of(Position.class);
        static final FloatColumn X = TYPE.float32("x");
        static final FloatColumn Y = TYPE.float32("y");
    }

    /** Units of the arena in a second. */
    record Velocity(float x, float y) {
        static final Component<Velocity> TYPE = Component.of(Velocity.class);
        static final FloatColumn DX = TYPE.float32("x");
        static final FloatColumn DY = TYPE.float32("y");
    }

    /**
     * A bullet.
     *
     * @param owner the player of the ship that fired it; 0 for none
     * @param life ticks until it ends
     */
    record Bullet(long owner, int life) {
        static final Component<Bullet> TYPE = Component.of(Bullet.class);
        static final LongColumn OWNER = TYPE.int64("owner");
        static final IntColumn LIFE = TYPE.int32("life");
    }

    /** A tag of the bullets without an owner, whose number stays the same. */
    record Neutral() {
        static final Component<Neutral> TYPE = Component.of(Neutral.class);
    }

    /**
     * The player of a ship. All of it is in the world, so it is saved, restored and hashed with it.
     *
     * @param id the player's number, not 0
     * @param session the session that steers the ship; {@link Arena#NO_SESSION} if the player is away
     * @param sequence number of the last command that was applied
     * @param applied how many commands were applied: always equal to the sequence
     * @param allowance what is left of the messages that the player may send now, in parts of a message
     * @param away ticks since the player went
     */
    record Player(long id, long session, long sequence, long applied, int allowance, int away) {
        static final Component<Player> TYPE = Component.of(Player.class);
        static final LongColumn ID = TYPE.int64("id");
        static final LongColumn SESSION = TYPE.int64("session");
        static final LongColumn SEQUENCE = TYPE.int64("sequence");
        static final LongColumn APPLIED = TYPE.int64("applied");
        static final IntColumn ALLOWANCE = TYPE.int32("allowance");
        static final IntColumn AWAY = TYPE.int32("away");
    }

    /**
     * What all nodes must agree on: other settings lead to another world.
     *
     * @param bullets number of bullets without an owner
     * @param ticksPerSecond ticks in a second
     * @param messagesPerSecond messages that a player may send in a second, also all at once
     * @param seed seed of the random numbers
     */
    record Settings(int bullets, int ticksPerSecond, int messagesPerSecond, long seed) {
        /** The length of a tick in seconds. */
        float tickSeconds() {
            return 1f / ticksPerSecond;
        }
    }

    /**
     * Finds ships by player and by session. The columns of {@link Player} are the truth; the maps are indices, made
     * from them when a world is loaded, and are never iterated.
     */
    static final class Players {
        private final Long2LongHashMap shipByPlayer = new Long2LongHashMap(Entity.NULL);
        private final Long2LongHashMap shipBySession = new Long2LongHashMap(Entity.NULL);
        private final World world;
        private final Query all;

        Players(World world) {
            this.world = world;
            all = world.query().all(Player.TYPE).build();
            all.forEach(row -> {
                shipByPlayer.put(row.get(Player.ID), row.entity());
                if (row.get(Player.SESSION) != Arena.NO_SESSION) {
                    shipBySession.put(row.get(Player.SESSION), row.entity());
                }
            });
        }

        /** The ship of a player, or null handle. */
        long ofPlayer(long player) {
            return shipByPlayer.get(player);
        }

        /** The ship that a session steers, or the null handle. */
        long ofSession(long session) {
            return shipBySession.get(session);
        }

        /** A session takes a ship over. */
        void bind(long ship, long session) {
            shipByPlayer.put(world.get(ship, Player.ID), ship);
            shipBySession.put(session, ship);
            world.set(ship, Player.SESSION, session);
            world.set(ship, Player.AWAY, 0);
        }

        /** A session leaves its ship. */
        void release(long session) {
            long ship = shipBySession.remove(session);
            if (ship != Entity.NULL) {
                world.set(ship, Player.SESSION, Arena.NO_SESSION);
            }
        }

        /** Destroys the ships whose players are away for too long. */
        void retire(int mostTicks) {
            all.forEach(row -> {
                if (row.get(Player.SESSION) == Arena.NO_SESSION) {
                    int away = row.get(Player.AWAY) + 1;
                    row.set(Player.AWAY, away);
                    if (away > mostTicks) {
                        shipByPlayer.remove(row.get(Player.ID));
                        world.commands().destroy(row.entity());
                    }
                }
            });
        }
    }
}
