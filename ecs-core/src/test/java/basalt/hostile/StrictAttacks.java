package basalt.hostile;

import basalt.component.Component;
import basalt.component.DeadEntityException;
import basalt.component.MissingComponentException;
import basalt.component.ReferenceColumn;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.query.Row;
import basalt.query.Span;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Rarer;
import basalt.system.Access;
import basalt.system.Schedule;
import basalt.system.ScheduleBuilder;
import basalt.system.SystemException;
import basalt.world.Template;
import basalt.world.World;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Misuse that only strict mode checks: handles of another world, kept rows and spans of kernels, kernels that access
 * other entities, kernels that change captured state, and systems that share a reader. In strict mode each is an error
 * that says what was wrong. Without strict mode the result is undefined, but the world stays consistent and usable, and
 * frees all of its memory.
 */
final class StrictAttacks {
    private final Walk walk = new Walk();

    /** Runs in a separate JVM. */
    public static void main(String... arguments) {
        StrictAttacks attack = new StrictAttacks();
        attack.useForeignHandles();
        attack.keepRows();
        attack.keepSpans();
        attack.touchOthers();
        attack.walk.end();
    }

    /** Runs an attack on a new world, and checks the world afterwards. */
    private void attack(String name, Consumer<Scene> action) {
        walk.next(name);
        try (Scene scene = new Scene()) {
            action.accept(scene);
            scene.check();
        } catch (AssertionError | RuntimeException e) {
            walk.damage(name, e);
        }
    }

    /** Checks the exception, which is required in strict mode. */
    private void check(String name, Throwable thrown, String... words) {
        walk.attacks++;
        if (thrown == null) {
            if (Walk.STRICT) {
                walk.fail(name, "was accepted");
            }
            return;
        }
        Throwable cause = thrown instanceof SystemException ? thrown.getCause() : thrown;
        boolean isClear = cause instanceof IllegalStateException
                || cause instanceof DeadEntityException
                || cause instanceof MissingComponentException
                || cause.getClass() == IllegalArgumentException.class;
        if (!isClear || cause.getMessage() == null || cause.getMessage().length() < 20) {
            walk.fail(name, "throws " + cause);
            return;
        }
        for (String word : words) {
            if (Walk.STRICT && !cause.getMessage().contains(word)) {
                walk.fail(name, "does not say '" + word + "': " + cause.getMessage());
            }
        }
    }

    /** Calls each method that takes an entity with a handle of another world. */
    private void useForeignHandles() {
        for (Class<?> type : List.of(World.class, Commands.class)) {
            for (Method method : PublicApi.methods(type)) {
                Class<?>[] types = method.getParameterTypes();
                if (types.length == 0 || types[0] != long.class) {
                    continue;
                }
                for (int variant = 0; variant < 3; variant++) {
                    String name = "a foreign handle for " + PublicApi.name(type, method);
                    int chosen = variant;
                    attack(name, scene -> useForeignHandle(scene, name, type, method, chosen));
                }
            }
        }
    }

    private void useForeignHandle(Scene scene, String name, Class<?> type, Method method, int variant) {
        try (World other = World.create()) {
            other.destroy(other.spawn(Kinds.ODD));
            long foreign = other.spawn(Kinds.ODD, new Rare(3, "rare"));
            Call call = Values.saneCall(type, method, scene, variant);
            call.arguments()[0] = foreign;
            int count = scene.world.entityCount();
            Call.Outcome outcome = call.make();
            boolean isAnswer = outcome.thrown() == null && Boolean.FALSE.equals(outcome.result());
            if (isAnswer) {
                walk.attacks++; // such as isAlive(), which returns false
            } else if (outcome.thrown() instanceof IndexOutOfBoundsException) {
                walk.attacks++; // no such lane
            } else {
                check(name, outcome.thrown(), "belongs to another open world");
            }
            scene.applyCommands();
            if (Walk.STRICT && scene.world.entityCount() != count) {
                walk.fail(name, "another entity was destroyed");
            }
        }
    }

    /** Callbacks with rows. Each passes its row to the consumer. */
    private static Map<String, BiConsumer<Scene, Consumer<Row>>> rowPlaces() {
        Map<String, BiConsumer<Scene, Consumer<Row>>> places = new LinkedHashMap<>();
        places.put("a kernel", (s, keep) -> all(s).kernel(keep::accept).run());
        places.put(
                "a kernel with commands",
                (s, keep) -> all(s).kernel((row, commands) -> keep.accept(row)).run());
        places.put("a pair kernel", (s, keep) -> {
            s.world.set(s.entity, Kinds.TARGET, s.entity);
            all(s).pairKernel(Kinds.TARGET, all(s), (row, partner) -> keep.accept(row))
                    .run();
        });
        places.put("a pair kernel's partner", (s, keep) -> {
            s.world.set(s.entity, Kinds.TARGET, s.entity);
            all(s).pairKernel(Kinds.TARGET, all(s), (row, partner) -> keep.accept(partner))
                    .run();
        });
        places.put("a spawn kernel", (s, keep) -> odd(s).kernel(keep::accept).spawn(1));
        places.put("an initialiser", (s, keep) -> odd(s).spawn(1, keep::accept));
        places.put("a system's kernel", (s, keep) -> {
            tick(
                    s,
                    2,
                    builder -> builder.add(
                            "keep", all(s).kernel(keep::accept), Access.writes(Kinds.TYPE), Access.touchesOthers()));
        });
        return places;
    }

    private static Template odd(Scene scene) {
        return scene.world.template().with(Kinds.ODD, new Rare(1, "x")).build();
    }

    private static Query all(Scene scene) {
        return scene.world.query().all(Kinds.TYPE, Rare.TYPE).build();
    }

    /** Changes of the world before a kept row is used. */
    private static Map<String, Consumer<Scene>> meanwhile() {
        Map<String, Consumer<Scene>> all = new LinkedHashMap<>();
        all.put("the run", s -> {});
        all.put("the destroy of its entity", s -> s.world.tryDestroy(s.entity));
        all.put("a bulk destroy and a trim", s -> {
            s.world.query().all(Kinds.TYPE).build().bulk().destroy();
            s.world.frame().reset();
            World.trimRetainedMemory();
        });
        all.put("a bulk spawn", s -> {
            Record[] values = {new Health(1), new Position(1, 2), new Rarer(3)};
            s.world.template().with(values).build().spawn(17_000);
        });
        all.put("the removal of its components", s -> {
            s.world.query().all(Kinds.TYPE).build().bulk().remove(Rare.TYPE);
            s.world.query().all(Kinds.TYPE).build().bulk().remove(Kinds.TYPE);
        });
        return all;
    }

    private void keepRows() {
        rowPlaces()
                .forEach((place, run) -> meanwhile().forEach((event, happen) -> {
                    String name = "a row that " + place + " kept, after " + event;
                    for (Method method : PublicApi.methods(Row.class)) {
                        if (!Walk.STRICT && isWriteOfReference(method)) {
                            continue; // the object is retained until the next entity of the row gets the component
                        }
                        attack(name, scene -> {
                            Row[] kept = new Row[1];
                            run.accept(scene, row -> kept[0] = kept[0] == null ? row : kept[0]);
                            happen.accept(scene);
                            Object[] arguments = Values.saneArguments(method, scene, 1);
                            if (arguments.length > 0 && arguments[0] instanceof Component) {
                                arguments[0] = Kinds.TYPE;
                            }
                            Call.Outcome outcome = new Call(Row.class, method, kept[0], arguments).make();
                            if (outcome.thrown() instanceof IndexOutOfBoundsException) {
                                walk.attacks++; // no such lane
                            } else if (outcome.thrown() != null
                                    || !method.getName().equals("index")) {
                                check(name + ": " + PublicApi.name(Row.class, method), outcome.thrown());
                            }
                        });
                    }
                }));
    }

    private static boolean isWriteOfReference(Method method) {
        return method.getName().equals("set") && method.getParameterTypes()[0] == ReferenceColumn.class;
    }

    private void keepSpans() {
        Map<String, BiConsumer<Scene, Consumer<Span>>> places = new LinkedHashMap<>();
        places.put("forEachSpan", (s, keep) -> all(s).forEachSpan(keep::accept));
        places.forEach((place, run) -> meanwhile().forEach((event, happen) -> {
            String name = "a span that " + place + " kept, after " + event;
            for (Method method : PublicApi.methods(Span.class)) {
                if (Set.of("from", "to", "size").contains(method.getName())) {
                    continue; // these may still be called
                }
                attack(name, scene -> {
                    Span[] kept = new Span[1];
                    run.accept(scene, span -> kept[0] = kept[0] == null ? span : kept[0]);
                    happen.accept(scene);
                    Object[] arguments = Values.saneArguments(method, scene, 1);
                    if (arguments.length > 0 && arguments[0] instanceof Integer) {
                        arguments[0] = kept[0].from();
                    }
                    Call use = new Call(Span.class, method, kept[0], arguments);
                    Call.Outcome outcome = use.make();
                    check(
                            name + ": " + PublicApi.name(Span.class, method),
                            outcome.result() instanceof Row row
                                    ? Walk.thrown(() -> row.get(Kinds.I32))
                                    : outcome.thrown());
                });
            }
        }));
    }

    /** Kernels that may run on several workers access another entity, by each method that takes an entity. */
    private void touchOthers() {
        Set<String> harmless = Set.of("isAlive", "has", "isEnabled", "row", "tryDestroy");
        for (Method method : PublicApi.methods(World.class)) {
            Class<?>[] types = method.getParameterTypes();
            if (types.length == 0 || types[0] != long.class || harmless.contains(method.getName())) {
                continue;
            }
            String name = "a kernel that calls " + PublicApi.name(World.class, method) + " for another entity";
            attack(name, scene -> {
                Call call = Values.saneCall(World.class, method, scene, 1);
                if (types.length > 1 && types[1] == Component.class) {
                    call.arguments()[1] = Kinds.TYPE;
                }
                touch(name, scene, () -> rethrow(call.make().thrown()));
            });
        }
    }

    private static void tick(Scene scene, int workers, UnaryOperator<ScheduleBuilder> systems) {
        ScheduleBuilder builder = Schedule.builder(scene.world).workers(workers).memory(scene.memory);
        try (Schedule schedule = systems.apply(builder).build()) {
            schedule.tick(1);
        }
    }

    private static void rethrow(Throwable thrown) {
        if (thrown != null) {
            org.agrona.LangUtil.rethrowUnchecked(thrown);
        }
    }

    private void touch(String name, Scene scene, Runnable use) {
        Query others = scene.world.query().all(Kinds.TYPE).none(Rare.TYPE).build();
        for (int workers : new int[] {1, 2}) {
            check(
                    name,
                    Walk.thrown(() -> tick(
                            scene,
                            workers,
                            builder -> builder.add(
                                    "wild",
                                    others.kernel(row -> use.run()),
                                    Access.writes(Kinds.TYPE),
                                    Access.reads(Rare.TYPE)))),
                    "'wild'");
        }
    }
}
