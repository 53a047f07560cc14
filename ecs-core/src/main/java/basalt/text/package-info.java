/**
 * Prefabs, levels and worlds as JSON that people write: {@link basalt.text.WorldText} reads and writes it. The form is
 * described in {@code docs/text-format.md}.
 */
package basalt.text;
