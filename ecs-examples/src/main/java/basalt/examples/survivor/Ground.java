package basalt.examples.survivor;

import basalt.examples.survivor.Model.Vec;
import java.util.Arrays;

/** Where the hero and the enemies are. A resource: it is set in each tick, and then systems look for neighbours. */
final class Ground {
    private static final float CELL = 24;
    private static final int SIDE = 160; // in cells

    long hero;
    Vec heroAt = new Vec(0, 0);
    private final int[] firsts = new int[SIDE * SIDE];
    private int[] nexts = new int[8192];
    float[] x = new float[8192], y = new float[8192];
    long[] enemies = new long[8192];
    int size;

    void clear() {
        Arrays.fill(firsts, -1);
        size = 0;
    }

    void add(long enemy, Vec at) {
        if (size == nexts.length) {
            nexts = Arrays.copyOf(nexts, 2 * size);
            x = Arrays.copyOf(x, 2 * size);
            y = Arrays.copyOf(y, 2 * size);
            enemies = Arrays.copyOf(enemies, 2 * size);
        }
        int cell = cell(at.y()) * SIDE + cell(at.x());
        x[size] = at.x();
        y[size] = at.y();
        enemies[size] = enemy;
        nexts[size] = firsts[cell];
        firsts[cell] = size++;
    }

    private static int cell(float place) {
        return Math.max(0, Math.min(SIDE - 1, (int) (place / CELL + SIDE / 2f)));
    }

    /** The index of the nearest enemy; -1 if there is none within the radius. */
    int nearest(Vec at, float radius) {
        float best = radius * radius;
        int left = cell(at.x() - radius), right = cell(at.x() + radius), last = cell(at.y() + radius), found = -1;
        for (int row = cell(at.y() - radius); row <= last; row++) {
            for (int column = left; column <= right; column++) {
                for (int i = firsts[row * SIDE + column]; i >= 0; i = nexts[i]) {
                    float dx = at.x() - x[i], dy = at.y() - y[i], squared = dx * dx + dy * dy;
                    if (squared < best) {
                        best = squared;
                        found = i;
                    }
                }
            }
        }
        return found;
    }

    /** The direction away from all enemies within a radius. The nearer one is, the more it adds. */
    Vec push(Vec at, float radius) {
        float limit = radius * radius, pushX = 0, pushY = 0;
        int left = cell(at.x() - radius), right = cell(at.x() + radius), last = cell(at.y() + radius);
        for (int row = cell(at.y() - radius); row <= last; row++) {
            for (int column = left; column <= right; column++) {
                for (int i = firsts[row * SIDE + column]; i >= 0; i = nexts[i]) {
                    float dx = at.x() - x[i], dy = at.y() - y[i], squared = dx * dx + dy * dy;
                    if (squared < limit && squared > 0) {
                        float weight = (float) (1 / Math.sqrt(squared) - 1 / radius);
                        pushX += dx * weight;
                        pushY += dy * weight;
                    }
                }
            }
        }
        return new Vec(pushX, pushY);
    }
}
