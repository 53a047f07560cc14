/**
 * Collections of a fixed capacity that live in a frame arena: lists, maps, texts, columns and batches.
 *
 * <p>They are small objects over one slice, need no heap for what is in them, and die with the scope or frame that they
 * were made in.
 */
package basalt.memory.collection;
