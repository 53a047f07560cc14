package basalt.match;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.PRESENT_SUMMARY;
import static basalt.component.layout.BlockLayout.WORDS;
import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.layout.BlockLayout;
import basalt.internal.Internal;
import basalt.storage.Blocks;
import basalt.storage.ColumnMemory;
import basalt.storage.Place;
import basalt.storage.RowBits;
import basalt.storage.access.Store;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.WorldFixture;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the two ways to evaluate conditions on values. */
class ColumnScanTest extends WorldFixture {
    private static final List<Column> COLUMNS = List.of(
            Kinds.F32, Kinds.F64, Kinds.I8, Kinds.I16, Kinds.I32, Kinds.I64, Kinds.FLAG, Kinds.TARGET, Rare.CHARGE);
    private final Store store = Internal.of(world).store();
    private final ValueCondition.ColumnScan scan = new ValueCondition.ColumnScan(null, null);

    /** Fills a block with random bits, and returns its address. */
    private long fill(Random random) {
        long entity = Entity.NULL;
        for (int i = 0; i < BlockLayout.ROWS; i++) {
            entity = world.spawn(Kinds.ZERO, new Rare(0, null));
        }
        long base = Place.base(store.entities().require(entity));
        for (Column column : COLUMNS) {
            long origin = base;
            for (int i = 0; i < BlockLayout.ROWS >> 3 << column.kind().shift(); i++) {
                ColumnMemory.putLong(origin, i, column.offset(), random.nextLong());
            }
        }
        return base;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldAgreeWithTheEvaluationOfEachWord(long seed) {
        Random random = new Random(seed);
        long base = fill(random);
        long alive = base + Blocks.area(base, ALIVE_ID) + PRESENT_SUMMARY;
        for (Column column : COLUMNS) {
            for (int i = 0; i < 40; i++) {
                ValueCondition condition = random(column, random);
                scan.begin();
                scan.add(condition, base, alive);
                for (int word = 0; word < WORDS; word++) {
                    assertEquals(condition.rows(base, word, -1L), scan.met(word), column + " word " + word);
                    long few = 1L << random.nextInt(64) | 1L << random.nextInt(64);
                    assertEquals(scan.met(word) & few, condition.rows(base, word, few), column + " word " + word);
                }
            }
        }
    }

    /** The bits of floats that are drawn at random are keys of all sizes. */
    private static ValueCondition random(Column column, Random random) {
        boolean isInt = column.kind().shift() < 3;
        long low = isInt ? random.nextInt() : random.nextLong();
        long high = isInt ? random.nextInt() : random.nextLong();
        if (column.kind().shift() < 2) {
            low >>= 24 - 8 * column.kind().shift();
            high >>= 24 - 8 * column.kind().shift();
        }
        long lowest = random.nextInt(4) == 0 ? Long.MIN_VALUE : low;
        long highest = random.nextInt(4) == 0 ? Long.MAX_VALUE : random.nextInt(4) == 0 ? low : high;
        boolean isPlain = random.nextBoolean() || column == Kinds.F32 || column == Kinds.F64 || column == Kinds.FLAG;
        long mask = isPlain ? -1L : random.nextLong() >> 64 - 8 * column.kind().sizeBytes();
        return new ValueCondition(column, 0, mask, () -> lowest, () -> highest, random.nextBoolean());
    }

    @Test
    void shouldEvaluateOnlyTheWordsOfTheSummary() {
        Random random = new Random(5);
        long base = fill(random);
        Component<?> component = Kinds.TYPE;
        for (int word = 0; word < WORDS; word++) {
            if (random.nextInt(8) != 0) {
                store.structure().remove(base, word, -1L, component);
            }
        }
        long summary = base + Blocks.area(base, component.id()) + PRESENT_SUMMARY;
        for (Column column : component.columns()) {
            if (column != Kinds.NAME) {
                ValueCondition first = random(column, random);
                ValueCondition second = random(column, random);
                scan.begin();
                scan.add(first, base, summary);
                scan.add(second, base, summary);
                for (int word = RowBits.nextAny(summary, 0); word < WORDS; word = RowBits.nextAny(summary, word + 1)) {
                    assertEquals(
                            first.rows(base, word, -1L) | second.rows(base, word, -1L),
                            scan.met(word),
                            column::toString);
                }
            }
        }
    }
}
