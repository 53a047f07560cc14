/**
 * Memory for assets that are loaded and evicted.
 *
 * <p>A {@link basalt.memory.streaming.StreamingArena} keeps them within a budget, and evicts entries without an open
 * view by priority and last access. Changes of state are JDK Flight Recorder events ({@code basalt.Streaming}).
 */
package basalt.memory.streaming;
