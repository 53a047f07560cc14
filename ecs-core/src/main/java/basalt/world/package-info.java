/**
 * Worlds. A {@link basalt.world.World} holds entities and their components, and everything that systems share.
 *
 * <pre>
 *  changes                                     storage                readers
 *
 *  World.spawn, add, set, destroy ----------->             ------->   World.get, has      one entity
 *  Template.spawn, kernel(..).spawn --------->   blocks    ------->   Query, kernels      many entities
 *  Commands --- applyCommands, end of stage ->             ------->   RemovedComponents   lost components, per reader
 *                                                   |
 *                                                   +------------->   Observers           callbacks, at once
 *                                                                        |
 *                                                                        +-- commands() --> applied after the change
 *
 *  EventChannel.send, commands.send --------->   pages     ------->   EventReader         this tick and the next one
 *  Resources.put ---------------------------->   one object a type -> Resources.get
 *  TickArena.allocate ----------------------->   until the tick ends  slices, for later systems of the tick
 *  WorkerLocal ------------------------------>   one object a worker  scratch memory, without sharing
 *  Time.advance ----------------------------->   once a tick ----->   Time.deltaSeconds, elapsedSeconds, alpha
 * </pre>
 *
 * <p>{@link basalt.world.Hierarchy} attaches entities to parents, and a {@link basalt.world.Prefab} copies a subtree.
 * The links are ordinary columns, those of {@link basalt.component.ChildOf} and {@link basalt.component.TreeNode}. An
 * {@link basalt.world.Arrangement} is the order of entities in memory.
 *
 * <p>The world's thread may use everything; a system that a schedule runs uses what it has declared.
 */
package basalt.world;
