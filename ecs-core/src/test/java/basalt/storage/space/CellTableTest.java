package basalt.storage.space;

import static basalt.component.layout.BlockLayout.HEADER_BYTES;
import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.memory.MemorySource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A table is the same, whatever the parts in which its rows come. */
class CellTableTest {
    private static final int ROWS = 3_000;
    private static final int COLUMN = ROWS * Float.BYTES;

    private final long block = UnsafeApi.allocateMemory(HEADER_BYTES + 3L * COLUMN);

    @AfterEach
    void free() {
        UnsafeApi.freeMemory(block);
    }

    private void fill(double side) {
        UnsafeApi.setMemory(block, HEADER_BYTES, (byte) 0);
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 3 * ROWS; i++) {
            UnsafeApi.putFloat(null, block + HEADER_BYTES + 4L * i, (float) (side * (random.nextDouble() - 0.5)));
        }
    }

    private CellTable table(int dimensions) {
        int[] offsets = new int[dimensions];
        for (int i = 0; i < dimensions; i++) {
            offsets[i] = HEADER_BYTES + i * COLUMN;
        }
        return new CellTable(MemorySource.direct(), offsets, 1);
    }

    private void build(CellTable table, int rows, int parts) {
        table.begin(rows, rows, parts);
        for (int part = parts - 1; part >= 0; part--) {
            int from = rows * part / parts;
            table.beginPart(part);
            assertEquals(-1, table.find(part, from, block, from, rows * (part + 1) / parts));
            table.endPart(part);
        }
        for (int part = parts - 1; part >= 0; part--) {
            table.sum(part);
        }
        for (int part = parts - 1; part >= 0; part--) {
            int from = rows * part / parts;
            table.put(part, from, block, from, rows * (part + 1) / parts);
        }
        for (int part = parts - 1; part >= 0; part--) {
            table.group(part, new long[] {block});
        }
        table.end(5);
    }

    /** All that is in a table. */
    private static List<Object> content(CellTable table) {
        List<Object> all = new ArrayList<>(List.of(table.count(), table.groups(), table.version()));
        for (int bucket = 0; bucket <= table.bucketCount(); bucket++) {
            all.add(table.start(bucket));
        }
        for (int point = 0; point < table.count(); point++) {
            all.addAll(List.of(table.x(point), table.y(point), table.z(point), table.row(point), table.handle(point)));
        }
        for (int group = 0; group < table.groups(); group++) {
            all.addAll(List.of(table.first(group), table.firstBucket(group), table.lastBucket(group)));
        }
        all.add(table.first(table.groups()));
        return all;
    }

    @ParameterizedTest
    @CsvSource({"2, 70", "3, 14", "2, 4", "3, 0", "2, 100000"})
    void shouldBeTheSameForAnyNumberOfParts(int dimensions, double side) {
        fill(side);
        try (CellTable once = table(dimensions);
                CellTable again = table(dimensions)) {
            for (int rows : new int[] {ROWS, 1, 0, 700}) {
                build(once, rows, 1);
                assertEquals(rows, once.start(once.bucketCount()));
                for (int parts : new int[] {2, 3, 7, 64}) {
                    build(again, rows, parts);
                    assertEquals(content(once), content(again), () -> rows + " rows in " + parts + " parts");
                }
            }
        }
    }
}
