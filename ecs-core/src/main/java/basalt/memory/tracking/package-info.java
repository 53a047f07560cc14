/**
 * Accounting of memory, budgets, and detection of bad writes and of inefficient use.
 *
 * <p>A {@link basalt.memory.tracking.MemoryTracker} counts by {@linkplain basalt.memory.tracking.MemoryTag tag}, and
 * tags have budgets. A {@link basalt.memory.tracking.MemoryReport} has all figures at one moment; a {@link
 * basalt.memory.tracking.JmxRegistration} publishes them by JMX. A request that reaches a limit is a JDK Flight
 * Recorder event ({@code basalt.BudgetPressure}). {@link basalt.memory.tracking.GuardedMemory} detects bad writes,
 * double frees and leaks.
 *
 * <p>A {@link basalt.memory.tracking.MemoryMonitor} checks allocators once a frame. Each {@link
 * basalt.memory.tracking.MemoryDiagnostic} explains a problem and its remedy; findings are also JDK Flight Recorder
 * events ({@code basalt.Diagnostic}).
 */
package basalt.memory.tracking;
