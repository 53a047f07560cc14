package basalt.storage.file;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.component.EventType;
import basalt.storage.OwnerState.OwnerKey;
import basalt.storage.RowAllocator;
import basalt.storage.Rows;
import basalt.storage.SavedField;
import basalt.storage.change.EventPages.EventColumns;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The tables of a replay, each in chunks of its own. In a replay components have the numbers from 2 on, in this order.
 *
 * <pre>
 *   SCHM   text name; byte flags (2: event type); int fields; for each field: text name, byte kind, int length;
 *          again ...
 *   TMPL   byte kind (1: blocks of its own, 2: shares blocks while it has few entities), int ordinal, int components,
 *          int number of each, ascending ids; again ...
 *   SYST   text name; again ...
 * </pre>
 */
final class ReplayTablesChunks {
    /** The most fields of a record, which a constructor limits. */
    private static final int MAX_FIELDS = 255;

    private static final int EVENT = 2;
    private static final int OWN = 1;
    private static final int SHARING = 2;

    private ReplayTablesChunks() {}

    static void encode(ChunkBuffer to, ReplayTables tables) throws IOException {
        to.begin(FileFormat.SCHEMA);
        for (ReplayType type : tables.types()) {
            encode(to, type.component());
        }
        to.begin(FileFormat.TEMPLATES);
        for (RowAllocator template : tables.templates()) {
            encode(to, template.key(), tables);
        }
        to.begin(FileFormat.SYSTEMS);
        for (String system : tables.systems()) {
            byte[] name = ChunkBuffer.text(system);
            to.require(name.length + Integer.BYTES);
            to.putText(name);
        }
        to.end();
    }

    private static void encode(ChunkBuffer to, Component<?> component) throws IOException {
        byte[] name = ChunkBuffer.text(component.name());
        int bytes = name.length + 9;
        for (Column column : component.columns()) {
            bytes += ChunkBuffer.text(column.field()).length + 9;
        }
        to.require(bytes);
        to.putText(name);
        to.putByte(component.isEvent() ? EVENT : 0);
        to.putInt(component.columns().size());
        for (Column column : component.columns()) {
            to.putText(ChunkBuffer.text(column.field()));
            to.putByte(SavedField.number(column.kind()));
            to.putInt(column.length());
        }
    }

    private static void encode(ChunkBuffer to, OwnerKey key, ReplayTables tables) throws IOException {
        to.require(9 + Integer.BYTES * key.components().size());
        to.putByte(key.sharesBlocks() ? SHARING : OWN);
        to.putInt(key.ordinal());
        to.putInt(key.components().size());
        for (int id : key.components()) {
            to.putInt(tables.numberOfId(id));
        }
    }

    /** Reads the tables, and finds in this process and world what they name. */
    static void decode(ChunkStream file, ReplayHeader.Counts counts, Rows rows, ReplayTables tables)
            throws IOException {
        while (tables.types().size() < counts.types()) {
            ChunkCursor from = file.entry(FileFormat.SCHEMA);
            int size = tables.types().size();
            Component<?> component = decodeType(from);
            tables.number(component);
            from.require(tables.types().size() > size, "component " + component.name() + " is there twice");
        }
        while (tables.templates().size() < counts.templates()) {
            ChunkCursor from = file.entry(FileFormat.TEMPLATES);
            int size = tables.templates().size();
            OwnerKey key = decodeTemplate(from, tables);
            if (rows == null) {
                tables.addUnknownTemplate();
            } else {
                tables.template(find(from, rows, tables, key));
            }
            from.require(tables.templates().size() > size, "a template is there twice");
        }
        while (tables.systems().size() < counts.systems()) {
            ChunkCursor from = file.entry(FileFormat.SYSTEMS);
            int size = tables.systems().size();
            String name = from.getText(ReplayHeader.MAX_TEXT, "the name of a system");
            tables.system(name);
            from.require(tables.systems().size() > size, "system " + name + " is there twice");
        }
    }

    private static Component<?> decodeType(ChunkCursor from) {
        String name = from.getText(ReplayHeader.MAX_TEXT, "the name of a component");
        int flags = from.getByte();
        from.require((flags & ~EVENT) == 0, "the flags of component " + name + " are not known");
        boolean isEvent = flags == EVENT;
        EventType<?> event = isEvent ? EventType.tryFind(name) : null;
        Component<?> component = !isEvent ? Component.tryFind(name) : event == null ? null : EventColumns.of(event);
        String what = (isEvent ? "event type " : "component ") + name;
        from.require(
                component != null,
                what + " of the replay is not registered in this process: use its TYPE constant before the replay is"
                        + " loaded, or play it with the program that has recorded it");
        List<String> saved = new ArrayList<>();
        for (int fields = from.getInt(MAX_FIELDS, "the number of fields"); fields > 0; fields--) {
            String field = from.getText(ReplayHeader.MAX_TEXT, "the name of a field");
            ColumnKind kind = SavedField.kind(from.getByte());
            from.require(kind != null, "the kind of field " + field + " is unknown");
            saved.add(field + " (" + kind + " " + from.getInt() + ")");
        }
        List<String> own = component.columns().stream()
                .map(column -> column.field() + " (" + column.kind() + " " + column.length() + ")")
                .toList();
        from.require(
                saved.equals(own),
                what + " has other fields in the replay, " + saved + " instead of " + own
                        + ": play it with the program that has recorded it");
        return component;
    }

    private static OwnerKey decodeTemplate(ChunkCursor from, ReplayTables tables) {
        int kind = from.getByte();
        from.require(kind == OWN || kind == SHARING, "the kind of a template is unknown");
        int ordinal = from.getInt(Integer.MAX_VALUE, "the ordinal of a template");
        List<Integer> ids = new ArrayList<>();
        for (int n = from.getInt(tables.types().size(), "the components of a template"); n > 0; n--) {
            ReplayType type = tables.type(from.getInt());
            from.require(
                    type != null && !type.component().isEvent(), "a component of a template is none of the replay");
            ids.add(type.component().id());
        }
        ids.sort(null);
        return new OwnerKey(kind == SHARING, ids, ordinal);
    }

    private static RowAllocator find(ChunkCursor from, Rows rows, ReplayTables tables, OwnerKey key) {
        RowAllocator found = rows.tryFindMade(key);
        List<String> names = tables.types().stream()
                .map(ReplayType::component)
                .filter(component -> key.components().contains(component.id()))
                .map(Component::name)
                .toList();
        from.require(
                found != null,
                "a template of the replay was not made in this world: the one with " + names + " that was made after "
                        + key.ordinal() + " others with these components; make the templates before the replay is"
                        + " loaded, in the same order");
        return found;
    }
}
