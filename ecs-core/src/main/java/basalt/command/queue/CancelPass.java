package basalt.command.queue;

import basalt.storage.RowAllocator;

/** The pass over discarded commands: cancels their row reservations and their events, and counts the commands. */
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
            case Op.SEND, Op.SEND_VALUES -> from.events().cancel(entity);
            default -> {}
        }
    }
}
