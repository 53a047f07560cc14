package basalt.examples.tutorial;

import basalt.component.TreeType;
import basalt.examples.tutorial.Step1Entities.Look;
import basalt.examples.tutorial.Step1Entities.Position;
import basalt.examples.tutorial.Step4Commands.Gun;
import basalt.query.CascadeKernel;
import basalt.world.Hierarchy;
import basalt.world.World;

/** Step 6: trees. The boat has a gun on deck and a barge in tow, which follow it. */
final class Step6Trees {
    private Step6Trees() {}

    /** Where something is in its parent; on the sea, if it has none. */
    record Place(float x, float y) {}

    public static void main(String... args) {
        try (World world = World.create()) {
            long boat = boat(world, new Place(6, 2));
            long barge = part(world, boat, new Place(-3, 0), 'D');
            part(world, barge, new Place(0, -1), 'i');
            System.out.println(Step1Entities.picture(world));

            CascadeKernel follow = follow(world);
            world.set(boat, new Place(26, 3));
            follow.run();
            System.out.print(Step1Entities.picture(world));

            Hierarchy tree = world.hierarchy();
            tree.forEachBelow(
                    boat, part -> System.out.print(world.get(part, Look.class).letter()));
            world.destroy(barge); // and what is below it
            System.out.println(": " + world.entityCount() + " are left");
        }
    }

    /** A boat with a gun. */
    static long boat(World world, Place start) {
        long boat = world.spawn(start, new Position(start.x(), start.y()), new Look('B'));
        world.add(part(world, boat, new Place(1, 0), '='), new Gun(0));
        return boat;
    }

    static long part(World world, long parent, Place place, char letter) {
        Position at = world.get(parent, Position.class).plus(place.x(), place.y());
        long part = world.spawn(place, at, new Look(letter));
        world.hierarchy().attach(part, parent);
        return part;
    }

    /** Computes positions from places, parents first. */
    static CascadeKernel follow(World world) {
        return world.query(Place.class, Position.class)
                .cascade(
                        TreeType.DEFAULT,
                        place -> new Position(place.x(), place.y()),
                        (place, parent) -> parent.plus(place.x(), place.y()));
    }
}
