package basalt.component;

/**
 * Registers a component with options, see {@link Component#builder(Class)}. Not thread-safe itself; {@link #build()}
 * may run in any thread.
 *
 * @param <T> the record
 */
public final class ComponentBuilder<T extends Record> {
    private final Class<T> type;
    private String name;
    private boolean sparse;

    ComponentBuilder(Class<T> type) {
        this.type = type;
    }

    /**
     * Names the component. The default is the name of the record's class ({@link Class#getName()}).
     *
     * @param name the name, unique in the process
     * @return this
     * @throws IllegalArgumentException if the name is null or blank
     */
    public ComponentBuilder<T> name(String name) {
        if (name == null || name.isBlank()) {
            throw new IllegalArgumentException("a component's name must not be blank: name=" + name);
        }
        this.name = name;
        return this;
    }

    /**
     * Lays the component out apart from the others, below the block's base, so that blocks in which no row has a sparse
     * component reserve no memory for it. For components that are large, or that few entities have. Access is the same
     * and as fast. It has no effect on tags and on components whose fields are all references, which have no bytes.
     *
     * @return this
     */
    public ComponentBuilder<T> sparse() {
        sparse = true;
        return this;
    }

    /**
     * Registers the component, or finds it if it was registered with the same options before. Safe in any thread.
     *
     * @return the component, always the same instance for the same record
     * @throws IllegalArgumentException if the type is null, not a record, that of an {@link EventType}, not accessible,
     *     or has a field that no column can hold; if its static part throws, or has a constant that was copied from
     *     another record and not changed; if the name is taken; if the record was registered with other options; if the
     *     process has too few component ids or bytes a row left. A registration that fails changes nothing.
     */
    public Component<T> build() {
        return ComponentRegistry.process().register(type, name, sparse);
    }
}
