package basalt.storage.file;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.component.EventType;
import basalt.component.ListColumn;
import basalt.component.ReferenceColumn;
import basalt.component.VariableColumn;
import basalt.component.layout.BlockLayout;
import basalt.storage.ColumnMemory;
import basalt.storage.ColumnSet;
import basalt.storage.OwnerState.OwnerKey;
import basalt.storage.RowAllocator;
import basalt.storage.RowImage;
import basalt.storage.Rows;
import basalt.storage.SavedField;
import basalt.storage.change.EventPages.EventColumns;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.BitUtil;

/**
 * What the ticks of a replay refer to by numbers that do not depend on the process: components and event types,
 * templates, and systems. Each gets the next number when it is first needed.
 *
 * <p>Component 0 stands for the entities that are alive, 1 for those that are disabled. In a file each table is in
 * chunks of its own; components have the numbers from 2 on, in this order.
 *
 * <pre>
 *   SCHM   text name; byte flags (2: event type); fields (see SavedField); again ...
 *   TMPL   byte kind (1: blocks of its own, 2: shares blocks while it has few entities), int ordinal, int components,
 *          int number of each, ascending ids; again ...
 *   SYST   text name; again ...
 * </pre>
 */
public final class ReplayTables {
    public static final int FIRST_COMPONENT = 2;

    private static final int EVENT = 2;

    private final List<ReplayType> types = new ArrayList<>();
    private final List<RowAllocator> templates = new ArrayList<>();
    private final List<String> systems = new ArrayList<>();

    /** The numbers of components by their ids; 0 for those that have none. */
    private int[] numbers = new int[FIRST_COMPONENT];

    public ReplayTables() {}

    /** The number of a component, or of an event type. */
    public int number(Component<?> component) {
        int id = component.id();
        if (id < numbers.length && numbers[id] != 0) {
            return numbers[id];
        }
        add(new ReplayType(component, SavedField.allOf(component.columns())));
        return numbers[id];
    }

    private void add(ReplayType type) {
        types.add(type);
        int id = type.component().id();
        if (id >= numbers.length) {
            numbers = Arrays.copyOf(numbers, Math.max(id + 1, 2 * numbers.length));
        }
        if (type.form() == 0) {
            numbers[id] = FIRST_COMPONENT + types.size() - 1;
        }
    }

    /** The component of a number. Returns its type; null if there is none. */
    public ReplayType type(int number) {
        int index = number - FIRST_COMPONENT;
        return index >= 0 && index < types.size() ? types.get(index) : null;
    }

    /** The id of what is hashed under a number. */
    public int id(int number) {
        return number == 0
                ? BlockLayout.ALIVE_ID
                : number == 1
                        ? BlockLayout.DISABLED_ID
                        : type(number).component().id();
    }

    /** The form of the values that are hashed under a number: 0 for the fields of this process. */
    public int form(int number) {
        return number < FIRST_COMPONENT ? 0 : type(number).form();
    }

    /** {@return the components and event types, in order of their numbers} */
    public List<ReplayType> types() {
        return types;
    }

    public int template(RowAllocator allocator) {
        for (int i = 0; i < templates.size(); i++) {
            if (templates.get(i) == allocator) {
                return i;
            }
        }
        for (Component<?> component : allocator.components()) {
            number(component);
        }
        templates.add(allocator);
        return templates.size() - 1;
    }

    /** {@return the allocators of the templates, in order of their numbers; null for those of no world} */
    public List<RowAllocator> templates() {
        return templates;
    }

    public int system(String name) {
        int known = systems.indexOf(name);
        if (known >= 0) {
            return known;
        }
        systems.add(name);
        return systems.size() - 1;
    }

    /** {@return the names of the systems, in order of their numbers} */
    public List<String> systems() {
        return systems;
    }

    void encode(ChunkBuffer to) throws IOException {
        to.begin(FileFormat.SCHEMA);
        for (ReplayType type : types) {
            SchemaChunk.encode(to, type.component(), type.component().isEvent() ? EVENT : 0, type.fields());
        }
        to.begin(FileFormat.TEMPLATES);
        for (RowAllocator template : templates) {
            OwnersChunk.encode(to, template.key(), numbers, 0);
        }
        to.begin(FileFormat.SYSTEMS);
        for (String system : systems) {
            byte[] name = ChunkBuffer.text(system);
            to.require(name.length + Integer.BYTES);
            to.putText(name);
        }
        to.end();
    }

    /** Reads the tables, and finds in this process and world what they name. */
    void decode(ChunkReader file, ReplayFile.Counts counts, Rows rows) throws IOException {
        while (types.size() < counts.types()) {
            ChunkCursor from = file.entry(FileFormat.SCHEMA);
            decodeType(from);
        }
        while (templates.size() < counts.templates()) {
            ChunkCursor from = file.entry(FileFormat.TEMPLATES);
            int size = templates.size();
            OwnerKey key = decodeTemplate(from);
            if (rows == null) {
                templates.add(null);
            } else {
                template(find(from, rows, key));
            }
            from.require(templates.size() > size, "a template is there twice");
        }
        while (systems.size() < counts.systems()) {
            ChunkCursor from = file.entry(FileFormat.SYSTEMS);
            int size = systems.size();
            String name = from.getText(ReplayFile.MAX_TEXT, "the name of a system");
            system(name);
            from.require(systems.size() > size, "system " + name + " is there twice");
        }
    }

    /**
     * Reads a component or event type. If it has other fields now, this one is for the ticks of the file only: it gets
     * another number when one is recorded.
     */
    private void decodeType(ChunkCursor from) {
        String name = from.getText(ReplayFile.MAX_TEXT, "the name of a component");
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
        ReplayType type = new ReplayType(component, SavedField.decode(from));
        from.require(
                type.isReadable(),
                what + " has other fields in the replay, " + type.fields() + " instead of "
                        + SavedField.allOf(component.columns()) + ": play it with the program that has recorded it");
        from.require(types.stream().noneMatch(type::isLike), what + " is there twice");
        add(type);
    }

    private OwnerKey decodeTemplate(ChunkCursor from) {
        int kind = from.getByte();
        from.require(kind == OwnersChunk.OWN || kind == OwnersChunk.SHARING, "the kind of a template is unknown");
        return OwnersChunk.decodeKey(from, kind, types.size(), number -> {
            ReplayType type = type(number);
            from.require(
                    type != null && !type.component().isEvent(), "a component of a template is none of the replay");
            return type.component().id();
        });
    }

    private RowAllocator find(ChunkCursor from, Rows rows, OwnerKey key) {
        RowAllocator found = rows.tryFindMade(key);
        List<String> names = types.stream()
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

    /**
     * A component or event type of a replay: its lanes, which commands name by their number. Lanes are numbered in the
     * order of the fields, those of a vector one after the other. References and lists have none: they are numbered
     * apart, as objects.
     *
     * <p>The values of a record are packed: the lanes of 8 bytes in the order of the fields, then those of 4, 2 and 1,
     * and zeros up to a multiple of 8.
     *
     * <p>In a file it may have fields of earlier versions of the program: enums with other constants, and enums and
     * nested records that were references.
     */
    public static final class ReplayType {
        private final Component<?> component;
        private final List<SavedField> fields;
        private final List<Part> columns = new ArrayList<>();
        private final List<Part> objects = new ArrayList<>();
        private final int form;
        private final int valueBytes;

        /**
         * A field in this process.
         *
         * @param column its column; null for a nested record that was a reference
         * @param place of an object its number in an image, of others that of the first lane; -1 without a column
         * @param first the number of its first lane in the file
         * @param packed where that is among packed values
         * @param ordinals for each constant of an enum its ordinal in this process; null for others
         */
        private record Part(SavedField field, Column column, int place, int first, int packed, int[] ordinals) {}

        ReplayType(Component<?> component, List<SavedField> fields) {
            this.component = component;
            this.fields = fields;
            int[] packed = new int[fields.size()];
            int bytes = 0;
            for (int shift = 3; shift >= 0; shift--) {
                for (int i = 0; i < packed.length; i++) {
                    if (isNative(fields.get(i)) && fields.get(i).kind().shift() == shift) {
                        packed[i] = bytes;
                        bytes += fields.get(i).length() << shift;
                    }
                }
            }
            valueBytes = bytes;
            form = fields.equals(SavedField.allOf(component.columns())) ? 0 : fields.hashCode() | 1;
            int lane = 0;
            for (int i = 0; i < packed.length; i++) {
                SavedField field = fields.get(i);
                Column column = component.columns().stream()
                        .filter(field::isLike)
                        .findFirst()
                        .orElse(null);
                int place = column == null ? -1 : ColumnSet.place(component, column);
                int[] ordinals = field.constants() == null || column == null ? null : field.ordinals(column);
                (isNative(field) ? columns : objects).add(new Part(field, column, place, lane, packed[i], ordinals));
                lane += isNative(field) ? field.length() : 0;
            }
        }

        private static boolean isNative(SavedField field) {
            return field.kind() != ColumnKind.REFERENCE && field.kind() != ColumnKind.LIST;
        }

        /** Whether all fields of the file are known in this process, and those of this process are in the file. */
        boolean isReadable() {
            return fields.stream()
                            .allMatch(field -> component.columns().stream().anyMatch(column -> is(field, column)))
                    && component.columns().stream()
                            .allMatch(column -> fields.stream().anyMatch(field -> is(field, column)));
        }

        /** Whether a column is that of a field, or one of a nested record that was a reference. */
        private static boolean is(SavedField field, Column column) {
            return field.isLike(column) || !isNative(field) && column.field().startsWith(field.name() + ".");
        }

        boolean isLike(ReplayType other) {
            return component == other.component && fields.equals(other.fields);
        }

        /** 0 for the fields of this process; another number for those of an earlier version. */
        public int form() {
            return form;
        }

        List<SavedField> fields() {
            return fields;
        }

        /** {@return the component, or that of the event type} */
        public Component<?> component() {
            return component;
        }

        public int lanes() {
            Part last = columns.isEmpty() ? null : columns.get(columns.size() - 1);
            return last == null ? 0 : last.first + last.field.length();
        }

        public int lane(int offset) {
            for (int i = 0; i < columns.size(); i++) {
                Part part = columns.get(i);
                int distance = offset - part.column.laneOffset(0);
                int stride = part.column.kind().laneStride();
                if (distance >= 0 && distance < part.column.length() * stride) {
                    return part.first + distance / stride;
                }
            }
            throw new IllegalArgumentException("no lane of " + component.name() + " has this offset: " + offset);
        }

        private Part part(int lane) {
            int column = columns.size() - 1;
            while (columns.get(column).first > lane) {
                column--;
            }
            return columns.get(column);
        }

        public int offset(int lane) {
            Part part = part(lane);
            return part.column.laneOffset(lane - part.first);
        }

        public ColumnKind kind(int lane) {
            return part(lane).field.kind();
        }

        /** Whether a lane has entities. */
        public boolean isEntityLane(int lane) {
            return kind(lane) == ColumnKind.ENTITY;
        }

        /** {@return bytes of packed values, a multiple of 8} */
        public int packedBytes() {
            return BitUtil.align(valueBytes, Long.BYTES);
        }

        /** Whether the bytes behind packed values are zero. */
        public boolean isPadded(long values) {
            int end = valueBytes;
            while (end < packedBytes() && ColumnMemory.getByte(values, end, 0) == 0) {
                end++;
            }
            return end == packedBytes();
        }

        /** The raw bits of a lane among packed values. */
        public long bits(long values, int lane) {
            Part part = part(lane);
            return ColumnMemory.getBits(
                    values, lane - part.first, part.packed, part.field.kind().shift());
        }

        /** The bits of a lane in this process. They differ if an enum has other constants. */
        public long value(int lane, long bits) {
            Part part = part(lane);
            int ordinal = part.field.kind() == ColumnKind.INT8 ? (byte) bits : (short) bits;
            return part.ordinals == null ? bits : part.field.ordinal(ordinal, part.ordinals);
        }

        /** The ordinal in this process for one of the file, in a list of constants of an enum. */
        public int ordinal(int object, int ordinal) {
            Part part = objects.get(object);
            return part.field.ordinal(ordinal, part.ordinals);
        }

        public void put(RowImage image, int lane, long bits) {
            Part part = part(lane);
            image.value(part.place + lane - part.first, bits);
        }

        public int objects() {
            return objects.size();
        }

        /** The number of a reference column among the objects. */
        public int object(Column column) {
            int number = 0;
            while (!column.equals(objects.get(number).column)) {
                number++;
            }
            return number;
        }

        /** The reference, the array of a list or the string in an image. */
        public Object object(RowImage image, int object) {
            return image.reference(objects.get(object).place);
        }

        /** The number of a list among the objects, by the offset of its column. */
        public int object(int offset) {
            int number = 0;
            while (!(objects.get(number).column instanceof ListColumn list) || list.offset() != offset) {
                number++;
            }
            return number;
        }

        /** The column of an object, which may be of an enum; null for a nested record that was a reference. */
        public Column column(int object) {
            return objects.get(object).column;
        }

        public String objectName(int object) {
            return "field " + objects.get(object).field.name() + " of " + component.name();
        }

        /** Puts an object, or a constant of an enum, into the image of a row. */
        public void putObject(RowImage image, int object, Object value) {
            Part part = objects.get(object);
            if (part.column instanceof ReferenceColumn<?> || part.column instanceof VariableColumn) {
                image.reference(part.place, value);
            } else if (part.column != null) {
                image.value(part.place, ColumnMemory.ordinal(value));
            }
        }
    }
}
