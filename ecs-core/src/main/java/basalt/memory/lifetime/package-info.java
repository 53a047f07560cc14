/** Which of the memory that allocators have given out is still live. Not exported. */
package basalt.memory.lifetime;
