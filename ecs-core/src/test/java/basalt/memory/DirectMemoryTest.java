package basalt.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Test;

class DirectMemoryTest extends MemorySourceContract {
    @Override
    protected MemorySource createSource() {
        return MemorySource.direct();
    }

    @Test
    void shouldReturnTheSameInstance() {
        assertSame(MemorySource.direct(), MemorySource.direct());
    }

    @Test
    void shouldRejectFreeOfUnknownAllocation() {
        MemorySource source = MemorySource.direct();
        long address = source.allocate(4096, 64);
        UnsafeApi.setMemory(null, address, 4096, (byte) 0);
        long bytesBefore = source.allocatedBytes();

        assertThrows(IllegalArgumentException.class, () -> source.free(0, 64));
        assertThrows(IllegalArgumentException.class, () -> source.free(address, 0));
        assertThrows(IllegalArgumentException.class, () -> source.free(address, -1));
        assertThrows(IllegalArgumentException.class, () -> source.free(address + 64, 64));
        assertThrows(IllegalArgumentException.class, () -> source.free(address, Long.MAX_VALUE));

        assertEquals(bytesBefore, source.allocatedBytes());
        source.free(address, 4096);
    }

    @Test
    void shouldCountExactlyWhenThreadsCompete() throws Exception {
        MemorySource source = MemorySource.direct();
        long bytesBefore = source.allocatedBytes();
        var threads = Executors.newFixedThreadPool(4);
        try {
            List<Callable<Void>> tasks = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                int bytes = 100 + thread;
                tasks.add(() -> {
                    for (int i = 0; i < 10_000; i++) {
                        source.free(source.allocate(bytes, 64), bytes);
                    }
                    return null;
                });
            }
            for (Future<Void> task : threads.invokeAll(tasks)) {
                task.get();
            }
        } finally {
            threads.shutdown();
        }
        assertEquals(bytesBefore, source.allocatedBytes());
    }
}
