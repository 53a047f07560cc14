package basalt.storage.change;

import basalt.storage.StateBuffer;

/** The place of one reader among the events of a type. For one thread at a time. Makes no garbage. */
public final class EventCursor {
    private static final long NONE = -1;

    private final EventPages pages;
    private final long number;

    /** The next event to read; those before it were read, skipped or missed. */
    private long position;

    private long event = NONE;
    private long missed;

    EventCursor(EventPages pages, long number, long position, long missed) {
        this.pages = pages;
        this.number = number;
        this.position = position;
        this.missed = missed;
    }

    /** The number among those of the type, which snapshots refer to. */
    long number() {
        return number;
    }

    long position() {
        return position;
    }

    void save(StateBuffer to) {
        to.putLong(position);
        to.putLong(missed);
    }

    void restore(long newPosition, long newMissed) {
        position = newPosition;
        missed = newMissed;
        event = NONE;
    }

    /** Goes to the next event, after {@link #catchUp}. */
    public boolean next(long end) {
        event = position < end ? position++ : NONE;
        return event != NONE;
    }

    /** Is at no event any more. */
    public void leave() {
        event = NONE;
    }

    public boolean isAtEvent() {
        return event != NONE;
    }

    public long event() {
        return event;
    }

    /** Skips all events, after {@link #catchUp}. */
    public void skipAll() {
        position = pages.sent();
        event = NONE;
    }

    /** The events to read, after {@link #catchUp}. */
    public long remaining() {
        return pages.sent() - position;
    }

    /** The events that were gone before they were read. */
    public long missed() {
        return missed;
    }

    /** Counts events that are gone, and moves to the oldest live one. */
    public void catchUp() {
        long gone = pages.firstLive() - position;
        if (gone > 0) {
            missed += gone;
            position += gone;
        }
    }

    /** Ends the reader, whose place is in no snapshot or file any more. */
    public void close() {
        pages.readers().remove(this);
    }
}
