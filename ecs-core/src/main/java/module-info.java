/**
 * A columnar entity-component-system over off-heap memory. A whole program:
 *
 * <pre>{@code
 * import basalt.query.RowKernel;
 * import basalt.system.Schedule;
 * import basalt.world.Time;
 * import basalt.world.World;
 *
 * public class Moving {
 *     record Position(float x, float y) {
 *         Position plus(Velocity v, float dt) {
 *             return new Position(x + v.dx() * dt, y + v.dy() * dt);
 *         }
 *     }
 *
 *     record Velocity(float dx, float dy) {}
 *
 *     public static void main(String... args) {
 *         try (World world = World.create()) {
 *             long e = world.spawn(new Position(0, 0), new Velocity(1, 2));
 *             Time time = world.time();
 *             RowKernel move = world.query(Position.class, Velocity.class)
 *                     .update((p, v) -> p.plus(v, time.deltaSeconds()));  // writes the position that it returns
 *             try (Schedule schedule = Schedule.builder(world).add("move", move).build()) {
 *                 schedule.tick(1 / 60f);                                 // seconds
 *             }
 *             System.out.println(world.get(e, Position.class));
 *         }
 *     }
 * }
 * }</pre>
 *
 * <table>
 * <caption>Where to begin</caption>
 * <tr><th>to</th><th>see</th></tr>
 * <tr><td>{@index spawn spawn} entities, and get, set, add, remove and destroy</td>
 *     <td>{@link basalt.world.World}, {@link basalt.world.Template}, {@link basalt.world.Prefab}</td></tr>
 * <tr><td>loop over entities that match</td>
 *     <td>{@link basalt.query.RecordQuery}, {@link basalt.query.Query}, {@link basalt.query.RowKernel}</td></tr>
 * <tr><td>run systems in order, and in {@index parallel parallel} on several threads</td>
 *     <td>{@link basalt.system.Schedule}, {@link basalt.system.ScheduleBuilder}, {@link basalt.system.Access}</td></tr>
 * <tr><td>change structure later, from systems</td><td>{@link basalt.query.Commands}</td></tr>
 * <tr><td>find what is near</td><td>{@link basalt.query.SpatialGrid}</td></tr>
 * <tr><td>find by a value, by a name, or by relations</td>
 *     <td>{@link basalt.world.ValueIndex}, {@link basalt.world.Names}, {@link basalt.world.ManyToMany},
 *     {@link basalt.world.Hierarchy}</td></tr>
 * <tr><td>{@index save save}, load, and {@index rewind rewind}</td>
 *     <td>{@link basalt.save.Saves}, {@link basalt.save.Snapshots}, {@link basalt.save.Replay}</td></tr>
 * <tr><td>write {@index levels levels} and prefabs by hand</td><td>{@link basalt.text.WorldText}</td></tr>
 * <tr><td>send a world to {@index clients clients}</td><td>{@link basalt.feed.WorldFeed}</td></tr>
 * <tr><td>look into a running world</td><td>{@link basalt.inspect.Inspector}</td></tr>
 * <tr><td>allocate memory, without entities too</td>
 *     <td>{@link basalt.memory.Allocator}, {@link basalt.memory.frame.FrameArena}</td></tr>
 * </table>
 *
 * <p>The guide, in chapters, is in the folder {@code ecs-core/docs} of the project.
 *
 * <p>No argument may be null unless its documentation says so: null is an {@link IllegalArgumentException} that names
 * the argument, or, for a column, a {@link NullPointerException}. A builder's methods return the builder.
 */
module basalt.core {
    requires transitive org.agrona;
    requires jdk.jfr;
    requires static com.fasterxml.jackson.core;
    requires static java.management;
    requires static jdk.management;

    exports basalt.memory;
    exports basalt.memory.allocator;
    exports basalt.memory.frame;
    exports basalt.memory.tracking;
    exports basalt.component;
    exports basalt.query;
    exports basalt.world;
    exports basalt.save;
    exports basalt.text;
    exports basalt.system;
    exports basalt.feed;
    exports basalt.inspect;
}
