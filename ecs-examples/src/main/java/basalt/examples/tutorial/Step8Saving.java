package basalt.examples.tutorial;

import basalt.examples.tutorial.Step7Loop.Crew;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.system.Schedule;
import basalt.world.World;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Step 8: saving and rewinding. The game goes back in time, and goes on from a file. */
final class Step8Saving {
    private Step8Saving() {}

    public static void main(String... args) throws IOException {
        Path file = Files.createTempFile("game", ".basalt");
        long end;
        try (World world = Step7Loop.newGame();
                Schedule schedule = Step7Loop.schedule(world);
                Snapshots past = Saves.snapshots(world, 100)) { // the last 100 captures
            play(schedule, 80);
            world.save(file);
            print("saved", world);

            for (int tick = 0; tick < 80; tick++) {
                schedule.tick(0.125f);
                past.capture();
            }
            print("played", world);
            end = Saves.stateHash(world);

            past.restore(120);
            print("rewound", world);
            play(schedule, 40);
            print("played again", world);
            System.out.println("the same end: " + (Saves.stateHash(world) == end));
        }
        try (World world = World.load(file);
                Schedule schedule = Step7Loop.schedule(world)) {
            print("loaded", world);
            play(schedule, 80);
            print("played on", world);
            System.out.println("the same end: " + (Saves.stateHash(world) == end));
        }
        Files.delete(file);
    }

    private static void play(Schedule schedule, int ticks) {
        for (int tick = 0; tick < ticks; tick++) {
            schedule.tick(0.125f);
        }
    }

    private static void print(String what, World world) {
        Crew crew = world.get(world.query(Crew.class).single(), Crew.class);
        System.out.println(what + ": tick " + world.time().tick() + ", " + crew);
    }
}
