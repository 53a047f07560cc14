/**
 * Blocks of any sizes, in any order: the general allocator.
 *
 * <p>A {@link basalt.memory.heap.Heap} is reached by handles, so that it can move blocks and defragment itself a bit at
 * a time; a {@link basalt.memory.heap.HeapPin} keeps a block where it is.
 */
package basalt.memory.heap;
