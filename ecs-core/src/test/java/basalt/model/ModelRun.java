package basalt.model;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import basalt.model.OpGenerator.Profile;
import basalt.world.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A random sequence of operations on a world and its model; when they differ, the shortest sequence that shows it. */
final class ModelRun {
    static final String SEED_PROPERTY = "basalt.model.seed";
    static final String OPERATIONS_PROPERTY = "basalt.model.operations";

    /** A file to write each operation to before it is done, for failures that take the JVM with them. */
    static final String JOURNAL_PROPERTY = "basalt.model.journal";

    private static final int MAX_TRIES = 3000;

    private final Profile profile;
    private final Supplier<ModelWorld> models;

    ModelRun(Profile profile, Supplier<ModelWorld> models) {
        this.profile = profile;
        this.models = models;
    }

    /** Runs the operations of a seed; throws a {@link ModelFailure} if world and model differ. */
    void run(long seed) {
        List<Op> done = new ArrayList<>();
        OpGenerator generator = new OpGenerator(seed, profile);
        Throwable failure = attempt(twin -> {
            for (int step = 0; step < profile.operations(); step++) {
                Op op = generator.next(twin.model().size());
                done.add(op);
                journal(seed, op);
                twin.apply(op);
                if (step % profile.stepsPerFullCheck() == 0 || step == profile.operations() - 1) {
                    Invariants.checkAll(twin);
                }
            }
        });
        if (failure != null) {
            Shrinker<Op> shrinker = new Shrinker<>(list -> replay(list) != null, Op::simpler, MAX_TRIES);
            List<Op> shrunk = shrinker.shrink(done);
            throw new ModelFailure(seed, done.size(), failure, shrunk, replay(shrunk));
        }
    }

    /** Why a list of operations fails, checked in full after each; null if it does not. */
    Throwable replay(List<Op> operations) {
        return attempt(twin -> {
            for (Op op : operations) {
                twin.apply(op);
                Invariants.checkAll(twin);
            }
        });
    }

    private Throwable attempt(Consumer<Twin> steps) {
        Twin twin = new Twin(World::create, models, false);
        try {
            steps.accept(twin);
        } catch (AssertionError | RuntimeException e) {
            closeAfter(e, twin);
            return e;
        }
        twin.close();
        return null;
    }

    private static void journal(long seed, Op op) {
        String file = System.getProperty(JOURNAL_PROPERTY);
        if (file != null) {
            try {
                Files.writeString(Path.of(file), seed + " " + op + "\n", CREATE, APPEND);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static void closeAfter(Throwable failure, Twin twin) {
        try {
            twin.close();
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }
}
