/**
 * Worlds and what is made in them: {@link basalt.world.World} holds entities, {@link basalt.world.Template} spawns
 * them, {@link basalt.world.EventChannel} holds what has happened, {@link basalt.world.RemovedComponents} tells which entities
 * have lost a component, {@link basalt.world.Observers} are told at once, {@link basalt.world.Resources} what there is
 * one of, and {@link basalt.world.Time} how long it has been going on.
 */
package basalt.world;
