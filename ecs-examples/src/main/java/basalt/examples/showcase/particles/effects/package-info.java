/**
 * Effect files: small JSON files that describe what a particle program shows. {@link EffectReader} reads a file into
 * {@link Effect}, a record with the structure of the file; {@link ShippedEffects} are part of the examples.
 *
 * <p>An invalid file causes an {@link EffectException} with line, column and the field's path.
 */
package basalt.examples.showcase.particles.effects;
