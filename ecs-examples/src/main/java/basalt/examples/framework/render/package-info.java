/**
 * Draws what the examples simulate: points and sprites that come straight from columns.
 *
 * <p>What is to be drawn is declared once, as {@link Layer}s of a {@link Scene}. What draws it is chosen at the start,
 * by {@link RendererKind}: OpenGL in a window, OpenGL without one, or software; programs see nothing but a
 * {@link Renderer}. OpenGL gets the columns from where they lie, without a copy on the heap.
 *
 * <p>All renderers do the same sums. Light adds up without limit in a picture of floats; in the end it is brought into
 * the range of a screen, so that nothing is ever clipped.
 */
package basalt.examples.framework.render;
