/**
 * Systems and the schedule that runs them in parallel. A system declares the data it uses ({@link
 * basalt.system.Access}), its place among the others ({@link basalt.system.Order}) and when it runs ({@link
 * basalt.system.RunCondition}). The schedule derives an order and runs it on workers.
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
 * <p>Between two stages no system runs: there the commands of the stage are applied.
 */
package basalt.system;
