package basalt.bench.report;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the progress and the failures of a run to its folder as they happen, so they are there even if the run is
 * aborted.
 */
final class Journal {
    private final ReportFolder folder;
    private final Steps steps;
    private final PrintStream out;
    private final int total;
    private final List<Failure> failures = new ArrayList<>();
    private int done;

    /**
     * Begins the files.
     *
     * @param folder the folder
     * @param plan the planned measurements
     * @param out receives the progress too
     * @throws IOException if a file cannot be written
     */
    Journal(ReportFolder folder, Plan plan, PrintStream out) throws IOException {
        this.folder = folder;
        this.out = out;
        total = plan.steps();
        steps = new Steps(out, System::nanoTime, total, plan.seconds());
        write(null);
        Json.write(folder.failures(), failures);
    }

    private void write(String ended) throws IOException {
        Json.write(folder.progress(), new Progress(done, total, ended));
    }

    /**
     * Records a finished measurement whose result is saved.
     *
     * @param seconds its estimated time
     * @param what its name
     * @throws IOException if a file cannot be written
     */
    void done(double seconds, String what) throws IOException {
        done++;
        write(null);
        steps.done(seconds, what);
    }

    /**
     * Records a failed measurement.
     *
     * @param seconds its estimated time
     * @param what its name
     * @param message the cause
     * @throws IOException if a file cannot be written
     */
    void failed(double seconds, String what, String message) throws IOException {
        failures.add(new Failure(what, message));
        Json.write(folder.failures(), failures);
        done(seconds, what + " FAILED");
    }

    /** Prints a message that is not a failure. */
    void tell(String sentence) {
        out.println(sentence);
    }

    /** Records the end of the run. */
    void end() throws IOException {
        write(Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    }
}
