package basalt.bench.field.own;

import basalt.bench.field.Start;
import basalt.bench.scene.Position3;
import basalt.bench.scene.Velocity3;

/** Entities that are created and changed by records, the most convenient calls. */
final class RecordBodies extends SingleBodies {
    RecordBodies(int entities, int movingPercent) {
        super(entities, movingPercent);
    }

    @Override
    void createMoving() {
        for (int i = 0; i < handles.length; i++) {
            handles[i] = bodies.world.spawn(place(i), motion());
        }
    }

    @Override
    void createStill() {
        for (int i = 0; i < handles.length; i++) {
            handles[i] = bodies.world.spawn(place(i));
        }
    }

    @Override
    void launch(long entity) {
        bodies.world.add(entity, motion());
    }

    private static Position3 place(int number) {
        return new Position3(Start.x(number), Start.y(number), Start.z(number));
    }

    private static Velocity3 motion() {
        return new Velocity3(Start.DX, Start.DY, Start.DZ);
    }
}
