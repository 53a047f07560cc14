package basalt.memory.tracking;

/**
 * A budget that is running out.
 *
 * @param path the tag whose budget it is; empty for the root
 * @param kind the outcome of the request
 * @param requestedBytes how many bytes were asked for
 * @param allocatedBytes what was allocated under the tag before
 * @param limitBytes the limit in question
 */
public record MemoryPressure(
        String path, PressureKind kind, long requestedBytes, long allocatedBytes, long limitBytes) {

    /**
     * Whether the request was refused.
     *
     * @return false if it was granted
     */
    public boolean denied() {
        return kind == PressureKind.DENIED;
    }

    /**
     * Whether the limit in question is the hard one.
     *
     * @return false if it is the soft one
     */
    public boolean hard() {
        return kind != PressureKind.SOFT;
    }
}
