package basalt.bench.published.japes;

import basalt.bench.published.OneWay;
import basalt.bench.published.japes.Japes.Case;

/** Each tick changes a hundred entities in each of one or three components, the next ones each time. */
abstract class Observing extends OneWay {
    static final int CHANGES = 100;

    final boolean isSparse;
    final int entities;
    long sumOfX;
    long sumOfHealth;
    long sumOfMana;
    private int healthCursor;
    private int positionCursor;
    private int manaCursor;

    Observing(Case workload, int entities) {
        isSparse = workload == Case.SPARSE_DELTA;
        this.entities = entities;
        healthCursor = isSparse ? 0 : CHANGES;
        manaCursor = 2 * CHANGES;
    }

    /** The health at the start. */
    final int health() {
        return isSparse ? 1000 : 1_000_000;
    }

    /** Adds 1 to the x of an entity. */
    abstract void move(int number);

    /** Takes 1 from the health. */
    abstract void hurt(int number);

    /** Adds 1 to the mana. */
    abstract void charge(int number);

    /** Adds what has changed to the sums. */
    abstract void observe();

    @Override
    public final int run() {
        for (int i = 0; i < CHANGES && !isSparse; i++) {
            move(positionCursor);
            positionCursor = (positionCursor + 1) % entities;
        }
        for (int i = 0; i < CHANGES; i++) {
            hurt(healthCursor);
            healthCursor = (healthCursor + 1) % entities;
        }
        for (int i = 0; i < CHANGES && !isSparse; i++) {
            charge(manaCursor);
            manaCursor = (manaCursor + 1) % entities;
        }
        observe();
        return healthCursor;
    }

    /** Numbers modulo 2<sup>20</sup>, which floats represent exactly. */
    static float[] exact(long... numbers) {
        float[] values = new float[numbers.length];
        for (int i = 0; i < numbers.length; i++) {
            values[i] = numbers[i] & (1 << 20) - 1;
        }
        return values;
    }

    @Override
    public final float[] values() {
        return exact(sumOfX, sumOfHealth, sumOfMana);
    }
}
