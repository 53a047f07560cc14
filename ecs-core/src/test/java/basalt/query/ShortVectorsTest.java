package basalt.query;

import static basalt.query.BodyParts.B0;
import static basalt.query.BodyParts.D0;
import static basalt.query.BodyParts.I0;
import static basalt.query.BodyParts.S0;
import static basalt.query.BodyParts.S1;
import static basalt.query.BodyParts.Z0;
import static basalt.query.BodyParts.Z1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.compiler.VectorKernel;
import basalt.memory.ChildJvm;
import basalt.world.World;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.opentest4j.AssertionFailedError;

/** Loops of vectors of 128 bits, in which values of a group may have 32 bits: bytes, or shorts beside doubles. */
class ShortVectorsTest {
    @Test
    void shouldLoadAndStoreHalfOfAVector() {
        assumeTrue(VectorKernel.missing() == null, VectorKernel::missing);
        ChildJvm child = ChildJvm.run(
                List.of(
                        "--add-opens",
                        "java.base/jdk.internal.misc=ALL-UNNAMED",
                        "-XX:MaxVectorSize=16",
                        "-Dbasalt.strict=false",
                        "-cp",
                        ChildJvm.pathOf(
                                World.class,
                                BodyScene.class,
                                UnsafeApi.class,
                                Executable.class,
                                AssertionFailedError.class)),
                ShortVectorsTest.class);

        String refused = "it mixes values of 8 and 64 bits, for which vectors of 128 bits are too short";
        assertEquals(
                List.of("null", "null", "null", refused), child.output().lines().toList());
    }

    /** In the child: prints what differs between both forms of bodies, or why there is no loop of vectors. */
    public static void main(String[] arguments) {
        System.out.println(differs(by -> row -> row.set(B0, (byte) (row.get(B0) * by + row.get(I0)))));
        System.out.println(differs(by -> row -> {
            if (row.get(Z0)) {
                row.set(Z1, row.get(I0) > by);
            }
        }));
        System.out.println(differs(by -> row -> {
            if (row.get(D0) > by) {
                row.set(S0, (short) (row.get(S1) * by));
            }
        }));
        System.out.println(differs(by -> row -> row.set(D0, row.get(B0) * by)));
    }

    private static String differs(IntFunction<RowBody> bodies) {
        try (BodyScene rows = new BodyScene(BodyScene.Density.MIXED);
                BodyScene vectors = new BodyScene(BodyScene.Density.MIXED)) {
            List<byte[]> image = BodyScene.image(new Random(1), 0);
            rows.fill(image);
            vectors.fill(image);
            rows.query.kernel(bodies.apply(3)).run();
            RowKernel kernel = vectors.query.kernel(bodies.apply(3));
            String reason = kernel.translateNow();
            if (reason != null) {
                return reason;
            }
            kernel.run();
            return rows.difference(vectors);
        }
    }
}
