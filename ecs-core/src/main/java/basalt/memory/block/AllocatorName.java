package basalt.memory.block;

/** The names of allocators in messages. */
public final class AllocatorName {
    private AllocatorName() {}

    /**
     * Kind and name, such as {@code scratch arena "paths"}.
     *
     * @param kind the kind of allocator
     * @param name the name that its owner gave it
     * @return the kind and the quoted name
     * @throws IllegalArgumentException if the name is null or blank
     */
    public static String of(String kind, String name) {
        require(name);
        return kind + " \"" + name + "\"";
    }

    /**
     * Checks a name.
     *
     * @param name the name that its owner gave it
     * @throws IllegalArgumentException if the name is null or blank
     */
    public static void require(String name) {
        if (name == null || name.isBlank()) {
            throw new IllegalArgumentException(
                    "name must not be null or blank: name=" + (name == null ? "null" : "\"" + name + "\""));
        }
    }
}
