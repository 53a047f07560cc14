package basalt.world;

import basalt.component.Component;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.component.Length;
import basalt.storage.fixture.Burning;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;

/** The names of parts of a tank: a turret, which has a gun, and two wheels. */
record Tank(
        @EntityHandle long turret, @EntityHandle @Length(2) long[] wheels) {
    static final Component<Tank> TYPE = Component.of(Tank.class);
    static final EntityColumn TURRET = TYPE.entity("turret");
    static final EntityColumn WHEELS = TYPE.entity("wheels");

    /** The number of parts. */
    static final int PARTS = 5;

    /** A tank in the world's own tree; the second wheel is disabled. */
    static long make(World world) {
        Hierarchy tree = world.hierarchy();
        long tank = world.spawn(new Position(1, 2));
        long turret = world.spawn(new Health(7));
        long gun = world.spawn(new Health(9));
        long[] wheels = {world.spawn(new Health(1)), world.spawn(new Health(2), new Burning())};
        tree.attach(turret, tank);
        tree.attach(gun, turret);
        for (long wheel : wheels) {
            tree.attach(wheel, tank);
        }
        world.disable(wheels[1]);
        world.add(tank, new Tank(turret, wheels));
        return tank;
    }
}
