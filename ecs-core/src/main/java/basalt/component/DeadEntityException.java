package basalt.component;

/**
 * A handle was used whose entity is not alive: it was destroyed, or never belonged to this world. Nothing was read or
 * written.
 */
public final class DeadEntityException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The handle that was used. */
    private final long entity;

    /** The generation that the handle's row had. */
    private final int currentGeneration;

    /**
     * Creates the exception.
     *
     * @param isForeign whether strict mode has found that the handle probably belongs to another world
     */
    public DeadEntityException(long entity, int currentGeneration, boolean isForeign) {
        super(message(entity, currentGeneration, isForeign));
        this.entity = entity;
        this.currentGeneration = currentGeneration;
    }

    /** The handle that was used. */
    public long entity() {
        return entity;
    }

    /**
     * The generation, unsigned, that the handle's row had when the handle was used: odd if the row has another entity,
     * even if it has none; 0 if the row was never used, or has used up its generations.
     */
    public int currentGeneration() {
        return currentGeneration;
    }

    private static String message(long entity, int currentGeneration, boolean isForeign) {
        if (entity == Entity.NULL) {
            return "Entity.NULL is no entity: index=0, handleGeneration=0, currentGeneration="
                    + Integer.toUnsignedString(currentGeneration) + "; compare with Entity.NULL before use";
        }
        return "entity " + Entity.toString(entity)
                + (isForeign ? " belongs to another open world and is dead in this one, " : " is dead, ")
                + stateOfRow(currentGeneration) + ": index=" + Integer.toUnsignedString(Entity.index(entity))
                + ", handleGeneration=" + Integer.toUnsignedString(Entity.generation(entity))
                + ", currentGeneration=" + Integer.toUnsignedString(currentGeneration)
                + (isForeign
                        ? "; use a handle only in the world that gave it out"
                        : "; call isAlive(entity) before using a stored handle");
    }

    private static String stateOfRow(int currentGeneration) {
        if (currentGeneration == 0) {
            return "its row was never used in this world, or has used up its generations";
        }
        return (currentGeneration & 1) == 0 ? "its row is free" : "its row belongs to another entity now";
    }
}
