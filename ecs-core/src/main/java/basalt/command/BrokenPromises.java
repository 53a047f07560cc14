package basalt.command;

import basalt.storage.Births;
import basalt.storage.Store;

/** The pass over commands that will not be carried out: gives back the rows that they have reserved, and counts them. */
final class BrokenPromises extends Pass {
    private int commands;

    BrokenPromises(Store store) {
        super(store, new Tally(), false);
    }

    int commands() {
        return commands;
    }

    @Override
    void accept(Commands from, long entity, long code, long value) {
        commands++;
        if (Op.operation(code) == Op.SPAWN) {
            ((Births) from.stream().object(Op.argument(code))).breakPromise(entity);
        }
    }

    @Override
    void change(Commands from, long code, long base, int word, long rows) {
        throw new IllegalStateException("commands that will not be carried out change nothing");
    }
}
