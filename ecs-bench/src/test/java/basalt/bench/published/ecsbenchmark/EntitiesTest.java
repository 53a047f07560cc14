package basalt.bench.published.ecsbenchmark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.bench.published.Library;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All libraries create, read, change and destroy the same. */
class EntitiesTest {
    /** More than a word of rows, and no multiple of one. */
    private static final int ENTITIES = 133;

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"FLEKS", "ARRAYS"})
    void shouldCreateReadChangeAndDestroy(Library library) {
        try (Entities entities = Entities.open(library, ENTITIES)) {
            entities.create();
            for (int round = 0; round < 3; round++) {
                assertEquals(ENTITIES, entities.count());
                assertEquals(ENTITIES, entities.sum(1));
                assertEquals(4 * ENTITIES, entities.sum(2));
                assertEquals(4 * ENTITIES, entities.sum(3));
                entities.change();
            }
            entities.destroy();
            assertEquals(0, entities.count());
        }
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"FLEKS", "ARRAYS"})
    void shouldReadDataOfHalf(Library library) {
        try (Entities entities = Entities.open(library, ENTITIES)) {
            entities.create(Mix.HALF);
            assertEquals(ENTITIES, entities.count());
            assertEquals(4 * ENTITIES + 5 * (ENTITIES + 1) / 2, entities.sum(3));
        }
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"FLEKS", "ARRAYS"})
    void shouldUpdate(Library library) {
        for (Mix mix : Mix.values()) {
            try (Entities entities = Entities.open(library, ENTITIES)) {
                entities.create(mix);
                for (int ticks = 1; ticks <= 3; ticks++) {
                    entities.update();
                    for (int i = 0; i < ENTITIES; i++) {
                        assertEquals(Objects.value(mix, i, ENTITIES, ticks), entities.value(i));
                    }
                }
            }
        }
    }
}
