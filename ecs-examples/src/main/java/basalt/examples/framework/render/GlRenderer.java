package basalt.examples.framework.render;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.util.ArrayList;
import java.util.List;
import org.lwjgl.opengl.GL33C;

/**
 * Draws by OpenGL 3.3: the layers into an HDR framebuffer, this tone-mapped into an 8-bit framebuffer, and the overlay
 * on top. Owns its surface.
 */
final class GlRenderer implements Renderer {
    private final Guard guard = new Guard();
    private final Overlay overlay = new Overlay();
    private final GlObjects objects = new GlObjects();
    private final List<GlLayer> layers = new ArrayList<>();
    private final Controls controls;
    private final GlSurface surface;
    private final int background;
    private final int emptyArray;
    private final GlFramebuffer light;
    private final GlFramebuffer screen;
    private final GlProgram toneMap;
    private final GlText text;

    /** Creates a renderer on a surface, which it closes, even if the creation fails. */
    GlRenderer(GlSurface surface, Controls controls, Scene scene) {
        this.surface = surface;
        this.controls = controls;
        this.background = scene.background();
        int width = surface.width();
        int height = surface.height();
        objects.add(surface);
        try {
            surface.makeCurrent();
            int array = GL33C.glGenVertexArrays();
            objects.add(() -> GL33C.glDeleteVertexArrays(array));
            emptyArray = array;
            light = objects.add(GlFramebuffer.ofLight(width, height));
            screen = objects.add(GlFramebuffer.ofScreen(width, height));
            toneMap = objects.add(GlProgram.of(Shaders.PICTURE_VERTEX, null, Shaders.DEVELOP_FRAGMENT));
            text = objects.add(new GlText(width, height));
            for (Layer layer : scene.layers()) {
                layers.add(objects.add(new GlLayer(layer, scene.view(), width, height)));
            }
            GL33C.glEnable(GL33C.GL_PROGRAM_POINT_SIZE);
            requireNoError();
        } catch (RuntimeException e) {
            objects.close();
            throw e;
        }
    }

    @Override
    public int width() {
        return surface.width();
    }

    @Override
    public int height() {
        return surface.height();
    }

    @Override
    public void draw() {
        guard.requireUsable();
        surface.makeCurrent();
        GL33C.glViewport(0, 0, width(), height());
        light.fill(light(background >> 16), light(background >> 8), light(background));
        GL33C.glEnable(GL33C.GL_BLEND);
        GL33C.glBlendFunc(GL33C.GL_ONE, GL33C.GL_ONE_MINUS_SRC_ALPHA); // glowing rows have alpha 0, so they add up
        for (int i = 0; i < layers.size(); i++) {
            layers.get(i).draw();
        }
        GL33C.glBindVertexArray(emptyArray);
        GL33C.glDisable(GL33C.GL_BLEND);
        screen.bind();
        toneMap.use();
        GL33C.glBindTexture(GL33C.GL_TEXTURE_2D, light.texture().name());
        GL33C.glDrawArrays(GL33C.GL_TRIANGLES, 0, 3);
        GL33C.glEnable(GL33C.GL_BLEND);
        text.draw(overlay);
        requireNoError();
        surface.present(screen.framebuffer());
    }

    private static float light(int colour) {
        return ToneMapping.toLight((colour & 255) / 255f);
    }

    private static void requireNoError() {
        int error = GL33C.glGetError();
        if (error != GL33C.GL_NO_ERROR) {
            throw new IllegalStateException(
                    error == GL33C.GL_OUT_OF_MEMORY
                            ? "OpenGL is out of memory; draw less, or use --renderer java2d"
                            : "OpenGL reports an error: 0x" + Integer.toHexString(error));
        }
    }

    @Override
    public BufferedImage picture() {
        guard.requireUsable();
        surface.makeCurrent();
        int width = width();
        int height = height();
        int[] upsideDown = new int[width * height];
        screen.bind();
        GL33C.glReadPixels(0, 0, width, height, GL33C.GL_BGRA, GL33C.GL_UNSIGNED_INT_8_8_8_8_REV, upsideDown);
        requireNoError();
        BufferedImage picture = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        int[] pixels = ((DataBufferInt) picture.getRaster().getDataBuffer()).getData();
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                pixels[y * width + x] = upsideDown[(height - 1 - y) * width + x] & 0xffffff;
            }
        }
        return picture;
    }

    @Override
    public Overlay overlay() {
        return overlay;
    }

    @Override
    public Controls controls() {
        return controls;
    }

    @Override
    public void close() {
        if (guard.end()) {
            surface.makeCurrent();
            objects.close();
        }
    }
}
