package basalt.command.queue;

import static basalt.storage.ColumnMemory.getLong;

import basalt.component.ReferenceColumn;
import basalt.memory.NativeMemoryException;
import basalt.storage.RowImage;
import basalt.storage.access.Store;
import basalt.storage.event.EventPages;

/** Carries out the commands that send events, and those that set values of events that were sent. */
final class EventCommands {
    private final Store store;
    private final CommandCounter tally;

    EventCommands(Store store, CommandCounter tally) {
        this.store = store;
        this.tally = tally;
    }

    void accept(CommandQueue from, long event, long code, long value) {
        EventPages pages = store.events().of(from.component(Op.componentId(code)));
        switch (Op.operation(code)) {
            case Op.SEND -> send(from, event, pages, null);
            case Op.SEND_VALUES ->
                send(from, event, pages, (RowImage) from.stream().object(Op.argument(code)));
            default -> set(from, event, pages, code, value);
        }
    }

    private void send(CommandQueue from, long event, EventPages pages, RowImage image) {
        try {
            from.events().sent(event, image == null ? pages.append() : pages.append(image));
            tally.applied(1);
        } catch (NativeMemoryException | OutOfMemoryError e) {
            tally.failed(1, e);
        }
    }

    /**
     * SAFETY: {@link CommandQueue} has seen to it that the column is one of the event's type; a dead event has no row.
     */
    private void set(CommandQueue from, long event, EventPages pages, long code, long value) {
        long number = from.events().number(event);
        if (number < pages.firstLive()) {
            tally.dropped(1); // the event could not be sent
            return;
        }
        if (Op.operation(code) == Op.SET_REFERENCE) {
            ReferenceColumn<?> column = (ReferenceColumn<?>) from.stream().object(Op.argument(code));
            pages.setReference(number, column.slot(), from.stream().object(Op.argument(code) + 1));
        } else {
            ChangePass.put(pages.origin(number), pages.row(number), code, getLong(value, 0, 0));
        }
        tally.applied(1);
    }
}
