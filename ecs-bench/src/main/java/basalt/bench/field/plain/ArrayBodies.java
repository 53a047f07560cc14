package basalt.bench.field.plain;

import basalt.bench.field.Bodies;
import basalt.bench.field.Start;

/** Positions and velocities in six arrays, and a list of the entities with a velocity, unless all have one. */
final class ArrayBodies implements Bodies {
    private final int capacity;
    private final int movingPercent;
    private float[] x;
    private float[] y;
    private float[] z;
    private float[] dx;
    private float[] dy;
    private float[] dz;
    private int[] movers;
    private int count;
    private int moving;

    ArrayBodies(int entities, int movingPercent) {
        capacity = entities;
        this.movingPercent = movingPercent;
    }

    @Override
    public int create() {
        x = new float[capacity];
        y = new float[capacity];
        z = new float[capacity];
        dx = new float[capacity];
        dy = new float[capacity];
        dz = new float[capacity];
        for (int i = 0; i < capacity; i++) {
            x[i] = Start.x(i);
            y[i] = Start.y(i);
            z[i] = Start.z(i);
        }
        count = capacity;
        if (movingPercent == 100) {
            add();
        } else {
            movers = new int[capacity];
            for (int i = 0; i < capacity; i++) {
                if (Start.moves(i, movingPercent)) {
                    movers[moving++] = i;
                    dx[i] = Start.DX;
                    dy[i] = Start.DY;
                    dz[i] = Start.DZ;
                }
            }
        }
        return count;
    }

    @Override
    public int destroy() {
        count = 0;
        moving = 0;
        return count;
    }

    @Override
    public int add() {
        for (int i = 0; i < count; i++) {
            dx[i] = Start.DX;
            dy[i] = Start.DY;
            dz[i] = Start.DZ;
        }
        moving = count;
        return moving;
    }

    @Override
    public int remove() {
        moving = 0;
        return moving;
    }

    @Override
    public void move() {
        if (moving == count) {
            moveAll(x, dx, y, dy, z, dz, count);
        } else {
            moveSome();
        }
    }

    private static void moveAll(float[] x, float[] dx, float[] y, float[] dy, float[] z, float[] dz, int count) {
        for (int i = 0; i < count; i++) {
            x[i] += dx[i];
            y[i] += dy[i];
            z[i] += dz[i];
        }
    }

    private void moveSome() {
        for (int k = 0; k < moving; k++) {
            int i = movers[k];
            x[i] += dx[i];
            y[i] += dy[i];
            z[i] += dz[i];
        }
    }

    @Override
    public void rewind() {
        for (int i = 0; i < count; i++) {
            x[i] = Start.x(i);
            y[i] = Start.y(i);
            z[i] = Start.z(i);
        }
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public int moving() {
        return moving;
    }

    @Override
    public float value(int entity, int field) {
        return switch (field) {
            case 0 -> x[entity];
            case 1 -> y[entity];
            case 2 -> z[entity];
            default -> moving == 0 ? 0 : velocity(entity, field);
        };
    }

    private float velocity(int entity, int field) {
        return switch (field) {
            case 3 -> dx[entity];
            case 4 -> dy[entity];
            default -> dz[entity];
        };
    }

    @Override
    public void close() {
        count = 0;
    }
}
