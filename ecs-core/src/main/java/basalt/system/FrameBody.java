package basalt.system;

/** Draws a frame. A {@link FixedStepLoop} calls it once in each turn, after its steps. */
@FunctionalInterface
public interface FrameBody {
    /**
     * Draws a frame.
     *
     * @param alpha the part of the step that has passed since the last one, from 0 to 1: draw the state that lies so
     *     far between the states before and after the last step
     */
    void accept(float alpha);
}
