package basalt.bench.field.own;

import static basalt.bench.scene.Position3.X;
import static basalt.bench.scene.Position3.Y;
import static basalt.bench.scene.Position3.Z;

import basalt.bench.field.Bodies;
import basalt.bench.field.Start;
import basalt.bench.scene.Position3;
import basalt.bench.scene.Velocity3;
import basalt.query.Query;
import basalt.query.SpawnKernel;
import basalt.world.Template;

/**
 * Entities that are created by a spawn kernel, which returns their handles as the rivals' calls do, and changed and
 * destroyed in bulk, by query. The kernel numbers them by their rows, which begin at 0 as the world is empty. It
 * captures nothing, so its loop is the same in each new world.
 */
final class BulkBodies implements Bodies {
    private final BodyWorld bodies = new BodyWorld();
    private final int movingPercent;
    private final Query still =
            bodies.world.query().all(Position3.TYPE).none(Velocity3.TYPE).build();
    private final SpawnKernel burst;
    private final long[] handles;

    BulkBodies(int entities, int movingPercent) {
        handles = new long[entities];
        this.movingPercent = movingPercent;
        Template template = movingPercent == 100 ? bodies.moving : bodies.still;
        burst = template.kernel(row -> {
            int number = row.index();
            row.set(X, Start.x(number));
            row.set(Y, Start.y(number));
            row.set(Z, Start.z(number));
        });
    }

    @Override
    public int create() {
        burst.spawn(handles);
        if (movingPercent != 100 && movingPercent != 0) {
            for (int i = 0; i < handles.length; i++) {
                if (Start.moves(i, movingPercent)) {
                    bodies.launch(handles[i]);
                }
            }
        }
        return bodies.world.entityCount();
    }

    @Override
    public int destroy() {
        bodies.all.bulk().destroy();
        return bodies.world.entityCount();
    }

    @Override
    public int add() {
        still.bulk().add(new Velocity3(Start.DX, Start.DY, Start.DZ));
        return bodies.movers.count();
    }

    @Override
    public int remove() {
        bodies.movers.bulk().remove(Velocity3.TYPE);
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
