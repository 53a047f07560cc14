package basalt.component;

/** What happens to the entities that point at an entity which is destroyed, in a relation. */
public enum OnTargetDestroy {
    /** Their column becomes {@link Entity#NULL}. */
    CLEAR,
    /** They lose the component of the column. */
    REMOVE,
    /** They are destroyed too, and those that point at them, before the entity. */
    DESTROY,
    /** Nothing. Their column keeps a handle that is dead. */
    KEEP
}
