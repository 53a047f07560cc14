/** Structural changes that are recorded now and made later: {@link basalt.command.Commands} records them, off heap. */
package basalt.command;
