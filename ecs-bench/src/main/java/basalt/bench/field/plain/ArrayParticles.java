package basalt.bench.field.plain;

import basalt.bench.field.Rows;
import basalt.bench.field.Start;
import basalt.bench.field.Trial;

/** An array for each field; a destroyed particle is replaced by the last one. */
final class ArrayParticles implements Trial {
    private final int capacity;
    private final float[] x;
    private final float[] y;
    private final float[] z;
    private final float[] dx;
    private final float[] dy;
    private final float[] dz;
    private final int[] lifetime;
    private final int[] health;
    private int count;
    private int spawned;

    ArrayParticles(int entities) {
        capacity = entities;
        x = new float[capacity];
        y = new float[capacity];
        z = new float[capacity];
        dx = new float[capacity];
        dy = new float[capacity];
        dz = new float[capacity];
        lifetime = new int[capacity];
        health = new int[capacity];
        rewind();
    }

    @Override
    public int run() {
        for (int i = 0; i < count; i++) {
            x[i] += dx[i];
            y[i] += dy[i];
            z[i] += dz[i];
        }
        for (int i = 0; i < count; i++) {
            health[i] -= 1;
        }
        int alive = count;
        for (int i = count - 1; i >= 0; i--) {
            if (health[i] <= 0) {
                alive--;
                move(alive, i);
            }
        }
        int dead = count - alive;
        count = alive;
        spawn(dead);
        return count;
    }

    private void move(int from, int to) {
        x[to] = x[from];
        y[to] = y[from];
        z[to] = z[from];
        dx[to] = dx[from];
        dy[to] = dy[from];
        dz[to] = dz[from];
        lifetime[to] = lifetime[from];
        health[to] = health[from];
    }

    private void spawn(int number) {
        for (int k = 0; k < number; k++) {
            int i = count++;
            x[i] = Start.spawnX(spawned);
            y[i] = 0;
            z[i] = 0;
            dx[i] = Start.DX;
            dy[i] = Start.DY;
            dz[i] = Start.DZ;
            lifetime[i] = Start.LIFETIME;
            health[i] = Start.health(spawned);
            spawned++;
        }
    }

    @Override
    public void rewind() {
        count = 0;
        spawned = 0;
        spawn(capacity);
    }

    @Override
    public float[] values() {
        Rows rows = new Rows(count);
        for (int i = 0; i < count; i++) {
            rows.add(x[i], y[i], z[i], health[i]);
        }
        return rows.sorted();
    }

    @Override
    public void close() {
        // Left to the garbage collector.
    }
}
