package basalt.inspect.view;

import static basalt.component.layout.BlockLayout.DISABLED_ID;

import basalt.component.Column;
import basalt.component.Component;
import basalt.internal.JsonWriter;
import basalt.storage.Blocks;
import basalt.storage.Place;
import basalt.storage.Pools;
import basalt.storage.access.Store;
import java.util.Arrays;

/** All about one entity: its components and their values, its place in trees, and the relations that lead to it. */
public final class EntityDetails extends Question {
    /** The longest text of a string, which can be edited; of other objects, which cannot. */
    private static final int LONGEST_STRING = 10_000;

    private static final int LONGEST_TEXT = 200;

    private final long entity;
    private final ComponentNames names;
    private final EntityLinks links;
    private long tick;
    private boolean isAlive;
    private boolean isEnabled;
    private String name;
    private int row;
    private int block;
    private int componentCount;
    private Component<?>[] components = new Component<?>[16];
    private boolean[] enabled = new boolean[16];
    private int valueCount;
    private long[] values = new long[64];
    private Object[] objects = new Object[64];
    private String[] texts = new String[64];

    /** A question about an entity. */
    public EntityDetails(long entity, ComponentNames names) {
        this.entity = entity;
        this.names = names;
        links = new EntityLinks(entity, names);
    }

    @Override
    protected void begin(InspectedWorld inspected) {
        componentCount = 0;
        valueCount = 0;
        Arrays.fill(objects, null);
    }

    @Override
    protected boolean proceed(InspectedWorld inspected, long deadlineNanos) {
        Store store = inspected.store();
        tick = inspected.tick();
        name = inspected.names().get(entity);
        long place = store.entities().tryLocate(entity);
        isAlive = place != 0;
        if (isAlive) {
            long base = Place.base(place);
            row = Place.row(place);
            block = Blocks.index(base);
            isEnabled = !Pools.has(base, row, DISABLED_ID);
            for (int word = 0; word < store.blocks().populatedWords(); word++) {
                for (long rest = Blocks.populated(base, word); rest != 0; rest &= rest - 1) {
                    int id = (word << 6) + Long.numberOfTrailingZeros(rest);
                    Component<?> component = store.pools().component(id);
                    if (component != null && Pools.has(base, row, id)) {
                        read(inspected, component, base);
                    }
                }
            }
            links.read(store);
        }
        for (int i = 0; i < valueCount; i++) { // last, since the objects' code may change the world
            texts[i] = text(objects[i]);
            objects[i] = null;
        }
        return true;
    }

    private void read(InspectedWorld inspected, Component<?> component, long base) {
        if (componentCount == components.length) {
            components = Arrays.copyOf(components, 2 * componentCount);
            enabled = Arrays.copyOf(enabled, 2 * componentCount);
        }
        components[componentCount] = component;
        enabled[componentCount++] = Pools.isEnabled(base, row, component.id());
        for (Lane lane : inspected.lanes(component)) {
            if (valueCount == values.length) {
                values = Arrays.copyOf(values, 2 * valueCount);
                objects = Arrays.copyOf(objects, 2 * valueCount);
                texts = Arrays.copyOf(texts, 2 * valueCount);
            }
            if (lane.isReference()) {
                objects[valueCount] = inspected.store().references().get(lane.slot(), block, row);
            } else {
                values[valueCount] = lane.read(base, row); // SAFETY: the row is alive and has the component
            }
            valueCount++;
        }
    }

    /** An object as its own text, which is made here, since the object belongs to the world's thread. */
    private static String text(Object value) {
        String plain = Fields.plainText(value);
        if (value == null || plain != null) {
            return plain; // cut off when it is written, on the asker's thread
        }
        try {
            return Fields.cut(String.valueOf(value), LONGEST_TEXT);
        } catch (RuntimeException | StackOverflowError e) {
            return "toString() has thrown " + e.getClass().getName();
        }
    }

    @Override
    public void write(JsonWriter json) {
        json.startObject().name("tick").value(tick).name("entity").value(Lane.handle(entity));
        json.name("alive").value(isAlive).name("name").value(name);
        json.name("enabled").value(isAlive && isEnabled);
        if (isAlive) {
            json.name("row").value(row).name("block").value(block);
        }
        json.name("components").startArray();
        int at = 0;
        for (int i = 0; i < componentCount; i++) {
            at = write(json, components[i], enabled[i], at);
        }
        json.endArray();
        links.write(json, isAlive);
        json.endObject();
    }

    private int write(JsonWriter json, Component<?> component, boolean isComponentEnabled, int from) {
        int at = from;
        json.startObject().name("name").value(names.shortName(component));
        json.name("enabled").value(isComponentEnabled);
        KnownComponents.writeTraits(json, component);
        json.name("fields").startArray();
        for (Column column : component.columns()) {
            json.startObject().name("name").value(column.field());
            Fields.write(json, column);
            json.name("value");
            if (column.length() > 1) {
                json.startArray();
            }
            for (int lane = 0; lane < column.length(); lane++) {
                Lane read = Lane.of(component, column, lane);
                if (read.isReference()) {
                    json.value(texts[at] == null ? null : Fields.cut(texts[at], LONGEST_STRING));
                } else {
                    read.write(json, values[at]);
                }
                at++;
            }
            if (column.length() > 1) {
                json.endArray();
            }
            json.endObject();
        }
        json.endArray().endObject();
        return at;
    }
}
