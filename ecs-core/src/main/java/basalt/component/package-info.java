/**
 * Descriptions of what entities consist of: component types, their columns, and the process-wide layout that says at
 * which offset each column lies. Nothing here holds an entity's data.
 *
 * <pre>{@code
 * public record Position(float x, float y) {
 *     public static final Component<Position> TYPE = Component.of(Position.class);
 *     public static final FloatColumn X = TYPE.float32("x");
 *     public static final FloatColumn Y = TYPE.float32("y");
 * }
 * }</pre>
 *
 * <ul>
 *   <li>{@link basalt.component.Component}: a component type; {@link basalt.component.Column} and its kinds: its
 *       fields.
 *   <li>{@link basalt.component.EventType}: a type of events, with columns as a component's.
 *   <li>{@link basalt.component.Length} and {@link basalt.component.EntityHandle}: annotations on a record's fields.
 *   <li>{@link basalt.component.BlockLayout}: the drawing of a block's bytes.
 *   <li>{@link basalt.component.Entity}: the parts of an entity handle, with the two exceptions that name entities.
 * </ul>
 */
package basalt.component;
