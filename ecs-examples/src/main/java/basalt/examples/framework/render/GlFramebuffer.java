package basalt.examples.framework.render;

import org.lwjgl.opengl.GL33C;

/** A framebuffer with a texture: OpenGL draws into it, and samples it later. */
final class GlFramebuffer implements GlObject {
    private final GlTexture texture;
    private final int framebuffer;

    private GlFramebuffer(GlTexture texture) {
        this.texture = texture;
        framebuffer = GL33C.glGenFramebuffers();
        GL33C.glBindFramebuffer(GL33C.GL_FRAMEBUFFER, framebuffer);
        GL33C.glFramebufferTexture2D(
                GL33C.GL_FRAMEBUFFER, GL33C.GL_COLOR_ATTACHMENT0, GL33C.GL_TEXTURE_2D, texture.name(), 0);
        int status = GL33C.glCheckFramebufferStatus(GL33C.GL_FRAMEBUFFER);
        if (status != GL33C.GL_FRAMEBUFFER_COMPLETE) {
            close();
            throw new IllegalStateException("OpenGL cannot draw into a texture here: status=" + status);
        }
    }

    /** With float channels, for light of any brightness. */
    static GlFramebuffer ofLight(int width, int height) {
        return new GlFramebuffer(GlTexture.empty(GL33C.GL_RGBA16F, width, height, GL33C.GL_RGBA, GL33C.GL_HALF_FLOAT));
    }

    /** With 8 bits per channel, for colours of a screen; black at first. */
    static GlFramebuffer ofScreen(int width, int height) {
        GlFramebuffer canvas = new GlFramebuffer(
                GlTexture.empty(GL33C.GL_RGBA8, width, height, GL33C.GL_RGBA, GL33C.GL_UNSIGNED_BYTE));
        canvas.fill(0, 0, 0);
        return canvas;
    }

    /** Binds it as the target of drawing. */
    void bind() {
        GL33C.glBindFramebuffer(GL33C.GL_FRAMEBUFFER, framebuffer);
    }

    /** Binds it, and fills it with one colour. */
    void fill(float red, float green, float blue) {
        bind();
        GL33C.glClearColor(red, green, blue, 1);
        GL33C.glClear(GL33C.GL_COLOR_BUFFER_BIT);
    }

    GlTexture texture() {
        return texture;
    }

    int framebuffer() {
        return framebuffer;
    }

    @Override
    public void close() {
        GL33C.glDeleteFramebuffers(framebuffer);
        texture.close();
    }
}
