package basalt.examples.framework.render;

import org.lwjgl.opengl.GL33C;

/** A linked shader program. */
final class GlProgram implements GlObject {
    private final int name;

    private GlProgram(int name) {
        this.name = name;
    }

    /** Compiles a program; the geometry shader may be null. */
    static GlProgram of(String vertex, String geometry, String fragment) {
        int name = GL33C.glCreateProgram();
        GlProgram program = new GlProgram(name);
        try {
            attach(name, GL33C.GL_VERTEX_SHADER, vertex);
            if (geometry != null) {
                attach(name, GL33C.GL_GEOMETRY_SHADER, geometry);
            }
            attach(name, GL33C.GL_FRAGMENT_SHADER, fragment);
            GL33C.glLinkProgram(name);
            if (GL33C.glGetProgrami(name, GL33C.GL_LINK_STATUS) == 0) {
                throw new IllegalStateException("OpenGL cannot link a program: " + GL33C.glGetProgramInfoLog(name));
            }
            return program;
        } catch (RuntimeException e) {
            program.close();
            throw e;
        }
    }

    private static void attach(int program, int kind, String source) {
        int shader = GL33C.glCreateShader(kind);
        try {
            GL33C.glShaderSource(shader, source);
            GL33C.glCompileShader(shader);
            if (GL33C.glGetShaderi(shader, GL33C.GL_COMPILE_STATUS) == 0) {
                throw new IllegalStateException("OpenGL cannot compile a shader: " + GL33C.glGetShaderInfoLog(shader));
            }
            GL33C.glAttachShader(program, shader);
        } finally {
            GL33C.glDeleteShader(shader); // stays alive until the program is deleted
        }
    }

    void use() {
        GL33C.glUseProgram(name);
    }

    /** The location of a uniform. */
    int uniform(String uniform) {
        return GL33C.glGetUniformLocation(name, uniform);
    }

    @Override
    public void close() {
        GL33C.glUseProgram(0); // a program in use would not be deleted
        GL33C.glDeleteProgram(name);
    }
}
