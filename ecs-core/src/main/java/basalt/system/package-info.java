/**
 * Systems and the schedule that runs them in parallel. A system declares the data it uses ({@link
 * basalt.system.Access}), as far as its body does not say so by the records that it takes and returns, its place among
 * the others ({@link basalt.system.Order}) and when it runs ({@link basalt.system.RunCondition}). The schedule derives
 * an order and runs it on workers.
 *
 * <pre>
 *  build, once                                          tick
 *
 *  ScheduleBuilder.add(name, body, options)             FixedStepLoop   a clock to steps of equal length
 *        |                                                    |
 *  SystemSpec        a system and its declarations      Schedule.tick(seconds)
 *        |                                                    |  stage by stage
 *  Conflicts         declared access as sets,           StageRunner     run conditions, passes, commands
 *        |           compared pair by pair                    |
 *  DependencyGraph   edges, layers                      StageRun        starts systems and their pieces
 *        |                                                    |
 *  ScheduleGraph     explicit order, conflicts, order   WorkerPool      the world's thread and its helpers run
 *                    of adding; stages of systems             |         pieces whose dependencies have ended
 *                                                       TickRecorder    time, rows, commands, arena bytes
 * </pre>
 *
 * <p>Between two stages no system runs: there the commands of the stage are applied. The last stages are those of
 * frames, which {@code Schedule.frame(alpha)} runs.
 *
 * <pre>
 *  SystemAccess      the access of a system at run time: the commands that it may record, the checks of strict mode
 *        |
 *  AccessRecord      what it has used without having declared it, and the least declarations of that
 *        |
 *  UndeclaredAccess  that of all systems of a schedule: an exception of a tick, or declarations that were recorded
 *        |
 *  AccessSource      declarations as source, to be pasted
 * </pre>
 */
package basalt.system;
