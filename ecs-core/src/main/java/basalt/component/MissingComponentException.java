package basalt.component;

/** A component was accessed that the entity does not have. The entity is alive. Nothing was changed. */
public final class MissingComponentException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** The handle of the entity. */
    private final long entity;

    private final transient ComponentInfo component;

    /**
     * Creates the exception.
     *
     * @param entity the handle of the entity, which is alive
     * @param component the component that it does not have
     */
    public MissingComponentException(long entity, ComponentInfo component) {
        super("entity " + Entity.toString(entity) + " has no component " + component.name()
                + ": add(entity, component) first, or call has(entity, component)");
        this.entity = entity;
        this.component = component;
    }

    /** The entity. */
    public long entity() {
        return entity;
    }

    /**
     * The component that the entity does not have.
     *
     * @return the component; null in a copy that was serialised
     */
    public ComponentInfo component() {
        return component;
    }
}
