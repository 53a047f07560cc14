package basalt.storage.file;

/** Counts the memory that a file needs, before it is taken. */
final class MemoryLimit {
    private final long limit;
    private long bytes;

    MemoryLimit(LoadPlan plan) {
        limit = plan.maxBytes;
    }

    long left() {
        return limit - bytes;
    }

    /** Counts memory that is not more than what is left. */
    void add(long more) {
        bytes += more;
    }

    /** Throws if the memory that was counted before, and some more, is over the limit. */
    void add(ChunkCursor from, long more) {
        bytes += more;
        from.require(
                bytes <= limit,
                "the world needs more memory than the limit of " + limit + " bytes, LoadOptions.maxBytes(...)");
    }
}
