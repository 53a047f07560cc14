package basalt.bench.published.counters;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.bench.published.Library;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** All libraries compute the same. */
class WorkTest {
    private static final int ENTITIES = 300;
    private static final Set<Work> PADDED = EnumSet.of(Work.ONE, Work.TWO, Work.THREE);

    static Stream<Arguments> cases() {
        return Arrays.stream(Library.values())
                .flatMap(library -> Arrays.stream(Work.values())
                        .filter(work -> work != Work.MISMATCH) // has the systems of RARE
                        .map(work -> Arguments.of(library, work)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldComputeTheSame(Library library, Work work) {
        for (int padding : PADDED.contains(work) ? List.of(0, 3) : List.of(0)) {
            try (Counters counters = work.open(library, ENTITIES, padding);
                    Counters plain = work.open(Library.ARRAYS, ENTITIES, padding)) {
                counters.run();
                work.check(counters, ENTITIES, padding);
                int[] values = counters.values();
                values[0]++;
                plain.set(values);
                assertThrows(IllegalStateException.class, () -> Work.check(counters, plain));
            }
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @EnumSource
    void shouldCheckDoublingFromTheStart(Library library) {
        for (Work work : List.of(Work.PACKED, Work.FRAGMENTED)) {
            try (Counters counters = work.open(library, ENTITIES, 0)) {
                int[] once = counters.values();
                for (int run = 0; run < 40; run++) {
                    counters.run();
                }
                work.check(counters, ENTITIES, 0);
                assertArrayEquals(once, counters.values());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ARRAYS")
    void shouldRemoveWhatItAdds(Library library) {
        try (Counters counters = Work.ADD_REMOVE.open(library, 3, 0)) {
            assertEquals(3, counters.run());
            assertEquals(3, counters.count(1));
            assertEquals(0, counters.count(2));
        }
    }

    @Test
    void shouldComputeExpectedValuesInArrays() {
        try (Counters three = Work.THREE.open(Library.ARRAYS, 1, 1);
                Counters cycle = Work.CYCLE.open(Library.ARRAYS, 3, 0);
                Counters swaps = Work.SWAPS.open(Library.ARRAYS, 4, 0)) {
            assertArrayEquals(new int[] {1, 2 + 3 * (3 + 4), 3, 4}, three.values());
            assertEquals(1 + 2 + 3, cycle.run());
            assertArrayEquals(new int[] {2, 1, 4, 3, 5, 7, 6, 9, 8, 11, 10, 13, 12}, swaps.values());
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ARRAYS")
    void shouldCreate(Library library) {
        for (int components = 1; components <= 3; components++) {
            try (Counters counters = Counters.open(library, ENTITIES)) {
                counters.create(components, ENTITIES);
                assertEquals(ENTITIES, counters.count(components));
                assertEquals(components == 3 ? ENTITIES : 0, counters.count(3));
            }
        }
    }
}
