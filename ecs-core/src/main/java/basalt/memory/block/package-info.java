/** Blocks of any size in regions, of which heaps and the large blocks of size class allocators are made. Not exported. */
package basalt.memory.block;
