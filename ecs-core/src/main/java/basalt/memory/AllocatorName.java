package basalt.memory;

/** What the named allocators are called in messages. */
final class AllocatorName {
    private AllocatorName() {}

    /** Kind and name, such as {@code scratch pool "paths"}; rejects what would be no name. */
    static String of(String kind, String name) {
        if (name == null || name.isBlank()) {
            throw new IllegalArgumentException(
                    "name must not be null or blank: name=" + (name == null ? "null" : "\"" + name + "\""));
        }
        return kind + " \"" + name + "\"";
    }
}
