package basalt.examples.showcase.tour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.allocator.ResourceArena;
import org.junit.jupiter.api.Test;

class LevelTest {
    @Test
    void shouldKeepItsMemoryInAGroupAndFreeIt() {
        try (ResourceArena resources = new ResourceArena(MemorySource.direct(), "resources", 2 << 20)) {
            Level first = new Level(resources, "first", 1);
            long bytes = resources.usedBytes();
            assertTrue(bytes > Level.CELLS, "bytes: " + bytes);
            Level second = new Level(resources, "second", 2);
            first.free();
            assertEquals(bytes, resources.usedBytes());
            assertThrows(IllegalStateException.class, () -> first.isOpen(0));
            assertThrows(IllegalStateException.class, () -> first.forest().x(0));
            assertEquals(0, second.colour(0), "the darkest of a ramp");
            second.free();
            assertEquals(0, resources.usedBytes());
        }
    }

    /** Memory suffices for the map, but not for the next allocation. */
    @Test
    void shouldLeaveNoGroupWhenMemoryIsInsufficient() {
        try (ResourceArena resources = new ResourceArena(MemorySource.direct(), "resources", Level.CELLS + 512)) {
            assertThrows(NativeMemoryException.class, () -> new Level(resources, "level", 1));
            assertEquals(0, resources.usedBytes());
            resources.group("level").free();
        }
    }

    @Test
    void shouldLeaveNoGroupAfterAnError() {
        ObservedMemory machine = new ObservedMemory(number -> {
            if (number == 1) {
                throw new OutOfMemoryError("of the heap");
            }
        });
        try (ResourceArena resources = new ResourceArena(machine, "resources", 1 << 20)) {
            Failures.assertNothingHidden(assertThrows(OutOfMemoryError.class, () -> new Level(resources, "level", 1)));
            assertEquals(0, resources.groups().size());
        }
    }

    @Test
    void shouldOpenAllCellsButWalls() {
        try (ResourceArena resources = new ResourceArena(MemorySource.direct(), "resources", 1 << 20)) {
            Level level = new Level(resources, "level", 3);
            for (int cell = 0; cell < Level.CELLS; cell++) {
                assertEquals(!level.terrain().isWall(cell % Level.SIZE, cell / Level.SIZE), level.isOpen(cell));
                assertEquals(cell, Level.cell(Level.middleX(cell), Level.middleY(cell)));
            }
        }
    }
}
