/**
 * Draws the entities of the examples as points, straight from their columns.
 *
 * <p>A program declares once what to draw, as {@link Layer}s of a {@link Scene}. {@link RendererKind} selects the
 * renderer at the start: OpenGL in a window, OpenGL off screen, or software; programs use only the {@link Renderer}
 * interface. OpenGL reads the columns directly, without a copy on the heap.
 *
 * <p>All renderers compute the same picture. Light adds up without limit in an HDR image, which is tone-mapped at the
 * end, so no channel is ever clipped.
 */
package basalt.examples.framework.render;
