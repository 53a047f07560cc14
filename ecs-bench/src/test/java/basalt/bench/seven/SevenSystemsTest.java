package basalt.bench.seven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.bench.engine.NativeLibrary;
import java.util.Arrays;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each form of the systems computes what plain Java does. */
class SevenSystemsTest {
    /** More than a block, and a part of a word. */
    private static final int ENTITIES = 17_000;

    private enum Form {
        PLAIN(Plain::new),
        RECORDS(Recorded::new),
        TUNED(Tuned::new),
        ARRAYS(InArrays::new),
        C(units -> new InC(units, false)),
        C_PACKED(units -> new InC(units, true)),
        ARTEMIS(InArtemis::new),
        DOMINION(InDominion::new),
        ASHLEY(InAshley::new);

        private final Function<Unit[], Game> of;

        Form(Function<Unit[], Game> of) {
            this.of = of;
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @EnumSource
    void shouldComputeWhatPlainJavaDoes(Form form) {
        assumeTrue(
                !form.name().startsWith("C") || NativeLibrary.missing().isEmpty(),
                () -> NativeLibrary.missing().get());
        for (boolean isMixed : new boolean[] {false, true}) {
            try (Game game = form.of.apply(Unit.of(ENTITIES, isMixed))) {
                for (int time = 0; time < 2; time++) {
                    game.check(Unit.of(ENTITIES, isMixed));
                }
                game.tick();
                game.tick();
                Unit[] others = Unit.of(ENTITIES, isMixed);
                others[ENTITIES - 2].most++;
                assertThrows(IllegalStateException.class, () -> game.check(others));
            }
        }
    }

    @Test
    void shouldMixEntities() {
        Unit[] units = Unit.of(ENTITIES, true);
        assertEquals(
                ENTITIES / 2, Arrays.stream(units).filter(unit -> unit.isFigure).count());
        for (int system = 0; system < 3; system++) {
            int found = Matches.list(system, units).length;
            assertTrue(found < ENTITIES && found > ENTITIES * 0.98, "found " + found);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldTakeEachBranch(boolean isMixed) {
        Unit[] units = Unit.of(ENTITIES, isMixed);
        Screen screen = new Screen();
        boolean[] found = new boolean[3];
        for (int tick = 0; tick < Game.TICKS; tick++) {
            for (Unit unit : units) {
                unit.tick(Game.SECONDS, screen);
                found[unit.status.ordinal()] |= unit.isFigure;
            }
        }
        assertTrue(found[0] && found[1] && found[2]);
        assertTrue(Arrays.stream(units).filter(unit -> unit.hasData).allMatch(unit -> unit.thingy == Game.TICKS));
    }
}
