package basalt.bench.scene;

/** What changes from tick to tick and is the same for all rows: one small heap object that kernels read. */
public final class Step {
    private float value;

    /**
     * Creates a step.
     *
     * @param value what kernels read at first
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
     * Returns what kernels read.
     *
     * @return the value
     */
    public float value() {
        return value;
    }

    /**
     * Changes what kernels read.
     *
     * @param newValue the value from now on
     */
    public void set(float newValue) {
        value = newValue;
    }
}
