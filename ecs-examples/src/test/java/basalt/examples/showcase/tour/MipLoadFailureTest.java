package basalt.examples.showcase.tour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import basalt.memory.allocator.StreamingArena;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Mips that cannot be loaded, and mips that are being loaded at close. */
class MipLoadFailureTest {
    private static final int TEXTURES = 6;
    private static final long COARSEST_BYTES = TEXTURES * MipChain.bytes(MipChain.COARSEST);

    private final OwnerWatch owner = new OwnerWatch();
    private final StreamingArena arena = new StreamingArena(MemorySource.direct(), 4 << 20);
    private final AtomicInteger failures = new AtomicInteger(); // how many of the next loads fail
    private Jobs jobs;
    private MipStreamer mips;
    private volatile boolean watched;
    private volatile long bytesWhileRunning;

    @AfterEach
    void close() {
        mips.close();
        assertEquals(0, arena.usedBytes());
        arena.close();
        jobs.close();
    }

    @Test
    void shouldHaveNoTexturesIfAFirstLoadFails() {
        open(ObservedMemory.refusing(1));
        CompletionException refused = assertThrows(CompletionException.class, () -> mips.enter(TEXTURES, this::paint));
        assertEquals(NativeMemoryException.class, refused.getCause().getClass());
        assertEquals(0, refused.getSuppressed().length);
        assertEquals(0, mips.textures());
        assertEquals(0, arena.usedBytes());
        mips.enter(TEXTURES, this::paint);
        assertEquals(COARSEST_BYTES, arena.usedBytes());
    }

    @Test
    void shouldReportAFailedMipOnceAndReloadIt() {
        open(MemorySource.direct());
        mips.enter(TEXTURES, this::paint);
        failures.set(1);
        int told = 0;
        for (int frame = 0; frame < 20; frame++) {
            mips.see(3, MipChain.side(0));
            try {
                mips.update(frame);
            } catch (CompletionException e) {
                assertEquals("no such texture", e.getCause().getMessage());
                assertEquals(MipChain.COARSEST, mips.finest(3), "shown meanwhile");
                told++;
            }
        }
        assertEquals(1, told);
        assertEquals(0, mips.finest(3));
    }

    @Test
    void shouldRemoveAllEvenIfLoadsFail() {
        open(MemorySource.direct());
        mips.enter(TEXTURES, this::paint);
        failures.set(2);
        seeAll();
        mips.update(0);
        assertTrue(arena.usedBytes() > COARSEST_BYTES);
        CompletionException first = assertThrows(CompletionException.class, mips::clear);
        assertEquals(1, first.getSuppressed().length, "the other one");
        assertEquals(0, mips.textures());
        assertEquals(0, arena.usedBytes());
        mips.clear();
    }

    @Test
    void shouldFreeNothingWhileItIsWrittenTo() {
        open(MemorySource.direct());
        mips.enter(TEXTURES, this::paint);
        watched = true;
        seeAll();
        mips.update(0);
        long bytes = arena.usedBytes();
        owner.end();
        mips.close();
        assertEquals(bytes, bytesWhileRunning);
        assertEquals(0, arena.usedBytes());
    }

    private void open(MemorySource jobMemory) {
        jobs = new Jobs(jobMemory, 1, 512 << 10);
        mips = new MipStreamer(arena, jobs);
    }

    private void seeAll() {
        for (int texture = 0; texture < TEXTURES; texture++) {
            mips.see(texture, MipChain.side(0));
        }
    }

    private void paint(int texture, Slice texels) {
        if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new IllegalStateException("no such texture");
        }
        if (watched) {
            owner.awaitThatTheOwnerWaits();
            bytesWhileRunning = arena.usedBytes();
        }
        texels.fill((byte) texture);
    }
}
