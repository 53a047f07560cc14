package basalt.command.queue;

import basalt.component.ReferenceColumn;
import basalt.memory.NativeMemoryException;
import basalt.storage.RowImage;
import basalt.storage.RowImages;
import basalt.storage.access.Store;
import basalt.storage.change.EventPages;

/** Applies the commands that send events, and those that set values of sent events. */
final class EventCommands {
    private final Store store;
    private final CommandCounter counter;
    private final RowImages images;

    EventCommands(Store store, CommandCounter counter, RowImages images) {
        this.store = store;
        this.counter = counter;
        this.images = images;
    }

    void accept(CommandStream from, long event, long code, long value) {
        EventPages pages;
        try {
            pages = store.events().of(from.component(Op.componentId(code)));
        } catch (NativeMemoryException | OutOfMemoryError | IllegalStateException e) { // the events of a file
            counter.failed(1, e);
            return;
        }
        switch (Op.operation(code)) {
            case Op.SEND -> send(from, event, pages, null);
            case Op.SEND_VALUES -> {
                RowImage image = images.take(from.component(Op.componentId(code)));
                from.read(code, value, image);
                send(from, event, pages, image);
                image.release();
            }
            default -> set(from, event, pages, code, value);
        }
    }

    private void send(CommandStream from, long event, EventPages pages, RowImage image) {
        try {
            from.events().sent(event, image == null ? pages.append() : pages.append(image));
            counter.applied(1);
        } catch (NativeMemoryException | OutOfMemoryError e) {
            counter.failed(1, e);
        }
    }

    /**
     * SAFETY: {@link CommandQueue} has checked that the column belongs to the event's type; events that were not sent
     * are skipped.
     */
    private void set(CommandStream from, long event, EventPages pages, long code, long value) {
        long number = from.events().number(event);
        if (number < pages.firstLive()) {
            counter.dropped(1); // the event could not be sent
            return;
        }
        if (Op.operation(code) == Op.SET_REFERENCE) {
            ReferenceColumn<?> column = (ReferenceColumn<?>) from.object(Op.argument(code));
            pages.setReference(number, column.slot(), from.object(Op.argument(code) + 1));
        } else {
            SetCommand.write(pages.origin(number), pages.row(number), code, value);
        }
        counter.applied(1);
    }
}
