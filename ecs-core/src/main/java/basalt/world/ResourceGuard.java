package basalt.world;

/** Internal: decides who may use a resource while systems run, see {@link Resources#guard(ResourceGuard)}. */
@FunctionalInterface
public interface ResourceGuard {
    /**
     * Throws unless the calling thread may do this now.
     *
     * @param type the resource's type
     * @param replaces whether another object is to stand for the type afterwards, or none
     */
    void check(Class<?> type, boolean replaces);
}
