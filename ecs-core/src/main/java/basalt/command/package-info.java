/** Commands: structural changes that are recorded off heap, and made later. See {@link basalt.command.Commands}. */
package basalt.command;
