package basalt.examples.flock;

import basalt.component.Component;
import basalt.component.IntColumn;
import basalt.examples.framework.program.OutputFile;
import basalt.examples.framework.render.GifFile;
import basalt.examples.framework.render.Layer;
import basalt.examples.framework.render.Renderer;
import basalt.examples.framework.render.RendererKind;
import basalt.examples.framework.render.Scene;
import basalt.query.RowKernel;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A film of a flock, {@code flock.gif}, and its last frame, {@code flock.png}. Each bird has the colour of its
 * direction.
 */
final class Film {
    private static final int PIXELS = 600;
    private static final int NIGHT = 0x05060d;
    private static final int TICKS_A_FRAME = 6;
    private static final int DELAY_HUNDREDTHS = 100 * TICKS_A_FRAME / 60;
    private static final float LEAST_POINT = 1; // in pixels
    private static final float BIRD = 0.8f; // its size in the sky
    private static final int[] COLOURS = new int[256]; // by direction, from -pi to pi

    static {
        for (int i = 0; i < COLOURS.length; i++) {
            COLOURS[i] = Color.HSBtoRGB((float) i / COLOURS.length, 0.7f, 1);
        }
    }

    /** The colour of a bird, as {@code 0xAARRGGBB}. */
    record Tint(int argb) {
        private static final IntColumn ARGB = Component.of(Tint.class).int32("argb");

        static Tint of(Sky.Bird bird) {
            double turns = Math.atan2(bird.dy(), bird.dx()) / (2 * Math.PI) + 0.5;
            return new Tint(COLOURS[(int) (turns * COLOURS.length) & COLOURS.length - 1]);
        }
    }

    private Film() {}

    /** Writes the files, while the birds of the sky fly. */
    static void write(Sky sky, int frames, Path folder) throws IOException {
        sky.birds.rows().bulk().add(new Tint(0));
        RowKernel colour = sky.world.query(Tint.class, Sky.Bird.class).update((tint, bird) -> Tint.of(bird));
        Layer birds = Layer.points(sky.world.query(Tint.class, Sky.Bird.class).rows(), Sky.Bird.X, Sky.Bird.Y)
                .size(Math.max(BIRD, LEAST_POINT * sky.size / PIXELS))
                .colour(Tint.ARGB);
        Scene scene = new Scene(sky.size / 2, sky.size / 2, sky.size, NIGHT, birds);
        try (Renderer renderer = RendererKind.JAVA2D.open("flock", PIXELS, PIXELS, scene);
                GifFile film = new GifFile(folder.resolve("flock.gif"), DELAY_HUNDREDTHS)) {
            for (int frame = 0; frame < frames; frame++) {
                sky.run(TICKS_A_FRAME);
                colour.run();
                renderer.draw();
                film.add(renderer.picture());
            }
            film.complete();
            OutputFile.writePng(renderer.picture(), folder.resolve("flock.png"));
        }
    }
}
