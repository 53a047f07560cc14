package basalt.system;

/** What is done once in each turn of a {@link FixedStepLoop}, after its steps: drawing. */
@FunctionalInterface
public interface FrameBody {
    /**
     * Draws a frame.
     *
     * @param alpha how far time has gone from the last step towards the next one, from 0 to 1: what is drawn lies so
     *     far between the state before the last step and the state after it
     */
    void accept(float alpha);
}
