/**
 * Systems: what they {@linkplain basalt.system.Access use}, {@linkplain basalt.system.Order where they stand} and
 * {@linkplain basalt.system.RunCondition when they run}, the {@linkplain basalt.system.ScheduleGraph order} that follows
 * from it, and {@linkplain basalt.system.ScheduleStats what they have done}. A {@link basalt.system.FixedStepLoop}
 * ticks them in time.
 */
package basalt.system;
