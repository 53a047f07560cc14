/**
 * Detection of misuse that costs time or memory: a {@link basalt.memory.diagnostic.MemoryMonitor} checks allocators
 * once a frame and reports its findings.
 *
 * <p>Each {@link basalt.memory.diagnostic.MemoryDiagnostic} explains a problem and its remedy. Findings are also JDK
 * Flight Recorder events ({@code basalt.Diagnostic}).
 */
package basalt.memory.diagnostic;
