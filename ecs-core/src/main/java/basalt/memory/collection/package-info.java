/**
 * Collections of a fixed capacity that live in a frame arena: lists, maps, texts and columns.
 *
 * <p>Each is a small object over one slice. The contents are off heap and die with the scope or frame in which the
 * collection was created.
 */
package basalt.memory.collection;
