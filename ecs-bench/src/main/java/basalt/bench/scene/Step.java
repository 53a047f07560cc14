package basalt.bench.scene;

/** A value that changes from tick to tick and is the same for all rows: a small heap object that kernels read. */
public final class Step {
    private float value;

    /**
     * Creates a step.
     *
     * @param value the initial value
     */
    public Step(float value) {
        this.value = value;
    }

    /**
     * Returns a step of a sixtieth of a second.
     *
     * @return a new step
     */
    public static Step sixtieth() {
        return new Step(1f / 60f);
    }

    /**
     * Returns the value.
     *
     * @return the value
     */
    public float value() {
        return value;
    }

    /**
     * Sets the value.
     *
     * @param newValue the new value
     */
    public void set(float newValue) {
        value = newValue;
    }
}
