package basalt.examples.showcase.tour;

import basalt.memory.frame.FrameArena;
import basalt.memory.frame.FrameHistory;
import basalt.memory.frame.FrameString;

/** A line of text about the last frames: a bar for the memory of each, then the range of bytes and the mean time. */
final class FrameGraph {
    /** The most frames in a graph. */
    static final int FRAMES = 60;

    private static final String BARS = "▁▂▃▄▅▆▇█";
    private static final int CAPACITY_BYTES = 3 * FRAMES + 128; // a bar takes 3 bytes in UTF-8

    private FrameGraph() {}

    /**
     * Writes the line, the oldest frame first.
     *
     * @param history at least one frame, at most {@link #FRAMES}
     * @param frame provides the memory of the line
     */
    static FrameString of(FrameHistory history, FrameArena frame) {
        long least = Long.MAX_VALUE;
        long most = 0;
        long nanos = 0;
        for (int ago = 0; ago < history.size(); ago++) {
            least = Math.min(least, history.highWaterBytes(ago));
            most = Math.max(most, history.highWaterBytes(ago));
            nanos += history.nanos(ago);
        }
        FrameString line = FrameString.in(frame, CAPACITY_BYTES);
        line.append("last ").append(history.size()).append(" frames  ");
        for (int ago = history.size() - 1; ago >= 0; ago--) {
            long aboveLeast = history.highWaterBytes(ago) - least;
            line.append(BARS.charAt((int) (aboveLeast * (BARS.length() - 1) / Math.max(1, most - least))));
        }
        line.append("  ").append(least).append(" to ").append(most).append(" bytes, ");
        return line.appendFixed(nanos / 1e6 / history.size(), 2).append(" ms on average");
    }
}
