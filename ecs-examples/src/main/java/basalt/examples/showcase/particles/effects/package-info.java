/**
 * Effect files: what a particle program shows, as a small JSON file. {@link EffectReader} reads them into
 * {@link Effect}, a record that looks like the file; {@link ShippedEffects} are those that come with the examples.
 *
 * <p>A file that is wrong gets one {@link EffectException} with line, column and the field's path.
 */
package basalt.examples.showcase.particles.effects;
