package basalt.query;

import static basalt.query.BodyParts.I0;
import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.memory.Unreachable;
import basalt.storage.fixture.SourceCompiler;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The classes of a kernel's loops are garbage when it is: they keep what its body has captured. */
class KernelUnloadingTest {
    /** What a body captures, and both loops read. */
    private static final class Step {
        private final int length = 2;
    }

    @Test
    void shouldUnloadTheLoopsOfAKernelWhileItsWorldIsOpen() {
        try (BodyScene scene = new BodyScene(BodyScene.Density.FULL)) {
            Unreachable.await(captured(scene.query));
        }
    }

    private static WeakReference<Object> captured(Query query) {
        Step step = new Step();
        runTranslated(query.kernel(row -> row.set(I0, row.get(I0) + step.length)));
        return new WeakReference<>(step);
    }

    /** All kernels of a body that captures nothing share their loops, as long as its class is loaded. */
    @Test
    void shouldUnloadTheLoopsOfABodyWithItsClass(@TempDir Path folder) throws Exception {
        String source = """
                package basalt.unloaded;

                public class Plugin {
                    public static final basalt.query.RowBody BODY =
                        row -> row.set(basalt.query.BodyParts.I0, row.get(basalt.query.BodyParts.I0) + 1);
                }
                """;
        assertEquals("", SourceCompiler.compile("Plugin", source, folder));
        try (BodyScene scene = new BodyScene(BodyScene.Density.FULL)) {
            Unreachable.await(loaderOf(folder, scene.query));
        }
    }

    private static WeakReference<Object> loaderOf(Path folder, Query query) throws Exception {
        URL[] path = {folder.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(path, KernelUnloadingTest.class.getClassLoader())) {
            Object body =
                    loader.loadClass("basalt.unloaded.Plugin").getField("BODY").get(null);
            runTranslated(query.kernel((RowBody) body));
            return new WeakReference<>(loader);
        }
    }

    private static void runTranslated(RowKernel kernel) {
        kernel.run();
        TranslatedKernel.of(kernel).run();
        kernel.explain();
    }
}
