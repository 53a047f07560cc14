package basalt.examples.framework.render;

import basalt.component.Column;
import basalt.examples.framework.render.Layer.Channel;
import basalt.query.Span;
import java.util.ArrayList;
import java.util.List;
import org.lwjgl.opengl.GL33C;

/**
 * Draws a layer by OpenGL, with one call for all runs of its rows. Columns are vertex attributes: one buffer per
 * column, filled in each frame straight from the column's memory.
 */
final class GlLayer implements AutoCloseable {
    private static final int ARGB = 6;

    private final Layer layer;
    private final Span.Body collect;
    private final RowRuns runs = new RowRuns();
    private final int program;
    private final int glow;
    private final int array = GL33C.glGenVertexArrays();
    private final List<Channel> channels;
    private final List<Attribute> attributes = new ArrayList<>();

    /** A column and its buffer. */
    private record Attribute(Column column, int buffer) {}

    GlLayer(Layer layer, Scene scene, int width, int height) {
        this.layer = layer;
        RowRuns found = runs;
        collect = span -> found.add(span.baseUnchecked(), span.from(), span.to());
        program = Gl.program(Shaders.POINT_VERTEX, Shaders.POINT_FRAGMENT);
        float scale = scene.scale(height);
        GL33C.glUniform4f(
                GL33C.glGetUniformLocation(program, "view"),
                scene.centreX(),
                scene.centreY(),
                2 * scale / width,
                2 * scale / height);
        GL33C.glUniform1f(GL33C.glGetUniformLocation(program, "size"), layer.size() * scale);
        glow = GL33C.glGetUniformLocation(program, "glow");
        GL33C.glBindVertexArray(array);
        channels = layer.channels();
        for (int i = 0; i < channels.size(); i++) {
            if (channels.get(i).column() != null) {
                addAttribute(i, channels.get(i).column());
                GL33C.glVertexAttribPointer(i, 1, GL33C.GL_FLOAT, false, 0, 0);
            }
        }
        if (layer.argb() != null) {
            addAttribute(ARGB, layer.argb());
            GL33C.glVertexAttribPointer(ARGB, GL33C.GL_BGRA, GL33C.GL_UNSIGNED_BYTE, true, 0, 0);
        }
    }

    private void addAttribute(int location, Column column) {
        int buffer = GL33C.glGenBuffers();
        GL33C.glBindBuffer(GL33C.GL_ARRAY_BUFFER, buffer);
        GL33C.glEnableVertexAttribArray(location);
        attributes.add(new Attribute(column, buffer));
    }

    /** Draws the current rows of the query. */
    void draw() {
        runs.clear();
        layer.query().forEachSpan(collect);
        if (runs.runs() == 0) {
            return;
        }
        runs.join();
        GL33C.glUseProgram(program);
        GL33C.glUniform1f(glow, layer.glow());
        GL33C.glBindVertexArray(array);
        setConstants();
        upload();
        GL33C.nglMultiDrawArrays(GL33C.GL_POINTS, runs.firstsAddress(), runs.countsAddress(), runs.runs());
    }

    private void setConstants() {
        for (int i = 0; i < channels.size(); i++) {
            if (channels.get(i).column() == null) {
                GL33C.glVertexAttrib1f(i, channels.get(i).value());
            }
        }
        if (layer.argb() == null) {
            GL33C.glVertexAttrib4f(ARGB, 1, 1, 1, 1);
        }
    }

    private void upload() {
        for (int i = 0; i < attributes.size(); i++) {
            Attribute attribute = attributes.get(i);
            int shift = attribute.column().kind().shift();
            GL33C.glBindBuffer(GL33C.GL_ARRAY_BUFFER, attribute.buffer());
            // Orphans the old buffer: the GPU may still read it.
            GL33C.glBufferData(GL33C.GL_ARRAY_BUFFER, (long) runs.vertices() << shift, GL33C.GL_STREAM_DRAW);
            long offset = 0;
            for (int piece = 0; piece < runs.pieces(); piece++) {
                long bytes = (long) runs.rows(piece) << shift;
                // SAFETY: the piece lies in a block of the world, whose structure does not change during the upload.
                GL33C.nglBufferSubData(GL33C.GL_ARRAY_BUFFER, offset, bytes, runs.address(piece, attribute.column()));
                offset += bytes;
            }
        }
    }

    @Override
    public void close() {
        runs.close();
    }
}
