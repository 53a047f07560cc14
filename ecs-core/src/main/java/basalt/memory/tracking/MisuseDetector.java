package basalt.memory.tracking;

/**
 * Detects a pattern of use that is a problem only if it continues for a number of frames. It is due once, and again
 * after it has stopped.
 */
final class MisuseDetector {
    private final MemoryDiagnostic diagnostic;
    private final int steadyFrames;
    private int frames;

    /** {@code steadyFrames}: the number of consecutive frames after which it is due. */
    MisuseDetector(MemoryDiagnostic diagnostic, int steadyFrames) {
        this.diagnostic = diagnostic;
        this.steadyFrames = steadyFrames;
    }

    /** Counts a frame; returns true if exactly {@code steadyFrames} in a row have had the misuse. */
    boolean isDue(boolean occurs) {
        frames = occurs ? Math.min(frames, steadyFrames) + 1 : 0;
        return frames == steadyFrames;
    }

    MemoryDiagnostic diagnostic() {
        return diagnostic;
    }
}
