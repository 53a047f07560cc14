/**
 * Misuse that costs time or memory: a {@link basalt.memory.diagnostic.MemoryMonitor} looks at allocators once a frame,
 * and reports what it finds.
 *
 * <p>Each {@link basalt.memory.diagnostic.MemoryDiagnostic} says what is wrong and what to do. The JDK Flight Recorder
 * is told as well ({@code basalt.Diagnostic}).
 */
package basalt.memory.diagnostic;
