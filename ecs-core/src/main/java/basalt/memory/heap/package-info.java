/**
 * The general allocator: blocks of any size and lifetime.
 *
 * <p>The blocks of a {@link basalt.memory.heap.Heap} are reached by handles, so that it can move them and defragment
 * itself in small steps; a {@link basalt.memory.heap.HeapPin} prevents moving a block.
 */
package basalt.memory.heap;
