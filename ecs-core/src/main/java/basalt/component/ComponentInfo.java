package basalt.component;

import java.util.List;

/**
 * The description of a component that its columns refer to: id, name and sizes. {@link Component} is the only subclass:
 * {@code Position.X.component()} is the same object as the constant {@code Position.TYPE}.
 *
 * <p>Immutable and safe for all threads.
 */
public abstract class ComponentInfo {
    private final int id;
    private final boolean isSparse;
    private final boolean isEvent;
    private final boolean isLink;
    private final RecordSchema<?> schema;

    ComponentInfo(RecordSchema<?> schema) {
        this.id = schema.placement().id();
        this.isSparse = schema.placement().sparse();
        this.isEvent = schema.isEvent();
        this.isLink = schema.isLink();
        this.schema = schema;
    }

    RecordSchema<?> schema() {
        return schema;
    }

    /**
     * The number of the component in the process.
     *
     * @return a number from 2 up
     */
    public final int id() {
        return id;
    }

    /** The name, unique in the process: the name of the record's class, unless it was given another. */
    public final String name() {
        return schema.name();
    }

    /**
     * The name in overviews, such as those of schedules, queries and kernels: the name of the record's class as in
     * source, or, if the component was given another name, the part after its last dot.
     *
     * @return the name; several components may have the same
     */
    public final String shortName() {
        return name().equals(type().getName()) ? type().getSimpleName() : name().substring(name().lastIndexOf('.') + 1);
    }

    /** The record's class. */
    public abstract Class<? extends Record> type();

    /**
     * The columns, references included.
     *
     * @return an unmodifiable list in the order of the record's fields
     */
    public abstract List<Column> columns();

    /**
     * Whether the component is laid out apart from the others, see {@link Component.Builder#sparse()}.
     *
     * @return true for a component that was registered as sparse; never without native columns
     */
    public final boolean isSparse() {
        return isSparse;
    }

    /**
     * Whether this describes the columns of an {@link EventType}. No entity has such a component, and every method that
     * takes a component of entities rejects it.
     *
     * @return true for the component of an event's column
     */
    public final boolean isEvent() {
        return isEvent;
    }

    /**
     * Whether this holds the links of a {@link TreeType}. Programs read and query such components; only the methods of
     * hierarchies, and commands for them, add, write and remove them.
     *
     * @return true for {@link ChildOf} and {@link TreeNode}
     */
    public final boolean isLink() {
        return isLink;
    }

    /**
     * Whether the record has no fields.
     *
     * @return true for a tag
     */
    public final boolean isTag() {
        return schema.fields().isEmpty();
    }

    /**
     * Whether a field is a reference to a heap object.
     *
     * @return true if one of the columns is a {@link ReferenceColumn}
     */
    public final boolean hasReferences() {
        return schema.hasReferences();
    }

    /**
     * Bytes of the columns for each row, without padding and references.
     *
     * @return the bytes, 0 for a tag
     */
    public final int bytesPerRow() {
        return schema.bytesPerRow();
    }

    /** The id, so that hashed components have the same order in each run. */
    @Override
    public final int hashCode() {
        return id;
    }

    /**
     * Identity: there is one object for each component.
     *
     * @return true for the same object
     */
    @Override
    public final boolean equals(Object other) {
        return this == other;
    }

    /** The component as text, for messages. */
    @Override
    public final String toString() {
        return name() + "#" + id;
    }
}
