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
import java.awt.image.BufferedImage;
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
        assertRefuses("must require", () -> points().size(Other.VALUE));
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
        assertDoesNotThrow(() -> Layer.points(all, Spot.X, Rare.VALUE).build());
    }

    @Test
    void shouldRefuseNull() {
        assertRefuses("query", () -> Layer.points(null, Spot.X, Spot.Y));
        assertRefuses("column", () -> Layer.points(spots, null, Spot.Y));
        assertRefuses("column", () -> points().size(null));
        assertRefuses("column", () -> points().colour(null));
        assertRefuses("sprite", () -> Layer.sprites(spots, Spot.X, Spot.Y, null));
    }

    @Test
    void shouldRefuseNumbersOutOfRange() {
        for (float wrong : new float[] {0, -1, Float.NaN, Float.POSITIVE_INFINITY}) {
            assertRefuses("size must be > 0", () -> points().size(wrong));
            assertRefuses("light must be > 0", () -> points().glowing(wrong));
            assertRefuses("light must be > 0", () -> points().glowing(wrong, 1));
            assertRefuses("lightOfAll must be > 0", () -> points().glowing(1, wrong));
            assertRefuses("height must be > 0", () -> new View(0, 0, wrong));
        }
        assertRefuses("centre must be finite", () -> new View(Float.NaN, 0, 1));
        assertRefuses("centre must be finite", () -> new View(0, Float.NEGATIVE_INFINITY, 1));
        assertRefuses("0xRRGGBB", () -> points().colour(0xff102030));
        assertRefuses("0xRRGGBB", () -> points().colour(-1));
        assertRefuses("0xRRGGBB", () -> Scene.of(new View(0, 0, 1), 0x1000000));
    }

    @Test
    void shouldRefuseToTurnPoints() {
        LayerBuilder points = points();
        assertThrows(IllegalStateException.class, () -> points.angle(Spot.ANGLE));
    }

    @Test
    void shouldComputeMipmapLevelsOfSprites() {
        Sprite sprite = Sprite.of(RendererContract.fourColours());
        assertEquals(5, sprite.levels().size());
        assertEquals(0.5f, sprite.halfWidth());
        assertEquals(0.25f, sprite.halfHeight());
        Sprite.Level two = sprite.levels().get(3);
        assertEquals(2, two.width());
        assertEquals(1, two.height());
        assertEquals(0xff800080, two.pixels()[0]); // red above blue
        assertEquals(0xff80ff00, two.pixels()[1]); // green above yellow
        assertEquals(sprite.levels().get(0), sprite.level(0.1f));
        assertEquals(sprite.levels().get(0), sprite.level(1.3f));
        assertEquals(sprite.levels().get(1), sprite.level(1.5f));
        assertEquals(sprite.levels().get(4), sprite.level(1_000));
        assertEquals(
                1,
                Sprite.of(new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB))
                        .levels()
                        .size());
        assertEquals(
                3,
                Sprite.of(new BufferedImage(5, 3, BufferedImage.TYPE_INT_RGB))
                        .levels()
                        .size());
    }

    @Test
    void shouldRefuseLargeSprites() {
        BufferedImage wide = new BufferedImage(1_025, 1, BufferedImage.TYPE_INT_ARGB);
        assertRefuses("at most 1024", () -> Sprite.of(wide));
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

    private LayerBuilder points() {
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
        static final FloatColumn PLACE = TYPE.float32("place", 2);
    }
}
