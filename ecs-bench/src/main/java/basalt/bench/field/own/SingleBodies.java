package basalt.bench.field.own;

import basalt.bench.field.Bodies;
import basalt.bench.field.Start;
import basalt.bench.scene.Velocity3;

/** Entities that are created by template, and changed and destroyed one by one, by handle. */
class SingleBodies implements Bodies {
    final BodyWorld bodies = new BodyWorld();
    final long[] handles;
    private final int movingPercent;

    SingleBodies(int entities, int movingPercent) {
        handles = new long[entities];
        this.movingPercent = movingPercent;
    }

    @Override
    public final int create() {
        if (movingPercent == 100) {
            createMoving();
        } else {
            createStill();
            for (int i = 0; i < handles.length; i++) {
                if (Start.moves(i, movingPercent)) {
                    launch(handles[i]);
                }
            }
        }
        return bodies.world.entityCount();
    }

    /** Creates all entities with position and velocity. */
    void createMoving() {
        for (int i = 0; i < handles.length; i++) {
            handles[i] = bodies.moving.spawn();
            bodies.place(handles[i], i);
        }
    }

    /** Creates all entities with a position. */
    void createStill() {
        for (int i = 0; i < handles.length; i++) {
            handles[i] = bodies.still.spawn();
            bodies.place(handles[i], i);
        }
    }

    /** Adds a velocity with its values. */
    void launch(long entity) {
        bodies.launch(entity);
    }

    @Override
    public int destroy() {
        for (long entity : handles) {
            bodies.world.destroy(entity);
        }
        return bodies.world.entityCount();
    }

    @Override
    public int add() {
        for (long entity : handles) {
            launch(entity);
        }
        return bodies.movers.count();
    }

    @Override
    public int remove() {
        for (long entity : handles) {
            bodies.world.remove(entity, Velocity3.TYPE);
        }
        return bodies.movers.count();
    }

    @Override
    public void move() {
        bodies.move.run();
    }

    @Override
    public void rewind() {
        for (int i = 0; i < handles.length; i++) {
            bodies.place(handles[i], i);
        }
    }

    @Override
    public int count() {
        return bodies.all.count();
    }

    @Override
    public int moving() {
        return bodies.movers.count();
    }

    @Override
    public float value(int entity, int field) {
        return bodies.value(handles[entity], field);
    }

    @Override
    public long nativeBytes() {
        return bodies.nativeBytes();
    }

    @Override
    public long reservedBytes() {
        return bodies.reservedBytes();
    }

    @Override
    public void close() {
        bodies.close();
    }
}
