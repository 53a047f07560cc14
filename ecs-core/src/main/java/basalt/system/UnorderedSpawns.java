package basalt.system;

import java.util.BitSet;

/**
 * Spawns that a system is not ordered against, since its declarations say that it does not look at these entities.
 *
 * @param system the name of the system that spawns them
 * @param isBefore whether the spawning system runs first
 * @param kind the ids of all components of the entities
 */
record UnorderedSpawns(String system, boolean isBefore, BitSet kind) {}
