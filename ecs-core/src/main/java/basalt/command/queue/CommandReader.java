package basalt.command.queue;

/** Reads commands, one after the other. */
interface CommandReader {
    /**
     * Takes in a command.
     *
     * @param from its stream
     * @param entity the entity it is about
     * @param code its code
     * @param value address of its value, if it has one
     */
    void accept(CommandStream from, long entity, long code, long value);
}
