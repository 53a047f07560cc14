package basalt.examples.framework.render;

import java.nio.ByteBuffer;
import org.lwjgl.opengl.GL33C;

/**
 * Creates objects of OpenGL. They are freed with the context, which the renderer owns, so only what would stay is
 * deleted here.
 */
final class Gl {
    private Gl() {}

    /** Compiles and links a program. */
    static int program(String vertex, String fragment) {
        int program = GL33C.glCreateProgram();
        attach(program, GL33C.GL_VERTEX_SHADER, vertex);
        attach(program, GL33C.GL_FRAGMENT_SHADER, fragment);
        GL33C.glLinkProgram(program);
        if (GL33C.glGetProgrami(program, GL33C.GL_LINK_STATUS) == 0) {
            throw new IllegalStateException("OpenGL cannot link a program: " + GL33C.glGetProgramInfoLog(program));
        }
        GL33C.glUseProgram(program);
        return program;
    }

    private static void attach(int program, int kind, String source) {
        int shader = GL33C.glCreateShader(kind);
        GL33C.glShaderSource(shader, source);
        GL33C.glCompileShader(shader);
        if (GL33C.glGetShaderi(shader, GL33C.GL_COMPILE_STATUS) == 0) {
            throw new IllegalStateException("OpenGL cannot compile a shader: " + GL33C.glGetShaderInfoLog(shader));
        }
        GL33C.glAttachShader(program, shader);
        GL33C.glDeleteShader(shader); // stays alive until the program is deleted
    }

    /** A texture without content, which is bound. */
    static int texture(int internalFormat, int width, int height, int format, int type) {
        int texture = GL33C.glGenTextures();
        GL33C.glBindTexture(GL33C.GL_TEXTURE_2D, texture);
        GL33C.glTexParameteri(GL33C.GL_TEXTURE_2D, GL33C.GL_TEXTURE_MAG_FILTER, GL33C.GL_NEAREST);
        GL33C.glTexParameteri(GL33C.GL_TEXTURE_2D, GL33C.GL_TEXTURE_MIN_FILTER, GL33C.GL_NEAREST);
        GL33C.glTexImage2D(GL33C.GL_TEXTURE_2D, 0, internalFormat, width, height, 0, format, type, (ByteBuffer) null);
        return texture;
    }

    /** A framebuffer that draws into a texture; black at first. */
    static int framebuffer(int texture) {
        int framebuffer = GL33C.glGenFramebuffers();
        GL33C.glBindFramebuffer(GL33C.GL_FRAMEBUFFER, framebuffer);
        GL33C.glFramebufferTexture2D(GL33C.GL_FRAMEBUFFER, GL33C.GL_COLOR_ATTACHMENT0, GL33C.GL_TEXTURE_2D, texture, 0);
        int status = GL33C.glCheckFramebufferStatus(GL33C.GL_FRAMEBUFFER);
        if (status != GL33C.GL_FRAMEBUFFER_COMPLETE) {
            throw new IllegalStateException("OpenGL cannot draw into a texture here: status=" + status);
        }
        GL33C.glClearColor(0, 0, 0, 1);
        GL33C.glClear(GL33C.GL_COLOR_BUFFER_BIT);
        return framebuffer;
    }

    static void requireNoError() {
        int error = GL33C.glGetError();
        if (error != GL33C.GL_NO_ERROR) {
            throw new IllegalStateException(
                    error == GL33C.GL_OUT_OF_MEMORY
                            ? "OpenGL is out of memory; draw less, or use --renderer java2d"
                            : "OpenGL reports an error: 0x" + Integer.toHexString(error));
        }
    }
}
