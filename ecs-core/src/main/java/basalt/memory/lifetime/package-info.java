/** The lifetimes of allocated memory, which decide whether a slice is live. Not exported. */
package basalt.memory.lifetime;
