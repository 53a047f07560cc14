package basalt.world;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.component.Component;
import basalt.component.Length;
import basalt.component.layout.ComponentAreas;
import basalt.memory.ChildJvm;
import basalt.query.Query;
import basalt.storage.BlockPool.AlignedMemory;
import basalt.storage.fixture.Health;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/**
 * Memory of a block that no column touches does not become resident: a million entities with a few bytes each, in a
 * process whose declared components use nearly all of a block. Measured by the resident size of a child JVM, which
 * Linux reports.
 */
class ResidentBlocksTest {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Path HUGE_PAGES = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");
    private static final int ENTITIES = 1_000_000;
    private static final long MIB = 1024 * 1024;
    private static final Map<String, Long> MEASURED = new TreeMap<>();

    record Big(@Length(50) double[] values) {}

    record AlsoBig(@Length(20) float[] values) {}

    @BeforeAll
    static void measureInAChild() {
        assumeTrue(Files.isReadable(STATUS), "this platform does not report the resident size");
        ChildJvm child = ChildJvm.run(
                List.of(
                        "--add-opens",
                        "java.base/jdk.internal.misc=ALL-UNNAMED",
                        "-Dbasalt.strict=" + System.getProperty("basalt.strict"),
                        "-cp",
                        ChildJvm.pathOf(World.class, Health.class, UnsafeApi.class, Executable.class)),
                ResidentBlocksTest.class);
        assertEquals(0, child.exitCode(), child::output);
        child.output()
                .lines()
                .map(line -> line.split("="))
                .forEach(line -> MEASURED.put(line[0], Long.valueOf(line[1])));
    }

    @Test
    void shouldReserveFarMoreThanIsResident() {
        long reserved = MEASURED.get("reserved");

        assertEquals(62 * AlignedMemory.reserved(MEASURED.get("block")), reserved);
        assertTrue(reserved > 400 * MIB, () -> "reserved " + reserved);
    }

    @Test
    void shouldNotBeResidentWhereNoColumnIsUsed() throws IOException {
        assumePagesAreSmall();
        long used = MEASURED.get("columns");
        long grown = MEASURED.get("spawned");

        // headers and two presence areas a block, and 4 bytes a row; the rest is the JVM's own memory
        assertTrue(used < 20 * MIB, () -> "columns and headers take " + used);
        assertTrue(grown >= ENTITIES * 4L, () -> "the measurement failed: grew by " + grown);
        assertTrue(grown < used + 40 * MIB, () -> "resident size grew by " + grown + ", " + used + " are in use");
    }

    @Test
    void shouldBecomeResidentWhereAColumnIsWritten() throws IOException {
        assumePagesAreSmall();
        long grown = MEASURED.get("added");

        assertTrue(grown > ENTITIES * 80L, () -> "80 bytes a row were written, resident size grew by " + grown);
        assertTrue(grown < ENTITIES * 80L + 40 * MIB, () -> "resident size grew by " + grown);
    }

    @Test
    void shouldStayAsItIsForTheNextWorld() {
        long grown = MEASURED.get("again");

        assertTrue(grown < 40 * MIB, () -> "blocks were given on, resident size grew by " + grown);
    }

    /**
     * With huge pages everywhere, blocks become resident 2 MiB at a time: unused columns with the used ones beside
     * them.
     */
    private static void assumePagesAreSmall() throws IOException {
        assumeTrue(
                !Files.isReadable(HUGE_PAGES) || !Files.readString(HUGE_PAGES).contains("[always]"),
                "transparent huge pages are set to always (" + HUGE_PAGES + "): unused columns become resident too");
    }

    /** In the child: prints by how many bytes each step makes the resident size grow. */
    public static void main(String[] arguments) throws IOException {
        Component<Big> big = Component.of(Big.class);
        Component<AlsoBig> alsoBig = Component.of(AlsoBig.class);
        long block = ComponentAreas.process().bytesAbove(Health.TYPE.id());
        if (block < (big.bytesPerRow() + alsoBig.bytesPerRow()) * ROWS) {
            throw new AssertionError("the blocks are too small: " + block);
        }
        long before = residentBytes();
        try (World world = World.create()) {
            world.template().with(new Health(1)).build().spawn(ENTITIES);
            System.out.println("block=" + block);
            System.out.println("spawned=" + (residentBytes() - before));
            System.out.println("reserved=" + world.statistics().memory().reservedBytes());
            System.out.println("columns=" + world.statistics().memory().columnBytes());
            before = residentBytes();
            Query all = world.query().all(Health.TYPE).build();
            if (all.bulk().add(alsoBig) != ENTITIES) {
                throw new AssertionError();
            }
            System.out.println("added=" + (residentBytes() - before));
        }
        before = residentBytes();
        try (World world = World.create()) {
            world.template().with(new Health(1)).build().spawn(ENTITIES);
            System.out.println("again=" + (residentBytes() - before));
        }
    }

    private static long residentBytes() throws IOException {
        for (String line : Files.readAllLines(STATUS)) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
            }
        }
        throw new IOException("no VmRSS in " + STATUS);
    }
}
