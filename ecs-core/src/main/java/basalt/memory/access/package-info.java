/**
 * What only the library does with allocators that users have: memory without checks, and what is for an arena's owner.
 * Not exported.
 */
package basalt.memory.access;
