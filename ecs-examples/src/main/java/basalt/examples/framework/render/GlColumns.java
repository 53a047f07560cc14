package basalt.examples.framework.render;

import basalt.component.Column;
import java.util.ArrayList;
import java.util.List;
import org.lwjgl.opengl.GL33C;

/** Columns as vertex attributes: one buffer per column, filled in each frame straight from the column's memory. */
final class GlColumns implements GlObject {
    private static final int ARGB = 8;

    private final int array = GL33C.glGenVertexArrays();
    private final Attribute[] columns;
    private final List<Channel> channels;
    private final boolean hasArgb;

    GlColumns(Appearance look) {
        channels = List.of(
                look.x(), look.y(), look.size(), look.angle(), look.red(), look.green(), look.blue(), look.opacity());
        hasArgb = look.argb() != null;
        List<Attribute> found = new ArrayList<>();
        GL33C.glBindVertexArray(array);
        for (int i = 0; i < channels.size(); i++) {
            if (channels.get(i).column() != null) {
                found.add(Attribute.of(channels.get(i).column()));
                GL33C.glVertexAttribPointer(i, 1, GL33C.GL_FLOAT, false, 0, 0);
                GL33C.glEnableVertexAttribArray(i);
            }
        }
        if (hasArgb) {
            found.add(Attribute.of(look.argb()));
            GL33C.glVertexAttribPointer(ARGB, GL33C.GL_BGRA, GL33C.GL_UNSIGNED_BYTE, true, 0, 0);
            GL33C.glEnableVertexAttribArray(ARGB);
        }
        columns = found.toArray(Attribute[]::new);
    }

    /** Binds them as the attributes of the next draw call. */
    void bind() {
        GL33C.glBindVertexArray(array);
        for (int i = 0; i < channels.size(); i++) {
            Channel channel = channels.get(i);
            if (channel.column() == null) {
                GL33C.glVertexAttrib1f(i, channel.value());
            }
        }
        if (!hasArgb) {
            GL33C.glVertexAttrib4f(ARGB, 1, 1, 1, 1);
        }
    }

    /** Uploads the rows. */
    void upload(RowRuns runs) {
        for (Attribute attribute : columns) {
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
        GL33C.glDeleteVertexArrays(array);
        for (Attribute attribute : columns) {
            GL33C.glDeleteBuffers(attribute.buffer());
        }
    }

    /** A column and its buffer. */
    private record Attribute(Column column, int buffer) {
        /** Creates a buffer, and binds it. */
        static Attribute of(Column column) {
            int buffer = GL33C.glGenBuffers();
            GL33C.glBindBuffer(GL33C.GL_ARRAY_BUFFER, buffer);
            return new Attribute(column, buffer);
        }
    }
}
