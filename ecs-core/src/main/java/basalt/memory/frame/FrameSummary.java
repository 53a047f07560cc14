package basalt.memory.frame;

import java.util.List;

/**
 * The figures of a frame that has ended.
 *
 * @param epoch the number of the frame, from 0
 * @param frame the figures of the frame as a whole
 * @param unphasedBytes the bytes allocated while no phase was open
 * @param phases the figures of each phase, in order of creation
 * @param tags the figures of each tag, including the tags below it, in order of creation
 */
public record FrameSummary(
        long epoch, MeterStats frame, long unphasedBytes, List<MeterStats> phases, List<MeterStats> tags) {}
