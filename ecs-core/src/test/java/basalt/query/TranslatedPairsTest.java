package basalt.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import basalt.compiler.VectorKernel;
import basalt.component.Component;
import basalt.component.EntityColumn;
import basalt.component.EntityHandle;
import basalt.query.AimScene.Aim;
import basalt.query.AimScene.Prey;
import basalt.query.AimScene.Total;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Rarer;
import basalt.storage.fixture.Vectors;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Bodies over pairs do in vector form what they do row by row. */
class TranslatedPairsTest {
    private record Place(float x, float y) {}

    private record Steered(@EntityHandle long target, float x, float y) {
        static final EntityColumn TARGET = Component.of(Steered.class).entity("target");
    }

    /** A body that uses its world. */
    private interface InWorld {
        void accept(World world, Total total, Row row, Row partner);
    }

    private static Query query(AimScene scene, UnaryOperator<QueryBuilder> condition) {
        return condition.apply(scene.world.query()).build();
    }

    private static RowKernel kernel(AimScene scene, Query partners, InWorld body) {
        World world = scene.world;
        Total total = scene.total;
        return scene.aiming.pairKernel(Aim.AT, partners, (row, partner) -> body.accept(world, total, row, partner));
    }

    private static void steer(World world, Total total, Row row, Row partner) {
        float dx = partner.get(Prey.X) - row.get(Aim.X);
        float dy = partner.get(Prey.Y) - row.get(Aim.Y);
        float length = (float) Math.sqrt(dx * dx + dy * dy);
        if (length > 1000) {
            row.set(Aim.X, row.get(Aim.X) + dx / length * total.speed);
            row.set(Aim.Y, row.get(Aim.Y) + dy / length * total.speed);
        } else {
            row.set(Aim.HITS, -row.get(Aim.HITS));
        }
    }

    private static void allKinds(Row row, Row partner) {
        int hits = partner.get(Prey.SIZE) * 3 + partner.get(Prey.AGE);
        row.set(Aim.HITS, partner.get(Prey.IS_FAST) ? hits : -hits);
        row.set(Aim.FAR, partner.get(Prey.MASS) + (partner.get(Prey.NUMBER) >>> 3));
        row.set(Aim.X, partner.get(Prey.NEXT) == row.entity() ? 1 : partner.entity() == row.entity() ? 2 : 3);
        TimeUnit unit = partner.get(Prey.UNIT);
        row.set(Aim.Y, unit == TimeUnit.DAYS ? 1 : unit == null ? -1 : partner.index());
    }

    private static Arguments body(String name, InWorld body) {
        return arguments(name, (UnaryOperator<QueryBuilder>) query -> query.all(Prey.TYPE), body);
    }

    private static Arguments partners(String name, UnaryOperator<QueryBuilder> partners) {
        return arguments(name, partners, (InWorld) (world, total, row, partner) -> {
            row.set(Aim.HITS, partner.index());
            row.set(Aim.FAR, row.get(Aim.FAR) + partner.entity());
        });
    }

    static Stream<Arguments> bodies() {
        return Stream.of(
                body("steer", TranslatedPairsTest::steer),
                body("all kinds", (world, total, row, partner) -> allKinds(row, partner)),
                partners("all", query -> query),
                partners("without", query -> query.none(Prey.TYPE)),
                partners("several", query -> query.all(Prey.TYPE, Aim.TYPE).none(Frozen.TYPE, Rare.TYPE)),
                partners("disabled ones", query -> query.all(Prey.TYPE).includeDisabled()),
                partners("one of", query -> query.any(Health.TYPE, Frozen.TYPE, Rarer.TYPE)),
                partners("one of each", query -> query.all(Aim.TYPE).any(Health.TYPE, Prey.TYPE)),
                partners("that is never there", query -> query.all(Rarer.TYPE)),
                body("sums", (world, total, row, partner) -> {
                    total.count++;
                    total.index += partner.index();
                    total.mass += partner.get(Prey.MASS) * 0.1;
                    if (partner.get(Prey.X) < 5000) {
                        row.set(Aim.HITS, row.get(Aim.HITS) + 1);
                    }
                }),
                arguments(
                        "what a partner may have",
                        (UnaryOperator<QueryBuilder>)
                                query -> query.all(Prey.TYPE).optional(Health.TYPE, Vectors.TYPE),
                        (InWorld) (world, total, row, partner) -> {
                            if (partner.has(Health.TYPE)) {
                                row.set(Aim.HITS, partner.get(Health.POINTS));
                            } else if (partner.has(Vectors.class)) {
                                row.set(Aim.X, partner.get(Vectors.F32, 1));
                                row.set(Aim.HITS, partner.get(Vectors.FLAGS, 2) ? 5 : 6);
                            }
                        }),
                body("its handle is written", (world, total, row, partner) -> {
                    row.set(Aim.AT, partner.get(Prey.NEXT));
                    row.set(Aim.X, partner.entity() == row.get(Aim.AT) ? 1 : 2);
                }),
                body("world and partner", (world, total, row, partner) -> {
                    long at = partner.entity();
                    row.set(Aim.HITS, world.has(at, Health.TYPE) ? world.get(at, Health.POINTS) : -1);
                }),
                body("throws in a rare row", (world, total, row, partner) -> {
                    int far = (int) row.get(Aim.FAR);
                    row.set(Aim.X, partner.get(Prey.X));
                    row.set(Aim.HITS, 1000 / (far - 9003));
                }),
                body("partners are written in rare rows", (world, total, row, partner) -> {
                    row.set(Aim.X, partner.get(Prey.X) + row.get(Aim.X));
                    total.count += (int) partner.get(Prey.X);
                    if (row.get(Aim.FAR) % 190 == 7) {
                        partner.set(Prey.X, partner.get(Prey.X) * 2 + 1);
                        AimScene.changeOthers(world, row.entity());
                    }
                }),
                body("partners no longer match in rare rows", (world, total, row, partner) -> {
                    row.set(Aim.HITS, 7);
                    if (row.get(Aim.FAR) % 950 == 9) {
                        world.remove(partner.entity(), Prey.TYPE);
                        world.add(row.entity(), new Rarer(1));
                    } else if (row.get(Aim.FAR) % 950 == 10) {
                        world.destroy(partner.entity());
                    }
                }));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void bodies(String name, UnaryOperator<QueryBuilder> partners, InWorld body) {
        try (AimScene one = new AimScene();
                AimScene other = new AimScene()) {
            RowKernel plain = kernel(one, query(one, partners), body);
            RowKernel translated = TranslatedKernel.of(kernel(other, query(other, partners), body));
            AimScene.assertSame(one, other, plain, translated);
        }
    }

    @Test
    void shouldTranslateRecords() {
        List<BiFunction<RecordQuery.Of2<Steered, Place>, World, RowKernel>> kernels = List.of(
                (pairs, world) -> pairs.update(Steered.class, (steered, place) -> {
                    float dx = place.x() - steered.x();
                    return dx > 10 ? new Steered(steered.target(), steered.x() + dx / 2, place.y()) : steered;
                }),
                (pairs, world) -> pairs.update(
                        Steered.class,
                        (entity, steered, place) ->
                                new Steered(entity, place.x() < 30 ? steered.x() : place.x(), steered.y())));
        for (BiFunction<RecordQuery.Of2<Steered, Place>, World, RowKernel> kernel : kernels) {
            assertEquals(steered(kernel, false), steered(kernel, true));
        }
    }

    private static List<Steered> steered(
            BiFunction<RecordQuery.Of2<Steered, Place>, World, RowKernel> made, boolean isTranslated) {
        try (World world = World.create()) {
            List<Long> places = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                places.add(world.spawn(new Place(i % 101, i)));
            }
            for (int i = 0; i < 1000; i++) {
                world.spawn(new Steered(places.get(i * 7 % 500), i % 13, -i));
            }
            for (int i = 0; i < 500; i += 9) {
                world.destroy(places.get(i));
            }
            RowKernel kernel =
                    made.apply(world.query(Steered.class).pairs(Steered.TARGET, world.query(Place.class)), world);
            if (isTranslated) {
                TranslatedKernel.of(kernel);
            }
            kernel.run();
            List<Steered> steered = new ArrayList<>();
            world.query(Steered.class).forEach(steered::add);
            return steered;
        }
    }

    @Test
    void shouldSayWhatIsNotTranslated() {
        try (AimScene scene = new AimScene()) {
            Query prey = query(scene, query -> query.all(Prey.TYPE));
            Query all = query(scene, query -> query.all(Aim.TYPE, Prey.TYPE));
            assertEquals(
                    "it calls set() of its partner",
                    refusal(kernel(scene, prey, (world, total, row, partner) -> partner.set(Prey.X, row.get(Aim.X)))));
            assertEquals(
                    "it reads x of other entities, which it also writes",
                    refusal(kernel(scene, all, (world, total, row, partner) -> {
                        row.set(Aim.X, 1);
                        row.set(Aim.Y, partner.get(Aim.X));
                    })));
            assertEquals(
                    "it writes x, which it also reads of other entities",
                    refusal(kernel(
                            scene, all, (world, total, row, partner) -> row.set(Aim.X, partner.get(Aim.X) + 1))));
            Query few = query(
                    scene,
                    query -> query.all(Prey.TYPE).where(Condition.on(Prey.X).greaterThan(3)));
            assertEquals(
                    "its partners' query has conditions on values",
                    refusal(kernel(scene, few, (world, total, row, partner) -> row.set(Aim.X, 1))));
            RowKernel rare = kernel(scene, prey, (world, total, row, partner) -> {
                if (row.get(Aim.HITS) == 3) {
                    partner.set(Prey.X, 1);
                }
                row.set(Aim.X, partner.get(Prey.X));
            });
            assertNull(refusal(rare));
            assertEquals(
                    List.of("it calls set() of its partner"), rare.explain().leftToBody());
            assertTrue(rare.explain().reads().contains("Prey.x"));
            assertNull(refusal(kernel(scene, all, (world, total, row, partner) -> {
                if (row.get(Aim.HITS) == 3) {
                    row.set(Aim.X, partner.get(Aim.X)); // left to the body
                }
                row.set(Aim.X, row.get(Aim.X) + 1);
            })));
        }
    }

    @Test
    void shouldNotTranslateWritesOfRecordsToPartners() {
        try (World world = World.create()) {
            RowKernel kernel = world.query(Steered.class)
                    .pairs(Steered.TARGET, world.query(Place.class))
                    .update(Place.class, (steered, place) -> new Place(steered.x(), place.y()));

            assertEquals("it writes records of partners or parents, or is over pairs in space", refusal(kernel));
            if (VectorKernel.missing() == null) {
                assertEquals(
                        "it writes records of partners or parents, or is over pairs in space",
                        kernel.explain().reason());
            }
        }
    }

    private static String refusal(RowKernel kernel) {
        return TranslatedKernel.refusal(kernel);
    }
}
