package basalt.examples.showcase.tour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.showcase.tour.Game.FrameGraph;
import basalt.memory.MemorySource;
import basalt.memory.frame.FrameArena;
import basalt.memory.frame.FrameHistory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FrameGraphTest {
    private final FrameArena frame = new FrameArena(MemorySource.direct());

    @AfterEach
    void close() {
        frame.close();
    }

    @Test
    void shouldDrawABarForEachFrameFromTheLeastToTheMost() {
        FrameHistory history = frame.keepHistory(4);
        play(9_000, 100, 170, 450, 800); // the first is out of the history
        assertEquals("last 4 frames  ▁▁▄█  100 to 800 bytes, ", withoutTime(history));
    }

    @Test
    void shouldDrawFramesOfTheSameSize() {
        FrameHistory history = frame.keepHistory(4);
        play(64);
        assertEquals("last 1 frames  ▁  64 to 64 bytes, ", withoutTime(history));
        play(64, 64);
        assertEquals("last 3 frames  ▁▁▁  64 to 64 bytes, ", withoutTime(history));
    }

    @Test
    void shouldHoldTheLargestGraph() {
        FrameHistory history = frame.keepHistory(FrameGraph.FRAMES);
        for (int i = 0; i < FrameGraph.FRAMES; i++) {
            play(1 << 20);
        }
        assertTrue(withoutTime(history).startsWith("last 60 frames  " + "▁".repeat(60) + "  1048576 to 1048576 bytes"));
    }

    private void play(int... frames) {
        for (int bytes : frames) {
            frame.allocate(bytes, 1);
            frame.reset();
        }
    }

    private String withoutTime(FrameHistory history) {
        String line;
        try (FrameArena text = new FrameArena(MemorySource.direct())) {
            line = FrameGraph.of(history, text).toString();
        }
        assertTrue(line.matches(".*, \\d+\\.\\d\\d ms on average"), line);
        return line.replaceAll("\\d+\\.\\d\\d ms on average", "");
    }
}
