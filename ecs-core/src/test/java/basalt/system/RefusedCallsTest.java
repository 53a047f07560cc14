package basalt.system;

import static basalt.system.Access.destroys;
import static basalt.system.Access.exclusive;
import static basalt.system.Access.receives;
import static basalt.system.Access.restructures;
import static basalt.system.Access.sends;
import static basalt.system.Access.spawns;
import static basalt.system.Access.worldThread;
import static basalt.system.Access.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.query.Query;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Position;
import basalt.world.EventChannel;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A system calls methods that are refused while systems run: the message names the call and the remedy. */
class RefusedCallsTest {
    private final World world = World.create();
    private final Template template = world.template().with(new Position(0, 0)).build();
    private final long entity = template.spawn();
    private final Query positions = world.query().all(Position.TYPE).build();
    private final EventChannel<Blow> blows = world.events(Blow.TYPE);
    private final long blow = blows.send();

    private record Refused(Runnable call, String name, String remedy) {}

    private final List<Refused> refused = List.of(
            new Refused(world::spawn, "world.spawn(...)", "world.commands().spawn(), or template.spawn(commands)"),
            new Refused(() -> world.spawn(new Position(1, 1)), "world.spawn(...)", "template.spawn(commands)"),
            new Refused(template::spawn, "template.spawn(...)", "template.spawn(commands)"),
            new Refused(() -> template.spawn(3), "template.spawn(...)", "template.spawn(commands)"),
            new Refused(() -> template.spawn(new long[2]), "template.spawn(...)", "template.spawn(commands)"),
            new Refused(() -> world.destroy(entity), "changes entities immediately", "world.commands()"),
            new Refused(() -> world.tryDestroy(entity), "world.tryDestroy(...)", "world.commands().destroy(...)"),
            new Refused(() -> world.add(entity, Frozen.TYPE), "changes entities immediately", "world.commands()"),
            new Refused(() -> world.add(entity, new Position(1, 1)), "world.add(...)", "world.commands().add(...)"),
            new Refused(() -> positions.bulk().add(Frozen.TYPE), "query.bulk()", "commands in a kernel"),
            new Refused(blows::send, "events.send()", "world.commands().send(...)"),
            new Refused(() -> blows.send(new Blow(1)), "events.send(...)", "world.commands().send(...)"),
            new Refused(() -> blows.set(blow, Blow.WEIGHT, 2), "events.set(...)", "commands.set(event, ...)"),
            new Refused(world::query, "world.query()", "before the tick"),
            new Refused(world::template, "world.template()", "before the tick"),
            new Refused(() -> positions.kernel(row -> {}), "kernel(...)", "before the tick"),
            new Refused(() -> template.kernel(row -> {}), "template.kernel(...)", "before the tick"),
            new Refused(() -> world.workerLocal(Object::new), "world.workerLocal(...)", "before the tick"),
            new Refused(() -> world.events(Blow.TYPE), "world.events(...)", "before the tick"),
            new Refused(() -> world.removed(Frozen.TYPE), "world.removed(...)", "before the tick"),
            new Refused(() -> world.resources().put("x"), "resources.put(...)", "before the tick"),
            new Refused(() -> world.time().advance(1), "time.advance(...)", "the schedule, which advances the time"),
            new Refused(world::swapEvents, "world.swapEvents()", "when the tick ends"),
            new Refused(world::applyCommands, "world.applyCommands()", "to the schedule"),
            new Refused(world.statistics()::memory, "world.statistics().memory()", "after the tick"),
            new Refused(world.statistics()::rows, "world.statistics().rows()", "after the tick"),
            new Refused(positions::stats, "query.stats()", "after the tick"),
            new Refused(positions::close, "query.close()", "after the tick"),
            new Refused(world::close, "world.close()", "after the tick"));

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void shouldNameTheCallAndTheRemedy() {
        int[] named = new int[1];
        Runnable body = () -> refused.forEach(attempt -> {
            String message = assertThrows(
                            IllegalStateException.class, () -> attempt.call().run(), attempt.name())
                    .getMessage();
            assertTrue(message.startsWith("system 'wild' called "), message);
            assertTrue(message.contains(attempt.name()), message);
            assertTrue(message.contains(", which is refused while systems run; "), message);
            assertTrue(message.contains(attempt.remedy()), message);
            named[0]++;
        });
        for (List<Access> more : List.of(List.<Access>of(), List.of(worldThread()))) {
            List<Access> access = new ArrayList<>(List.of(
                    writes(Position.TYPE),
                    restructures(),
                    destroys(),
                    spawns(),
                    sends(Blow.TYPE),
                    receives(Blow.TYPE),
                    Access.writesResource(String.class)));
            access.addAll(more);
            try (Schedule schedule = Schedule.builder(world)
                    .workers(2)
                    .add("wild", body, access.toArray(new SystemOption[0]))
                    .add("other", () -> {})
                    .build()) {
                schedule.tick(1);
            }
        }
        assertEquals(2 * refused.size(), named[0]);
        assertEquals(1, world.entityCount());
    }

    /** The end of most remedies. */
    @Test
    void shouldLetExclusiveSystemsDoIt() {
        try (Schedule schedule = Schedule.builder(world)
                .add(
                        "exclusive",
                        () -> refused.stream()
                                .filter(attempt -> attempt.name().matches("(world.spawn|template.spawn|events.set).*"))
                                .forEach(attempt -> attempt.call().run()),
                        exclusive())
                .build()) {
            schedule.tick(1);
        }
        assertEquals(9, world.entityCount());
    }
}
