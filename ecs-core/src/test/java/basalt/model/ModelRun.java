package basalt.model;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import basalt.model.OpGenerator.Profile;
import basalt.storage.StoreInvariants;
import basalt.world.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Runs random operations on a world and its model. If they differ, finds the shortest list that fails. */
final class ModelRun {
    static final String SEED_PROPERTY = "basalt.model.seed";
    static final String OPERATIONS_PROPERTY = "basalt.model.operations";

    /** A file that each operation is written to before it runs; for failures that crash the JVM. */
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
        Throwable failure = attempt(pair -> {
            for (int step = 0; step < profile.operations(); step++) {
                Op op = generator.next(pair.model().size());
                done.add(op);
                journal(seed, op);
                pair.apply(op);
                if (step % profile.stepsPerFullCheck() == 0 || step == profile.operations() - 1) {
                    Invariants.checkAll(pair);
                }
            }
            StoreInvariants.checkLoaded(pair.world()); // also what no operation shows, such as lost references
        });
        if (failure != null) {
            Shrinker<Op> shrinker = new Shrinker<>(list -> replay(list) != null, Op::simpler, MAX_TRIES);
            List<Op> shrunk = shrinker.shrink(done);
            throw new ModelFailure(seed, done.size(), failure, shrunk, replay(shrunk));
        }
    }

    /** Runs a list of operations with a full check after each. Returns the failure, or null. */
    Throwable replay(List<Op> operations) {
        return attempt(pair -> {
            for (Op op : operations) {
                pair.apply(op);
                Invariants.checkAll(pair);
            }
            StoreInvariants.checkLoaded(pair.world());
        });
    }

    private Throwable attempt(Consumer<ModelPair> steps) {
        ModelPair pair = new ModelPair(World::create, models, false);
        try {
            steps.accept(pair);
        } catch (AssertionError | RuntimeException e) {
            closeAfter(e, pair);
            return e;
        }
        pair.close();
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

    private static void closeAfter(Throwable failure, ModelPair pair) {
        try {
            pair.close();
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    /** A world and its model differ. The message has the command that repeats the failure. */
    static final class ModelFailure extends AssertionError {

        private static final long serialVersionUID = 1L;

        private final transient List<Op> operations;

        /** A failure of a seed's run at its last operation, and the shrunk list, which fails by {@code cause}. */
        ModelFailure(long seed, int operationsDone, Throwable first, List<Op> shrunk, Throwable cause) {
            super(
                    "seed " + seed + " fails at operation " + operationsDone + ": " + first
                            + "\nagain: -Dbasalt.test.excluded= -D" + ModelRun.SEED_PROPERTY + "=" + seed
                            + " -D" + ModelRun.OPERATIONS_PROPERTY + "=" + operationsDone
                            + "\nshrunk to " + shrunk.size() + " operations, which fail with: " + cause
                            + shrunk.stream().map(op -> "\n    " + op).collect(Collectors.joining()),
                    cause);
            this.operations = shrunk;
        }

        /** The shrunk list. */
        List<Op> operations() {
            return operations;
        }
    }
}
