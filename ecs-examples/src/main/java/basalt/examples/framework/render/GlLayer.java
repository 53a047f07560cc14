package basalt.examples.framework.render;

import basalt.query.SpanKernel;
import org.lwjgl.opengl.GL33C;

/** Draws a layer by OpenGL, with one call for all runs of its rows. */
final class GlLayer implements GlObject {
    private final GlObjects objects = new GlObjects();
    private final Layer layer;
    private final SpanKernel collect;
    private final GlProgram program;
    private final GlColumns columns;
    private final RowRuns runs = objects.add(new RowRuns());
    private final int texture;
    private final int glow;

    GlLayer(Layer layer, View view, int width, int height) {
        this.layer = layer;
        Sprite sprite = layer.sprite();
        RowRuns found = runs;
        collect = layer.query().spanKernel(span -> found.add(span.baseUnchecked(), span.from(), span.to()));
        try {
            program = objects.add(
                    sprite == null
                            ? GlProgram.of(Shaders.POINT_VERTEX, null, Shaders.POINT_FRAGMENT)
                            : GlProgram.of(Shaders.SPRITE_VERTEX, Shaders.SPRITE_GEOMETRY, Shaders.SPRITE_FRAGMENT));
            columns = objects.add(new GlColumns(layer.look()));
            texture = sprite == null ? 0 : objects.add(GlTexture.of(sprite)).name();
        } catch (RuntimeException e) {
            objects.close();
            throw e;
        }
        program.use();
        float scale = view.scale(height);
        GL33C.glUniform4f(
                program.uniform("view"), view.centreX(), view.centreY(), 2 * scale / width, 2 * scale / height);
        GL33C.glUniform1f(program.uniform("scale"), scale);
        glow = program.uniform("glow");
        if (sprite != null) {
            GL33C.glUniform2f(program.uniform("halfSize"), sprite.halfWidth(), sprite.halfHeight());
        }
    }

    /** Draws the current rows of the query. */
    void draw() {
        runs.clear();
        collect.run();
        if (runs.runs() == 0) {
            return;
        }
        runs.join();
        program.use();
        GL33C.glUniform1f(glow, layer.glow());
        columns.bind();
        columns.upload(runs);
        GL33C.glBindTexture(GL33C.GL_TEXTURE_2D, texture);
        GL33C.nglMultiDrawArrays(GL33C.GL_POINTS, runs.firstsAddress(), runs.countsAddress(), runs.runs());
    }

    @Override
    public void close() {
        objects.close();
    }
}
