package basalt.compiler;

import basalt.compiler.Graph.Lane;
import basalt.compiler.Graph.Op;
import basalt.compiler.Graph.Other;
import basalt.compiler.Graph.Source;
import basalt.compiler.Translation.Refused;
import basalt.compiler.VectorLoop.RestOfWord;
import basalt.match.MatchedRows.MatchedBlock;
import basalt.runtime.IterationContext.KernelDriver;
import java.util.List;
import java.util.Set;
import org.agrona.UnsafeApi;

/**
 * The vector form of a body, and what must hold where it runs.
 *
 * @param driver runs the loop
 * @param lowest the lowest offset of a lane that it uses
 * @param highest the highest one
 * @param guards what was taken for constant
 * @param lanes those that it reads or writes
 * @param lanesOfOthers those that it reads of other entities
 * @param presence the ids of the components that it asks for
 * @param isPredicate whether it removes rows from the matching ones
 * @param isReduction whether it adds to their accumulator
 * @param neighbours what a loop over neighbours needs; null for other loops
 * @param accumulators what it writes outside of the rows
 * @param copies the values of accumulators in the warm-up, and before a comparison; 8 bytes each
 */
record VectorForm(
        VectorLoop loop,
        KernelDriver driver,
        int lowest,
        int highest,
        boolean needsIndex,
        List<Guard> guards,
        Set<Lane> lanes,
        List<Lane> lanesOfOthers,
        List<Integer> presence,
        boolean isPredicate,
        boolean isReduction,
        NeighbourForm neighbours,
        List<Accumulator> accumulators,
        long[] copies) {
    static VectorForm of(KernelBody body, RestOfWord rest) throws Refused {
        return Translator.translate(
                body,
                translation -> body.neighbours() == null ? of(translation, rest) : ofNeighbours(body, translation));
    }

    private static VectorForm ofNeighbours(KernelBody body, Translation translation) throws Refused {
        NeighbourForm neighbours = NeighbourForm.of(body, translation);
        VectorLoop loop = NeighbourWriter.write(translation, neighbours, VectorApi.INSTANCE.bits);
        List<Lane> lanes =
                neighbours.totals().stream().map(NeighbourForm.Total::lane).toList();
        return new VectorForm(
                loop,
                (context, matches, entry, fromGroup, toGroup) -> {
                    neighbours.copy(fromGroup, toGroup);
                    loop.run(context, matches, entry, fromGroup, toGroup);
                },
                lanes.stream().mapToInt(Lane::offset).min().orElse(0),
                lanes.stream().mapToInt(Lane::offset).max().orElse(0),
                false,
                translation.guards(),
                Set.copyOf(lanes),
                List.of(),
                List.of(),
                false,
                false,
                neighbours,
                List.of(),
                new long[0]);
    }

    private static VectorForm of(Translation translation, RestOfWord rest) throws Refused {
        List<Integer> presence = translation.nodes().stream()
                .filter(node -> node.op == Op.HAS || node.op == Op.DISABLED)
                .map(node -> (Integer) node.data)
                .distinct()
                .toList();
        long[] copies = new long[translation.accumulators().size()];
        VectorLoop loop = VectorWriter.write(translation, rest, copies, VectorApi.INSTANCE.bits);
        boolean isPredicate = translation.met() != null;
        return new VectorForm(
                loop,
                isPredicate ? narrowing(loop) : loop,
                translation.lowest(),
                translation.lanes().stream().mapToInt(Lane::offset).max().orElse(0),
                translation.nodes().stream().anyMatch(node -> node.op == Op.INDEX),
                translation.guards(),
                translation.lanes(),
                lanesOfOthers(translation),
                presence,
                isPredicate,
                translation.added() != null,
                null,
                translation.accumulators(),
                copies);
    }

    private static List<Lane> lanesOfOthers(Translation translation) {
        return translation.nodes().stream()
                .filter(node -> node.data instanceof Other other && other.lane() != null)
                .map(node -> ((Other) node.data).lane())
                .toList();
    }

    /** The loop changes words without their summary. */
    private static KernelDriver narrowing(VectorLoop loop) {
        return (context, matches, entry, fromWord, toWord) -> {
            MatchedBlock.beginNarrowing(entry, fromWord, toWord);
            loop.run(context, matches, entry, fromWord, toWord);
            MatchedBlock.summarise(entry, fromWord, toWord);
        };
    }

    static long offsetOfCopy(int i) {
        return UnsafeApi.arrayBaseOffset(long[].class) + (long) i * Long.BYTES;
    }

    /** Makes the copies of accumulators equal to them. */
    void copyAccumulators() {
        for (int i = 0; i < copies.length; i++) {
            Source source = accumulators.get(i).source();
            copy(source.base(), source.offset(), copies, offsetOfCopy(i), accumulators.get(i));
        }
    }

    /** Makes accumulators equal to their copies. */
    void restoreAccumulators() {
        for (int i = 0; i < copies.length; i++) {
            Source source = accumulators.get(i).source();
            copy(copies, offsetOfCopy(i), source.base(), source.offset(), accumulators.get(i));
        }
    }

    /** SAFETY: both are places of an accumulator, one of 8 bytes in an array, or as in canRun(). */
    private static void copy(Object from, long fromOffset, Object to, long toOffset, Accumulator accumulator) {
        if (accumulator.kind().isWide()) {
            UnsafeApi.putLong(to, toOffset, UnsafeApi.getLong(from, fromOffset));
        } else {
            UnsafeApi.putInt(to, toOffset, UnsafeApi.getInt(from, fromOffset));
        }
    }

    /** Whether it can run over the rows of an entry now. */
    boolean canRun(long entry) {
        return Guard.areMet(guards)
                && (neighbours == null
                        ? VectorLoop.canRun(entry, lowest, highest, needsIndex)
                        : neighbours.pass().hasRoom(neighbours.lanes()));
    }
}
