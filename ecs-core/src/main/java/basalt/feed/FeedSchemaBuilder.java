package basalt.feed;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.component.ListColumn;
import basalt.component.VariableColumn;
import basalt.storage.access.Store;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Builds a {@link FeedSchema}. The components of columns need not be named. */
public final class FeedSchemaBuilder {
    private static final int MOST_FRAMES = 1024;
    private static final String QUANTISED_LIST = "column(column, mostLength, quantisation)";
    private static final int LEAST_ROTATION_BITS = 2;
    private static final int MOST_ROTATION_BITS = 24;

    private final Set<Component<?>> components = new LinkedHashSet<>();
    private final Set<Column> columns = new HashSet<>();
    private final Set<Column> moving = new HashSet<>();
    private final List<Consumer<FeedSchema>> parts = new ArrayList<>();
    private final List<Consumer<FeedSchema>> motions = new ArrayList<>();
    private int frames = 32;

    FeedSchemaBuilder() {}

    /**
     * Sends which entities have a component; none of its columns.
     *
     * @param component a component of entities
     * @throws IllegalArgumentException if it is null, of an event, or holds the links of a tree: those are not sent,
     *     but a column of entities is
     */
    public FeedSchemaBuilder component(Component<?> component) {
        Store.requireChangeable(component);
        components.add(component);
        return this;
    }

    /** As {@link #component(Component)}, by the record's class. */
    public FeedSchemaBuilder component(Class<? extends Record> type) {
        return component(Component.of(type));
    }

    /**
     * Sends the values of a column, bit by bit. Entities are sent as such: on the client they are its own, or
     * {@link basalt.component.Entity#NULL} if it does not have them.
     *
     * @param column any column of entities but one of references, a list or a string; all its lanes are sent
     * @throws IllegalArgumentException if it is another one, or was named before
     */
    public FeedSchemaBuilder column(Column column) {
        requireColumn(column, "column(column, mostLength)");
        take(column);
        parts.add(schema -> schema.add(column, null));
        return this;
    }

    /**
     * Sends the values of a column of floats or doubles, rounded.
     *
     * @param column the column; all its lanes are sent
     * @throws IllegalArgumentException if the column is of another kind, or was named before, or quantisation is null
     */
    public FeedSchemaBuilder column(Column column, Quantisation quantisation) {
        requireColumn(column, QUANTISED_LIST);
        requireQuantised(column, column.kind(), quantisation);
        take(column);
        parts.add(schema -> schema.add(column, quantisation));
        return this;
    }

    /**
     * Sends a list or a string, bit by bit, up to a length. Between two states, the client shows that of the earlier
     * one. Entities are sent as by {@link #column(Column)}.
     *
     * <p>Each entity has room for the longest value: a field for its length, and one for each 4 bytes, or for each
     * rounded element. Fields cost something also where they are not used: each takes 256 bytes of {@link
     * WorldMirror#limit} and of the server's memory for each 64 indices in a frame, all of which a capture visits, and
     * a bit in packets for each batch of up to 64 entities that are new or have changed. A capture with a longer value
     * is refused.
     *
     * <p>An array of records is a list for each of their fields. On the client it can be read as records if all of
     * these are sent.
     *
     * @param column a list, a string, or a list of strings
     * @param mostLength the most elements, 1 to 1,024; of a string the most bytes as UTF-8; of a list of strings the
     *     most bytes of all, with one more for each string
     * @throws IllegalArgumentException if the column is another one, or was named before, or the length is out of range
     */
    public FeedSchemaBuilder column(VariableColumn column, int mostLength) {
        takeList(column, mostLength);
        parts.add(schema -> schema.add(column, mostLength, null));
        return this;
    }

    /**
     * Sends a list of floats or doubles as {@link #column(VariableColumn, int)}, rounded: each takes a field.
     *
     * @param mostLength the most elements, 1 to 1,024
     * @throws IllegalArgumentException if the column is of another kind, or was named before, or the length is out of
     *     range, or quantisation is null
     */
    public FeedSchemaBuilder column(ListColumn column, int mostLength, Quantisation quantisation) {
        requireNotNull(column);
        requireQuantised(column, column.elementKind(), quantisation);
        takeList(column, mostLength);
        parts.add(schema -> schema.add(column, mostLength, quantisation));
        return this;
    }

    private void takeList(VariableColumn column, int mostLength) {
        requireNotNull(column);
        if (mostLength < 1 || mostLength > ListFields.MOST_LENGTH) {
            throw new IllegalArgumentException("column " + column.field() + " must be sent up to a length of 1 to "
                    + ListFields.MOST_LENGTH + ": mostLength=" + mostLength);
        }
        take(column);
    }

    /**
     * Sends the values of a column that changes by a velocity. Only what differs from the expected motion takes bits:
     * that of each tick by the mean of the velocity that the client has and the new one.
     *
     * @param position a scalar column of floats or doubles
     * @param velocity another one of the schema, quantised too
     * @param perTick by how much the position changes in a tick if the velocity is 1: the seconds of a tick, if it is
     *     by second
     * @throws IllegalArgumentException as for {@link #column(Column, Quantisation)}; if a column is a vector, or
     *     perTick is not finite
     */
    public FeedSchemaBuilder moving(Column position, Quantisation quantisation, Column velocity, double perTick) {
        requireColumn(position, QUANTISED_LIST);
        if (!(Math.abs(perTick) <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException("perTick must be finite: perTick=" + perTick);
        }
        if (velocity == null) {
            throw new IllegalArgumentException("velocity must not be null");
        }
        requireColumn(velocity, QUANTISED_LIST);
        if (position.length() != 1 || velocity.length() != 1) {
            throw new IllegalArgumentException("column " + position.field() + " moves by " + velocity.field()
                    + ", and both must be scalars: lengths " + position.length() + " and " + velocity.length());
        }
        column(position, quantisation);
        moving.add(position);
        motions.add(schema -> {
            ColumnFields speed = schema.find(velocity);
            if (speed == null || speed.scale == null || moving.contains(velocity)) {
                throw new IllegalArgumentException("column " + position.field() + " moves by " + velocity.field()
                        + ", which is not quantised in this schema, or moves itself; add it with column(velocity,"
                        + " quantisation)");
            }
            if (speed.scale.origin != 0) {
                throw new IllegalArgumentException("column " + position.field() + " moves by " + velocity.field()
                        + ", whose quantisation does not begin at 0: use quantised(step) for it");
            }
            schema.addMotion(position, velocity, perTick);
        });
        return this;
    }

    /**
     * Sends a rotation: a quaternion of length 1, of which the three smallest parts are sent. What is no rotation, such
     * as zeros, becomes the one in which only the last part is not 0.
     *
     * @param x the first part
     * @param bits of each of the three parts, 2 to 24; the error is about 1.4 / 2^bits
     * @throws IllegalArgumentException if the columns are not four scalars of one component, or one was named before,
     *     or bits is out of range
     */
    public FeedSchemaBuilder rotation(FloatColumn x, FloatColumn y, FloatColumn z, FloatColumn w, int bits) {
        FloatColumn[] rotation = {x, y, z, w};
        for (FloatColumn part : rotation) {
            requireColumn(part, QUANTISED_LIST);
            if (part.length() != 1 || part.component() != x.component()) {
                throw new IllegalArgumentException("a rotation is four scalars of one component: column "
                        + part.component().name() + "." + part.field() + " has length " + part.length());
            }
        }
        return rotation(rotation, bits);
    }

    /**
     * Sends a rotation, as {@link #rotation(FloatColumn, FloatColumn, FloatColumn, FloatColumn, int)}.
     *
     * @param quaternion a column with four lanes
     * @param bits of each of the three parts, 2 to 24
     * @throws IllegalArgumentException if the column has not four lanes, or was named before, or bits is out of range
     */
    public FeedSchemaBuilder rotation(FloatColumn quaternion, int bits) {
        requireColumn(quaternion, QUANTISED_LIST);
        if (quaternion.length() != 4) {
            throw new IllegalArgumentException("a rotation has four parts, and column " + quaternion.field() + " has "
                    + quaternion.length() + " lanes");
        }
        return rotation(new FloatColumn[] {quaternion, quaternion, quaternion, quaternion}, bits);
    }

    private FeedSchemaBuilder rotation(FloatColumn[] rotation, int bits) {
        if (bits < LEAST_ROTATION_BITS || bits > MOST_ROTATION_BITS) {
            throw new IllegalArgumentException(
                    "bits must be " + LEAST_ROTATION_BITS + " to " + MOST_ROTATION_BITS + ": bits=" + bits);
        }
        Stream.of(rotation).distinct().forEach(this::take);
        parts.add(schema -> schema.addRotation(rotation, bits));
        return this;
    }

    /**
     * How many frames server and clients keep. A client that has not acknowledged any of them is sent everything.
     *
     * @param newFrames 2 to 1024, a power of two; 32 if this is not called
     * @throws IllegalArgumentException if it is out of range
     */
    public FeedSchemaBuilder frames(int newFrames) {
        if (newFrames < 2 || newFrames > MOST_FRAMES || Integer.bitCount(newFrames) != 1) {
            throw new IllegalArgumentException(
                    "frames must be a power of two from 2 to " + MOST_FRAMES + ": frames=" + newFrames);
        }
        frames = newFrames;
        return this;
    }

    /**
     * Makes the schema.
     *
     * @throws IllegalArgumentException if it has no components, or a column moves by one that is not quantised
     */
    public FeedSchema build() {
        if (components.isEmpty()) {
            throw new IllegalArgumentException("the schema is empty; add what clients are sent with column(...)");
        }
        return new FeedSchema(List.copyOf(components), frames, parts, motions);
    }

    private void take(Column column) {
        component((Component<?>) column.component());
        if (!columns.add(column)) {
            throw new IllegalArgumentException(
                    "column " + column.component().name() + "." + column.field() + " is in the schema already");
        }
    }

    private static void requireNotNull(Column column) {
        if (column == null) {
            throw new IllegalArgumentException("column must not be null");
        }
    }

    private static void requireQuantised(Column column, ColumnKind kind, Quantisation quantisation) {
        if (quantisation == null) {
            throw new IllegalArgumentException("quantisation must not be null: leave it out for exact values");
        }
        if (kind != ColumnKind.FLOAT32 && kind != ColumnKind.FLOAT64) {
            throw new IllegalArgumentException("column " + column.field() + " is of " + kind
                    + ", and only floats and doubles are quantised; leave out the quantisation");
        }
    }

    private static void requireColumn(Column column, String ofLists) {
        requireNotNull(column);
        if (column.kind() == ColumnKind.REFERENCE) {
            throw new IllegalArgumentException("column " + column.field() + " holds references, which are not sent");
        }
        if (column instanceof VariableColumn) {
            throw new IllegalArgumentException(
                    "column " + column.field() + " is a list or a string: say how long it is at most, by " + ofLists);
        }
    }
}
