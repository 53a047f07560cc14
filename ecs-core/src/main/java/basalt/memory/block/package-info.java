/**
 * What allocators are made of: chunks with scopes and marks, blocks of any size, handles, and the lifetime of slices.
 * Not exported.
 */
package basalt.memory.block;
