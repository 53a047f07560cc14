package basalt.memory.frame;

import java.util.List;

/**
 * A frame that has ended: what was allocated in it, and what became of that.
 *
 * @param epoch the number of the frame, from 0
 * @param frame the figures of the frame as a whole
 * @param unphasedBytes what was allocated while no phase was open
 * @param phases the figures of each phase, in the order in which they were made
 * @param tags the figures of each tag, those below it included, in the order in which they were made
 */
public record FrameSummary(
        long epoch, MeterStats frame, long unphasedBytes, List<MeterStats> phases, List<MeterStats> tags) {}
