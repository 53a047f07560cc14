package basalt.examples.framework.render;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.component.FloatColumn;
import basalt.component.Length;
import basalt.query.Query;
import basalt.world.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class LayerTest {
    private World world;
    private Query spots;

    @BeforeEach
    void makeWorld() {
        world = World.create();
        spots = world.query()
                .all(Spot.TYPE)
                .optional(Rare.TYPE)
                .none(Vector.TYPE)
                .build();
    }

    @AfterEach
    void closeWorld() {
        world.close();
    }

    @Test
    void shouldRefuseColumnsThatTheQueryDoesNotRequire() {
        assertRefuses("must require", () -> Layer.points(spots, Other.VALUE, Spot.Y));
        assertRefuses("must require", () -> points().opacity(Other.VALUE));
        assertRefuses("must require", () -> points().colour(Spot.RED, Spot.GREEN, Other.VALUE));
        Query optional = world.query().all(Spot.TYPE).optional(Other.TYPE).build();
        assertRefuses("must require", () -> Layer.points(optional, Spot.X, Other.VALUE));
        Query without = world.query().all(Spot.TYPE).none(Other.TYPE).build();
        assertRefuses("must require", () -> Layer.points(without, Spot.X, Other.VALUE));
    }

    @Test
    void shouldRefuseVectorsButNotSparseColumns() {
        Query all = world.query().all(Spot.TYPE, Rare.TYPE, Vector.TYPE).build();
        assertRefuses("must be a scalar", () -> Layer.points(all, Vector.PLACE, Spot.Y));
        assertDoesNotThrow(() -> Layer.points(all, Spot.X, Rare.VALUE));
    }

    @Test
    void shouldConvertColoursToLightAndBack() {
        for (int colour = 0; colour < 250; colour++) {
            assertEquals(colour, ToneMapping.toScreen(ToneMapping.toLight(colour / 255f)), 1);
        }
        assertEquals(250, ToneMapping.toScreen(ToneMapping.toLight(1)), 1);
        assertEquals(255, ToneMapping.toScreen(1e30f));
        assertEquals(0, ToneMapping.toScreen(0));
        assertEquals(ToneMapping.toLight(0), ToneMapping.toLight(-3));
        assertEquals(ToneMapping.toLight(1), ToneMapping.toLight(3));
    }

    private Layer points() {
        return Layer.points(spots, Spot.X, Spot.Y);
    }

    private static void assertRefuses(String what, Executable misuse) {
        IllegalArgumentException wrong = assertThrows(IllegalArgumentException.class, misuse);
        assertTrue(wrong.getMessage().contains(what), wrong::getMessage);
    }

    private record Other(float value) {
        static final Component<Other> TYPE = Component.of(Other.class);
        static final FloatColumn VALUE = TYPE.float32("value");
    }

    private record Rare(float value) {
        static final Component<Rare> TYPE =
                Component.builder(Rare.class).sparse().build();
        static final FloatColumn VALUE = TYPE.float32("value");
    }

    private record Vector(@Length(2) float[] place) {
        static final Component<Vector> TYPE = Component.of(Vector.class);
        static final FloatColumn PLACE = TYPE.float32("place");
    }
}
