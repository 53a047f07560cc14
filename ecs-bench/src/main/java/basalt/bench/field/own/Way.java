package basalt.bench.field.own;

/** The ways in which Basalt creates and changes entities. */
public enum Way {
    /** One by one: spawned by a template or from values, changed by handle. */
    SINGLE,
    /** In bulk: spawned by a template or a spawn kernel, changed by query. */
    BULK,
    /** One by one: spawned and changed by records, as in {@code world.spawn(new Position(..), new Velocity(..))}. */
    RECORDS,
    /** One by one, with a template for each kind of entity, which has its own blocks. */
    TEMPLATES
}
