package basalt.bench.field.plain;

import basalt.bench.field.Bodies;
import basalt.bench.field.Start;
import java.util.ArrayList;
import java.util.List;

/** Objects with position and velocity, and a flag for whether they have a velocity. */
final class ObjectBodies implements Bodies {
    private static final class Body {
        private float x;
        private float y;
        private float z;
        private float dx;
        private float dy;
        private float dz;
        private boolean moves;

        void place(int i) {
            x = Start.x(i);
            y = Start.y(i);
            z = Start.z(i);
        }

        void launch() {
            dx = Start.DX;
            dy = Start.DY;
            dz = Start.DZ;
            moves = true;
        }
    }

    private final int capacity;
    private final int movingPercent;
    private final List<Body> bodies;

    ObjectBodies(int entities, int movingPercent) {
        capacity = entities;
        this.movingPercent = movingPercent;
        bodies = new ArrayList<>(entities);
    }

    @Override
    public int create() {
        for (int i = 0; i < capacity; i++) {
            Body body = new Body();
            body.place(i);
            if (Start.moves(i, movingPercent)) {
                body.launch();
            }
            bodies.add(body);
        }
        return bodies.size();
    }

    @Override
    public int destroy() {
        bodies.clear();
        return bodies.size();
    }

    @Override
    public int add() {
        for (Body body : bodies) {
            body.launch();
        }
        return bodies.size();
    }

    @Override
    public int remove() {
        for (Body body : bodies) {
            body.moves = false;
        }
        return 0;
    }

    @Override
    public void move() {
        for (Body body : bodies) {
            if (body.moves) {
                body.x += body.dx;
                body.y += body.dy;
                body.z += body.dz;
            }
        }
    }

    @Override
    public void rewind() {
        for (int i = 0; i < bodies.size(); i++) {
            bodies.get(i).place(i);
        }
    }

    @Override
    public int count() {
        return bodies.size();
    }

    @Override
    public int moving() {
        return (int) bodies.stream().filter(body -> body.moves).count();
    }

    @Override
    public float value(int entity, int field) {
        Body body = bodies.get(entity);
        return switch (field) {
            case 0 -> body.x;
            case 1 -> body.y;
            case 2 -> body.z;
            case 3 -> body.moves ? body.dx : 0;
            case 4 -> body.moves ? body.dy : 0;
            default -> body.moves ? body.dz : 0;
        };
    }

    @Override
    public void close() {
        bodies.clear();
    }
}
