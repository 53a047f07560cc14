package basalt.system;

import java.util.BitSet;

/**
 * Entities that a system counts as not looking at, so that it does not wait for their births.
 *
 * @param system the name of the system that makes them
 * @param isBefore whether that one runs first, by the order
 * @param kind the ids of all their components
 */
record IgnoredSpawns(String system, boolean isBefore, BitSet kind) {}
