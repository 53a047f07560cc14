package basalt.memory.chunk;

/** What the named allocators are called in messages. */
public final class AllocatorName {
    private AllocatorName() {}

    /**
     * Kind and name, such as {@code scratch arena "paths"}.
     *
     * @param kind what it is
     * @param name what its owner calls it
     * @return both
     * @throws IllegalArgumentException if the name is null or blank
     */
    public static String of(String kind, String name) {
        require(name);
        return kind + " \"" + name + "\"";
    }

    /**
     * The check of a name alone.
     *
     * @param name what its owner calls it
     * @throws IllegalArgumentException if the name is null or blank
     */
    public static void require(String name) {
        if (name == null || name.isBlank()) {
            throw new IllegalArgumentException(
                    "name must not be null or blank: name=" + (name == null ? "null" : "\"" + name + "\""));
        }
    }
}
