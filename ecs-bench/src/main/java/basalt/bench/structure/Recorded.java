package basalt.bench.structure;

import basalt.bench.heavy.Matrix4;
import basalt.bench.heavy.Rotation;
import basalt.bench.heavy.Transform;
import basalt.bench.scene.Check;
import basalt.bench.scene.Position3;
import basalt.bench.scene.Velocity3;
import basalt.query.Query;
import basalt.world.Template;
import basalt.world.World;

/** A world whose entities are spawned, changed and read by whole records, or by the same columns. */
final class Recorded implements AutoCloseable {
    /** Number of entities. */
    static final int ENTITIES = 10_000;

    private final World world = World.create();
    private final Template template =
            world.template().with(Position3.TYPE, Velocity3.TYPE).build();
    private final Query all = world.query().all(Position3.TYPE).build();
    private final Query moving =
            world.query().all(Position3.TYPE, Velocity3.TYPE).build();
    private final long[] handles = new long[ENTITIES];
    private final Transform identity = new Transform(new float[Matrix4.LENGTH]);

    /** An empty world, after all calls were made once, so that no call has seen one class of records alone. */
    Recorded() {
        spawnTwo();
        checkTwo();
        destroy();
        spawnTwoByColumns();
        checkTwo();
        destroy();
        spawnFour();
        checkTwo();
        destroy();
        spawnMixed();
        destroy();
    }

    void spawnTwo() {
        for (int i = 0; i < ENTITIES; i++) {
            handles[i] = world.spawn(place(i), motion(i));
        }
    }

    void spawnTwoByColumns() {
        for (int i = 0; i < ENTITIES; i++) {
            handles[i] = template.spawn();
            setPlace(i);
            setMotion(i);
        }
    }

    void spawnFour() {
        for (int i = 0; i < ENTITIES; i++) {
            handles[i] = world.spawn(identity, place(i), new Rotation(i, 0, 0), motion(i));
        }
    }

    /** Four combinations in turns, so that none is that of the last spawn. */
    void spawnMixed() {
        for (int i = 0; i < ENTITIES; i += 4) {
            handles[i] = world.spawn(place(i), motion(i));
            handles[i + 1] = world.spawn(place(i));
            handles[i + 2] = world.spawn(place(i), new Rotation(i, 0, 0));
            handles[i + 3] = world.spawn(motion(i), new Rotation(i, 0, 0), place(i));
        }
    }

    void spawnStill() {
        for (int i = 0; i < ENTITIES; i++) {
            handles[i] = world.spawn(place(i));
        }
    }

    void add() {
        for (int i = 0; i < ENTITIES; i++) {
            world.add(handles[i], motion(i));
        }
    }

    void addByColumns() {
        for (int i = 0; i < ENTITIES; i++) {
            world.add(handles[i], Velocity3.TYPE);
            setMotion(i);
        }
    }

    void set() {
        for (int i = 0; i < ENTITIES; i++) {
            world.set(handles[i], motion(i));
        }
    }

    void setColumns() {
        for (int i = 0; i < ENTITIES; i++) {
            setMotion(i);
        }
    }

    float get() {
        float sum = 0;
        for (int i = 0; i < ENTITIES; i++) {
            Velocity3 velocity = world.get(handles[i], Velocity3.TYPE);
            sum += velocity.dx() + velocity.dy() + velocity.dz();
        }
        return sum;
    }

    float getColumns() {
        float sum = 0;
        for (int i = 0; i < ENTITIES; i++) {
            long entity = handles[i];
            sum += world.get(entity, Velocity3.DX) + world.get(entity, Velocity3.DY) + world.get(entity, Velocity3.DZ);
        }
        return sum;
    }

    void remove() {
        Check.same("removed", ENTITIES, moving.bulk().remove(Velocity3.TYPE));
    }

    void destroy() {
        all.bulk().destroy();
        Check.same("entities", 0, world.entityCount());
    }

    /** Checks the values of all entities, by columns. */
    void checkTwo() {
        Check.same("moving", ENTITIES, moving.count());
        for (int i = 0; i < ENTITIES; i++) {
            Check.same("x", i, i, world.get(handles[i], Position3.X));
            Check.same("y", i, i + 0.5f, world.get(handles[i], Position3.Y));
            Check.same("z", i, -i, world.get(handles[i], Position3.Z));
            Check.same("dx", i, i, world.get(handles[i], Velocity3.DX));
            Check.same("dy", i, 1, world.get(handles[i], Velocity3.DY));
            Check.same("dz", i, -1, world.get(handles[i], Velocity3.DZ));
        }
    }

    private static Position3 place(int i) {
        return new Position3(i, i + 0.5f, -i);
    }

    private static Velocity3 motion(int i) {
        return new Velocity3(i, 1, -1);
    }

    private void setPlace(int i) {
        world.set(handles[i], Position3.X, i);
        world.set(handles[i], Position3.Y, i + 0.5f);
        world.set(handles[i], Position3.Z, -i);
    }

    private void setMotion(int i) {
        world.set(handles[i], Velocity3.DX, i);
        world.set(handles[i], Velocity3.DY, 1);
        world.set(handles[i], Velocity3.DZ, -1);
    }

    @Override
    public void close() {
        world.close();
    }
}
