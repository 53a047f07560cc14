package basalt.world;

/** Called when an entity changes. See {@link Observers}. */
@FunctionalInterface
public interface EntityObserver {
    /**
     * Called before or after the change.
     *
     * @param entity its handle, alive
     */
    void accept(long entity);
}
