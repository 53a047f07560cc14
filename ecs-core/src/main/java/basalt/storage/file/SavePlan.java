package basalt.storage.file;

import java.util.Set;

/**
 * How a world is saved.
 *
 * @param excluded types of resources, and records whose references, are left out
 * @param info what lists show, of which the tick is set later; null for a file without
 * @param compresses whether chunks are compressed
 */
public record SavePlan(Set<Class<?>> excluded, SavedInfo info, boolean compresses) {
    /** All of the world, and nothing else. */
    public static final SavePlan DEFAULT = new SavePlan(Set.of(), null, false);
}
