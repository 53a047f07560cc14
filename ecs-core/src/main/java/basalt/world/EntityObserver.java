package basalt.world;

/** Told of a change of one entity, as it happens. See {@link Observers}. */
@FunctionalInterface
public interface EntityObserver {
    /**
     * The entity changes, or has changed.
     *
     * @param entity its handle, alive
     */
    void accept(long entity);
}
