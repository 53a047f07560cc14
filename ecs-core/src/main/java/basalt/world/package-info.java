/**
 * Worlds and what is made in them: {@link basalt.world.World} holds entities, {@link basalt.world.Template} spawns them.
 */
package basalt.world;
