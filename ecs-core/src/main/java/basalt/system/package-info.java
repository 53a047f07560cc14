/**
 * Systems: what they {@linkplain basalt.system.Access use}, {@linkplain basalt.system.Order where they stand} and {@linkplain
 * basalt.system.RunRule when they run}, and the {@linkplain basalt.system.ScheduleGraph order} that follows from it. A {@link
 * basalt.system.FixedStepLoop} ticks them in time.
 */
package basalt.system;
