package basalt.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.compiler.VectorKernel;
import basalt.internal.Strict;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Velocity;
import basalt.storage.fixture.WorldFixture;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a kernel says about its loop. */
class KernelExplanationTest extends WorldFixture {
    private final Query moving = world.query().all(Position.TYPE, Velocity.TYPE).build();

    @Test
    void shouldNameTheBodyAndItsColumns() {
        KernelExplanation said =
                moving.kernel(row -> row.set(Position.X, row.get(Velocity.DX))).explain();

        assertTrue(said.body().contains(KernelExplanationTest.class.getName() + ".lambda"), said.body());
        assertEquals(List.of("Velocity.dx"), said.reads());
        assertEquals(List.of("Position.x"), said.writes());
        assertEquals(List.of(), said.leftToBody());
        assertFalse(said.isInVectors());
        assertTrue(said.toString().contains("Velocity.dx"), said.toString());
    }

    @Test
    void shouldSayThatAColdKernelIsTranslatedLater() {
        assumeTrue(VectorKernel.missing() == null && !Strict.ON, "a kernel has no vectors here");
        RowKernel kernel = moving.kernel(row -> row.set(Position.X, 1));

        assertTrue(
                kernel.explain().reason().contains("million rows"),
                kernel.explain().reason());
        kernel.translateNow();
        assertTrue(kernel.explain().isInVectors());
        assertEquals("", kernel.explain().reason());
    }

    @Test
    void shouldSayWhyABodyIsRefused() {
        int[] sum = new int[1];
        KernelExplanation said = moving.kernel(row -> {
                    sum[0] *= 3;
                    row.set(Position.X, 1);
                })
                .explain();

        assertEquals("it writes an element of an array that is no sum, minimum or maximum", said.reason());
        assertEquals(List.of(), said.reads());
        assertTrue(said.toString().contains("rows: it writes an element of an array"), said.toString());
    }

    @Test
    void shouldSayThatABodyWritesNoColumns() {
        float[] sum = new float[1];
        String said =
                moving.kernel(row -> sum[0] += row.get(Position.X)).explain().toString();

        assertTrue(said.matches("(?s).*writes +none\n.*"), said);
    }

    @Test
    void shouldSayWhereRowsAreLeftToTheBody() {
        KernelExplanation said = moving.kernel((row, commands) -> {
                    if (row.get(Position.X) < 0) {
                        commands.destroy(row.entity());
                    }
                })
                .explain();

        assertEquals(List.of("it calls destroy() of an object that is not known"), said.leftToBody());
    }

    @Test
    void shouldSayWhyPairsAreNotTranslated() {
        Query seekers = world.query().all(Kinds.TYPE).build();
        RowKernel pairs = seekers.pairKernel(Kinds.TARGET, moving, (row, partner) -> partner.set(Position.X, 1));

        assertEquals("it calls set() of its partner", pairs.explain().reason());
        assertTrue(pairs.explain().body().startsWith(KernelExplanationTest.class.getName()));
    }

    @Test
    void shouldSayWhatIsMissing() {
        assumeFalse(VectorKernel.missing() == null, "this JVM has vectors");

        assertEquals(
                VectorKernel.missing(),
                moving.kernel(row -> row.set(Position.X, 1)).explain().reason());
    }
}
