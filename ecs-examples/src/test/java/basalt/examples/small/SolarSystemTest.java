package basalt.examples.small;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.examples.transform.Global2D;
import basalt.examples.transform.Point2D;
import basalt.save.Saves;
import basalt.world.World;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SolarSystemTest {
    @Test
    void shouldFlyFromPlanetToPlanetWithoutJumps() {
        try (World world = World.create()) {
            SolarSystem system = new SolarSystem(world, 1);
            Point2D last = null;
            for (int tick = 0; tick < 5 * SolarSystem.VISIT_TICKS; tick++) {
                system.tick();
                Point2D now = system.transforms.toGlobal(system.ship, 0, 0);
                Point2D before = last == null ? now : last;
                double step = Math.hypot(now.x() - before.x(), now.y() - before.y());
                assertTrue(step < 50, () -> "a step of " + step + " pixels");
                last = now;

                long planet = world.hierarchy().parent(system.ship);
                assertEquals(system.planets.get((3 * (tick / SolarSystem.VISIT_TICKS) + 3) % 5), planet);
                if (tick % SolarSystem.VISIT_TICKS == SolarSystem.VISIT_TICKS - 1) {
                    Point2D there = system.transforms.toLocal(planet, now.x(), now.y());
                    assertEquals(0.8, Math.hypot(there.x(), there.y()), 1e-3);
                }
            }
        }
    }

    @Test
    void shouldPlaceMoonsByTheirPlanets() {
        try (World world = World.create()) {
            SolarSystem system = new SolarSystem(world, 1);
            system.tick();
            long planet = system.planets.get(2);
            long moon = world.hierarchy().firstChild(planet);
            Point2D there =
                    system.transforms.toLocal(planet, world.get(moon, Global2D.TX), world.get(moon, Global2D.TY));
            assertEquals(world.get(moon, SolarSystem.Body.ORBIT), Math.hypot(there.x(), there.y()), 1e-4);
        }
    }

    @Test
    void shouldNotDependOnTheWorkers() {
        long[] hashes = new long[2];
        for (int i = 0; i < hashes.length; i++) {
            try (World world = World.create()) {
                SolarSystem system = new SolarSystem(world, 1 + i);
                for (int tick = 0; tick < 40; tick++) {
                    system.tick();
                }
                hashes[i] = Saves.stateHash(world);
            }
        }
        assertEquals(hashes[0], hashes[1]);
    }

    @Test
    void shouldMakeAPictureAndAFilm(@TempDir Path folder) throws Exception {
        SolarSystem.main(folder.toString());
        Path film = folder.resolve("solar-system.gif");
        assertTrue(Files.size(film) < 400_000, () -> "bytes: " + film.toFile().length());
        var picture = ImageIO.read(folder.resolve("solar-system.png").toFile());
        assertEquals(SolarSystem.WIDTH, picture.getWidth());
        assertEquals(0xffffd36b, picture.getRGB(SolarSystem.WIDTH / 2, SolarSystem.HEIGHT / 2)); // the sun
    }
}
