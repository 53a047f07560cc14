/**
 * Blocks of any size in regions: heaps and the large blocks of size class allocators are made of them. Not exported.
 */
package basalt.memory.block;
