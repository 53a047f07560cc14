package basalt.storage.change;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.component.EnumColumn;
import basalt.component.ReferenceColumn;
import basalt.storage.ColumnMemory;
import basalt.storage.PartReader;
import basalt.storage.PartWriter;
import basalt.storage.References;
import basalt.storage.SavedField;
import basalt.storage.SavedRecord;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The events of one type in files, with the places of their readers.
 *
 * <pre>
 *   byte ticks that have ended since they were saved, 0 to 2; fields (see SavedField)
 *   long first live event, long first event of this tick, long next event
 *   for each native field and element: the values of all live events
 *   for each reference field and live event: the object, or none
 *   int readers; for each, in the order in which they were made: long next event to read, long missed events
 * </pre>
 */
public final class SavedEvents {
    /** The ticks after whose end the events are gone. */
    static final int TICKS = 2;

    private static final long MOST_SENT = 1L << 62;

    /** What an event counts as that has fewer bytes in the file. */
    private static final int EVENT_BYTES = Long.BYTES;

    private SavedEvents() {}

    static SavedRecord save(EventPages pages, boolean withReferences) {
        Component<?> type = pages.type();
        List<Column> columns = type.columns().stream()
                .filter(column -> withReferences || column.kind() != ColumnKind.REFERENCE)
                .toList();
        PartWriter to = new PartWriter("the events of type " + type.name());
        to.putByte(0);
        SavedField.encode(to, SavedField.allOf(columns));
        long over = Math.max(0, pages.sent() - MOST_SENT); // only after a hostile file
        to.putLong(pages.older().first() - over);
        to.putLong(pages.current().first() - over);
        to.putLong(pages.current().end() - over);
        for (Column column : columns) {
            for (int lane = 0; column.kind() != ColumnKind.REFERENCE && lane < column.length(); lane++) {
                pages.older().save(to, column, lane);
                pages.current().save(to, column, lane);
            }
        }
        for (Column column : columns) {
            if (column instanceof ReferenceColumn<?> reference) {
                for (long event = pages.firstLive(); event < pages.sent(); event++) {
                    to.putObject(reference, pages.reference(event, reference.slot()));
                }
            }
        }
        pages.readers().save(to, over);
        return new SavedRecord(SavedRecord.EVENTS, type.name(), to.bytes());
    }

    /**
     * Checks all but the objects. Returns the bytes that the live events and the readers count as.
     *
     * @param bytes the bytes of a record, or any bytes
     */
    public static long check(byte[] bytes, long most) {
        PartReader from = new PartReader("the events of a type", bytes);
        from.require(from.getByte() <= TICKS, "they are too old");
        List<SavedField> fields = SavedField.decode(from);
        long first = from.getLong();
        long current = from.getLong();
        long end = from.getLong();
        boolean isAscending = 0 <= first && first <= current && current <= end && end <= MOST_SENT;
        from.require(isAscending, "their numbers are not ascending");
        from.require(end - first <= most / EVENT_BYTES, "they are more than LoadOptions.maxObjectBytes(...) allows");
        long counted = (end - first) * EVENT_BYTES;
        for (SavedField field : fields) {
            for (int lane = 0; field.kind() != ColumnKind.REFERENCE && lane < field.length(); lane++) {
                int at = from.skip(end - first, field.kind().sizeBytes());
                from.require(
                        field.kind() != ColumnKind.BOOLEAN || areBooleans(bytes, at, (int) (end - first)),
                        "a boolean is neither 0 nor 1");
            }
        }
        for (SavedField field : fields) {
            for (long event = first; field.kind() == ColumnKind.REFERENCE && event < end; event++) {
                from.skipObject();
            }
        }
        int readers = from.getCount(2 * Long.BYTES);
        counted += (long) readers * SavedReaders.READER_BYTES;
        from.require(counted <= most, "they have more readers than LoadOptions.maxObjectBytes(...) allows");
        for (; readers > 0; readers--) {
            long position = from.getLong();
            long missed = from.getLong();
            from.require(0 <= missed && missed <= position && position <= end, "the place of a reader is wrong");
        }
        from.requireEnd();
        return counted;
    }

    private static boolean areBooleans(byte[] bytes, int from, int count) {
        int all = 0;
        for (int i = 0; i < count; i++) {
            all |= bytes[from + i];
        }
        return (all & ~1) == 0;
    }

    static void age(byte[] bytes) {
        bytes[0] = (byte) Math.min(TICKS, bytes[0] + 1);
    }

    /**
     * Replaces the events of a type by those of a file. If that fails, the pages are to be closed.
     *
     * @param bytes the bytes of a record, which were checked
     */
    static void load(byte[] bytes, EventPages pages, boolean skipsUnknown) {
        PartReader from = new PartReader("the events of a type", bytes);
        int ticks = from.getByte();
        List<SavedField> fields = SavedField.decode(from);
        long first = from.getLong();
        long current = from.getLong();
        long end = from.getLong();
        List<Column> columns = columns(fields, pages.type());
        long live = ticks == 0 ? end - first : ticks == 1 ? end - current : 0;
        if (columns == null && live > 0 && !skipsUnknown) {
            throw new IllegalStateException("the events of type " + pages.type().name()
                    + " have other fields in the file: " + fields
                    + "; give the type these fields, or leave such events out with LoadOptions.skipUnknown()");
        }
        pages.older().restart(columns == null ? end : first, columns == null ? 0 : current - first);
        pages.current().restart(columns == null ? end : current, columns == null ? 0 : end - current);
        for (int i = 0; i < fields.size(); i++) {
            SavedField field = fields.get(i);
            for (int lane = 0; field.kind() != ColumnKind.REFERENCE && lane < field.length(); lane++) {
                if (columns == null) {
                    from.skip(end - first, field.kind().sizeBytes());
                } else {
                    pages.older().load(from, columns.get(i), lane);
                    pages.current().load(from, columns.get(i), lane);
                }
            }
            if (columns != null && field.constants() != null) {
                rename(pages, field, (EnumColumn<?>) columns.get(i));
            }
        }
        for (int i = 0; i < fields.size(); i++) {
            boolean isObject = fields.get(i).kind() == ColumnKind.REFERENCE;
            for (long event = first; isObject && event < end; event++) {
                byte[] object = from.getObject();
                if (columns != null) {
                    put(pages, event, columns.get(i), object == null ? null : object(columns.get(i), object));
                }
            }
        }
        pages.readers().load(from);
        for (; ticks > 0; ticks--) {
            pages.swap();
        }
    }

    /** Replaces the ordinals of an enum's constants in the file by those in this process. */
    private static void rename(EventPages pages, SavedField field, EnumColumn<?> column) {
        int[] ordinals = field.ordinals(column);
        for (long event = pages.firstLive(); event < pages.sent(); event++) {
            int saved = ColumnMemory.getOrdinal(pages.origin(event), pages.row(event), column);
            try {
                putOrdinal(pages, event, column, field.ordinal(saved, ordinals));
            } catch (IllegalArgumentException e) {
                throw new IllegalStateException(
                        "field " + field.name() + " of event type "
                                + pages.type().name() + ": " + e.getMessage(),
                        e);
            }
        }
    }

    /** Puts an object, or the constant of an enum. */
    private static void put(EventPages pages, long event, Column column, Object value) {
        if (column instanceof ReferenceColumn<?> reference) {
            pages.setReference(event, reference.slot(), value);
        } else {
            putOrdinal(pages, event, column, ColumnMemory.ordinal(value));
        }
    }

    private static void putOrdinal(EventPages pages, long event, Column column, int ordinal) {
        ColumnMemory.putOrdinal(pages.origin(event), pages.row(event), column, ordinal);
    }

    private static Object object(Column column, byte[] bytes) {
        try {
            return References.decode(column, new UnsafeBuffer(bytes));
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException(e.getMessage(), e.getCause());
        }
    }

    /**
     * The columns of the fields of a file; null if the type has other fields. It may have more that are references,
     * because these can be left out of files.
     */
    private static List<Column> columns(List<SavedField> fields, Component<?> type) {
        List<Column> columns = new ArrayList<>();
        for (SavedField field : fields) {
            type.columns().stream()
                    .filter(field::isLike)
                    .filter(References::isSavable)
                    .forEach(columns::add);
        }
        boolean hasAll = type.columns().stream()
                .allMatch(column -> column.kind() == ColumnKind.REFERENCE || columns.contains(column));
        return hasAll && columns.size() == fields.size() ? columns : null;
    }
}
