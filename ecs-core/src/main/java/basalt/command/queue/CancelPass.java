package basalt.command.queue;

import basalt.storage.RowAllocator;

/** The pass over commands that will not be carried out: gives back the rows that they have reserved, forgets their
 * events, and counts them. */
final class CancelPass implements CommandReader {
    private int commands;

    int commands() {
        return commands;
    }

    @Override
    public void accept(CommandStream from, long entity, long code, long value) {
        commands++;
        switch (Op.operation(code)) {
            case Op.SPAWN -> ((RowAllocator) from.object(Op.argument(code))).cancelReservation(entity);
            case Op.SEND, Op.SEND_VALUES -> from.events().forget(entity);
            default -> {}
        }
    }
}
