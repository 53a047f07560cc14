package basalt.command.queue;

import static basalt.storage.ColumnMemory.getLong;

import basalt.component.Component;
import basalt.component.ReferenceColumn;
import basalt.memory.NativeMemoryException;
import basalt.storage.EventPages;
import basalt.storage.RowImage;
import basalt.storage.Store;

/** Carries out the commands that send events, and those that set values of the event that was sent last. */
final class EventCommands {
    private static final long NONE = -1;

    private final Store store;
    private final Tally tally;
    private EventPages pages;
    private long event = NONE;

    EventCommands(Store store, Tally tally) {
        this.store = store;
        this.tally = tally;
    }

    void accept(CommandQueue from, long code, long value) {
        switch (Op.operation(code)) {
            case Op.SEND -> send(from.component(Op.componentId(code)), null);
            case Op.SEND_VALUES ->
                send(from.component(Op.componentId(code)), (RowImage)
                        from.stream().object(Op.argument(code)));
            default -> set(from, code, value);
        }
    }

    private void send(Component<?> type, RowImage image) {
        event = NONE;
        try {
            pages = store.events().of(type);
            event = image == null ? pages.append() : pages.append(image);
            tally.applied(1);
        } catch (NativeMemoryException | OutOfMemoryError e) {
            tally.failed(1, e);
        }
    }

    /** SAFETY: {@link CommandQueue} has seen to it that the column is one of the type of the event that was sent last. */
    private void set(CommandQueue from, long code, long value) {
        if (event == NONE) {
            tally.dropped(1); // the event could not be sent
            return;
        }
        if (Op.operation(code) == Op.SET_REFERENCE) {
            ReferenceColumn<?> column = (ReferenceColumn<?>) from.stream().object(Op.argument(code));
            pages.setReference(event, column.slot(), from.stream().object(Op.argument(code) + 1));
        } else {
            ChangePass.put(pages.origin(event), pages.row(event), code, getLong(value, 0, 0));
        }
        tally.applied(1);
    }
}
