package basalt.examples.showcase.tour;

import basalt.memory.diagnostic.DiagnosticReport;
import basalt.memory.tracking.MemorySnapshot;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What came of a game.
 *
 * @param pictureHash a number for all pictures
 * @param soundHash a number for all sound
 * @param actorsHash a number for the actors' positions and journals in the end
 * @param meshes how many were drawn
 * @param batches in how many batches
 * @param chunksMissed how often a chunk of the ground was to be drawn that was not there
 * @param chunksLoaded how many were loaded
 * @param chunksEvicted how many had to go for others
 * @param mipsLoaded how many mips of textures were loaded
 * @param mipsEvicted how many had to go for others
 * @param walls how many the loader has seen in all chunks
 * @param voices how many were started
 * @param voicesUnheard how many more there were no blocks for
 * @param searches how many paths were looked for
 * @param arrivals how many were walked to their end
 * @param movedJournals how many journals were moved between the scenes
 * @param memory the figures of all tags in the end
 * @param findings what the monitor has found
 */
record Outcome(
        long pictureHash,
        long soundHash,
        long actorsHash,
        long meshes,
        long batches,
        int chunksMissed,
        int chunksLoaded,
        long chunksEvicted,
        int mipsLoaded,
        int mipsEvicted,
        long walls,
        int voices,
        int voicesUnheard,
        int searches,
        int arrivals,
        long movedJournals,
        MemorySnapshot memory,
        List<DiagnosticReport> findings) {
    private static final String FORMAT = """

            pictures   %016x, %,d meshes in %,d batches
            sound      %016x, %,d voices, %,d more unheard
            actors     %016x, %,d paths looked for, %,d walked to the end
            ground     %,d chunks loaded, %,d evicted, %,d times missed, %,d walls
            textures   %,d mips loaded, %,d evicted
            journals   %,d moved
            memory     %,d bytes at most, %,d findings
            """;

    @Override
    public String toString() {
        String summary = String.format(
                Locale.ROOT,
                FORMAT,
                pictureHash,
                meshes,
                batches,
                soundHash,
                voices,
                voicesUnheard,
                actorsHash,
                searches,
                arrivals,
                chunksLoaded,
                chunksEvicted,
                chunksMissed,
                walls,
                mipsLoaded,
                mipsEvicted,
                movedJournals,
                memory.peakBytes(),
                findings.size());
        return findings.stream().map(finding -> finding + "\n").collect(Collectors.joining("", summary, ""));
    }
}
