package basalt.system;

import static basalt.system.Access.destroys;
import static basalt.system.Access.exclusive;
import static basalt.system.Access.reads;
import static basalt.system.Access.readsResource;
import static basalt.system.Access.receives;
import static basalt.system.Access.restructures;
import static basalt.system.Access.sends;
import static basalt.system.Access.spawns;
import static basalt.system.Access.writes;
import static basalt.system.Access.writesResource;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import basalt.component.Component;
import basalt.storage.fixture.Bell;
import basalt.storage.fixture.Blow;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Velocity;
import basalt.system.DependencyGraph.Dependency;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Conflicts of pairs of systems, and the graph of dependencies. */
class ConflictTest {
    private static final Component<?> A = Position.TYPE;
    private static final Component<?> B = Velocity.TYPE;

    private static Conflicts conflicts(List<SystemOption> first, List<SystemOption> second) {
        return new Conflicts(List.of(
                SystemSpec.of("first", 0, List.of(), true, first.toArray(new SystemOption[0])),
                SystemSpec.of("second", 1, List.of(), true, second.toArray(new SystemOption[0]))));
    }

    @ParameterizedTest
    @MethodSource
    void shouldFindDependenciesOfPairs(Access first, Access second, Dependency there, String why, Dependency back) {
        Conflicts conflicts = conflicts(List.of(first), List.of(second));
        assertEquals(there, conflicts.between(0, 1), "first to second");
        assertEquals(there == Dependency.NONE ? List.of() : List.of(why), conflicts.why(0, 1));
        assertEquals(back, conflicts.between(1, 0), "second to first");
    }

    static List<Arguments> shouldFindDependenciesOfPairs() {
        Dependency none = Dependency.NONE;
        Dependency weak = Dependency.WEAK;
        Dependency ordered = Dependency.ORDERED;
        Dependency barrier = Dependency.BARRIER;
        return List.of(
                arguments(writes(A), reads(A, B), ordered, "written, then read Position", ordered),
                arguments(writes(A, B), writes(B, A), ordered, "both write Position, Velocity", ordered),
                arguments(reads(A), writes(A), ordered, "read, then written Position", ordered),
                arguments(reads(A), reads(A), none, "", none),
                arguments(writes(A), writes(B), none, "", none),
                arguments(writes(A), reads(B), none, "", none),
                arguments(
                        writesResource(List.class),
                        readsResource(List.class),
                        ordered,
                        "resource written, then read List",
                        ordered),
                arguments(
                        writesResource(List.class),
                        writesResource(List.class),
                        ordered,
                        "both write resource List",
                        ordered),
                arguments(
                        readsResource(List.class),
                        writesResource(List.class),
                        ordered,
                        "resource read, then written List",
                        ordered),
                arguments(readsResource(List.class), readsResource(List.class), none, "", none),
                arguments(writesResource(List.class), readsResource(String.class), none, "", none),
                arguments(restructures(A), reads(A), barrier, "restructured, then seen Position", weak),
                arguments(restructures(A), writes(A), barrier, "restructured, then seen Position", weak),
                arguments(restructures(A), reads(B), none, "", none),
                arguments(restructures(), reads(B), barrier, "any component restructured, then some seen", weak),
                arguments(spawns(), reads(B), barrier, "entities spawned, then seen", weak),
                arguments(destroys(), writes(B), barrier, "entities destroyed, then seen", weak),
                arguments(spawns(), readsResource(List.class), none, "", none),
                arguments(destroys(), receives(Blow.TYPE), none, "", none),
                arguments(restructures(), sends(Blow.TYPE), none, "", none),
                arguments(spawns(), spawns(), ordered, "both spawn", ordered),
                arguments(spawns(), destroys(), weak, "both record commands", barrier),
                arguments(destroys(), spawns(), barrier, "entities destroyed, then spawned in their rows", weak),
                arguments(restructures(A), restructures(B), weak, "both record commands", weak),
                arguments(restructures(), destroys(), weak, "both record commands", weak),
                arguments(reads(A), restructures(A), weak, "seen, then restructured Position", barrier),
                arguments(reads(A), restructures(), weak, "some components seen, then any restructured", barrier),
                arguments(reads(A), spawns(), weak, "entities seen, then spawned", barrier),
                arguments(reads(A), destroys(), weak, "entities seen, then destroyed", barrier),
                arguments(sends(Blow.TYPE), receives(Blow.TYPE, Bell.TYPE), barrier, "sent, then received Blow", weak),
                arguments(receives(Blow.TYPE), sends(Blow.TYPE), weak, "received, then sent Blow", barrier),
                arguments(sends(Blow.TYPE), sends(Blow.TYPE), weak, "both send Blow", weak),
                arguments(sends(Blow.TYPE), sends(Bell.TYPE), none, "", none),
                arguments(receives(Blow.TYPE), receives(Blow.TYPE), none, "", none),
                arguments(sends(Blow.TYPE), writes(A), none, "", none),
                arguments(exclusive(), reads(A), barrier, "the first one is exclusive", barrier),
                arguments(spawns(), exclusive(), barrier, "the second one is exclusive", barrier));
    }

    @Test
    void shouldReportAllReasonsOfTheStrongerDependency() {
        Conflicts conflicts = conflicts(
                List.of(
                        writes(Health.TYPE, A),
                        restructures(Frozen.TYPE),
                        spawns(),
                        sends(Bell.TYPE),
                        writesResource(String.class)),
                List.of(
                        reads(A, Frozen.TYPE),
                        writes(Health.TYPE),
                        spawns(),
                        sends(Bell.TYPE),
                        readsResource(String.class)));
        assertEquals(
                List.of(
                        "written, then read Position",
                        "both write Health",
                        "resource written, then read String",
                        "restructured, then seen Frozen",
                        "entities spawned, then seen",
                        "both spawn"),
                conflicts.why(0, 1));
        conflicts =
                conflicts(List.of(reads(A), destroys(), sends(Bell.TYPE)), List.of(restructures(A), sends(Bell.TYPE)));
        assertEquals(
                List.of("seen, then restructured Position", "both record commands", "both send Bell"),
                conflicts.why(0, 1));
    }

    @Test
    void shouldFindTheShortestCycle() {
        DependencyGraph dependencies = new DependencyGraph(6);
        for (int i = 0; i < 5; i++) {
            dependencies.add(i, i + 1, Dependency.WEAK);
        }
        assertEquals(0, dependencies.cycle().length);
        dependencies.add(4, 0, Dependency.BARRIER);
        assertArrayEquals(new int[] {0, 1, 2, 3, 4}, dependencies.cycle());
        dependencies.add(4, 3, Dependency.BARRIER);
        assertArrayEquals(new int[] {3, 4}, dependencies.cycle());
        assertEquals(0, dependencies.sorted().length);
        dependencies.add(2, 2, Dependency.BARRIER);
        assertArrayEquals(new int[] {2}, dependencies.cycle());
    }
}
