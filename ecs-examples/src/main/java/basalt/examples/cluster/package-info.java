/**
 * A world of bullets as a service that survives the death of its machines, on Aeron Cluster: players send commands, the
 * cluster puts them into one log, and each node applies the log to its own copy of the world. Read in this order:
 *
 * <ol>
 *   <li>{@code Arena}, the world
 *   <li>{@code Message}, what players and nodes say to each other
 *   <li>{@code BulletsReplica}, from the log to the world
 *   <li>{@code GameService}, the replica in Aeron Cluster, with {@code Snapshot}
 *   <li>{@code StateCheck}, how a node that differs is found
 *   <li>{@code Node}, what runs in a process
 *   <li>{@code PlayerClient}, a player
 *   <li>{@code Observer}, a copy of the world outside the cluster, with {@code Backup}
 *   <li>{@code FeedServer}, which shows {@code Spectators} a part of that copy
 * </ol>
 *
 * <p>{@link basalt.examples.cluster.ClusterProgram} and {@link basalt.examples.cluster.ClientProgram} are the programs.
 */
package basalt.examples.cluster;
