package basalt.command.queue;

/** Reads commands, one after the other. */
interface CommandReader {
    /**
     * Takes in a command.
     *
     * @param from its recorder
     * @param entity the entity it is about
     * @param code its code
     * @param value address of its value, if it has one
     */
    void accept(CommandQueue from, long entity, long code, long value);
}
