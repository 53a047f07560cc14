/**
 * Small programs: one file of at most 150 lines each. Read them from top to bottom.
 * {@code mvn -q -Pexample -Dexample=Boids} runs one. Read them in this order:
 *
 * <ol>
 *   <li>{@code FirstSteps}: components, entities, a template, queries, kernels, a schedule
 *   <li>{@code Boids}: neighbours by a spatial grid; workers share the work of a kernel
 *   <li>{@code Life}: spawning and destroying; a map in the frame arena
 *   <li>{@code TowerDefence}: templates, events, a sorted selection, run conditions, a resource
 *   <li>{@code PhysicsStep}: contacts by a spatial grid; lists in the frame arena as the results of a step
 *   <li>{@code SolarSystem}: parents and children in trees, transforms by a cascade; draws a picture and a GIF
 *   <li>{@code AllocatorsByHand}: the memory system without entities
 * </ol>
 */
package basalt.examples.small;
