package basalt.command.queue;

/** Reads commands, one after the other. */
interface CommandReader {
    void accept(CommandStream from, long entity, long code, long value);
}
