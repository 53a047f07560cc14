package basalt.examples.framework.render;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.agrona.CloseHelper;
import org.lwjgl.opengl.GL33C;

/**
 * Draws by OpenGL 3.3: the layers into an HDR framebuffer, this tone-mapped into an 8-bit framebuffer. Owns its
 * surface, whose context takes all objects of OpenGL with it.
 */
final class GlRenderer extends Renderer {
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final List<GlLayer> layers = new ArrayList<>();
    private final GlSurface surface;
    private final int background;
    private final int emptyArray;
    private final int lightTexture;
    private final int light;
    private final int screen;
    private final int toneMap;

    /** Creates a renderer on a surface, which it closes, even if the creation fails. */
    GlRenderer(GlSurface surface, Controls controls, Scene scene) {
        super(controls);
        this.surface = surface;
        this.background = scene.background();
        int width = surface.width();
        int height = surface.height();
        open.push(surface);
        try {
            surface.makeCurrent();
            emptyArray = GL33C.glGenVertexArrays();
            lightTexture = Gl.texture(GL33C.GL_RGBA16F, width, height, GL33C.GL_RGBA, GL33C.GL_HALF_FLOAT);
            light = Gl.framebuffer(lightTexture);
            screen = Gl.framebuffer(Gl.texture(GL33C.GL_RGBA8, width, height, GL33C.GL_RGBA, GL33C.GL_UNSIGNED_BYTE));
            toneMap = Gl.program(Shaders.PICTURE_VERTEX, Shaders.DEVELOP_FRAGMENT);
            for (Layer layer : scene.layers()) {
                GlLayer drawn = new GlLayer(layer, scene, width, height);
                layers.add(drawn);
                open.push(drawn);
            }
            GL33C.glEnable(GL33C.GL_PROGRAM_POINT_SIZE);
            Gl.requireNoError();
        } catch (RuntimeException e) {
            CloseHelper.closeAll(e::addSuppressed, this::free);
            throw e;
        }
    }

    @Override
    void drawFrame() {
        GL33C.glViewport(0, 0, surface.width(), surface.height());
        GL33C.glBindFramebuffer(GL33C.GL_FRAMEBUFFER, light);
        GL33C.glClearColor(light(background >> 16), light(background >> 8), light(background), 1);
        GL33C.glClear(GL33C.GL_COLOR_BUFFER_BIT);
        GL33C.glEnable(GL33C.GL_BLEND);
        GL33C.glBlendFunc(GL33C.GL_ONE, GL33C.GL_ONE_MINUS_SRC_ALPHA); // glowing rows have alpha 0, so they add up
        for (int i = 0; i < layers.size(); i++) {
            layers.get(i).draw();
        }
        GL33C.glBindVertexArray(emptyArray);
        GL33C.glDisable(GL33C.GL_BLEND);
        GL33C.glBindFramebuffer(GL33C.GL_FRAMEBUFFER, screen);
        GL33C.glUseProgram(toneMap);
        GL33C.glBindTexture(GL33C.GL_TEXTURE_2D, lightTexture);
        GL33C.glDrawArrays(GL33C.GL_TRIANGLES, 0, 3);
        Gl.requireNoError();
        surface.present(screen);
    }

    private static float light(int colour) {
        return ToneMapping.toLight((colour & 255) / 255f);
    }

    @Override
    public void title(String text) {
        surface.title(text);
    }

    @Override
    BufferedImage copyFrame() {
        int width = surface.width();
        int height = surface.height();
        int[] upsideDown = new int[width * height];
        GL33C.glBindFramebuffer(GL33C.GL_FRAMEBUFFER, screen);
        GL33C.glReadPixels(0, 0, width, height, GL33C.GL_BGRA, GL33C.GL_UNSIGNED_INT_8_8_8_8_REV, upsideDown);
        Gl.requireNoError();
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
    void free() {
        CloseHelper.closeAll(open);
    }
}
