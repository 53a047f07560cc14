package basalt.bench.seven;

import basalt.bench.OperationBenchmark;
import java.util.function.Function;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A tick of seven systems: move, change data, turn at random, die and come to life, suffer damage, choose a character,
 * and draw it. Each run plays the same twenty ticks from the start: otherwise a faster form would play later ticks, in
 * which no entity is on the screen. The time is that of one tick; the results are compared with plain Java at the end.
 */
@OperationsPerInvocation(Game.TICKS)
public class SevenSystems extends OperationBenchmark {
    /** What entities have. */
    public enum Mix {
        /** All have all components. */
        FULL,
        /** Every other one fights, and a few lack position, velocity or data. */
        MIXED
    }

    /** Entities at the start. */
    @State(Scope.Thread)
    public abstract static class Played {
        /** Number of entities. */
        @Param({"16384", "1048576"})
        public int entities;

        /** What they have. */
        @Param
        public Mix mix;

        private final Function<Unit[], Game> form;
        private Game game;

        Played(Function<Unit[], Game> form) {
            this.form = form;
        }

        private Unit[] units() {
            return Unit.of(entities, mix == Mix.MIXED);
        }

        /** Creates the entities. */
        @Setup
        public void create() {
            game = form.apply(units());
        }

        /** Goes back to the start. */
        @Setup(Level.Invocation)
        public void reset() {
            game.reset();
        }

        final void play() {
            for (int tick = 0; tick < Game.TICKS; tick++) {
                game.tick();
            }
        }

        /** Checks the results. */
        @TearDown
        public void close() {
            game.check(units());
            game.close();
        }
    }

    /** Kernels over rows. */
    public static class OfRows extends Played {
        /** For JMH. */
        public OfRows() {
            super(Plain::new);
        }
    }

    /** Kernels over records. */
    public static class OfRecords extends Played {
        /** For JMH. */
        public OfRecords() {
            super(Recorded::new);
        }
    }

    /** Kernels without branches. */
    public static class OfMasks extends Played {
        /** For JMH. */
        public OfMasks() {
            super(Tuned::new);
        }
    }

    /** Arrays. */
    public static class OfArrays extends Played {
        /** For JMH. */
        public OfArrays() {
            super(InArrays::new);
        }
    }

    /** Arrays in C. */
    public static class OfLists extends Played {
        /** For JMH. */
        public OfLists() {
            super(units -> new InC(units, false));
        }
    }

    /** Packed arrays in C. */
    public static class OfRuns extends Played {
        /** For JMH. */
        public OfRuns() {
            super(units -> new InC(units, true));
        }
    }

    /** artemis-odb. */
    public static class OfArtemis extends Played {
        /** For JMH. */
        public OfArtemis() {
            super(InArtemis::new);
        }
    }

    /** Dominion. */
    public static class OfDominion extends Played {
        /** For JMH. */
        public OfDominion() {
            super(InDominion::new);
        }
    }

    /** Ashley. */
    public static class OfAshley extends Played {
        /** For JMH. */
        public OfAshley() {
            super(InAshley::new);
        }
    }

    /** Kernels over rows, written plainly. */
    @Benchmark
    public void plain(OfRows data) {
        data.play();
    }

    /** Kernels over records. */
    @Benchmark
    public void records(OfRecords data) {
        data.play();
    }

    /** Kernels with masks instead of branches. */
    @Benchmark
    public void tuned(OfMasks data) {
        data.play();
    }

    /** Java over arrays. */
    @Benchmark
    public void arrays(OfArrays data) {
        data.play();
    }

    /** C over arrays; over lists of indices where not all match. */
    @Benchmark
    public void c(OfLists data) {
        data.play();
    }

    /** C over arrays that are sorted by components. */
    @Benchmark
    public void cPacked(OfRuns data) {
        data.play();
    }

    /** artemis-odb. */
    @Benchmark
    public void artemis(OfArtemis data) {
        data.play();
    }

    /** Dominion. */
    @Benchmark
    public void dominion(OfDominion data) {
        data.play();
    }

    /** Ashley. */
    @Benchmark
    public void ashley(OfAshley data) {
        data.play();
    }
}
