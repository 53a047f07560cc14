/** Blocks of any size in regions, used by heaps and for the large blocks of size class allocators. Not exported. */
package basalt.memory.block;
