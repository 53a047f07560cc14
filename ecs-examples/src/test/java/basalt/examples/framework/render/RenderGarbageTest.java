package basalt.examples.framework.render;

import basalt.examples.framework.program.Garbage;
import basalt.query.Query;
import basalt.world.World;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RenderGarbageTest {
    private static final int FRAMES = 50;

    @ParameterizedTest
    @EnumSource(names = {"EGL", "JAVA2D"})
    void shouldDrawWithoutGarbage(RendererKind kind) {
        if (kind == RendererKind.EGL) {
            Egl.require();
        }
        Garbage.requireQuickKernels();
        try (World world = World.create()) {
            Query spots = world.query().all(Spot.TYPE).build();
            long[] entities = new long[2_000];
            for (int i = 0; i < entities.length; i++) {
                entities[i] = world.spawn(Spot.at(i % 64, i % 48));
            }
            // Many spans, so that the JIT soon compiles the loop.
            for (int i = 0; i < entities.length; i += 5) {
                world.destroy(entities[i]);
            }
            Layer points = Layer.points(spots, Spot.X, Spot.Y)
                    .size(3)
                    .colour(Spot.ARGB)
                    .glowing(0.1f, 1_000);
            Layer faint = Layer.points(spots, Spot.X, Spot.Y).opacity(Spot.OPACITY);
            Scene scene = new Scene(32, 24, 48, 0, points, faint);
            try (Renderer renderer = kind.open("test", 64, 48, scene)) {
                Garbage.assertNoneSoon(() -> {
                    for (int i = 0; i < FRAMES; i++) {
                        renderer.draw();
                    }
                });
            }
        }
    }
}
