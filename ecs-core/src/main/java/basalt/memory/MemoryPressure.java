package basalt.memory;

/**
 * A budget that is running out.
 *
 * @param path the tag whose budget it is; empty for the root
 * @param denied true if the hard limit has refused the request, false if it was granted and has crossed the soft limit
 * @param requestedBytes how many bytes were asked for
 * @param allocatedBytes what was allocated under the tag before
 * @param limitBytes the limit in question
 */
public record MemoryPressure(String path, boolean denied, long requestedBytes, long allocatedBytes, long limitBytes) {}
