/** How allocators create slices. Not exported. */
package basalt.memory.view;
