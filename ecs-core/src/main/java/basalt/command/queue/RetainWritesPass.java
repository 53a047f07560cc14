package basalt.command.queue;

/**
 * The pass over commands that were just cut off their stream: those that say what was written directly are facts, and
 * are recorded again.
 *
 * <p>SAFETY: each moves towards the start of the stream, so none is overwritten before it is read.
 */
final class RetainWritesPass implements CommandReader {
    private final CommandStream stream;

    RetainWritesPass(CommandStream stream) {
        this.stream = stream;
    }

    @Override
    public void accept(CommandQueue from, long entity, long code, long value) {
        if (Op.operation(code) == Op.WROTE) {
            stream.add(entity, code);
        }
    }
}
