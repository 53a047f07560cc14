/** How allocators make the checked views that users get. Not exported. */
package basalt.memory.view;
