/**
 * Effect files: what a particle program shows, as a small JSON file. {@link basalt.examples.showcase.particles.effects.EffectReader} reads
 * them into {@link basalt.examples.showcase.particles.effects.Effect}, a record that looks like the file; {@link
 * basalt.examples.showcase.particles.effects.ShippedEffects} are those that come with the examples.
 *
 * <p>A file that is wrong gets one {@link basalt.examples.showcase.particles.effects.EffectException} with line, column and the field's
 * path.
 */
package basalt.examples.showcase.particles.effects;
