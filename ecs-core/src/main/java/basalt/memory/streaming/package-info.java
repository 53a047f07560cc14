/**
 * Assets that come and go.
 *
 * <p>A {@link basalt.memory.streaming.StreamingArena} loads them by a key, keeps them within a budget, and evicts those
 * by priority and age that no view is open of. The JDK Flight Recorder is told of their lives ({@code
 * basalt.Streaming}).
 */
package basalt.memory.streaming;
