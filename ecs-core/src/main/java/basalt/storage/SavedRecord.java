package basalt.storage;

/**
 * The state of a part of a world in a file, such as of one schedule.
 *
 * @param kind what it is
 * @param name the name among those of its kind
 * @param bytes the state; must not be modified
 */
public record SavedRecord(String kind, String name, byte[] bytes) {
    /** The kind of the enabled systems and intervals of a schedule. */
    public static final String SCHEDULE = "schedule";

    /** The kind of a resource that saves itself, named by its type. */
    public static final String RESTORABLE = "restorable";

    /** The kind of a resource that is a record, named by its type. */
    public static final String RECORD = "record";
}
