package basalt.bench.vectorising;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.bench.engine.NativeLibrary;
import basalt.bench.scene.Position;
import basalt.query.RowKernel;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Each form of a plain body computes what plain Java does, in the rows that match, and leaves the others alone. */
class PlainRowsTest {
    /** More than a block, and a part of a word. */
    private static final int ROWS = 17_000;

    private static final List<Integer> PERCENTAGES = List.of(100, 95, 10);

    @ParameterizedTest
    @EnumSource
    void shouldComputeByAKernel(PlainBody body) {
        for (int present : PERCENTAGES) {
            try (PlainRows rows = new PlainRows(body.columns(), ROWS, present)) {
                rows.check(rows.kernel(body)::run, body.inPlainJava());
                assertThrows(IllegalStateException.class, () -> rows.check(() -> {}, body.inPlainJava()));
                RowKernel all = rows.world()
                        .query()
                        .all(rows.components())
                        .build()
                        .kernel(body.of(rows.world().time()));
                if (present < 100) {
                    assertThrows(IllegalStateException.class, () -> rows.check(all::run, body.inPlainJava()));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MOVE", "BOUNCE", "DAMAGE"})
    void shouldComputeByRecords(PlainBody body) {
        for (int present : PERCENTAGES) {
            try (PlainRows rows = new PlainRows(body.columns(), ROWS, present)) {
                rows.check(body.records(rows.world())::run, body.inPlainJava());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldComputeInC(PlainBody body) {
        assumeTrue(
                NativeLibrary.missing().isEmpty(), () -> NativeLibrary.missing().get());
        for (int present : PERCENTAGES) {
            try (PlainRows rows = new PlainRows(body.columns(), ROWS, present)) {
                Stream.of(PlainBody.Loop.values())
                        .forEach(loop -> rows.check(rows.inC(body.inC(loop)), body.inPlainJava()));
            }
        }
    }

    @Test
    void shouldRefillWithOtherValues() {
        try (PlainRows rows = new PlainRows(PlainBody.MOVE.columns(), ROWS, 100)) {
            rows.refill();
            double first = sum(rows);
            for (int i = 1; i < 8; i++) {
                rows.refill();
                assertTrue(sum(rows) != first, "set " + i);
            }
            rows.refill();
            assertEquals(first, sum(rows));
        }
    }

    private static double sum(PlainRows rows) {
        return rows.marked().reduce().sum(Position.X);
    }

    @ParameterizedTest
    @CsvSource({"100, 0, 0, 0", "95, 0.1, 1, 50", "95, 10, 1400, 1800"})
    void shouldAskForFewEntities(int present, double percent, long least, long most) {
        try (PlainRows rows = new PlainRows(Deaths.columns(), ROWS, present)) {
            Deaths deaths = new Deaths(rows, percent);
            long found = deaths.check(deaths.kernel()::run);
            assertTrue(least <= found && found <= most, () -> "died: " + found);
        }
    }

    @Tag("slow")
    @Test
    void shouldPlayTheFirstTicks() {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        FirstSecond.run(0, 95, new PrintStream(said, true, StandardCharsets.UTF_8));
        List<String> lines = said.toString(StandardCharsets.UTF_8).lines().toList();
        String number = "[0-9]+\\.[0-9]+ ms";
        assertEquals(7, lines.size());
        assertTrue(lines.get(1).matches("longest tick " + number + ", number [0-9]+"), lines.get(1));
        assertTrue(lines.get(2).matches("ticks 1-100: " + number), lines.get(2));
        assertTrue(lines.get(3).matches("ticks 101-300: " + number), lines.get(3));
    }
}
