package basalt.memory.diagnostic;

/**
 * A use that is fine now and then, and is reported once when it has gone on for some frames, until it has stopped.
 */
final class MisuseDetector {
    private final MemoryDiagnostic diagnostic;
    private final int steadyFrames;
    private int frames;

    /** {@code steadyFrames}: for how many frames in a row it has to go on. */
    MisuseDetector(MemoryDiagnostic diagnostic, int steadyFrames) {
        this.diagnostic = diagnostic;
        this.steadyFrames = steadyFrames;
    }

    /** Whether it has gone on for as long with this frame, and not longer. */
    boolean isDue(boolean goesOn) {
        frames = goesOn ? Math.min(frames, steadyFrames) + 1 : 0;
        return frames == steadyFrames;
    }

    MemoryDiagnostic diagnostic() {
        return diagnostic;
    }
}
