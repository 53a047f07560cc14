package basalt.memory.block;

import basalt.internal.Strict;
import basalt.memory.AllocatorSnapshot;
import basalt.memory.MemoryScope;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import java.util.Arrays;

/**
 * The common part of all allocators that free in bulk: chunks, the bump cursor over them, and scopes and marks that
 * move the cursor back.
 *
 * <p>A scope or mark stores the cursor, and ending it restores the cursor. {@link #startEpoch()} and {@link #restart()}
 * end the epoch and release everything. An allocation belongs to the innermost scope or mark, or to the epoch if none
 * is open. Confined to the thread that created the arena.
 */
public class BumpArena {
    private final String kind;
    private final String name;
    private final ScopeStack scopes;
    private final ChunkStore chunks;
    private final BumpCursor cursor;
    private Scope[] reused = new Scope[16]; // by depth

    /** Creates an arena. It takes its first chunk at its first allocation. */
    public BumpArena(String kind, String name, ScopeStack scopes, MemorySource source, long capBytes) {
        this.kind = kind;
        this.name = name;
        this.scopes = scopes;
        this.chunks = new ChunkStore(new BackingMemory(scopes.allocator(), source, capBytes));
        this.cursor = new BumpCursor(chunks);
    }

    public final MemoryScope open() {
        scopes.requireOpen();
        long serial = scopes.push(ScopeStack.SCOPE, cursor.cursor(), cursor.position());
        int depth = scopes.depth();
        if (depth >= reused.length) {
            reused = Arrays.copyOf(reused, reused.length * 2);
        }
        Scope scope = reused[depth];
        if (scope == null) {
            scope = reused[depth] = new Scope(this, depth);
        }
        scope.begin(serial);
        return scope;
    }

    public final long mark() {
        if (scopes.isClosed()) {
            scopes.requireOpen();
        }
        scopes.requireOwnerIfStrict();
        return scopes.push(ScopeStack.MARK, cursor.cursor(), cursor.position());
    }

    public final void release(long mark) {
        scopes.requireOwnerIfStrict();
        scopes.requireInnermost(mark);
        popTo(mark);
    }

    /** Ends a mark without releasing anything. */
    public final void keep(long mark) {
        scopes.requireOwnerIfStrict();
        scopes.requireInnermost(mark);
        scopes.keepInnermost();
    }

    /** Ends a mark and all that was opened after it. */
    public final boolean unwind(long mark) {
        boolean innermost = unwindAbove(mark);
        popTo(mark);
        return innermost;
    }

    /** Ends all that was opened after a mark. */
    public final boolean unwindAbove(long mark) {
        scopes.requireOwnerIfStrict();
        scopes.requireReleasable(mark);
        boolean innermost = scopes.isInnermost(mark);
        while (!scopes.isInnermost(mark)) {
            pop();
        }
        return innermost;
    }

    /** Ends all scopes and marks. */
    public final boolean unwindAll() {
        boolean noneOpen = scopes.open() == 0;
        while (scopes.open() > 0) {
            pop();
        }
        return noneOpen;
    }

    /** Allocates memory that lives until the innermost scope or mark ends, or the epoch if none is open. */
    public final Slice allocate(long bytes, int alignment) {
        scopes.requireOwner();
        MemorySource.requireValid(bytes, alignment);
        if (!cursor.hasRoom(bytes, alignment)) {
            scopes.requireOpen();
        }
        return scopes.slice(cursor.bump(bytes, alignment), bytes);
    }

    /** Like {@link #allocate}, but returns null if there is no memory. */
    public final Slice tryAllocate(long bytes, int alignment) {
        scopes.requireOpen();
        long address = cursor.tryBump(bytes, alignment);
        return address == 0 ? null : scopes.slice(address, bytes);
    }

    /** Allocates memory without a view. The alignment is checked only in strict mode. */
    public final long allocateUnchecked(long bytes, int alignment) {
        if (Strict.ON || !cursor.hasRoom(bytes, alignment)) {
            scopes.requireOpen();
            return cursor.bump(bytes, alignment);
        }
        return cursor.cut(bytes, alignment);
    }

    /** Releases everything, and starts the next epoch. */
    public final void startEpoch() {
        cursor.releaseAll();
        scopes.startEpoch();
    }

    /** Like {@link #startEpoch()}; the cursor stays in the first chunk, see {@link BumpCursor#restart()}. */
    public final void restart() {
        cursor.restart();
        scopes.startEpoch();
    }

    /** Gives all memory back to the source, even if scopes or marks are open. Further calls do nothing. */
    public final void close() {
        scopes.requireOwner();
        if (!scopes.isClosed()) {
            scopes.close();
            cursor.releaseAll();
            chunks.trim();
        }
    }

    /** Gives unused chunks back to the source. Returns their bytes. */
    public final long trim() {
        scopes.requireOpen();
        return chunks.trim();
    }

    public final ScopeStack scopes() {
        return scopes;
    }

    /** The cursor, for figures. */
    public final BumpCursor cursor() {
        return cursor;
    }

    /** Another cursor that cuts chunks of this arena, under the same cap. */
    public final BumpCursor newCursor() {
        return new BumpCursor(chunks);
    }

    public final long reservedBytes() {
        return chunks.reservedBytes();
    }

    /**
     * The current figures. Fragmentation is the share of the entered chunks' bytes in the unused tails of full chunks.
     */
    public final AllocatorSnapshot snapshot() {
        return new AllocatorSnapshot(
                kind,
                name,
                cursor.usedBytes(),
                reservedBytes(),
                cursor.highWaterBytes(),
                AllocatorSnapshot.NOT_COUNTED,
                AllocatorSnapshot.share(cursor.lostBytes(), cursor.reservedBytes()));
    }

    /** SAFETY: the serial is open, so the loop ends at its entry. */
    private void popTo(long serial) {
        while (scopes.serial() != serial) {
            pop();
        }
        pop();
    }

    private void pop() {
        cursor.goBackTo(scopes.position(), scopes.cursor());
        scopes.pop();
    }

    /** A scope of a {@link BumpArena}. The object is reused for later scopes of the same depth. */
    private static final class Scope implements MemoryScope {
        private final BumpArena arena;
        private final int depth;
        private long serial;

        Scope(BumpArena arena, int depth) {
            this.arena = arena;
            this.depth = depth;
        }

        void begin(long newSerial) {
            serial = newSerial;
        }

        @Override
        public Slice allocate(long bytes, int alignment) {
            arena.scopes().requireInnermost(depth, serial);
            return arena.allocate(bytes, alignment);
        }

        @Override
        public Slice tryAllocate(long bytes, int alignment) {
            arena.scopes().requireInnermost(depth, serial);
            return arena.tryAllocate(bytes, alignment);
        }

        @Override
        public void close() {
            arena.scopes.requireClosable(depth, serial);
            arena.popTo(serial);
            serial = 0;
        }

        @Override
        public String toString() {
            return "MemoryScope[depth=" + depth + ", open=" + arena.scopes().isOpen(depth, serial) + "]";
        }
    }
}
