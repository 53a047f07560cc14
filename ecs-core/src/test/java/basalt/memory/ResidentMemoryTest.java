package basalt.memory;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Test;

/** Allocating only occupies address space; written memory becomes resident. Linux reports the resident size. */
class ResidentMemoryTest {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final long MIB = 1024 * 1024;

    @Test
    void shouldNotBecomeResidentBeforeItIsWritten() throws IOException {
        assumeTrue(Files.isReadable(STATUS), "this platform does not report the resident size");
        MemorySource source = MemorySource.direct();
        long before = residentBytes();
        long address = source.allocate(512 * MIB, 4096);
        try {
            long grownBytes = residentBytes() - before;
            assertTrue(grownBytes < 16 * MIB, () -> "resident size grew by " + grownBytes);

            UnsafeApi.setMemory(null, address + 64 * MIB, 32 * MIB, (byte) 1);
            long writtenBytes = residentBytes() - before;
            assertTrue(writtenBytes >= 31 * MIB, () -> "measurement failed: 32 MiB written, grew by " + writtenBytes);
            assertTrue(writtenBytes < 64 * MIB, () -> "32 MiB written, resident size grew by " + writtenBytes);
        } finally {
            source.free(address, 512 * MIB);
        }
    }

    private static long residentBytes() throws IOException {
        for (String line : Files.readAllLines(STATUS)) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
            }
        }
        return assumeMeasured();
    }

    private static long assumeMeasured() {
        assumeTrue(false, "no VmRSS in " + STATUS);
        return 0;
    }
}
