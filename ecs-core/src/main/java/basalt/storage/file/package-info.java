/**
 * The file format of worlds: each kind of chunk is a class with its encoder and its decoder. {@code WorldEncoder} and
 * {@code WorldDecoder} are the order of the chunks; {@code docs/file-format.md} is the format byte by byte. Not
 * exported.
 */
package basalt.storage.file;
