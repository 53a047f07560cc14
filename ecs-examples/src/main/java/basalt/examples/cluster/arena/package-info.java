/**
 * The world that the cluster replicates: ships of players, their bullets, and bullets of nobody. Start with {@link
 * basalt.examples.cluster.arena.Arena}. It knows nothing of messages and nodes.
 */
package basalt.examples.cluster.arena;
