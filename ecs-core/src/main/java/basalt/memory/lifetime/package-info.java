/** The lifetimes of allocated memory, which tell whether a slice is live. Not exported. */
package basalt.memory.lifetime;
