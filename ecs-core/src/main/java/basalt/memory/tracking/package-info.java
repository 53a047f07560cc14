/**
 * What has how much memory, and no more; and what was written where it should not be.
 *
 * <p>A {@link basalt.memory.tracking.MemoryTracker} counts by {@linkplain basalt.memory.tracking.MemoryTag tag}, each
 * with budgets. A {@link basalt.memory.tracking.MemoryReport} shows all figures at one moment, JMX does so {@linkplain
 * basalt.memory.tracking.JmxRegistration from outside}. The JDK Flight Recorder is told when a budget is crossed or
 * denies ({@code basalt.BudgetPressure}). {@link basalt.memory.tracking.GuardedMemory} finds misuse and leaks.
 */
package basalt.memory.tracking;
