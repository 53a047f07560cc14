package basalt.memory;

/** A source for tests: passes everything on to another source. Subclasses say what they do otherwise. */
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
}
