package basalt.compiler;

import basalt.compiler.Translation.Refused;
import basalt.compiler.VectorLoop.RestOfWord;
import basalt.component.Column;
import basalt.internal.HiddenCopy;
import basalt.internal.Strict;
import basalt.match.MatchedRows;
import basalt.runtime.IterationContext.KernelDriver;
import basalt.runtime.RowContext;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The driver of a kernel with two forms: the loop of rows with the body itself, and the loop of vectors.
 *
 * <pre>
 *   COLD       rows; after HOT_WORDS words of rows, the compiler's thread is asked for the other form
 *   COMPILING  rows; the thread translates the body, and runs the loop on rows of its own until the JIT has compiled it
 *   TRIAL      both in turn, at random, and measured
 *   CHOSEN     the faster one; a few runs are measured, some of them with the other form. If they speak for the other
 *              one, there is another trial: the machine may have been busy only while one of them was measured
 *   ROWS       rows for ever: the body was refused, or the JIT has not compiled its loop well
 * </pre>
 *
 * <p>Both forms leave the same values, bit for bit, except for the payloads of NaNs. So it does not matter for a world
 * when the form changes, and on which machine. Safe for all threads; the figures are approximate if several run it.
 */
public final class VectorKernel implements KernelDriver {
    private static final String NO_FORM = "it writes records of partners or parents, or is over pairs in space";
    private static final boolean ENABLED = !"false".equals(System.getProperty("basalt.kernels.vectors"));

    /** Words of 64 rows that a kernel runs over before it is translated: a million rows. */
    private static final int HOT_WORDS = 1 << 14;

    /** Runs over fewer words take too little time to be measured. */
    private static final int MEASURED_WORDS = 4;

    /** Measured runs of each form in the trial. */
    private static final int TRIALS = 15;

    /** Trials in which the loop of vectors may be slower. */
    private static final int MOST_TRIALS = 4;

    /** Measured runs in which the loop of vectors could not run. */
    private static final int MOST_MISSES = 64;

    /** The other form is chosen if its time is less than this part of the time of the chosen form. */
    private static final double GAIN = 0.95;

    private enum Stage {
        COLD,
        COMPILING,
        TRIAL,
        CHOSEN,
        ROWS
    }

    private final KernelBody body;
    private final KernelDriver rows;
    private final RestOfWord rest;
    private volatile Stage stage = Stage.COLD;

    /** The form that runs; null for rows. */
    private volatile VectorForm chosen;

    /** The form of vectors; null until it is compiled. */
    private VectorForm form;

    private Times timesOfRows = new Times();
    private Times timesOfVectors = new Times();
    private int words;
    private int trials;
    private int misses;
    private String refused;

    /** Whether a test has chosen the loop of vectors. */
    private boolean isFixed;

    /** The measured times of a form, in nanoseconds for a word. */
    private static final class Times {
        private final double[] first = new double[TRIALS];
        private int count;
        private double average;

        synchronized void add(double nanos) {
            if (count < TRIALS) {
                first[count++] = nanos;
                double[] sorted = Arrays.copyOf(first, count);
                Arrays.sort(sorted);
                average = sorted[count / 2];
            } else {
                average += (Math.min(nanos, 4 * average) - average) / 8; // a run may have been interrupted
            }
        }

        synchronized double average() {
            return average;
        }

        synchronized boolean isKnown() {
            return count == TRIALS;
        }
    }

    private VectorKernel(KernelBody body, KernelDriver rows, RestOfWord rest) {
        this.body = body;
        this.rows = rows;
        this.rest = rest;
    }

    /** The driver with both forms; the given one, which has the form of rows, if there can be no other. */
    public static KernelDriver of(KernelBody body, KernelDriver rows) {
        if (missing() != null || body == null) {
            return rows;
        }
        if (body.neighbours() != null) {
            return Strict.ON ? new StrictNeighbours(body, rows) : new VectorKernel(body, rows, null);
        }
        if (!(rows instanceof RestOfWord rest)) {
            return rows;
        }
        return Strict.ON ? new StrictForms(body, rows) : new VectorKernel(body, rows, rest);
    }

    /** Whether a driver runs rows, and probably will. */
    public static boolean isOfRows(KernelDriver driver) {
        return driver instanceof VectorKernel kernel
                ? kernel.stage == Stage.ROWS || kernel.stage == Stage.CHOSEN && kernel.chosen == null
                : !(driver instanceof StrictDriver);
    }

    /** Why no kernel has vectors in this JVM; null if they can have. */
    public static String missing() {
        return !ENABLED || !HiddenCopy.ENABLED
                ? "it was switched off by a system property, or this runtime cannot define classes"
                : VectorApi.INSTANCE == null ? VectorApi.MISSING : null;
    }

    @Override
    public boolean isSpecialised() {
        return rows.isSpecialised();
    }

    @Override
    public void run(RowContext context, MatchedRows matches, long entry, int fromWord, int toWord) {
        if (stage != Stage.CHOSEN) {
            runUnchosen(context, matches, entry, fromWord, toWord);
        } else if (context.isSampled() && toWord - fromWord >= MEASURED_WORDS) {
            runMeasured(context.isSampled() != (chosen != null), context, matches, entry, fromWord, toWord);
            if (stage == Stage.CHOSEN && !isFixed && isVectorsFaster() != (chosen != null)) {
                beginTrial(Stage.CHOSEN);
            }
        } else {
            run(chosen, context, matches, entry, fromWord, toWord);
        }
    }

    private void run(VectorForm now, RowContext context, MatchedRows matches, long entry, int fromWord, int toWord) {
        if (now != null && now.canRun(entry)) {
            now.driver().run(context, matches, entry, fromWord, toWord);
        } else {
            rows.run(context, matches, entry, fromWord, toWord);
        }
    }

    private void runUnchosen(RowContext context, MatchedRows matches, long entry, int fromWord, int toWord) {
        int length = toWord - fromWord;
        if (stage == Stage.ROWS || length < MEASURED_WORDS) {
            run(chosen, context, matches, entry, fromWord, toWord);
        } else {
            boolean vectors = stage == Stage.TRIAL && context.nextRandom() < 0;
            runMeasured(vectors, context, matches, entry, fromWord, toWord);
        }
        advance(length);
    }

    private void runMeasured(
            boolean vectors, RowContext context, MatchedRows matches, long entry, int fromWord, int toWord) {
        if (vectors && !form.canRun(entry)) {
            rows.run(context, matches, entry, fromWord, toWord);
            if (++misses > MOST_MISSES && !isFixed) {
                refuse("an object that it reads was replaced, or rows have moved");
            }
            return;
        }
        KernelDriver measured = vectors ? form.driver() : rows;
        long start = System.nanoTime();
        measured.run(context, matches, entry, fromWord, toWord);
        double nanos = (double) (System.nanoTime() - start) / (toWord - fromWord);
        (vectors ? timesOfVectors : timesOfRows).add(nanos);
    }

    private void advance(int length) {
        if (stage == Stage.COLD) {
            words += length;
            if (words >= HOT_WORDS) {
                compile();
            }
        } else if (stage == Stage.TRIAL && timesOfRows.isKnown() && timesOfVectors.isKnown()) {
            endTrial();
        }
    }

    private synchronized void beginTrial(Stage from) {
        if (stage == from) {
            timesOfRows = new Times();
            timesOfVectors = new Times();
            stage = Stage.TRIAL;
        }
    }

    /** A loop that the JIT has not compiled well is slower at first, and perhaps not after another warm-up. */
    private synchronized void endTrial() {
        if (stage == Stage.TRIAL) {
            chosen = isVectorsFaster() ? form : null;
            stage = Stage.CHOSEN;
            if (chosen == null && ++trials < MOST_TRIALS) {
                stage = Stage.COMPILING;
                CompilerThread.execute(this, VectorKernel::warmUpInBackground);
            }
        }
    }

    private boolean isVectorsFaster() {
        double ofRows = timesOfRows.average();
        double ofVectors = timesOfVectors.average();
        return chosen != null ? ofRows >= ofVectors * GAIN : ofVectors < ofRows * GAIN;
    }

    private synchronized void compile() {
        if (stage == Stage.COLD) {
            stage = Stage.COMPILING;
            CompilerThread.execute(this, VectorKernel::compileInBackground);
        }
    }

    private void compileInBackground() {
        try {
            form = VectorForm.of(body, rest);
            warmUpInBackground();
        } catch (Refused e) {
            refuse(e.getMessage());
        } catch (Throwable e) {
            refuse("the compiler failed: " + e); // out of memory: the loop of rows needs none
        }
    }

    private void warmUpInBackground() {
        try {
            CompilerThread.warmUp(form);
            beginTrial(Stage.COMPILING);
        } catch (Refused e) {
            refuse(e.getMessage());
        } catch (Throwable e) {
            refuse("the warm-up failed: " + e);
        }
    }

    private synchronized void refuse(String reason) {
        refused = reason;
        chosen = null;
        stage = Stage.ROWS; // a run that has read the stage before still has the form
    }

    /**
     * Translates the body of a driver now, which runs only the loop of vectors from then on; in strict mode it compares
     * all runs. Returns null, or why there is no such loop.
     */
    public static String translateNow(KernelDriver driver) {
        try {
            if (driver instanceof VectorKernel kernel) {
                kernel.form = VectorForm.of(kernel.body, kernel.rest);
                kernel.chosen = kernel.form;
                kernel.isFixed = true;
                kernel.stage = Stage.CHOSEN;
            } else if (driver instanceof StrictDriver strict) {
                strict.compareAll();
            } else {
                return missing() == null ? NO_FORM : missing();
            }
            return null;
        } catch (Refused e) {
            return e.getMessage();
        }
    }

    /**
     * What is known about the loop of vectors of a kernel.
     *
     * @param reason why it does not run; empty if it does
     * @param leftToBody why groups of rows are left to the body itself
     * @param vectorNanos for a word of rows; 0 if not measured, as rowNanos
     */
    public record Report(
            boolean isInVectors,
            String reason,
            List<String> leftToBody,
            Set<Column> reads,
            Set<Column> writes,
            double vectorNanos,
            double rowNanos) {}

    /** Reports about a driver and its body, which is null if there can be no loop of vectors. */
    public static Report report(KernelDriver driver, KernelBody body) {
        Translation translated = null;
        String reason = NO_FORM;
        if (body != null) {
            try {
                translated = Translator.translate(body);
                reason = missing() != null ? missing() : "strict mode runs the loop of rows, which is checked";
            } catch (Refused e) {
                reason = e.getMessage();
            }
        }
        boolean isMeasured = translated != null && driver instanceof VectorKernel;
        VectorKernel kernel = isMeasured ? (VectorKernel) driver : null;
        return new Report(
                isMeasured && kernel.chosen != null,
                isMeasured ? kernel.reason() : reason,
                translated == null ? List.of() : translated.reasons(),
                translated == null ? Set.of() : translated.reads(),
                translated == null ? Set.of() : translated.writes(),
                isMeasured ? kernel.timesOfVectors.average() : 0,
                isMeasured ? kernel.timesOfRows.average() : 0);
    }

    private String reason() {
        return switch (stage) {
            case COLD -> "it is translated when it has run over a million rows";
            case COMPILING -> "its loop of vectors is compiled now";
            case TRIAL -> "both loops are measured now";
            case CHOSEN -> chosen != null ? "" : "the loop of vectors is slower";
            case ROWS -> refused;
        };
    }
}
