package basalt.examples.showcase.bullets;

import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.component.IntColumn;
import basalt.examples.framework.program.SmallRandom;
import basalt.examples.showcase.bullets.Battle.Stage;
import basalt.examples.showcase.bullets.Components.Position;
import basalt.examples.showcase.bullets.Components.Velocity;
import basalt.query.Commands;
import basalt.world.Prefab;
import basalt.world.Restorable;
import basalt.world.World;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The ships by number, all instances of a prefab: a hull with two engines. A lost ship is replaced at once. A resource:
 * there is one per world, and systems declare access to it as to a component.
 */
final class Fleet implements Restorable {
    private static final float SPEED = 1.5f;

    /** Where engines are until they follow their ship: outside of the picture. */
    private static final Position HIDDEN = new Position(-100, -100);

    private final World world;
    private final Stage stage;
    private final Prefab prefab;
    private final long[] ships;
    private final SmallRandom random = new SmallRandom(0);

    Fleet(World world, Stage stage, int size) {
        this.world = world;
        this.stage = stage;
        ships = new long[size];
        prefab = prefab(world);
    }

    /** Builds the model in a world of its own, so that the battle does not contain it. */
    private static Prefab prefab(World world) {
        try (World models = World.create()) {
            long hull = models.spawn(new Ship(Ship.NEW_HULL, 0), new Position(0, 0), new Velocity(0, 0));
            for (float side : new float[] {-Engine.SIDE, Engine.SIDE}) {
                long engine = models.spawn(new Engine(side, Engine.BEHIND), HIDDEN);
                models.hierarchy().attach(engine, hull);
            }
            return world.hierarchy().prefab(models.hierarchy().prefab(hull));
        }
    }

    Prefab prefab() {
        return prefab;
    }

    int size() {
        return ships.length;
    }

    /** Spawns all ships. Equal seeds give equal positions. */
    void launch(long seed) {
        random.seed(seed);
        Commands commands = world.commands();
        for (int place = 0; place < ships.length; place++) {
            launch(place, commands);
        }
    }

    /** Records the spawn of a ship with this number, at a random position on the stage. */
    void launch(int place, Commands commands) {
        long ship = prefab.spawn(commands);
        commands.set(ship, Ship.PLACE, place);
        commands.set(ship, Position.X, random.next() * stage.width());
        commands.set(ship, Position.Y, random.next() * stage.height());
        commands.set(ship, Velocity.DX, random.nextSigned() * SPEED);
        commands.set(ship, Velocity.DY, random.nextSigned() * SPEED);
        ships[place] = ship;
    }

    /** Records the spawn of ships for those that were destroyed from outside, as by an inspector. */
    void replaceLost(Commands commands) {
        for (int place = 0; place < ships.length; place++) {
            if (!world.isAlive(ships[place])) {
                launch(place, commands);
            }
        }
    }

    /** The current ship with this number. */
    long ship(int place) {
        return ships[place];
    }

    @Override
    public int save(MutableDirectBuffer to, int offset) {
        int at = offset + random.save(to, offset);
        for (long ship : ships) {
            to.putLong(at, ship, ByteOrder.LITTLE_ENDIAN);
            at += Long.BYTES;
        }
        return at - offset;
    }

    @Override
    public void restore(DirectBuffer from, int offset, int length) {
        random.restore(from, offset, Long.BYTES);
        for (int place = 0; place < ships.length; place++) {
            ships[place] = from.getLong(offset + (place + 1) * Long.BYTES, ByteOrder.LITTLE_ENDIAN);
        }
    }

    /**
     * A ship, the target of bullets.
     *
     * @param hull number of hits until it is lost
     * @param place its number in the {@link Fleet}
     */
    record Ship(int hull, int place) {
        static final Component<Ship> TYPE = Component.of(Ship.class);
        static final IntColumn HULL = TYPE.int32("hull");
        static final IntColumn PLACE = TYPE.int32("place");

        /** Distance from its centre within which a bullet hits, in pixels. */
        static final float RADIUS = 6;

        /** The hull of a new ship. */
        static final int NEW_HULL = 40;
    }

    /**
     * An engine of a ship, a child of it, which glows behind its hull.
     *
     * @param x distance from the ship's centre to the right, in pixels
     * @param y distance upwards
     */
    record Engine(float x, float y) {
        static final Component<Engine> TYPE = Component.of(Engine.class);
        static final FloatColumn X = TYPE.float32("x");
        static final FloatColumn Y = TYPE.float32("y");

        /** Of both engines, to either side. */
        static final float SIDE = 3;

        /** Of both engines. */
        static final float BEHIND = -5;
    }
}
