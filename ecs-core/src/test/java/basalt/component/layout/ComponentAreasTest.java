package basalt.component.layout;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.COLUMNS;
import static basalt.component.layout.BlockLayout.DISABLED_ID;
import static basalt.component.layout.BlockLayout.HEADER_BYTES;
import static basalt.component.layout.BlockLayout.PRESENT_SUMMARY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.Elsewhere;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ComponentAreasTest {
    private static final int PRESENCE = COLUMNS - PRESENT_SUMMARY;

    private final ComponentAreas areas = new ComponentAreas();

    @Test
    void shouldPlaceTheReservedComponentsBehindTheHeader() {
        assertEquals(2, areas.count());
        assertEquals(HEADER_BYTES - PRESENT_SUMMARY, areas.present(ALIVE_ID));
        assertEquals(HEADER_BYTES + PRESENCE - PRESENT_SUMMARY, areas.present(DISABLED_ID));
        assertEquals(0, areas.bytesBelow(ALIVE_ID));
        assertEquals(areas.bytesAbove(DISABLED_ID), areas.bytesAbove(ALIVE_ID), "a block has both");
    }

    @Test
    void shouldPlaceAreasSideBySideInBothDirections() {
        record Area(int start, int end) {}
        Random random = new Random(1);
        List<Area> placed = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            int bytes = 64 * random.nextInt(3000);
            boolean below = random.nextInt(3) == 0;
            int id = areas.add(bytes, below);
            int start = areas.present(id) + PRESENT_SUMMARY;
            assertEquals(i + 2, id);
            assertEquals(0, start % 64);
            assertEquals(below, start < 0);
            placed.add(new Area(start, start + PRESENCE + bytes));
            assertTrue(areas.bytesAbove(id) >= start + PRESENCE + bytes);
            assertTrue(areas.bytesBelow(id) >= -start);
            assertEquals(0, areas.bytesAbove(id) % 4096);
            assertEquals(0, areas.bytesBelow(id) % 4096);
        }
        placed.add(new Area(0, HEADER_BYTES + 2 * PRESENCE));
        placed.sort(Comparator.comparingInt(Area::start));
        for (int i = 1; i < placed.size(); i++) {
            assertEquals(placed.get(i - 1).end, placed.get(i).start);
        }
    }

    @Test
    void shouldNeedLittleForWhatIsPlacedEarly() {
        int early = areas.add(64, false);
        int size = areas.bytesAbove(early);
        int sparse = areas.add(64 << 20, true);
        int late = areas.add(64 << 20, false);

        assertEquals(size, areas.bytesAbove(early));
        assertEquals(0, areas.bytesBelow(early));
        assertEquals(areas.bytesAbove(ALIVE_ID), areas.bytesAbove(sparse));
        assertTrue(areas.bytesBelow(sparse) >= 64 << 20);
        assertTrue(areas.bytesAbove(late) >= 64 << 20);
        assertEquals(0, areas.bytesBelow(late));
    }

    @Test
    void shouldGiveEventTypesAnIdOnly() {
        int room = areas.room(false);

        assertEquals(2, areas.addWithoutArea());
        assertEquals(room, areas.room(false));
        assertEquals(0, areas.bytesBelow(2));
        assertEquals(areas.bytesAbove(ALIVE_ID), areas.bytesAbove(2));
    }

    @Test
    void shouldStayBelowTwoGigabytes() {
        for (boolean below : new boolean[] {false, true}) {
            while (areas.room(below) >= 1 << 20) {
                areas.add(1 << 20, below);
            }
            int id = areas.add(areas.room(below) & -64, below);
            assertTrue(areas.bytesAbove(id) > 0);
            assertTrue(areas.bytesBelow(id) >= 0);
            assertTrue(areas.room(below) < 64);
        }
    }

    @Test
    void shouldShowOtherThreadsWholeAreasOnly() {
        Elsewhere.together(
                () -> {
                    for (int i = 0; i < 5000; i++) {
                        areas.add(64, false);
                    }
                },
                () -> {
                    int count;
                    do {
                        count = areas.count();
                        assertTrue(areas.present(count - 1) > areas.present(count - 2));
                    } while (count < 5002);
                });
    }
}
