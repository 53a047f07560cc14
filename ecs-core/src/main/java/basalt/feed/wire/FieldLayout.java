package basalt.feed.wire;

import static basalt.feed.wire.Frames.CHUNK_ROWS;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.FloatColumn;
import basalt.internal.Utf8;
import basalt.storage.Entities;
import basalt.storage.Pools;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Which fields an entity has in a feed: its generation, the components that it has, and those of the columns. The
 * server and its clients have equal layouts.
 */
public final class FieldLayout {
    /** The fraction bits of {@link #factors}. */
    private static final int FRACTION = 24;

    static final int GENERATION = 0;

    private final List<Component<?>> components;
    private final List<List<ColumnFields>> columns = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private int count;

    /** For each field that moves, the field of its velocity; -1 for the others. */
    private int[] velocities;

    /** For each field that moves, by how much in a tick if the velocity is 1, with {@link #FRACTION} bits. */
    private long[] factors;

    /** A layout without columns. */
    public FieldLayout(List<Component<?>> components, int frames) {
        this.components = List.copyOf(components);
        count = 1 + masks();
        velocities = new int[count];
        Arrays.fill(velocities, -1);
        factors = new long[count];
        text.append(frames).append(';');
        for (Component<?> component : components) {
            columns.add(new ArrayList<>());
            text.append(component.name()).append(';');
        }
    }

    /**
     * Adds the lanes of a column.
     *
     * @param scale the scale of floats and doubles; null for exact values
     */
    public void add(Column column, Scale scale) {
        for (int lane = 0; lane < column.length(); lane++) {
            add(ColumnFields.of(column, lane, count, scale));
        }
        text.append(column.component().name())
                .append('.')
                .append(column.field())
                .append(column.kind());
        text.append(column.length()).append(scale).append(';');
    }

    /**
     * Adds a rotation.
     *
     * @param rotation four scalar columns of one of the components, or one with four lanes
     */
    public void addRotation(FloatColumn[] rotation, int bits) {
        boolean isVector = rotation.length == 1;
        FloatColumn[] parts = new FloatColumn[4];
        int[] lanes = new int[4];
        for (int i = 0; i < 4; i++) {
            parts[i] = rotation[isVector ? 0 : i];
            lanes[i] = isVector ? i : 0;
            text.append(parts[i].field());
        }
        add(new RotationFields(parts, lanes, count, bits));
        text.append(rotation[0].component().name()).append(bits).append(';');
    }

    private void add(ColumnFields fields) {
        columns.get(components.indexOf((Component<?>) fields.column.component()))
                .add(fields);
        count += fields.count();
        int before = velocities.length;
        velocities = Arrays.copyOf(velocities, count);
        Arrays.fill(velocities, before, count, -1);
        factors = Arrays.copyOf(factors, count);
    }

    /** Says that a column moves by another one. */
    public void addMotion(Column position, Column velocity, double perTick) {
        ColumnFields moved = find(position);
        ColumnFields speed = find(velocity);
        velocities[moved.first] = speed.first;
        double factor = speed.scale().step() * perTick / moved.scale().step();
        factors[moved.first] = Math.round(factor * (1L << FRACTION));
        text.append(moved.first).append('+').append(factors[moved.first]).append(';');
    }

    /** The first field of a column. Returns the field; -1 if it was not added, or is part of a rotation. */
    public int field(Column column) {
        ColumnFields fields = find(column);
        return fields == null ? -1 : fields.first;
    }

    /** The scale of a column. Returns the scale; null if it has none, or was not added. */
    public Scale scale(Column column) {
        ColumnFields fields = find(column);
        return fields == null ? null : fields.scale();
    }

    private ColumnFields find(Column column) {
        return columns.stream()
                .flatMap(List::stream)
                .filter(fields -> fields.column.equals(column) && !(fields instanceof RotationFields))
                .findFirst()
                .orElse(null);
    }

    public List<Component<?>> components() {
        return components;
    }

    List<ColumnFields> columns(int component) {
        return columns.get(component);
    }

    /** {@return the fields of an entity} */
    public int fields() {
        return count;
    }

    /** The number of fields with a bit for each component. */
    private int masks() {
        return components.size() + Integer.SIZE - 1 >>> 5;
    }

    static int mask(int component) {
        return GENERATION + 1 + (component >>> 5);
    }

    /** The field of a field's velocity; -1 if it does not move. */
    int velocity(int field) {
        return velocities[field];
    }

    /** By how much a field moves in a number of ticks if the velocity is 1, for {@link #motion}. */
    long factor(int field, long ticks) {
        return factors[field] * ticks;
    }

    /** By how much a field moves if its velocity changes evenly. Wraps around like all arithmetic of fields. */
    static int motion(int startVelocity, int endVelocity, long factor) {
        return (int) ((startVelocity + (long) endVelocity) * factor + (1L << FRACTION) >> FRACTION + 1);
    }

    /** {@return a number that differs for different layouts, most likely} */
    public int fingerprint() {
        CRC32C crc = new CRC32C();
        crc.update(Utf8.encode(text.toString()));
        return (int) crc.getValue();
    }

    /** Encodes rows of a block. SAFETY: they are alive; a column is read where its component is present. */
    void encode(RowWord all, RowWord having, int word, long bits) {
        for (int i = 0; i < all.count; i++) {
            int generation = Entity.generation(Entities.handle(all.base, all.rows[i]));
            all.values[i][all.places[i]] = generation;
        }
        for (int component = 0; component < components.size(); component++) {
            int id = components.get(component).id();
            long present = Pools.presentWord(all.base, word, id) & bits;
            if (present != 0) {
                present &= ~Pools.disabledWord(all.base, word, id);
                having.select(all, present);
                for (int i = 0; i < having.count; i++) {
                    having.values[i][mask(component) * CHUNK_ROWS + having.places[i]] |= 1 << component;
                }
                List<ColumnFields> each = columns.get(component);
                for (int i = 0; i < each.size(); i++) {
                    each.get(i).encode(having);
                }
            }
        }
    }

    /** Whether an entity has a component. */
    public boolean has(Frames frames, int number, int index, int component) {
        return (frames.get(number, index, mask(component)) >>> component & 1) != 0;
    }

    /** Whether an entity has a component. */
    static boolean has(int[] values, int place, int component) {
        return (values[mask(component) * CHUNK_ROWS + place] >>> component & 1) != 0;
    }

    /** Whether the fields of an entity are some that {@link #encode} makes. */
    boolean isValid(int[] values, int place) {
        if ((values[place] & 1) == 0) {
            return false; // generations of living entities are odd
        }
        int unused = components.size() & 31;
        if (unused != 0 && values[mask(components.size() - 1) * CHUNK_ROWS + place] >>> unused != 0) {
            return false;
        }
        for (int component = 0; component < components.size(); component++) {
            boolean has = has(values, place, component);
            List<ColumnFields> each = columns.get(component);
            for (int i = 0; i < each.size(); i++) {
                if (has ? !each.get(i).isValid(values, place) : !isZero(each.get(i), values, place)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isZero(ColumnFields column, int[] values, int place) {
        int all = 0;
        for (int i = 0; i < column.count(); i++) {
            all |= values[(column.first + i) * CHUNK_ROWS + place];
        }
        return all == 0;
    }
}
