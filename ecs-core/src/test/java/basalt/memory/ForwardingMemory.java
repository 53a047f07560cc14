package basalt.memory;

/** A source for tests: forwards all calls to another source. Subclasses override some of them. */
public class ForwardingMemory implements MemorySource {
    private final MemorySource source;

    public ForwardingMemory(MemorySource source) {
        this.source = source;
    }

    @Override
    public long allocate(long bytes, int alignment) {
        return source.allocate(bytes, alignment);
    }

    @Override
    public void free(long address, long bytes) {
        source.free(address, bytes);
    }

    @Override
    public long allocatedBytes() {
        return source.allocatedBytes();
    }

    /** A source that breaks its contract: each address is 0. */
    public static MemorySource broken() {
        return new ForwardingMemory(null) {
            @Override
            public long allocate(long bytes, int alignment) {
                return 0;
            }

            @Override
            public void free(long address, long bytes) {
                throw new AssertionError("freed memory that was never allocated");
            }
        };
    }
}
