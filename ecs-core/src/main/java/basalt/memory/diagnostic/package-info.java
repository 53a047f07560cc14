/**
 * Habits that cost: a {@link basalt.memory.diagnostic.MemoryMonitor} looks at allocators once a frame, and tells of
 * what is used otherwise than it is meant to be.
 *
 * <p>Each {@link basalt.memory.diagnostic.MemoryDiagnostic} says what is wrong and what to do. The JDK Flight Recorder
 * is told as well ({@code basalt.Diagnostic}).
 */
package basalt.memory.diagnostic;
