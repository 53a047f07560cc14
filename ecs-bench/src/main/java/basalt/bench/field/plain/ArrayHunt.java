package basalt.bench.field.plain;

import basalt.bench.field.Hunt;
import basalt.bench.field.Trial;

/** An array for each field, predators first. A predator knows the number of its prey. */
final class ArrayHunt implements Trial {
    private final Hunt hunt = new Hunt();
    private final int predators;
    private final int prey;
    private final float[] x;
    private final float[] y;
    private final float[] dx;
    private final float[] dy;
    private final int[] target;

    /** The predators that have caught their prey in this tick. */
    private final int[] catchers;

    ArrayHunt(int ofPrey) {
        prey = ofPrey;
        predators = Hunt.predators(ofPrey);
        x = new float[predators + prey];
        y = new float[predators + prey];
        dx = new float[predators + prey];
        dy = new float[predators + prey];
        target = new int[predators];
        catchers = new int[predators];
        rewind();
    }

    @Override
    public int run() {
        move();
        choose();
        renew(pursue());
        return predators + prey;
    }

    private void move() {
        for (int i = 0; i < x.length; i++) {
            x[i] += dx[i];
            y[i] += dy[i];
        }
    }

    private void choose() {
        for (int i = 0; i < predators; i++) {
            if (target[i] == Hunt.NONE) {
                target[i] = hunt.choose(prey);
            }
        }
    }

    private int pursue() {
        int caught = 0;
        for (int i = 0; i < predators; i++) {
            int at = predators + target[i];
            float toX = x[at] - x[i];
            float toY = y[at] - y[i];
            float square = toX * toX + toY * toY;
            float distance = (float) Math.sqrt(square);
            if (distance > Hunt.NO_TURN) {
                dx[i] = Hunt.turned(toX, distance);
                dy[i] = Hunt.turned(toY, distance);
            }
            if (square <= Hunt.CATCH_SQUARE) {
                catchers[caught++] = i;
            }
        }
        return caught;
    }

    private void renew(int caught) {
        for (int k = 0; k < caught; k++) {
            int number = target[catchers[k]];
            if (number != Hunt.NONE) { // else another one has caught it too
                release(number);
                place(number);
            }
        }
    }

    private void release(int number) {
        for (int i = 0; i < predators; i++) {
            if (target[i] == number) {
                target[i] = Hunt.NONE;
            }
        }
    }

    private void place(int number) {
        int at = predators + number;
        x[at] = hunt.place();
        y[at] = hunt.place();
        dx[at] = 0;
        dy[at] = 0;
    }

    @Override
    public void rewind() {
        hunt.rewind();
        for (int i = 0; i < predators; i++) {
            x[i] = hunt.den();
            y[i] = hunt.den();
            dx[i] = Hunt.START_SPEED;
            dy[i] = Hunt.START_SPEED;
            target[i] = Hunt.NONE;
        }
        for (int number = 0; number < prey; number++) {
            place(number);
        }
    }

    @Override
    public float[] values() {
        float[] values = new float[5 * predators + 2 * prey];
        int next = 0;
        for (int i = 0; i < predators; i++) {
            values[next++] = x[i];
            values[next++] = y[i];
            values[next++] = dx[i];
            values[next++] = dy[i];
            values[next++] = target[i];
        }
        for (int i = predators; i < predators + prey; i++) {
            values[next++] = x[i];
            values[next++] = y[i];
        }
        return values;
    }

    @Override
    public void close() {
        // Left to the garbage collector.
    }
}
