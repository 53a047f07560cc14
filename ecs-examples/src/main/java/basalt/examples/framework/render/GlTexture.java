package basalt.examples.framework.render;

import basalt.examples.framework.render.Sprite.Level;
import java.nio.ByteBuffer;
import org.lwjgl.opengl.GL33C;
import org.lwjgl.system.MemoryUtil;

/**
 * A texture.
 *
 * @param name its name in OpenGL
 */
record GlTexture(int name) implements GlObject {
    /** Creates a texture, and binds it. */
    private static GlTexture bound(int filter, int smallest) {
        GlTexture texture = new GlTexture(GL33C.glGenTextures());
        GL33C.glBindTexture(GL33C.GL_TEXTURE_2D, texture.name);
        GL33C.glTexParameteri(GL33C.GL_TEXTURE_2D, GL33C.GL_TEXTURE_MAG_FILTER, filter);
        GL33C.glTexParameteri(
                GL33C.GL_TEXTURE_2D,
                GL33C.GL_TEXTURE_MIN_FILTER,
                smallest == 0 ? filter : GL33C.GL_LINEAR_MIPMAP_NEAREST);
        GL33C.glTexParameteri(GL33C.GL_TEXTURE_2D, GL33C.GL_TEXTURE_MAX_LEVEL, smallest);
        GL33C.glTexParameteri(GL33C.GL_TEXTURE_2D, GL33C.GL_TEXTURE_WRAP_S, GL33C.GL_CLAMP_TO_EDGE);
        GL33C.glTexParameteri(GL33C.GL_TEXTURE_2D, GL33C.GL_TEXTURE_WRAP_T, GL33C.GL_CLAMP_TO_EDGE);
        GL33C.glPixelStorei(GL33C.GL_UNPACK_ALIGNMENT, 1);
        return texture;
    }

    /** A sprite with all its mipmap levels. */
    static GlTexture of(Sprite sprite) {
        GlTexture texture = bound(GL33C.GL_LINEAR, sprite.levels().size() - 1);
        for (int i = 0; i < sprite.levels().size(); i++) {
            Level level = sprite.levels().get(i);
            GL33C.glTexImage2D(
                    GL33C.GL_TEXTURE_2D,
                    i,
                    GL33C.GL_RGBA8,
                    level.width(),
                    level.height(),
                    0,
                    GL33C.GL_BGRA,
                    GL33C.GL_UNSIGNED_INT_8_8_8_8_REV,
                    level.pixels());
        }
        return texture;
    }

    /** The characters, as the coverage of each pixel. */
    static GlTexture of(Glyphs glyphs) {
        GlTexture texture = bound(GL33C.GL_NEAREST, 0);
        ByteBuffer bytes = MemoryUtil.memAlloc(glyphs.coverage().length);
        try {
            bytes.put(glyphs.coverage()).flip();
            GL33C.glTexImage2D(
                    GL33C.GL_TEXTURE_2D,
                    0,
                    GL33C.GL_R8,
                    glyphs.width(),
                    glyphs.cellHeight(),
                    0,
                    GL33C.GL_RED,
                    GL33C.GL_UNSIGNED_BYTE,
                    bytes);
        } finally {
            MemoryUtil.memFree(bytes);
        }
        return texture;
    }

    /** A texture without content. */
    static GlTexture empty(int internalFormat, int width, int height, int format, int type) {
        GlTexture texture = bound(GL33C.GL_NEAREST, 0);
        GL33C.glTexImage2D(GL33C.GL_TEXTURE_2D, 0, internalFormat, width, height, 0, format, type, (ByteBuffer) null);
        return texture;
    }

    @Override
    public void close() {
        GL33C.glDeleteTextures(name);
    }
}
