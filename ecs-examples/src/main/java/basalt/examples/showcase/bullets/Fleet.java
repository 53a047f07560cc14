package basalt.examples.showcase.bullets;

import basalt.command.Commands;
import basalt.examples.framework.program.SmallRandom;
import basalt.world.Template;
import basalt.world.World;

/**
 * The ships, each in its place: one that is lost is replaced at once. A resource: one a world, which systems declare
 * like a component.
 */
final class Fleet {
    private static final float SPEED = 1.5f;

    private final World world;
    private final Stage stage;
    private final Template template;
    private final long[] ships;
    private SmallRandom random = new SmallRandom(0);

    Fleet(World world, Stage stage, int size) {
        this.world = world;
        this.stage = stage;
        ships = new long[size];
        template = world.template()
                .with(new Ship(Ship.NEW_HULL, 0))
                .with(Position.TYPE, Velocity.TYPE)
                .build();
    }

    Template template() {
        return template;
    }

    int size() {
        return ships.length;
    }

    /** All ships are new. The same seed puts them to the same places. */
    void launch(long seed) {
        random = new SmallRandom(seed);
        Commands commands = world.commands();
        for (int place = 0; place < ships.length; place++) {
            launch(place, commands);
        }
    }

    /** A new ship takes a place, somewhere on the stage, when the commands are applied. */
    void launch(int place, Commands commands) {
        long ship = template.spawn(commands);
        commands.set(ship, Ship.PLACE, place);
        commands.set(ship, Position.X, random.next() * stage.width());
        commands.set(ship, Position.Y, random.next() * stage.height());
        commands.set(ship, Velocity.DX, random.nextSigned() * SPEED);
        commands.set(ship, Velocity.DY, random.nextSigned() * SPEED);
        ships[place] = ship;
    }

    /** The ship at a place now. */
    long ship(int place) {
        return ships[place];
    }
}
