package basalt.examples.showcase.tour;

import basalt.memory.tracking.DiagnosticReport;
import basalt.memory.tracking.MemorySnapshot;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The result of a game.
 *
 * @param pictureHash hash of all pictures
 * @param soundHash hash of all sound
 * @param actorsHash hash of the final positions and journals of the actors
 * @param meshes number of meshes drawn
 * @param batches number of batches drawn
 * @param chunksMissed how often a needed chunk of the ground was not loaded
 * @param chunksLoaded number of chunks loaded
 * @param chunksEvicted number of chunks evicted for others
 * @param mipsLoaded number of mips loaded
 * @param mipsEvicted number of mips evicted for others
 * @param walls number of walls in all loaded chunks
 * @param voices number of voices started
 * @param voicesDropped number of further voices dropped for lack of a block
 * @param searches number of path searches
 * @param arrivals number of paths that were walked to their end
 * @param movedJournals number of journals moved between the scenes
 * @param savedBytes size of the game that was saved between the scenes, and loaded
 * @param memory final statistics of all tags
 * @param findings reports of misuse
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
        int voicesDropped,
        int searches,
        int arrivals,
        long movedJournals,
        long savedBytes,
        MemorySnapshot memory,
        List<DiagnosticReport> findings) {
    private static final String FORMAT = """

            pictures   %016x, %,d meshes in %,d batches
            sound      %016x, %,d voices, %,d more dropped
            actors     %016x, %,d paths looked for, %,d walked to the end
            ground     %,d chunks loaded, %,d evicted, %,d times missed, %,d walls
            textures   %,d mips loaded, %,d evicted
            journals   %,d moved
            saved      %,d bytes between the scenes, and loaded
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
                voicesDropped,
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
                savedBytes,
                memory.peakBytes(),
                findings.size());
        return findings.stream().map(finding -> finding + "\n").collect(Collectors.joining("", summary, ""));
    }
}
