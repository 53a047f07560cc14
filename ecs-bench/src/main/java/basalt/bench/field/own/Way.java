package basalt.bench.field.own;

/** How entities are made and changed, where Basalt has several ways. */
public enum Way {
    /** One by one: spawned by a template or from values, changed by handle. */
    SINGLE,
    /** Many at once: spawned by a template or a spawn kernel, changed by query. */
    BULK,
    /** One by one: spawned and changed by records, as in {@code world.spawn(new Position(..), new Velocity(..))}. */
    RECORDS,
    /** One by one, each kind of entity by a template of its own, which has blocks of its own. */
    TEMPLATES
}
