package basalt.storage;

import java.util.Set;

/** The state of a part of a world in a file, such as that of one schedule. */
public record SavedRecord(String kind, String name, byte[] bytes) {
    /** The kind of the enabled systems and intervals of a schedule. */
    public static final String SCHEDULE = "schedule";

    /** The kind of the seed of a world's random numbers. */
    public static final String RANDOM = "random";

    /** The kind of a resource that saves itself, named by its type. */
    public static final String RESTORABLE = "restorable";

    /** The kind of a resource that is a record, named by its type. */
    public static final String RECORD = "record";

    /** The kind of the live events of a type, named by the type, with the places of their readers. */
    public static final String EVENTS = "events";

    /** The kind of what readers of removals have not read, named by the component. */
    public static final String REMOVED = "removed";

    /** The kind of what queries for added components have not seen, named by the component. */
    public static final String ADDED = "added";

    /** The kind of what queries for changed components have not seen, named by the component. */
    public static final String CHANGED = "changed";

    /** The kind of what readers of entered and left entities have read, named by the query. */
    public static final String MATCHED = "matched";

    /** The kinds that are named by a component or an event type. */
    public static final Set<String> NAMED_BY_TYPE = Set.of(EVENTS, REMOVED, ADDED, CHANGED);
}
