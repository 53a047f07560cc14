package basalt.command.queue;

/** Reads commands, one after the other. */
interface CommandReader {
    /**
     * Reads a command.
     *
     * @param from its stream
     * @param entity its entity
     * @param code its code
     * @param value address of its value, if it has one
     */
    void accept(CommandStream from, long entity, long code, long value);
}
