package basalt.bench.report;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** Keeps how far a run is, and what failed, in its folder: it is there, however the run ends. */
final class Journal {
    private final ReportFolder folder;
    private final Steps steps;
    private final PrintStream out;
    private final int total;
    private final List<Failure> failures = new ArrayList<>();
    private int done;

    /**
     * Begins.
     *
     * @param folder where it is kept
     * @param plan what will be done
     * @param out where it is told as well
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
     * Something is done, and what came of it is kept.
     *
     * @param seconds what was guessed for it
     * @param what its name
     * @throws IOException if a file cannot be written
     */
    void done(double seconds, String what) throws IOException {
        done++;
        write(null);
        steps.done(seconds, what);
    }

    /**
     * Something has failed.
     *
     * @param seconds what was guessed for it
     * @param what its name
     * @param message what went wrong
     * @throws IOException if a file cannot be written
     */
    void failed(double seconds, String what, String message) throws IOException {
        failures.add(new Failure(what, message));
        Json.write(folder.failures(), failures);
        done(seconds, what + " FAILED");
    }

    /** Says something that is no failure. */
    void tell(String sentence) {
        out.println(sentence);
    }

    /** All of it is over. */
    void end() throws IOException {
        write(Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    }
}
