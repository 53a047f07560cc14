package basalt.storage.file;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.component.EventType;
import basalt.component.ReferenceColumn;
import basalt.component.layout.BlockLayout;
import basalt.storage.OwnerState.OwnerKey;
import basalt.storage.RowAllocator;
import basalt.storage.Rows;
import basalt.storage.SavedField;
import basalt.storage.change.EventPages.EventColumns;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the ticks of a replay refer to by numbers that do not depend on the process: components and event types,
 * templates, and systems. Each gets the next number when it is first needed.
 *
 * <p>Component 0 stands for the entities that are alive, 1 for those that are disabled. In a file each table is in
 * chunks of its own; components have the numbers from 2 on, in this order.
 *
 * <pre>
 *   SCHM   text name; byte flags (2: event type); int fields; for each field: text name, byte kind, int length;
 *          again ...
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
        types.add(new ReplayType(component));
        if (id >= numbers.length) {
            numbers = Arrays.copyOf(numbers, Math.max(id + 1, 2 * numbers.length));
        }
        numbers[id] = FIRST_COMPONENT + types.size() - 1;
        return numbers[id];
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
            Component<?> component = type.component();
            SchemaChunk.encode(to, component, component.isEvent() ? EVENT : 0, component.columns());
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
            int size = types.size();
            Component<?> component = decodeType(from);
            number(component);
            from.require(types.size() > size, "component " + component.name() + " is there twice");
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

    private static Component<?> decodeType(ChunkCursor from) {
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
        List<SavedField> saved = SavedField.decode(from);
        List<SavedField> own = component.columns().stream()
                .map(column -> new SavedField(column.field(), column.kind(), column.length()))
                .toList();
        from.require(
                saved.equals(own),
                what + " has other fields in the replay, " + saved + " instead of " + own
                        + ": play it with the program that has recorded it");
        return component;
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
     * order of declaration, those of a vector one after the other. References have none: they are numbered apart.
     *
     * <p>The values of a record are packed: the lanes of 8 bytes in the order of declaration, then those of 4, 2 and 1,
     * and zeros up to a multiple of 8.
     */
    public static final class ReplayType {
        private final Component<?> component;
        private final Column[] columns;

        /** For each native column the number of its first lane. */
        private final int[] firstLanes;

        private final List<ReferenceColumn<?>> references = new ArrayList<>();
        private final int lanes;

        public ReplayType(Component<?> component) {
            this.component = component;
            columns = SchemaChunk.nativeColumns(component).toArray(Column[]::new);
            firstLanes = new int[columns.length];
            int next = 0;
            for (int i = 0; i < columns.length; i++) {
                firstLanes[i] = next;
                next += columns[i].length();
            }
            lanes = next;
            for (Column column : component.columns()) {
                if (column instanceof ReferenceColumn<?> reference) {
                    references.add(reference);
                }
            }
        }

        /** {@return the component, or that of the event type} */
        public Component<?> component() {
            return component;
        }

        public int lanes() {
            return lanes;
        }

        /** {@return the reference columns, in the order of declaration} */
        public List<ReferenceColumn<?>> references() {
            return references;
        }

        public int lane(int offset) {
            for (int i = 0; i < columns.length; i++) {
                int distance = offset - columns[i].laneOffset(0);
                int stride = columns[i].kind().laneStride();
                if (distance >= 0 && distance < columns[i].length() * stride) {
                    return firstLanes[i] + distance / stride;
                }
            }
            throw new IllegalArgumentException("no lane of " + component.name() + " has this offset: " + offset);
        }

        private int column(int lane) {
            int column = columns.length - 1;
            while (firstLanes[column] > lane) {
                column--;
            }
            return column;
        }

        public int offset(int lane) {
            int column = column(lane);
            return columns[column].laneOffset(lane - firstLanes[column]);
        }

        public ColumnKind kind(int lane) {
            return columns[column(lane)].kind();
        }

        /** Whether a lane has entities. */
        public boolean isEntityLane(int lane) {
            return kind(lane) == ColumnKind.ENTITY;
        }
    }
}
