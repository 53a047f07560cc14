package basalt.examples.framework.render;

import basalt.memory.MemorySource;
import basalt.memory.Slice;
import basalt.memory.TransferableBlock;
import org.lwjgl.opengl.GL33C;

/** Draws an overlay by OpenGL: a small texture holds the characters, and each pixel looks up its glyph there. */
final class GlText implements GlObject {
    private static final int TEXT_UNIT = 0;
    private static final int GLYPH_UNIT = 1;

    private final GlObjects objects = new GlObjects();
    private final Glyphs glyphs;
    private final int width;
    private final int height;
    private final Slice cells;
    private final GlProgram program;
    private final GlTexture atlas;
    private final GlTexture text;
    private final int used;

    GlText(int width, int height) {
        this.width = width;
        this.height = height;
        glyphs = new Glyphs(height);
        try {
            TransferableBlock block = TransferableBlock.allocate(
                    MemorySource.direct(), (long) Overlay.COLUMNS * Overlay.ROWS, Long.BYTES);
            objects.add(block::close);
            cells = block.slice();
            program = objects.add(GlProgram.of(Shaders.PICTURE_VERTEX, null, Shaders.TEXT_FRAGMENT));
            atlas = objects.add(GlTexture.of(glyphs));
            text = objects.add(GlTexture.empty(
                    GL33C.GL_R8UI, Overlay.COLUMNS, Overlay.ROWS, GL33C.GL_RED_INTEGER, GL33C.GL_UNSIGNED_BYTE));
        } catch (RuntimeException e) {
            objects.close();
            throw e;
        }
        program.use();
        GL33C.glUniform1i(program.uniform("text"), TEXT_UNIT);
        GL33C.glUniform1i(program.uniform("glyphs"), GLYPH_UNIT);
        GL33C.glUniform2i(program.uniform("cell"), glyphs.cellWidth(), glyphs.cellHeight());
        GL33C.glUniform2i(program.uniform("margin"), margin(), margin());
        GL33C.glUniform1i(program.uniform("height"), height);
        used = program.uniform("used");
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
                cells.putByte((long) row * Overlay.COLUMNS + column, overlay.cell(row, column));
            }
        }
        program.use();
        GL33C.glUniform2i(used, columns, rows);
        GL33C.glActiveTexture(GL33C.GL_TEXTURE0 + GLYPH_UNIT);
        GL33C.glBindTexture(GL33C.GL_TEXTURE_2D, atlas.name());
        GL33C.glActiveTexture(GL33C.GL_TEXTURE0 + TEXT_UNIT);
        GL33C.glBindTexture(GL33C.GL_TEXTURE_2D, text.name());
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
                cells.addressUnchecked());
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
        objects.close();
    }
}
