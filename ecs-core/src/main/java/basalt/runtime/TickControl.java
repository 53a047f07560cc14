package basalt.runtime;

import basalt.component.Component;

/** Limits and watches the ticks of a schedule, for checks of determinism. For the world's thread, between ticks. */
public interface TickControl {
    /**
     * Sets how many workers the following ticks use.
     *
     * @param most the greatest number, from 1 to that of the schedule
     * @param always whether they are used for every stage, however short it is, and for small pieces
     */
    void use(int most, boolean always);

    /**
     * Sets what is told about each pass of a stage.
     *
     * @param listener the listener; null for none
     */
    void listen(PassListener listener);

    /**
     * The number of systems.
     *
     * @return systems; their indices are below this
     */
    int systems();

    /**
     * Whether a system may change a component or the rows that have it, also by commands, by what it has declared.
     *
     * @param system its index
     * @param component the component; null for the entities themselves
     * @return true if it may
     */
    boolean mayChange(int system, Component<?> component);

    /**
     * The name of a system.
     *
     * @param system its index
     * @return the name
     */
    String name(int system);

    /**
     * Whether a system may change the values of a component without commands, by what it has declared.
     *
     * @param system its index
     * @param component the component
     * @return true if it may
     */
    boolean mayWrite(int system, Component<?> component);

    /** Is told which systems have run. */
    interface PassListener {
        /**
         * Called for each system that has run in a pass.
         *
         * @param system its index
         * @param commands the number of commands that it has recorded
         * @param isExclusive whether it has changed the world directly
         */
        void ran(int system, int commands, boolean isExclusive);

        /**
         * Called when the commands of the pass were applied, and no worker uses the world. First called before the
         * first pass, when the commands were applied that waited before the tick.
         */
        void settled();
    }
}
