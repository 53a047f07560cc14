package basalt.bench.heavy;

import basalt.component.Component;

/** The rotation of an entity; nothing reads it, as in ecs_bench_suite. */
public record Rotation(float x, float y, float z) {
    public static final Component<Rotation> TYPE = Component.of(Rotation.class);
}
