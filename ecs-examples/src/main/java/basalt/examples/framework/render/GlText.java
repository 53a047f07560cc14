package basalt.examples.framework.render;

import basalt.memory.MemorySource;
import basalt.memory.TransferableBlock;
import org.lwjgl.opengl.GL33C;

/** Draws an overlay by OpenGL: a small texture holds the characters, and each pixel looks up its glyph there. */
final class GlText implements AutoCloseable {
    private static final int TEXT_UNIT = 0;
    private static final int GLYPH_UNIT = 1;

    private final Glyphs glyphs;
    private final int width;
    private final int height;
    private final TransferableBlock cells =
            TransferableBlock.allocate(MemorySource.direct(), (long) Overlay.COLUMNS * Overlay.ROWS, Long.BYTES);
    private final int program;
    private final int atlas;
    private final int text;
    private final int used;

    GlText(int width, int height) {
        this.width = width;
        this.height = height;
        glyphs = new Glyphs(height);
        program = Gl.program(Shaders.PICTURE_VERTEX, Shaders.TEXT_FRAGMENT);
        atlas = Gl.texture(glyphs);
        text = Gl.texture(GL33C.GL_R8UI, Overlay.COLUMNS, Overlay.ROWS, GL33C.GL_RED_INTEGER, GL33C.GL_UNSIGNED_BYTE);
        GL33C.glUniform1i(uniform("text"), TEXT_UNIT);
        GL33C.glUniform1i(uniform("glyphs"), GLYPH_UNIT);
        GL33C.glUniform2i(uniform("cell"), glyphs.cellWidth(), glyphs.cellHeight());
        GL33C.glUniform2i(uniform("margin"), margin(), margin());
        GL33C.glUniform1i(uniform("height"), height);
        used = uniform("used");
    }

    private int uniform(String name) {
        return GL33C.glGetUniformLocation(program, name);
    }

    private int margin() {
        return glyphs.cellWidth() / 2;
    }

    /** Draws the overlay into the framebuffer that is bound. */
    void draw(Overlay overlay) {
        int columns = overlay.columnsUsed();
        int rows = overlay.rowsUsed();
        if (columns == 0) {
            return;
        }
        for (int row = 0; row < Overlay.ROWS; row++) {
            for (int column = 0; column < Overlay.COLUMNS; column++) {
                cells.slice().putByte((long) row * Overlay.COLUMNS + column, overlay.cell(row, column));
            }
        }
        GL33C.glUseProgram(program);
        GL33C.glUniform2i(used, columns, rows);
        GL33C.glActiveTexture(GL33C.GL_TEXTURE0 + GLYPH_UNIT);
        GL33C.glBindTexture(GL33C.GL_TEXTURE_2D, atlas);
        GL33C.glActiveTexture(GL33C.GL_TEXTURE0 + TEXT_UNIT);
        GL33C.glBindTexture(GL33C.GL_TEXTURE_2D, text);
        // SAFETY: the cells have one byte per pixel of the texture, and lines are not padded.
        GL33C.nglTexSubImage2D(
                GL33C.GL_TEXTURE_2D,
                0,
                0,
                0,
                Overlay.COLUMNS,
                Overlay.ROWS,
                GL33C.GL_RED_INTEGER,
                GL33C.GL_UNSIGNED_BYTE,
                cells.slice().addressUnchecked());
        int right = Math.min(width, columns * glyphs.cellWidth() + 2 * margin());
        int bottom = Math.min(height, rows * glyphs.cellHeight() + 2 * margin());
        GL33C.glEnable(GL33C.GL_SCISSOR_TEST);
        GL33C.glScissor(0, height - bottom, right, bottom);
        GL33C.glBlendFunc(GL33C.GL_SRC_ALPHA, GL33C.GL_ONE_MINUS_SRC_ALPHA);
        GL33C.glDrawArrays(GL33C.GL_TRIANGLES, 0, 3);
        GL33C.glDisable(GL33C.GL_SCISSOR_TEST);
    }

    @Override
    public void close() {
        cells.close();
    }
}
