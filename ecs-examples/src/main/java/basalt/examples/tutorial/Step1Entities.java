package basalt.examples.tutorial;

import basalt.query.RecordQuery;
import basalt.world.World;

/** Step 1: entities. A boat and two rocks are spawned, read, changed, destroyed and drawn. */
final class Step1Entities {
    static final int WIDTH = 40, HEIGHT = 5; // of the sea

    private Step1Entities() {}

    /** Where something is on the sea. */
    record Position(float x, float y) {
        Position plus(float dx, float dy) {
            return new Position(x + dx, y + dy);
        }

        boolean isOnSea() {
            return x >= 0 && x < WIDTH && y >= 0 && y < HEIGHT;
        }
    }

    /** The letter with which something is drawn. */
    record Look(char letter) {}

    public static void main(String... args) {
        try (World world = World.create()) {
            long boat = world.spawn(new Position(2, 3), new Look('B'));
            long rock = world.spawn(new Position(20, 1), new Look('o'));
            world.spawn(new Position(30, 4), new Look('o'));

            world.update(boat, Position.class, at -> at.plus(0, -1));
            world.set(rock, new Look('O'));
            System.out.println(world.get(boat, Position.class));
            System.out.print(picture(world));

            world.destroy(rock);
            System.out.println(world.isAlive(rock) + ", " + world.entityCount() + " are left");
        }
    }

    /** The sea, with all that has a position and a look. */
    static String picture(World world) {
        return picture(world.query(Position.class, Look.class));
    }

    static String picture(RecordQuery.Of2<Position, Look> seen) {
        StringBuilder sea = new StringBuilder((".".repeat(WIDTH) + "\n").repeat(HEIGHT));
        seen.forEach((at, look) -> {
            if (at.isOnSea()) {
                sea.setCharAt((int) at.y() * (WIDTH + 1) + (int) at.x(), look.letter());
            }
        });
        return sea.toString();
    }
}
