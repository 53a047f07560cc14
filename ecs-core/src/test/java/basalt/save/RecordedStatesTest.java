package basalt.save;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.MemorySource;
import basalt.storage.StateBuffer;
import basalt.storage.file.ReplayTables;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordedStatesTest {
    private static final long ALIVE = 0;
    private static final long DISABLED = 1;

    private final ReplayTables tables = new ReplayTables();

    private static void write(StateBuffer to, int system, long... hashes) {
        to.putLong((long) hashes.length / 3 << Integer.SIZE | (system < 0 ? 0 : 1));
        if (system >= 0) {
            to.putLong(system);
        }
        for (long value : hashes) {
            to.putLong(value);
        }
    }

    /** A file of a few megabytes could have millions of them. */
    @Test
    void shouldKeepNoPassesInWhichNoSystemHasRun() {
        try (StateBuffer states = new StateBuffer(MemorySource.direct())) {
            int move = tables.system("move");
            states.putLong(1_003);
            write(states, -1);
            for (int i = 0; i < 500; i++) {
                write(states, -1);
            }
            write(states, move, DISABLED, 3, 4, ALIVE, 1, 2);
            for (int i = 0; i < 500; i++) {
                write(states, -1);
            }
            write(states, -1, ALIVE, 5, 6);
            states.position(0);
            List<Pass> passes = RecordedStates.read(states, tables);
            assertEquals(3, passes.size());
            assertEquals(List.of("move"), passes.get(1).names());
            assertEquals(states.end(), states.position());

            int alive = tables.id((int) ALIVE);
            int disabled = tables.id((int) DISABLED);
            assertEquals(
                    List.of(Math.min(alive, disabled), Math.max(alive, disabled)),
                    passes.get(1).hashes().differences(passes.get(2).hashes()));
            assertTrue(passes.get(1).hashes().hasOtherRows(passes.get(2).hashes(), disabled));
            assertEquals(
                    List.of(), passes.get(1).hashes().differences(passes.get(1).hashes()));
        }
    }
}
