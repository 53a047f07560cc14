/**
 * Structural changes that are recorded now and made later: {@link basalt.command.Commands} records them, off heap; {@link
 * basalt.command.Playback} makes them.
 */
package basalt.command;
