package basalt.memory.block;

/** The names of allocators in messages. */
public final class AllocatorName {
    private AllocatorName() {}

    /** Kind and name, such as {@code scratch arena "paths"}. */
    public static String of(String kind, String name) {
        require(name);
        return kind + " \"" + name + "\"";
    }

    /** Checks a name. */
    public static void require(String name) {
        if (name == null || name.isBlank()) {
            throw new IllegalArgumentException(
                    "name must not be null or blank: name=" + (name == null ? "null" : "\"" + name + "\""));
        }
    }
}
