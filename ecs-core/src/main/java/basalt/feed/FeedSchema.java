package basalt.feed;

import static basalt.feed.Frames.CHUNK_ROWS;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.EnumColumn;
import basalt.component.FloatColumn;
import basalt.component.ListColumn;
import basalt.component.StringListColumn;
import basalt.component.VariableColumn;
import basalt.internal.Utf8;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/**
 * Which components and columns a feed sends, and how. Server and clients build it from the same calls in the same
 * order; a packet of another schema is refused.
 *
 * <pre>{@code
 * FeedSchema schema = FeedSchema.builder()
 *         .column(Velocity.DX, quantised(1 / 256f))
 *         .column(Velocity.DY, quantised(1 / 256f))
 *         .moving(Position.X, quantised(1 / 512f), Velocity.DX, 1 / 60.0)
 *         .moving(Position.Y, quantised(1 / 512f), Velocity.DY, 1 / 60.0)
 *         .component(Frozen.class)
 *         .build();
 * }</pre>
 *
 * <p>Immutable and safe for all threads.
 */
public final class FeedSchema {
    /** The fraction bits of {@link #factors}. */
    private static final int FRACTION = 24;

    private final List<Component<?>> components;
    private final int frames;

    /** For each component its columns as fields, which are behind the generation and a bit for each component. */
    private final List<List<ColumnFields>> columns = new ArrayList<>();

    private final StringBuilder text = new StringBuilder();

    /** For each field that moves, the field of its velocity; -1 for the others. */
    private final int[] velocities;

    /** For each field that moves, by how much in a tick if the velocity is 1, with {@link #FRACTION} bits. */
    private final long[] factors;

    /** The number of the fields; not read after the construction. */
    private int count;

    /** Calls what adds the columns, then what says how they move. */
    FeedSchema(
            List<Component<?>> components,
            int frames,
            List<Consumer<FeedSchema>> parts,
            List<Consumer<FeedSchema>> motions) {
        this.components = components;
        this.frames = frames;
        count = mask(components.size() - 1) + 1;
        text.append(frames).append(';');
        for (Component<?> component : components) {
            columns.add(new ArrayList<>());
            text.append(component.name()).append(';');
        }
        parts.forEach(part -> part.accept(this));
        velocities = new int[count];
        Arrays.fill(velocities, -1);
        factors = new long[count];
        motions.forEach(motion -> motion.accept(this));
    }

    /** Begins a schema. */
    public static FeedSchemaBuilder builder() {
        return new FeedSchemaBuilder();
    }

    /** The components that are sent. */
    public List<Component<?>> components() {
        return components;
    }

    /**
     * How many frames server and clients keep.
     *
     * @return frames, a power of two
     */
    public int frames() {
        return frames;
    }

    /** Adds the lanes of a column. The scale is null for exact values. */
    void add(Column column, Quantisation scale) {
        for (int lane = 0; lane < column.length(); lane++) {
            add(new ColumnFields(column, lane, count, scale));
        }
        text.append(column.component().name()).append('.').append(column.field());
        text.append(column.kind()).append(column.length());
        if (column instanceof EnumColumn<?> constants) {
            addNames(constants.type());
        }
        text.append(scale == null ? null : scale.toText()).append(';');
    }

    /** Adds a list of at most so many elements or bytes, or a string. The rounding is null for exact values. */
    void add(VariableColumn column, int most, Quantisation rounding) {
        add(
                column instanceof StringListColumn strings
                        ? new StringListFields(strings, most, count)
                        : new ListFields(column, most, count, rounding));
        text.append(column.component().name()).append('.').append(column.field());
        text.append(column.kind()).append(column.elementKind()).append(most);
        if (column instanceof ListColumn.OfEnum<?> constants) {
            addNames(constants.type());
        }
        text.append(rounding == null ? null : rounding.toText()).append(';');
    }

    /** Adds the names of constants, whose ordinals are sent. */
    private void addNames(Class<? extends Enum<?>> type) {
        for (Enum<?> constant : type.getEnumConstants()) {
            text.append(constant.name()).append(',');
        }
    }

    /** Adds a rotation: four scalar columns of one of the components, or four times one with four lanes. */
    void addRotation(FloatColumn[] rotation, int bits) {
        for (FloatColumn part : rotation) {
            text.append(part.field());
        }
        add(new ColumnFields.Rotation(rotation, count, bits));
        text.append(rotation[0].component().name()).append(bits).append(';');
    }

    private void add(ColumnFields fields) {
        columns.get(indexOf(fields.column)).add(fields);
        count += fields.count();
    }

    /** The index of a column's component. */
    int indexOf(Column column) {
        return components.indexOf((Component<?>) column.component());
    }

    /** Says that a column moves by another one. */
    void addMotion(Column position, Column velocity, double perTick) {
        ColumnFields moved = find(position);
        ColumnFields speed = find(velocity);
        velocities[moved.first] = speed.first;
        double factor = speed.scale.step * perTick / moved.scale.step;
        factors[moved.first] = Math.round(factor * (1L << FRACTION));
        text.append(moved.first).append('+').append(factors[moved.first]).append(';');
    }

    /** The fields of a column's first lane; null if it was not added, or is part of a rotation. */
    ColumnFields find(Column column) {
        return columns.stream()
                .flatMap(List::stream)
                .filter(fields -> fields.column.equals(column) && !(fields instanceof ColumnFields.Rotation))
                .findFirst()
                .orElse(null);
    }

    List<ColumnFields> columns(int component) {
        return columns.get(component);
    }

    int fields() {
        return velocities.length;
    }

    /** The field with a component's bit. */
    static int mask(int component) {
        return Frames.GENERATION + 1 + (component >>> 5);
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

    /** {@return a number that differs for different schemas, most likely} */
    int fingerprint() {
        CRC32C crc = new CRC32C();
        crc.update(Utf8.encode(text.toString()));
        return (int) crc.getValue();
    }

    /** Whether an entity has a component. */
    static boolean has(int[] values, int place, int component) {
        return (values[mask(component) * CHUNK_ROWS + place] >>> component & 1) != 0;
    }

    /** Whether the fields of an entity are some that a {@link Capture} makes. */
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
