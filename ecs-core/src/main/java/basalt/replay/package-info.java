/**
 * Ticks that are run again: {@link basalt.replay.Replay} records and plays them, also from files, and {@link
 * basalt.replay.Determinism} checks that a schedule always leads to the same state.
 */
package basalt.replay;
