/**
 * Internal access to the exported allocators: memory without checks, and operations of an arena's owner. Not exported.
 */
package basalt.memory.access;
