/**
 * Descriptions of entities' data: component types, their columns, and the process-wide layout that gives each column
 * its offset. Nothing here holds data of an entity.
 *
 * <p>Dependencies go one way: {@link basalt.component.Component} makes typed columns, a typed column refers to its
 * component by {@link basalt.component.ComponentInfo}, and that knows only {@link basalt.component.Column}.
 *
 * <pre>{@code
 * public record Position(float x, float y) {}                        // a component: its class names it
 *
 * public record Health(int points, int most, float regeneration) {   // with a constant for a column
 *     public static final IntColumn POINTS = Component.of(Health.class).int32("points");
 * }
 * }</pre>
 *
 * <ul>
 *   <li>{@link basalt.component.Component}: a component type; {@link basalt.component.Column} and its kinds: its
 *       fields.
 *   <li>{@link basalt.component.EventType}: a type of events, with columns like those of a component.
 *   <li>{@link basalt.component.TreeType}: a type of trees, with the components of their links.
 *   <li>{@link basalt.component.Length}, {@link basalt.component.EntityHandle} and {@link basalt.component.WithCodec}:
 *       annotations on a record's fields.
 *   <li>{@link basalt.component.ReferenceCodec}: converts the objects of a reference column to bytes and back.
 *   <li>{@link basalt.component.Entity}: the parts of an entity handle; and the exceptions for dead entities, dead
 *       events and missing components.
 * </ul>
 */
package basalt.component;
